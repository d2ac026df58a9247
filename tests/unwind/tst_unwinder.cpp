// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/binaryreader.h"
#include "capture/unwind/tablecache.h"
#include "capture/unwind/unwinder.h"
#include "capture/unwind/unwindtable.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <map>
#include <random>
#include <thread>

using namespace ember::capture;
using ember::model::UnwindMethod;

namespace {

constexpr std::uint64_t stackAddress = 0x7ffd00001000;
constexpr std::uint64_t generatedCode = 0x300000000000;

const std::string program = EMBER_BUILD_DIR "/unwind_recursion";

UnwoundStack unwindWords(Unwinder &unwinder, const Registers &registers,
                         const std::vector<std::uint64_t> &words, MemoryReader *reader = nullptr)
{
    const StackCopy copy{stackAddress, std::as_bytes(std::span(words))};
    return unwinder.unwind(registers, {&copy, 1}, reader);
}

MappedImage imageOf(const std::string &path, std::uint64_t start)
{
    MappedImage image;
    image.start = start;
    image.end = start + 0x100000;
    image.bias = start;
    image.path = path;
    image.identity = *readFileIdentity(path);
    return image;
}

class WordReader : public MemoryReader {
public:
    // The stack itself, unchanged.
    explicit WordReader(const std::vector<std::uint64_t> &stack)
    {
        for (std::size_t i = 0; i < stack.size(); ++i)
            words[stackAddress + i * 8] = stack[i];
    }

    bool readWord(std::uint64_t address, std::uint64_t &word) override
    {
        const auto found = words.find(address);
        if (found == words.end())
            return false;
        word = found->second;
        return true;
    }

    std::map<std::uint64_t, std::uint64_t> words;
};

} // namespace

// On literal stacks: no process.
class TstUnwinder : public QObject {
    Q_OBJECT

private slots:
    void framePointersAreFollowedUpwards()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        const std::vector<std::uint64_t> words{0,
                                               stackAddress + 32,
                                               generatedCode + 0x100,
                                               0,
                                               stackAddress + 48,
                                               generatedCode + 0x200,
                                               0,
                                               0};
        const auto stack = unwindWords(
            unwinder, {.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8}, words);
        QCOMPARE(stack.frames.size(), std::size_t(3));
        QCOMPARE(stack.frames[1].pc, generatedCode + 0x100);
        QCOMPARE(stack.frames[2].pc, generatedCode + 0x200);
        QCOMPARE(stack.frames[1].method, UnwindMethod::FramePointer);
        QCOMPARE(stack.unknownPc, generatedCode);
        QVERIFY(!stack.rootReached && !stack.truncated);
    }

    // At each of its instructions; who called it stands above what it has taken.
    void aTrampolineIsLeftFromAnywhereInIt_data()
    {
        QTest::addColumn<std::uint64_t>("code"); // from the next instruction on, lowest byte first
        QTest::addColumn<std::uint64_t>("returnAddress");
        QTest::newRow("sub $8,%rsp") << std::uint64_t(0x8348'd1ff'08'ec'83'48) << generatedCode + 1;
        QTest::newRow("call *%rcx") << std::uint64_t(0x90'c3'08'c4'83'48'd1ff) << generatedCode + 2;
        QTest::newRow("add $8,%rsp") << std::uint64_t(0x909090'c3'08'c4'83'48) << generatedCode + 2;
        QTest::newRow("ret") << std::uint64_t(0x90909090909090'c3) << generatedCode + 1;
        QTest::newRow("call of another")
            << std::uint64_t(0x90'c3'08'c4'83'48'd0ff) << generatedCode + 3;
    }

    void aTrampolineIsLeftFromAnywhereInIt()
    {
        QFETCH(const std::uint64_t, code);
        QFETCH(const std::uint64_t, returnAddress);
        constexpr auto trampoline = generatedCode + 0x100;
        const std::vector<std::uint64_t> words{generatedCode + 1, generatedCode + 2, 0,
                                               stackAddress + 64, generatedCode + 3};
        WordReader reader(words);
        reader.words[trampoline] = code;
        const Registers leaf{.pc = trampoline, .sp = stackAddress, .fp = stackAddress + 24};
        Unwinder unwinder({}, std::make_shared<TableCache>());
        const auto frames = unwindWords(unwinder, leaf, words, &reader).frames;
        QVERIFY(frames.size() > 1);
        QCOMPARE(frames[1].pc, returnAddress);
    }

    // CPython's: without a frame of its own, between functions that have one.
    void trampolinesAreLeftByTheirCode_data()
    {
        QTest::addColumn<std::uint64_t>("code"); // at the return address, lowest byte first
        QTest::addColumn<bool>("isPassed");
        QTest::newRow("add $8,%rsp; ret") << std::uint64_t(0x909090'c3'08'c4'83'48) << true;
        QTest::newRow("add $16,%rsp; ret") << std::uint64_t(0x909090'c3'10'c4'83'48) << false;
        QTest::newRow("add $-128,%rsp; ret") << std::uint64_t(0x909090'c3'80'c4'83'48) << false;
        QTest::newRow("add $12,%rsp; ret") << std::uint64_t(0x909090'c3'0c'c4'83'48) << false;
        QTest::newRow("add $8,%rsp; nop") << std::uint64_t(0x909090'90'08'c4'83'48) << false;
        QTest::newRow("add $8,%rbx; ret") << std::uint64_t(0x909090'c3'08'c3'83'48) << false;
    }

    void trampolinesAreLeftByTheirCode()
    {
        QFETCH(const std::uint64_t, code);
        QFETCH(const bool, isPassed);
        constexpr auto trampoline = generatedCode + 0x100;
        const std::vector<std::uint64_t> words{0,
                                               stackAddress + 56,
                                               trampoline, // of the leaf
                                               0,
                                               generatedCode + 0x200,
                                               0,
                                               0, // what the trampoline leaves
                                               stackAddress + 72,
                                               generatedCode + 0x300}; // of the trampoline's caller
        WordReader reader(words);
        reader.words[trampoline] = code;
        const Registers leaf{.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8};
        const auto pcsBy = [&](UnwindMode mode) {
            Unwinder unwinder({.mode = mode}, std::make_shared<TableCache>());
            std::vector<std::uint64_t> pcs;
            for (const auto &frame : unwindWords(unwinder, leaf, words, &reader).frames)
                pcs.push_back(frame.pc);
            return pcs;
        };
        const std::vector<std::uint64_t> byFramePointers{generatedCode, trampoline,
                                                         generatedCode + 0x300};
        QCOMPARE(pcsBy(UnwindMode::FramePointer), byFramePointers);
        auto expected = byFramePointers;
        if (isPassed)
            expected.insert(expected.begin() + 2, generatedCode + 0x200);
        QCOMPARE(pcsBy(UnwindMode::Auto), expected);
    }

    // Rules are cached by address, and the places of the two addresses around a boundary like this
    // one are the same.
    void aRuleHoldsWhileOthersAreLookedUp()
    {
        constexpr std::uint64_t boundary = 0x10000000;
        Unwinder unwinder({}, std::make_shared<TableCache>());
        unwinder.addImage(imageOf("/etc/passwd", boundary - 0x100000)); // ends there
        const std::vector<std::uint64_t> words{0,
                                               stackAddress + 40,
                                               boundary, // of the leaf; its call ends the image
                                               0,
                                               generatedCode + 0x200, // follows no call
                                               stackAddress + 56,
                                               generatedCode + 0x300,
                                               0,
                                               0};
        WordReader reader(words);
        reader.words[boundary] = 0x909090'c3'08'c4'83'48; // add $8,%rsp; ret
        const auto stack =
            unwindWords(unwinder, {.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8},
                        words, &reader);
        QCOMPARE(stack.frames.size(), std::size_t(3));
        QCOMPARE(stack.frames[1].pc, boundary);
        QCOMPARE(stack.frames[2].pc, generatedCode + 0x300);
        QCOMPARE(stack.frames[2].method, UnwindMethod::FramePointer);
    }

    void chainsThatDoNotLeadUpwardsEnd()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        for (const std::uint64_t next : {stackAddress + 8, stackAddress, std::uint64_t(8)}) {
            const std::vector<std::uint64_t> words{0, next, generatedCode + 1, 0};
            const auto stack = unwindWords(
                unwinder, {.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8}, words);
            QCOMPARE(stack.frames.size(), std::size_t(1));
        }
    }

    void uselessFramePointersAreNotBelieved()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        const std::vector<std::uint64_t> words(64, generatedCode);
        for (const std::uint64_t fp :
             {std::uint64_t(0), stackAddress + 4, stackAddress - 64, ~std::uint64_t(7)}) {
            const auto stack =
                unwindWords(unwinder, {.pc = generatedCode, .sp = stackAddress, .fp = fp}, words);
            QCOMPARE(stack.frames.size(), std::size_t(1));
        }
    }

    void aFramePointerNobodyToldIsAskedForAndNotGuessed()
    {
        const std::vector<std::uint64_t> words{0, stackAddress + 24, generatedCode + 1, 0};
        const Registers known{.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8};
        Registers blocked = known;
        blocked.told = AvailableRegisters::OfBlockedCall;
        for (const auto mode : {UnwindMode::Auto, UnwindMode::FramePointer}) {
            Unwinder unwinder({.mode = mode}, std::make_shared<TableCache>());
            QVERIFY(!unwindWords(unwinder, known, words).needsMissingRegister);
            const auto stack = unwindWords(unwinder, blocked, words);
            QVERIFY(stack.needsMissingRegister && !stack.rootReached);
            QCOMPARE(stack.frames.size(), std::size_t(1));
        }
    }

    void wordsBesideTheCopyComeFromTheTarget()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        const std::vector<std::uint64_t> words{0, stackAddress + 0x1000, generatedCode + 1, 0};
        WordReader reader(words);
        reader.words[stackAddress + 0x1000] = stackAddress + 0x2000;
        reader.words[stackAddress + 0x1008] = generatedCode + 2;
        const auto stack =
            unwindWords(unwinder, {.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8},
                        words, &reader);
        QCOMPARE(stack.frames.size(), std::size_t(3));
        QCOMPARE(stack.beyondCopies, stackAddress + 0x1000);
        QCOMPARE(stack.deepestRead, stackAddress + 16);
    }

    void aTargetThatHasReturnedMeanwhileIsNotRead()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        const std::vector<std::uint64_t> words{0, stackAddress + 0x1000, generatedCode + 1, 0};
        WordReader reader(words);
        reader.words[stackAddress + 0x1000] = stackAddress + 0x2000;
        reader.words[stackAddress + 0x1008] = generatedCode + 2;
        reader.words[stackAddress + 0x18] = 1; // not what was copied
        const auto stack =
            unwindWords(unwinder, {.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8},
                        words, &reader);
        QCOMPARE(stack.frames.size(), std::size_t(2));
        QVERIFY(!stack.rootReached);
        QCOMPARE(stack.beyondCopies, stackAddress + 0x1000);
    }

    void anyCopyMayHoldAWord()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        const std::vector<std::uint64_t> near{0, stackAddress + 0x1000, generatedCode + 1};
        const std::vector<std::uint64_t> far{stackAddress + 0x1010, generatedCode + 2};
        const std::array copies{StackCopy{stackAddress + 0x1000, std::as_bytes(std::span(far))},
                                StackCopy{stackAddress, std::as_bytes(std::span(near))}};
        const auto stack = unwinder.unwind(
            {.pc = generatedCode, .sp = stackAddress, .fp = stackAddress + 8}, copies, nullptr);
        QCOMPARE(stack.frames.size(), std::size_t(3));
    }

    void imagesComeAndGo()
    {
        Unwinder unwinder({}, std::make_shared<TableCache>());
        unwinder.addImage(imageOf(program, 0x10000000));
        QVERIFY(unwinder.knows(0x10000000) && unwinder.knows(0x100fffff));
        QVERIFY(!unwinder.knows(0xfffffff) && !unwinder.knows(0x10100000));
        unwinder.addImage(imageOf(program, 0x10080000)); // mapped over it
        QVERIFY(!unwinder.knows(0x10000000) && unwinder.knows(0x10080000));
        unwinder.removeImage(0x10000000);
        QVERIFY(unwinder.knows(0x10080000));
        unwinder.removeImage(0x10080000);
        QVERIFY(!unwinder.knows(0x10080000));
        unwinder.addImage({}); // nothing
        QVERIFY(!unwinder.knows(0));
    }

    void processesShareTables()
    {
        TableCache tables;
        const auto table = tables.tableFor(imageOf(program, 0x10000000));
        QVERIFY(!table->isEmpty());
        QCOMPARE(tables.tableFor(imageOf(program, 0x20000000)).get(), table.get());
        const auto memory = std::make_shared<std::vector<std::byte>>(
            BinaryReader::open(program)->readUpTo(0, 1U << 20U));
        MappedImage copied;
        copied.memory = memory;
        const auto fromMemory = tables.tableFor(copied);
        QCOMPARE(fromMemory->rowCount(), table->rowCount());
        copied.memory = std::make_shared<std::vector<std::byte>>(*memory);
        QCOMPARE(tables.tableFor(copied).get(), fromMemory.get());
    }

    void tablesNobodyUsesAreDropped()
    {
        TableCache tables(1);
        std::weak_ptr<const UnwindTable> dropped = tables.tableFor(imageOf(program, 0));
        const auto kept = tables.tableFor(imageOf(EMBER_BUILD_DIR "/unwind_static", 0));
        QVERIFY(dropped.expired());
        QVERIFY(tables.bytes() >= kept->bytes());
        (void)tables.tableFor(imageOf(program, 0));
        QCOMPARE(tables.tableFor(imageOf(EMBER_BUILD_DIR "/unwind_static", 0)).get(), kept.get());
    }

    void tablesAreAskedForFromManyThreads()
    {
        TableCache tables;
        std::vector<std::shared_ptr<const UnwindTable>> results(8);
        {
            std::vector<std::jthread> threads;
            for (auto &result : results)
                threads.emplace_back([&] { result = tables.tableFor(imageOf(program, 0)); });
        }
        for (const auto &result : results)
            QCOMPARE(result.get(), results.front().get());
    }

    void filesWithoutTablesAreEmptyTables()
    {
        TableCache tables;
        QVERIFY(tables.tableFor(imageOf("/etc/passwd", 0))->isEmpty());
    }

    // Until the maps tell where its file is now.
    void anImageWhoseFileIsGoneIsForgotten()
    {
        const QTemporaryDir folder;
        const auto copy = folder.filePath(QStringLiteral("program"));
        QVERIFY(QFile::copy(QString::fromStdString(program), copy));
        const auto path = copy.toStdString();
        const auto image = imageOf(path, 0x10000000);
        const auto behindRename = path + "-old";
        QCOMPARE(std::rename(path.c_str(), behindRename.c_str()), 0);
        QVERIFY(!TableCache().tableFor(image));
        QVERIFY(QFile::copy(QString::fromStdString(program), copy)); // equal, and another file
        const auto tables = std::make_shared<TableCache>();
        Unwinder unwinder({}, tables);
        unwinder.addImage(image);
        const auto unknownPc = [&] {
            Registers registers;
            registers.pc = image.start + 0x100;
            return unwindWords(unwinder, registers, {0}).unknownPc;
        };
        QCOMPARE(unknownPc(), image.start + 0x100);
        QVERIFY(!unwinder.knows(image.start));
        auto found = image;
        found.path = behindRename;
        unwinder.addImage(found);
        QCOMPARE(unknownPc(), std::uint64_t(0));
        QVERIFY(unwinder.knows(image.start));
    }

    void nonsenseEndsSomewhere();
};

// Registers and stacks made of random addresses of code and stack: sanitizers and the depth limit
// judge.
void TstUnwinder::nonsenseEndsSomewhere()
{
    Unwinder unwinder({.depthLimit = 200}, std::make_shared<TableCache>());
    const std::uint64_t start = 0x10000000;
    unwinder.addImage(imageOf("/lib/x86_64-linux-gnu/libc.so.6", start));
    std::mt19937_64 random(1);
    const auto anyAddress = [&] {
        switch (random() % 4) {
        case 0: return start + random() % 0x100000;
        case 1: return stackAddress + random() % 4096 / 8 * 8;
        case 2: return generatedCode + random() % 4096;
        default: return random();
        }
    };
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::uint64_t> words(512);
        std::ranges::generate(words, anyAddress);
        const auto stack = unwindWords(unwinder,
                                       {.pc = anyAddress(),
                                        .sp = anyAddress(),
                                        .fp = anyAddress(),
                                        .rbx = anyAddress(),
                                        .r12 = anyAddress()},
                                       words);
        QVERIFY(stack.frames.size() <= 200);
    }
}

EMBER_TEST(TstUnwinder)
#include "tst_unwinder.moc"
