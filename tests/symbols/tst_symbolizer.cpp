// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debugfinder.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolizer.h"
#include "model/core/text.h"
#include "model/formats/import/fileformat.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/profile/debugid.h"
#include "model/profile/profile.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <ctime>
#include <dlfcn.h>
#include <sys/auxv.h>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

namespace {

// Where the kernel would map a position-independent program.
constexpr std::uint64_t mapped = 0x555555554000;

QString text(const std::string &string)
{
    return QString::fromStdString(string);
}

// Address − offset in the file, of code.
std::uint64_t codeShift(const std::string &path)
{
    // "[13] .text PROGBITS 0000000000001060 000060 …": address and offset.
    const auto words =
        QString::fromLatin1(run(QStringLiteral("readelf"), {QStringLiteral("-SW"), text(path)}))
            .section(QStringLiteral(" .text "), 1)
            .simplified()
            .split(QLatin1Char(' '));
    return words.at(1).toULongLong(nullptr, 16) - words.at(2).toULongLong(nullptr, 16);
}

// The frames of a text of perf with one sample, leaf first, as they are named when binaries are
// looked into.
QStringList framesPrintedByPerf(std::string_view printed)
{
    Symbolizer symbolizer;
    std::vector<ImportFile> files;
    files.push_back({"perf.txt", Bytes(printed)});
    const auto import =
        FormatImporter(perfscript::format).read(std::move(files), {.resolver = &symbolizer});
    if (!import)
        return {text(import.error().detail)};
    const Profile &profile = *import->profiles.front().profile;
    QStringList names;
    auto stack = profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)];
    for (; stack != emptyStack; stack = profile.stack(stack).parent)
        names += text(frameName(profile, profile.stack(stack).frame));
    return names;
}

} // namespace

class TstSymbolizer : public QObject {
    Q_OBJECT

private slots:
    void aFunctionHasItsNameFileAndLine()
    {
        const auto path = symbolTarget("full");
        const auto address = lineAddress(path, "plain");
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(keyOf(path, mapped), mapped + address);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name), QStringLiteral("plain_function"));
        QCOMPARE(text(frames[0].rawName), QString());
        QCOMPARE(text(frames[0].file), text(symbolSource()));
        QCOMPARE(frames[0].line, markedLine("plain"));
        QCOMPARE(frames[0].functionStart, mapped + addressOf(path, "plain_function"));
        QCOMPARE(frames[0].inlined, Inlined::No);
        QCOMPARE(symbolizer.state(keyOf(path, mapped)), SymbolState::Debug);
    }

    void aReturnAddressThatNoCallLeftIsNamed()
    {
#if defined __x86_64__
        const auto path = symbolTarget("full");
        const auto start = addressOf(path, "start_by_hand");
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(keyOf(path), start - 1);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name), QStringLiteral("start_by_hand"));
        QCOMPARE(frames[0].functionStart, start);
        QVERIFY(symbolizer.resolve(keyOf(path), start - 2).empty());
        const auto behind = addressOf(path, "behind_nameless");
        const auto nameless = symbolizer.resolve(keyOf(path), behind - 1);
        QCOMPARE(nameless.size(), std::size_t(1));
        QCOMPARE(text(nameless[0].name), QString());
        QCOMPARE(nameless[0].functionStart, behind - 2);
#else
        QSKIP("its function is in the assembler of x86-64");
#endif
    }

    // perf prints the place in the file, which is not the address if code lies behind other
    // segments.
    void anOffsetInTheFileIsFoundAtItsAddress_data()
    {
        QTest::addColumn<QByteArray>("target");
        for (const char *target : {"full", "exec"})
            QTest::newRow(target) << QByteArray(target);
    }

    void anOffsetInTheFileIsFoundAtItsAddress()
    {
        QFETCH(QByteArray, target);
        const auto path = symbolTarget(target.constData());
        const auto shift = codeShift(path);
        QVERIFY(target != "exec" || shift != 0);
        const auto address = lineAddress(path, "plain");
        auto key = keyOf(path);
        key.areOffsets = true;
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(key, address - shift);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name), QStringLiteral("plain_function"));
        QCOMPARE(frames[0].line, markedLine("plain"));
        const auto code = symbolizer.functionCode(key, address - shift);
        QCOMPARE(code.start, addressOf(path, "plain_function"));
    }

    // perf prints names only. What it recorded with another build of the program keeps them, and so
    // does what it prints run-time addresses of, or addresses that its function does not have.
    void whatPerfRecordedHasLinesAndInlinedFunctionsOfTheSameBuild()
    {
        const auto path = symbolTarget("full");
        const auto shift = codeShift(path);
        const auto place = lineAddress(path, "innermost") - shift;
        const auto inSymbol =
            lineAddress(path, "innermost") - addressOf(path, "_ZNK6shapes6Circle4areaEi");
        const auto stacks = [&](const std::string &buildId, std::uint64_t moved,
                                const std::string &places = {}) {
            return "# build-id " + buildId + ' ' + path
                + "\nwork 7/8 1.000000: 1000000 cpu-clock:\n\t" + hexDigits(place + moved)
                + " [unknown] (" + path + places + ")\n\t" + hexDigits(place + moved)
                + " shapes::Circle::area+0x" + hexDigits(inSymbol) + " (" + path + places + ")\n\n";
        };
        const auto id = buildIdOf(path);
        const QStringList names{QStringLiteral("[unknown]"),
                                QStringLiteral("shapes::Circle::area")};
        const QStringList once{QStringLiteral("shapes::innermost(int)"),
                               QStringLiteral("shapes::middle(int)"),
                               QStringLiteral("shapes::Circle::area(int) const")};
        QCOMPARE(framesPrintedByPerf(stacks(id, 0)).mid(0, 3), once);
        QVERIFY(framesPrintedByPerf(stacks(id, 0)).contains(once.last()));
        QCOMPARE(framesPrintedByPerf(stacks(std::string(40, '1'), 0)), names);
        QCOMPARE(framesPrintedByPerf(stacks({}, 0)), names);
        QCOMPARE(framesPrintedByPerf(stacks(id, mapped)), names);
        QCOMPARE(framesPrintedByPerf(stacks(id, mapped, "+0x" + hexDigits(place))).mid(0, 3), once);
        QCOMPARE(framesPrintedByPerf(stacks(id, 0x40)),
                 names); // as if the name were another place's
        QCOMPARE(framesPrintedByPerf("# build-id " + id + ' ' + path
                                     + "\nwork 7/8 1.0: 1000000 cpu-clock: " + hexDigits(place)
                                     + " shapes::Circle::area+0x" + hexDigits(inSymbol) + " ("
                                     + path + ")\n"),
                 names.mid(1)); // without a stack: an address of run time
    }

    void namesAreDemangledAndTheRawNameIsKept()
    {
        const auto path = symbolTarget("full");
        const auto address = lineAddress(path, "hidden");
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(keyOf(path), address);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name),
                 QStringLiteral("shapes::(anonymous namespace)::hidden(int)"));
        QCOMPARE(text(frames[0].rawName), QStringLiteral("_ZN6shapes12_GLOBAL__N_16hiddenEi"));
    }

    void inlinedFunctionsAreFramesOfTheirOwn_data()
    {
        QTest::addColumn<QString>("binary");
        for (const char *name : {"full", "compressed", "exec", "dwarf4", "noid"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void inlinedFunctionsAreFramesOfTheirOwn()
    {
        QFETCH(QString, binary);
        const auto path = symbolTarget(binary.toLatin1().constData());
        const auto address = lineAddress(path, "innermost");
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(keyOf(path), address);
        QCOMPARE(frames.size(), std::size_t(3));
        const char *names[] = {"shapes::innermost(int)", "shapes::middle(int)",
                               "shapes::Circle::area(int) const"};
        const char *marks[] = {"innermost", "middle", "area"};
        for (std::size_t i = 0; i < frames.size(); ++i) {
            QCOMPARE(text(frames[i].name), QString::fromLatin1(names[i]));
            QCOMPARE(text(frames[i].file), text(symbolSource()));
            QCOMPARE(frames[i].line, markedLine(marks[i]));
            QCOMPARE(frames[i].inlined, i < 2 ? Inlined::Yes : Inlined::No);
            QCOMPARE(frames[i].functionStart, addressOf(path, "_ZNK6shapes6Circle4areaEi"));
        }
    }

    void aLambdaIsNamedByWhatItStandsIn()
    {
        const auto path = symbolTarget("full");
        Symbolizer symbolizer;
        const auto frames = symbolizer.resolve(keyOf(path), lineAddress(path, "lambda"));
        QCOMPARE(frames.size(), std::size_t(2));
        QVERIFY2(frames[0].name.find("area") != std::string::npos, frames[0].name.c_str());
        QVERIFY2(frames[0].name.find("operator()") != std::string::npos, frames[0].name.c_str());
        QCOMPARE(frames[0].line, markedLine("lambda"));
        QCOMPARE(frames[1].line, markedLine("area"));
    }

    void aStrippedBinaryIsNamedByItsDebugFile()
    {
        const auto stripped = splitOff("full", "stripped");
        QVERIFY(QFile::exists(text(stripped) + u".debug"));
        Symbolizer symbolizer;
        const auto address = lineAddress(symbolTarget("full"), "innermost");
        const auto frames = symbolizer.resolve(keyOf(stripped), address);
        QCOMPARE(frames.size(), std::size_t(3));
        QCOMPARE(text(frames[1].name), QStringLiteral("shapes::middle(int)"));
        QCOMPARE(text(symbolizer.files(keyOf(stripped)).debugFile), text(stripped) + u".debug");
    }

    void withoutSymbolsOnlyTheBeginningOfAFunctionIsKnown()
    {
        const auto stripped = copyTo("bare");
        run(QStringLiteral("strip"), {text(stripped)});
        Symbolizer symbolizer;
        const auto address = lineAddress(symbolTarget("full"), "hidden");
        ResolvedFrame nameless;
        nameless.functionStart =
            mapped + addressOf(symbolTarget("full"), "_ZN6shapes12_GLOBAL__N_16hiddenEi");
        QCOMPARE(symbolizer.resolve(keyOf(stripped, mapped), mapped + address),
                 std::vector{nameless});
        QCOMPARE(symbolizer.state(keyOf(stripped, mapped)), SymbolState::DynamicOnly);
        // Headers belong to no function.
        QVERIFY(symbolizer.resolve(keyOf(stripped, mapped), mapped + 8).empty());
    }

    void aSymbolTableWithoutDebugInfoGivesNamesOnly()
    {
        const auto path = copyTo("table");
        run(QStringLiteral("strip"), {QStringLiteral("-g"), text(path)});
        Symbolizer symbolizer;
        const auto frames =
            symbolizer.resolve(keyOf(path), lineAddress(symbolTarget("full"), "innermost"));
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name), QStringLiteral("shapes::Circle::area(int) const"));
        QCOMPARE(frames[0].line, 0U);
        QCOMPARE(symbolizer.state(keyOf(path)), SymbolState::Table);
    }

    void theSmallPackedSymbolTableOfStrippedBinariesIsRead()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("xz")).isEmpty())
            QSKIP("no xz");
        const auto symbols = copyTo("symbols");
        run(QStringLiteral("strip"), {QStringLiteral("-g"), text(symbols)});
        run(QStringLiteral("xz"), {text(symbols)});
        const auto path = copyTo("packed");
        run(QStringLiteral("strip"), {text(path)});
        run(QStringLiteral("objcopy"),
            {QStringLiteral("--add-section"), u".gnu_debugdata=" + text(symbols) + u".xz",
             text(path)});
        Symbolizer symbolizer;
        const auto address = lineAddress(symbolTarget("full"), "hidden");
        const auto frames = symbolizer.resolve(keyOf(path, mapped), mapped + address);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name),
                 QStringLiteral("shapes::(anonymous namespace)::hidden(int)"));
        QCOMPARE(symbolizer.state(keyOf(path, mapped)), SymbolState::Table);
    }

    void aBinaryThatWasReplacedIsNotBelieved()
    {
        const auto path = symbolTarget("full");
        auto key = keyOf(path);
        const std::string other(40, 'a');
        key.codeId = other;
        Symbolizer symbolizer;
        QCOMPARE(symbolizer.state(key), SymbolState::Missing);
        QVERIFY(symbolizer.resolve(key, addressOf(path, "main")).empty());
        const auto own = buildIdOf(path);
        key.codeId = own;
        QCOMPARE(symbolizer.state(key), SymbolState::Debug);
    }

    void aDeletedBinaryIsReadThroughWhatWasProvided()
    {
        const auto path = copyTo("deleted");
        const auto key = keyOf(path);
        const auto address = addressOf(path, "plain_function");
        Symbolizer symbolizer;
        auto file = Symbolizer::openFile(key, path);
        QVERIFY(file);
        QVERIFY(QFile::remove(text(path)));
        QVERIFY(!Symbolizer::openFile(key, path));
        symbolizer.provideFile(std::move(*file));
        const auto frames = symbolizer.resolve(key, address);
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(text(frames[0].name), QStringLiteral("plain_function"));
    }

    void aBinaryFromElsewhereIsFoundByItsDebugId()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("store/deep")));
        const auto stored = copyTo("store/deep/renamed");
        const auto debugId = debugIdFromBuildId(buildIdOf(stored));
        SymbolPaths paths;
        paths.searchFolders = {m_folder.filePath(QStringLiteral("store")).toStdString()};
        Symbolizer symbolizer(paths);
        auto key = keyOf("/opt/that/is/not/here", mapped);
        key.debugId = debugId;
        const auto frames =
            symbolizer.resolve(key, mapped + lineAddress(symbolTarget("full"), "hidden"));
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(frames[0].line, markedLine("hidden"));
    }

    void aBinaryThatPerfHasKeptIsFoundByItsBuildId()
    {
        const auto binary = symbolTarget("full");
        SymbolPaths paths;
        paths.debugRoots = {m_folder.filePath(QStringLiteral("kept")).toStdString()};
        const auto kept = text(buildIdPath(paths.debugRoots.front(), buildIdOf(binary), "/elf"));
        QVERIFY(QDir().mkpath(QFileInfo(kept).path()));
        QVERIFY(QFile::copy(text(binary), kept));
        Symbolizer symbolizer(paths);
        auto key = keyOf("/opt/that/is/not/here", mapped);
        const auto id = buildIdOf(binary);
        key.codeId = id;
        const auto frames = symbolizer.resolve(key, mapped + lineAddress(binary, "hidden"));
        QCOMPARE(frames.size(), std::size_t(1));
        QCOMPARE(frames[0].line, markedLine("hidden"));
    }

    void aDebugFileAloneGivesNamesToo()
    {
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("debugonly")));
        const auto debug = m_folder.filePath(QStringLiteral("debugonly/x.debug"));
        run(QStringLiteral("objcopy"),
            {QStringLiteral("--only-keep-debug"), text(symbolTarget("full")), debug});
        const auto debugId = debugIdFromBuildId(buildIdOf(symbolTarget("full")));
        SymbolPaths paths;
        paths.searchFolders = {m_folder.filePath(QStringLiteral("debugonly")).toStdString()};
        Symbolizer symbolizer(paths);
        auto key = keyOf("/not/here", mapped);
        key.debugId = debugId;
        const auto frames =
            symbolizer.resolve(key, mapped + lineAddress(symbolTarget("full"), "innermost"));
        QCOMPARE(frames.size(), std::size_t(3));
        QCOMPARE(text(frames[0].name), QStringLiteral("shapes::innermost(int)"));
    }

    void aFixedAddressProgramNeedsNoBias()
    {
        const auto path = symbolTarget("exec");
        const auto address = addressOf(path, "plain_function");
        Symbolizer symbolizer;
        for (const std::uint64_t firstMapped : {std::uint64_t(0), std::uint64_t(0x400000)}) {
            const auto frames = symbolizer.resolve(keyOf(path, firstMapped), address);
            QCOMPARE(frames.size(), std::size_t(1));
            QCOMPARE(frames[0].functionStart, address);
        }
    }

    void stubsToOtherLibrariesAreNamedAfterTheirTarget()
    {
        // Qt's test library calls memcpy, like everybody.
        Dl_info info{};
        QVERIFY(dladdr(reinterpret_cast<const void *>(&QTest::currentTestFunction), &info) != 0);
        const std::string path = info.dli_fname;
        const auto rows =
            run(QStringLiteral("objdump"),
                {QStringLiteral("-d"), QStringLiteral("-j"), QStringLiteral(".plt.sec"),
                 QStringLiteral("-j"), QStringLiteral(".plt"), QString::fromStdString(path)})
                .split('\n');
        Symbolizer symbolizer;
        int compared = 0;
        for (const QByteArray &row : rows) {
            // 0000000000008040 <memcpy@plt>:
            const auto start = row.indexOf('<');
            const auto end = row.lastIndexOf("@plt>:");
            if (start < 0 || end < start)
                continue;
            const auto address = row.left(start).trimmed().toULongLong(nullptr, 16);
            const auto name = row.mid(start + 1, end - start - 1);
            const auto frames = symbolizer.resolve(keyOf(path), address + 2);
            QCOMPARE(frames.size(), std::size_t(1));
            const auto raw = frames[0].rawName.empty() ? frames[0].name : frames[0].rawName;
            QCOMPARE(QByteArray::fromStdString(raw), name + "@plt");
            ++compared;
        }
        if (compared == 0)
            QSKIP("objdump names no stubs here");
    }

    void theVdsoHasNames()
    {
        const auto vdso = ownVdso();
        if (vdso.empty())
            QSKIP("the kernel gives no vDSO");
        const auto base = getauxval(AT_SYSINFO_EHDR);
        Symbolizer symbolizer;
        const auto own = namesIn(symbolizer, "[vdso]", base, vdso.size());
        QVERIFY(own.contains(QStringLiteral("clock_gettime"))
                || own.contains(QStringLiteral("__vdso_clock_gettime")));
        auto copy = ElfFile::fromBytes(vdso, "[other]");
        QVERIFY(copy.has_value());
        symbolizer.provideFile(std::move(*copy));
        QCOMPARE(namesIn(symbolizer, "[other]", base, vdso.size()), own);
    }

    void filesThatAreNoBinariesAreMissing()
    {
        QFile file(m_folder.filePath(QStringLiteral("text")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("#!/bin/sh\n");
        file.close();
        Symbolizer symbolizer;
        for (const std::string &path :
             {file.fileName().toStdString(), std::string("/nowhere"), std::string("/dev/zero"),
              std::string("/tmp"), std::string("[heap]"), std::string()})
            QCOMPARE(symbolizer.state(keyOf(path)), SymbolState::Missing);
    }

private:
    static std::uint64_t lineAddress(const std::string &path, const char *mark)
    {
        const auto addresses = addressesOfLine(path, markedLine(mark));
        return addresses.empty() ? 0 : addresses.front();
    }

    std::string copyTo(const char *name)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name));
        QFile::copy(text(symbolTarget("full")), path);
        return path.toStdString();
    }

    // As distributions do it: NAME.debug with the debug info, NAME stripped with a link to it.
    std::string splitOff(const char *from, const char *name)
    {
        const auto path = m_folder.filePath(QString::fromLatin1(name));
        const auto debug = QString(path + u".debug");
        QFile::copy(text(symbolTarget(from)), path);
        run(QStringLiteral("objcopy"), {QStringLiteral("--only-keep-debug"), path, debug});
        run(QStringLiteral("strip"), {path});
        run(QStringLiteral("objcopy"), {QStringLiteral("--add-gnu-debuglink=") + debug, path});
        return path.toStdString();
    }

    static QStringList namesIn(Symbolizer &symbolizer, const std::string &codeFile,
                               std::uint64_t base, std::uint64_t size)
    {
        QStringList names;
        for (std::uint64_t offset = 0; offset < size; offset += 16) {
            const auto frames = symbolizer.resolve(keyOf(codeFile, base), base + offset);
            if (!frames.empty() && !names.contains(text(frames[0].name)))
                names << text(frames[0].name);
        }
        return names;
    }

    QTemporaryDir m_folder;
};

EMBER_TEST(TstSymbolizer)
#include "tst_symbolizer.moc"
