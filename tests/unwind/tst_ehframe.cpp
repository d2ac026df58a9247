// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/binaryreader.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/tablecache.h"
#include "tests/support/testmain.h"
#include "tests/unwind/framesection.h"

#include <QTest>

#include <array>
#include <random>

using namespace ember::capture;
using namespace ember::tests;

namespace {

constexpr std::uint64_t sectionAddress = 0x100000;
constexpr ByteList usualStart{0x0c, 7, 8, 0x90, 1}; // CFA is rsp+8, return address at CFA−8

UnwindTable parse(const FrameSectionWriter &section, std::optional<std::uint64_t> entry = {})
{
    FrameSectionContent content;
    content.bytes = section.bytes();
    content.address = sectionAddress;
    return parseFrames({&content, 1}, {.entry = entry, .stretches = {}});
}

void verifyOffset(const CfaRule &rule, Register base, int offset)
{
    QCOMPARE(rule.kind, CfaKind::Offset);
    QCOMPARE(rule.base, base);
    QCOMPARE(rule.value, offset);
}

} // namespace

class TstEhFrame : public QObject {
    Q_OBJECT

private slots:
    void eachInstructionThatMovesOnEndsARow()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        // push %rbp; mov %rsp,%rbp; …; pop %rbp
        section.addFunction(common, 0x1000, 32,
                            {0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x50, 0x0c, 7, 8});
        const auto table = parse(section);
        QCOMPARE(table.functionCount(), std::size_t(1));
        QCOMPARE(table.defectCount(), std::size_t(0));
        QCOMPARE(table.find(0xfff).kind, CfaKind::Unknown);
        verifyOffset(table.find(0x1000), Register::Rsp, 8);
        verifyOffset(table.find(0x1001), Register::Rsp, 16);
        verifyOffset(table.find(0x1003), Register::Rsp, 16);
        verifyOffset(table.find(0x1004), Register::Rbp, 16);
        verifyOffset(table.find(0x1014), Register::Rsp, 8);
        verifyOffset(table.find(0x101f), Register::Rsp, 8);
        QCOMPARE(table.find(0x1020).kind, CfaKind::Unknown);
        const auto &saved = table.saved(table.find(0x1004));
        QCOMPARE(saved.registers[0], (SavedRegister{SavedIn::AtCfa, -8}));
        QCOMPARE(saved.registers[1], (SavedRegister{SavedIn::AtCfa, -16}));
        QCOMPARE(int(saved.changed), 3);
    }

    void rememberedStatesComeBack()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 16, {0x41, 0x0e, 64, 0x0a, 0x42, 0x0e, 8, 0x41, 0x0b});
        const auto table = parse(section);
        verifyOffset(table.find(0x1001), Register::Rsp, 64);
        verifyOffset(table.find(0x1003), Register::Rsp, 8);
        verifyOffset(table.find(0x1004), Register::Rsp, 64);
    }

    void functionsAreFoundInAnyOrderAndBehindTerminators()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x3000, 16, {});
        section.addTerminator();
        section.addFunction(common, 0x1000, 16, {0x0e, 32});
        section.addFunction(common, 0x2000, 16, {0x0e, 48});
        const auto table = parse(section);
        QCOMPARE(table.functionCount(), std::size_t(3));
        verifyOffset(table.find(0x1008), Register::Rsp, 32);
        verifyOffset(table.find(0x2008), Register::Rsp, 48);
        verifyOffset(table.find(0x3008), Register::Rsp, 8);
        QCOMPARE(table.find(0x1010).kind, CfaKind::Unknown);
    }

    void signalFramesAreMarkedAndReadTheirContext()
    {
        FrameSectionWriter section(sectionAddress);
        // CFA is *(rsp+160), the return address is at rsp+168, rbp at rsp+120: as in __restore_rt.
        const auto common = section.addCommon(
            {0x0f, 4, 0x77, 0xa0, 1, 0x06, 0x10, 16, 3, 0x77, 0xa8, 1, 0x10, 6, 3, 0x77, 0xf8, 0},
            "zRS");
        section.addFunction(common, 0x1000, 16, {});
        const auto table = parse(section);
        const CfaRule &rule = table.find(0x1000);
        QCOMPARE(rule.kind, CfaKind::Dereference);
        QCOMPARE(rule.value, 160);
        QVERIFY(table.saved(rule).isSignalFrame);
        QCOMPARE(table.saved(rule).registers[0], (SavedRegister{SavedIn::AtStackPointer, 168}));
        QCOMPARE(table.saved(rule).registers[1], (SavedRegister{SavedIn::AtStackPointer, 120}));
    }

    void procedureLinkageTablesNeedNoEvaluation()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 64,
                            {0x0e, 16, 0x46, 0x0e, 24, 0x4a, 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a,
                             0x3b, 0x2a, 0x33, 0x24, 0x22});
        const auto table = parse(section);
        QCOMPARE(table.find(0x1010).kind, CfaKind::Plt);
        QCOMPARE(table.find(0x1010).value, 11);
    }

    void anUndefinedReturnAddressIsARoot()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 16, {0x07, 16});
        QCOMPARE(parse(section).find(0x1004).kind, CfaKind::Root);
    }

    void aShortGapBeforeARootIsAClone()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 16, {});
        section.addFunction(common, 0x1020, 16, {0x07, 16});
        section.addFunction(common, 0x1050, 16, {});
        const auto table = parse(section);
        QCOMPARE(table.find(0x1018).kind, CfaKind::Clone);
        QCOMPARE(table.find(0x1040).kind, CfaKind::Unknown);
    }

    void anEntryWithoutInformationIsARootForAShortStretch()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 16, {});
        section.addFunction(common, 0x2000, 16, {});
        const auto table = parse(section, 0x1800);
        QCOMPARE(table.find(0x17ff).kind, CfaKind::Unknown);
        QCOMPARE(table.find(0x1800).kind, CfaKind::Root);
        QCOMPARE(table.find(0x18ff).kind, CfaKind::Root);
        QCOMPARE(table.find(0x1900).kind, CfaKind::Unknown);
        QCOMPARE(parse(section, 0x1008).find(0x1008).kind, CfaKind::Offset);
    }

    void codeOfKnownFormsFillsTheGaps()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1010, 16, {0x0e, 32});
        FrameSectionContent content;
        const auto bytes = section.bytes();
        content.bytes = bytes;
        content.address = sectionAddress;
        UndescribedCode code;
        code.stretches = {{0x1030, 0x1040, CfaKind::Offset, 16},
                          {0x1018, 0x1028, CfaKind::Offset, 8}, // described already
                          {0x1000, 0x1020, CfaKind::Plt, 11}};
        const auto table = parseFrames({&content, 1}, code);
        QCOMPARE(table.find(0x1008).kind, CfaKind::Plt);
        verifyOffset(table.find(0x1018), Register::Rsp, 32);
        QCOMPARE(table.find(0x1024).kind, CfaKind::Unknown);
        verifyOffset(table.find(0x1038), Register::Rsp, 16);
        QCOMPARE(table.find(0x1040).kind, CfaKind::Unknown);
        QCOMPARE(table.saved(table.find(0x1038)).registers[0], (SavedRegister{SavedIn::AtCfa, -8}));
    }

    void theRuntimesFunctionsAreDescribed()
    {
        const auto reader = BinaryReader::open("/lib/x86_64-linux-gnu/libpcre2-8.so.0");
        if (!reader)
            QSKIP("no such library in Debian's place");
        const auto sections = readSections(*reader);
        const auto *const init = findSection(sections, ".init");
        QVERIFY(init != nullptr);
        const auto table = loadUnwindTable(*reader);
        QVERIFY(table.has_value());
        verifyOffset(table->find(init->range.address), Register::Rsp, 8);
        verifyOffset(table->find(init->range.address + 8), Register::Rsp, 16);
        verifyOffset(table->find(init->range.address + init->range.size - 1), Register::Rsp, 8);
    }

    void aSecondSectionFillsTheGapsOfTheFirst()
    {
        FrameSectionWriter first(sectionAddress);
        first.addFunction(first.addCommon(usualStart), 0x2000, 16, {0x0e, 32});
        FrameSectionWriter second(2 * sectionAddress);
        const auto common = second.addCommon(usualStart);
        second.addFunction(common, 0x1000, 16, {0x0e, 64});
        second.addFunction(common, 0x2000, 16, {0x0e, 64});
        second.addFunction(common, 0x3000, 16, {0x0e, 64});
        std::array<FrameSectionContent, 2> contents;
        contents[0].bytes = first.bytes();
        contents[0].address = sectionAddress;
        contents[1].bytes = second.bytes();
        contents[1].address = 2 * sectionAddress;
        const auto table = parseFrames(contents, {});
        QCOMPARE(table.functionCount(), std::size_t(3));
        verifyOffset(table.find(0x1008), Register::Rsp, 64);
        verifyOffset(table.find(0x2008), Register::Rsp, 32);
        verifyOffset(table.find(0x3008), Register::Rsp, 64);
    }

    void foldedFunctionsCountOnce()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 16, {0x0e, 32});
        section.addFunction(common, 0x1000, 16, {0x0e, 48});
        section.addFunction(common, 0x1008, 16, {0x0e, 64});
        const auto table = parse(section);
        QCOMPARE(table.functionCount(), std::size_t(1));
        verifyOffset(table.find(0x1008), Register::Rsp, 32);
    }

    void unknownInstructionsEndTheFunctionThereAndAreCounted()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        section.addFunction(common, 0x1000, 16, {0x44, 0x3f});
        section.addFunction(common, 0x2000, 16, {0x0b}); // nothing was remembered
        section.addFunction(common, 0x3000, 16, {});
        const auto table = parse(section);
        QCOMPARE(table.defectCount(), std::size_t(2));
        QCOMPARE(table.find(0x1000).kind, CfaKind::Offset);
        QCOMPARE(table.find(0x1004).kind, CfaKind::Unknown);
        QCOMPARE(table.find(0x3000).kind, CfaKind::Offset);
    }

    void aSectionCutAnywhereGivesWhatIsWhole()
    {
        FrameSectionWriter section(sectionAddress);
        const auto common = section.addCommon(usualStart);
        for (unsigned i = 0; i < 8; ++i)
            section.addFunction(common, 0x1000 + i * 16, 16, {0x41, 0x0e, 32});
        const auto whole = section.bytes();
        std::size_t functions = 0;
        for (std::size_t size = 0; size <= whole.size(); ++size) {
            FrameSectionContent content;
            content.bytes = std::span(whole).first(size);
            content.address = sectionAddress;
            const auto table = parseFrames({&content, 1}, {});
            QVERIFY(table.functionCount() >= functions);
            functions = table.functionCount();
        }
        QCOMPARE(functions, std::size_t(8));
    }

    void corruptSectionsOfRealBinariesDoNotHarm();
    void everyFunctionOfTheCLibraryIsUnderstood();
};

// Seeded: a failure can be repeated. The sanitizers judge.
void TstEhFrame::corruptSectionsOfRealBinariesDoNotHarm()
{
    FrameSectionWriter section(sectionAddress);
    const auto common = section.addCommon(usualStart);
    const auto signal =
        section.addCommon({0x0f, 4, 0x77, 0xa0, 1, 0x06, 0x10, 16, 3, 0x77, 0xa8, 1}, "zRS");
    for (unsigned i = 0; i < 20; ++i) {
        section.addFunction(i % 5 == 0 ? signal : common, 0x1000 + i * 64, 64,
                            {0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x0a, 0x50, 0x0c, 7, 8, 0x0b,
                             0x16, 3, 2, 0x77, 8});
    }
    std::mt19937 random(1);
    for (int round = 0; round < 20000; ++round) {
        auto bytes = section.bytes();
        for (int change = 0; change < 1 + round % 8; ++change)
            bytes[random() % bytes.size()] = static_cast<std::byte>(random());
        FrameSectionContent content;
        content.bytes = bytes;
        const auto table = parseFrames({&content, 1}, {});
        for (std::uint64_t address = 0; address < 0x2000; address += 0x40)
            (void)table.saved(table.find(address));
    }
}

void TstEhFrame::everyFunctionOfTheCLibraryIsUnderstood()
{
    const auto reader = BinaryReader::open("/lib/x86_64-linux-gnu/libc.so.6");
    if (!reader)
        QSKIP("no C library in Debian's place");
    const auto table = loadUnwindTable(*reader);
    QVERIFY(table.has_value());
    QVERIFY(table->functionCount() > 2000);
    QCOMPARE(table->defectCount(), std::size_t(0));
    QVERIFY(table->bytes() < table->rowCount() * 16);
}

EMBER_TEST(TstEhFrame)
#include "tst_ehframe.moc"
