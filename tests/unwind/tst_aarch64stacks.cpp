// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tablecache.h"
#include "capture/unwind/unwinder.h"
#include "tests/support/testmain.h"
#include "tests/unwind/aarch64/tableimage.h"
#include "tests/unwind/framesection.h"

#include <QTest>

#include <array>
#include <memory>
#include <vector>

using namespace ember::capture;
using namespace ember::tests;
using ember::model::UnwindMethod;

// Literal stacks of AArch64 and literal call frame information, as GCC 12 writes it for the
// prologues in the comments. Numbers: x29 is 29, x30 is 30, sp is 31.
class TstAarch64Stacks : public QObject {
    Q_OBJECT

private slots:
    void aLeafReturnsByItsRegister();
    void aFrameHasWhatItSaved();
    void savedRegistersLeadFurtherUp();
    void signaturesAreNoPartOfAnAddress_data();
    void signaturesAreNoPartOfAnAddress();
    void anUndefinedReturnAddressIsTheRoot();
    void aCallerHasNoReturnAddressInItsRegister();
    void frameRecordsAreFollowedWithoutTables();
    void aFrameAboveARecordIsFoundByItsOwnRecord();
    void aSignalHandlersFrameLeadsToTheInterruptedInstruction();
    void aCallThroughANullPointerReturnsByItsRegister();
    void aNewThreadIsAtItsRootAndItsCreatorIsNot_data();
    void aNewThreadIsAtItsRootAndItsCreatorIsNot();
    void aBlockedThreadNeedsTheMissingRegister();
    void codeWithoutTablesIsReadUpToItsReturn_data();
    void codeWithoutTablesIsReadUpToItsReturn();
    void tablesOfOtherMachinesAreNotRead();
};

namespace {

constexpr std::uint64_t armStackAddress = 0x7ffd00001000;
constexpr std::uint64_t imageStart = 0xaaaa00000000;
constexpr std::uint64_t generatedCodeAddress = 0xffff00000000;

// Functions of the image, 0x100 bytes each.
constexpr std::uint64_t leaf = 0x1000; // sub sp,sp,#16 after 4 bytes
constexpr std::uint64_t framed = 0x2000; // stp x29,x30,[sp,#-32]! after 4, mov x29,sp after 8
constexpr std::uint64_t saver = 0x3000; // the same, and x19, x20 at sp + 16
constexpr std::uint64_t signing = 0x4000; // paciasp before it
constexpr std::uint64_t entry = 0x5000; // its return address is undefined
constexpr std::uint64_t viaX19 = 0x6000; // its frame is x19 + 16: alloca
constexpr std::uint64_t handlerReturn = 0x7000; // the kernel's, with mark S
constexpr std::uint64_t cloning = 0x8000; // ends at 0x8040, thread_start is at 0x8080

std::vector<std::byte> callFrames(std::string_view augmentation = "zR", int returnColumn = 30)
{
    FrameSectionWriter writer(ehFrameOffset, returnColumn);
    const auto common = writer.addCommon({0x0c, 31, 0}, augmentation);
    writer.addFunction(common, leaf, 0x100, {0x44, 0x0e, 16});
    writer.addFunction(common, framed, 0x100, {0x44, 0x0e, 32, 0x9d, 4, 0x9e, 3});
    writer.addFunction(common, saver, 0x100,
                       {0x44, 0x0e, 32, 0x9d, 4, 0x9e, 3, 0x44, 0x93, 2, 0x94, 1});
    writer.addFunction(
        common, signing, 0x100,
        {0x44, 0x2d, 0x44, 0x0e, 16, 0x9d, 2, 0x9e, 1, 0x60, 0xdd, 0xde, 0x0e, 0, 0x2d});
    writer.addFunction(common, entry, 0x100, {0x07, 30});
    writer.addFunction(common, viaX19, 0x100, {0x0c, 19, 16, 0x9d, 2, 0x9e, 1});
    const auto ofSignals = writer.addCommon({0x0c, 31, 0}, "zRS");
    writer.addFunction(ofSignals, handlerReturn, 0x100, {0x0c, 29, 0, 0x9d, 0, 0x11, 30, 0x7f});
    writer.addFunction(common, cloning, 0x40, {0x00});
    writer.addFunction(common, cloning + 0x80, 0x40, {0x07, 30});
    writer.addTerminator();
    return writer.bytes();
}

// A stack of words, from its lowest address on.
struct Stack {
    explicit Stack(std::vector<std::uint64_t> content) : words(std::move(content)) { }

    UnwoundStack unwound(const Registers &registers, UnwindMode mode = UnwindMode::Auto,
                         std::string_view augmentation = "zR") const
    {
        Unwinder unwinder({.mode = mode}, std::make_shared<TableCache>());
        unwinder.addImage(tableImage(imageStart, 0x9000, callFrames(augmentation)));
        const StackCopy copy{armStackAddress, std::as_bytes(std::span(words))};
        return unwinder.unwind(registers, {&copy, 1}, nullptr);
    }

    std::vector<std::uint64_t> words;
};

std::vector<std::uint64_t> codeOf(const UnwoundStack &stack)
{
    std::vector<std::uint64_t> addresses;
    for (const auto &frame : stack.frames)
        addresses.push_back(frame.pc);
    return addresses;
}

using Addresses = std::vector<std::uint64_t>;

constexpr std::uint64_t at(std::uint64_t function, std::uint64_t offset = 0x40)
{
    return imageStart + function + offset;
}

} // namespace

void TstAarch64Stacks::aLeafReturnsByItsRegister()
{
    const Stack stack({0, 0, 0, 0});
    // Before and after it has made room.
    for (const auto offset : {std::uint64_t(0), std::uint64_t(0x40)}) {
        const auto unwound =
            stack.unwound({.pc = at(leaf, offset), .sp = armStackAddress, .lr = at(entry)});
        QCOMPARE(codeOf(unwound), Addresses({at(leaf, offset), at(entry)}));
        QVERIFY(unwound.rootReached);
        QVERIFY(unwound.frames[1].method == UnwindMethod::EhFrame);
    }
}

void TstAarch64Stacks::aFrameHasWhatItSaved()
{
    const Stack stack({armStackAddress + 32, at(entry), 0, 0});
    // The register holds what the last call of this function left there.
    const auto unwound = stack.unwound({.pc = at(framed), .sp = armStackAddress, .lr = at(leaf)});
    QCOMPARE(codeOf(unwound), Addresses({at(framed), at(entry)}));
    QVERIFY(unwound.rootReached);
    // Its first instruction has saved nothing yet.
    const auto first =
        stack.unwound({.pc = at(framed, 0), .sp = armStackAddress, .lr = at(entry, 0x80)});
    QCOMPARE(codeOf(first), Addresses({at(framed, 0), at(entry, 0x80)}));
}

void TstAarch64Stacks::savedRegistersLeadFurtherUp()
{
    // saver saved the x19 of viaX19, whose frame is found by it.
    const Stack stack({0, at(viaX19), armStackAddress + 48, 77, // saver
                       0, 0, armStackAddress + 96, at(entry), 0}); // viaX19
    Registers registers{.pc = at(saver), .sp = armStackAddress};
    registers.saved[0] = 1;
    const auto unwound = stack.unwound(registers);
    QCOMPARE(codeOf(unwound), Addresses({at(saver), at(viaX19), at(entry)}));
    QVERIFY(unwound.rootReached);
}

void TstAarch64Stacks::signaturesAreNoPartOfAnAddress_data()
{
    QTest::addColumn<QString>("augmentation");
    QTest::newRow("key A") << "zR";
    QTest::newRow("key B") << "zRB";
}

void TstAarch64Stacks::signaturesAreNoPartOfAnAddress()
{
    QFETCH(const QString, augmentation);
    constexpr std::uint64_t signature = 0xa5d7'0000'0000'0000;
    const Stack stack({0, signature | at(entry), 0, 0});
    const Registers saved{.pc = at(signing, 0x10), .sp = armStackAddress};
    const Registers inRegister{
        .pc = at(signing, 4), .sp = armStackAddress, .lr = signature | at(entry)};
    for (const auto &registers : {saved, inRegister}) {
        const auto unwound = stack.unwound(registers, UnwindMode::Auto, augmentation.toStdString());
        QCOMPARE(codeOf(unwound), Addresses({registers.pc, at(entry)}));
        QVERIFY(unwound.rootReached);
    }
}

void TstAarch64Stacks::anUndefinedReturnAddressIsTheRoot()
{
    const auto unwound =
        Stack({0, 0}).unwound({.pc = at(entry), .sp = armStackAddress, .lr = at(leaf)});
    QCOMPARE(unwound.frames.size(), std::size_t(1));
    QVERIFY(unwound.rootReached);
}

// A leaf's caller that says that it saved none cannot be one: no frame is made up for it.
void TstAarch64Stacks::aCallerHasNoReturnAddressInItsRegister()
{
    const auto unwound = Stack({0, 0, 0, 0})
                             .unwound({.pc = at(leaf), .sp = armStackAddress, .lr = at(leaf, 0x80)},
                                      UnwindMode::Dwarf);
    QCOMPARE(codeOf(unwound), Addresses({at(leaf), at(leaf, 0x80)}));
    QVERIFY(!unwound.rootReached);
}

void TstAarch64Stacks::frameRecordsAreFollowedWithoutTables()
{
    const Stack stack({armStackAddress + 24, generatedCodeAddress + 0x100, 0, //
                       armStackAddress + 40, generatedCodeAddress + 0x200, 0, 0});
    const auto unwound =
        stack.unwound({.pc = generatedCodeAddress, .sp = armStackAddress, .fp = armStackAddress});
    QCOMPARE(codeOf(unwound),
             Addresses({generatedCodeAddress, generatedCodeAddress + 0x100,
                        generatedCodeAddress + 0x200}));
    QVERIFY(unwound.frames[1].method == UnwindMethod::FramePointer);
}

// Where that frame begins nobody knows: a rule that counts from sp is of no use for it.
void TstAarch64Stacks::aFrameAboveARecordIsFoundByItsOwnRecord()
{
    const Stack stack({armStackAddress + 32, at(framed), 0, 0, // of the code without tables
                       armStackAddress + 64, at(entry), 0, 0}); // of `framed`, at its fp
    const auto unwound =
        stack.unwound({.pc = generatedCodeAddress, .sp = armStackAddress, .fp = armStackAddress});
    QCOMPARE(codeOf(unwound), Addresses({generatedCodeAddress, at(framed), at(entry)}));
    QVERIFY(unwound.frames[2].method == UnwindMethod::FramePointer);
    QVERIFY(unwound.rootReached);
}

void TstAarch64Stacks::aSignalHandlersFrameLeadsToTheInterruptedInstruction()
{
    // struct rt_sigframe: x0 to x30, sp and pc lie 312 bytes in.
    std::vector<std::uint64_t> words(80);
    auto *const registers = words.data() + 312 / 8;
    const std::uint64_t above = armStackAddress + 8 * words.size();
    registers[30] = at(entry);
    registers[31] = above;
    registers[32] = at(leaf, 0);
    words.resize(words.size() + 4);
    const auto unwound = Stack(words).unwound(
        {.pc = at(handlerReturn, 0), .sp = armStackAddress, .fp = armStackAddress + 16});
    QCOMPARE(codeOf(unwound), Addresses({at(handlerReturn, 0), at(leaf, 0), at(entry)}));
    QVERIFY(unwound.frames[1].method == UnwindMethod::Signal);
    QVERIFY(unwound.rootReached);
}

void TstAarch64Stacks::aCallThroughANullPointerReturnsByItsRegister()
{
    const auto unwound = Stack({0, 0}).unwound({.pc = 0, .sp = armStackAddress, .lr = at(entry)});
    QCOMPARE(codeOf(unwound), Addresses({0, at(entry)}));
    QVERIFY(unwound.rootReached);
}

void TstAarch64Stacks::aNewThreadIsAtItsRootAndItsCreatorIsNot_data()
{
    QTest::addColumn<qulonglong>("result"); // of the system call
    QTest::addColumn<int>("frames");
    QTest::newRow("new thread") << 0ULL << 1;
    QTest::newRow("creator") << 4711ULL << 2;
}

void TstAarch64Stacks::aNewThreadIsAtItsRootAndItsCreatorIsNot()
{
    QFETCH(const qulonglong, result);
    QFETCH(const int, frames);
    const auto unwound = Stack({0, 0}).unwound(
        {.pc = at(cloning, 0x44), .sp = armStackAddress, .lr = at(entry), .x0 = result});
    QCOMPARE(int(unwound.frames.size()), frames);
    QVERIFY(unwound.rootReached);
}

// The kernel tells pc and sp only: a system call's own function mostly has its return address in
// the register.
void TstAarch64Stacks::aBlockedThreadNeedsTheMissingRegister()
{
    Registers registers{.pc = at(leaf), .sp = armStackAddress, .lr = at(entry)};
    registers.told = AvailableRegisters::OfBlockedCall;
    const auto unwound = Stack({0, 0, 0, 0}).unwound(registers);
    QCOMPARE(unwound.frames.size(), std::size_t(1));
    QVERIFY(unwound.needsMissingRegister && !unwound.rootReached);
}

namespace {

constexpr std::uint64_t byHand = 0x8800; // in no table
constexpr std::array<std::uint32_t, 10> handWritten{
    0xa9be7bfd, // stp x29, x30, [sp, #-32]!
    0xf9000bf3, // str x19, [sp, #16]
    0xaa0003f3, // mov x19, x0
    0x94000040, // bl
    0xb4000080, // cbz x0, to the last but one
    0xf9400bf3, // ldr x19, [sp, #16]
    0xa8c27bfd, // ldp x29, x30, [sp], #32
    0xd65f03c0, // ret
    0x52800020, // mov w0, #1
    0x17fffffc, // b, to the ldr
};

// That function's code, and calls everywhere else.
class HandWrittenCode : public MemoryReader {
public:
    bool readWord(std::uint64_t address, std::uint64_t &word) override
    {
        word = std::uint64_t(instructionAt(address + 4)) << 32U | instructionAt(address);
        return true;
    }

private:
    static std::uint32_t instructionAt(std::uint64_t address)
    {
        const auto number = (address - at(byHand, 0)) / 4;
        return number < handWritten.size() ? handWritten[number] : 0x94000000;
    }
};

} // namespace

void TstAarch64Stacks::codeWithoutTablesIsReadUpToItsReturn_data()
{
    QTest::addColumn<int>("instruction");
    QTest::addColumn<int>("depth"); // words it has made room for
    QTest::addColumn<bool>("hasKept"); // x19 has been changed
    for (int i = 0; i < 10; ++i)
        QTest::addRow("%d", i) << i << (i == 0 || i == 7 ? 0 : 4) << (i > 2 && i != 6 && i != 7);
}

// Its caller's frame is found by x19, which it saves.
void TstAarch64Stacks::codeWithoutTablesIsReadUpToItsReturn()
{
    QFETCH(const int, instruction);
    QFETCH(const int, depth);
    QFETCH(const bool, hasKept);
    const std::uint64_t callersFrame = armStackAddress + 48;
    const Stack stack({0, at(viaX19), callersFrame, 0, 0, 0, 0, at(entry), 0, 0});
    HandWrittenCode code;
    Unwinder unwinder({}, std::make_shared<TableCache>());
    unwinder.addImage(tableImage(imageStart, 0x9000, callFrames()));
    const auto pc = at(byHand, std::uint64_t(instruction) * 4);
    Registers registers{.pc = pc, .sp = armStackAddress + std::uint64_t(4 - depth) * 8};
    registers.lr = depth == 0 || instruction < 4 ? at(viaX19) : at(byHand, 16);
    registers.saved[0] = hasKept ? 1 : callersFrame;
    const StackCopy copy{armStackAddress, std::as_bytes(std::span(stack.words))};
    const auto unwound = unwinder.unwind(registers, {&copy, 1}, &code);
    QCOMPARE(codeOf(unwound), Addresses({pc, at(viaX19), at(entry)}));
    QVERIFY(unwound.rootReached);
}

void TstAarch64Stacks::tablesOfOtherMachinesAreNotRead()
{
    auto image = tableImage(imageStart, 0x9000, callFrames());
    auto bytes = *image.memory;
    bytes[18] = std::byte(62); // e_machine: x86-64
    image.memory = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    Unwinder unwinder({.mode = UnwindMode::Dwarf}, std::make_shared<TableCache>());
    unwinder.addImage(image);
    const auto unwound =
        unwinder.unwind({.pc = at(leaf), .sp = armStackAddress, .lr = at(entry)}, {}, nullptr);
    QCOMPARE(unwound.frames.size(), std::size_t(1));
    QVERIFY(!unwound.rootReached);
}

EMBER_TEST(TstAarch64Stacks)
#include "tst_aarch64stacks.moc"
