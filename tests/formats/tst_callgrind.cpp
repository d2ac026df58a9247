// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindformat.h"
#include "model/query/functionstatistics.h"
#include "model/query/weights.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(callgrind::format);

// What valgrind wrote of a run, with the costs of main() only.
Result<Import> readRecorded(const QString &name)
{
    QFile file(QFINDTESTDATA(QStringLiteral("callgrind/") + name));
    return file.open(QIODevice::ReadOnly) ? readBytes(importer, file.readAll().toStdString())
                                          : Error{ErrorCode::FileUnreadable, "test", "no file"};
}

// "file:name self total" of each function that cost something, as callgrind_annotate prints them.
QStringList functions(const Profile &profile, std::string_view event)
{
    Selection all;
    all.weight = findValueType(profile, event);
    QStringList lines;
    for (const auto &function : functionStatistics(profile, all)) {
        lines +=
            QStringLiteral("%1:%2 %3 %4")
                .arg(QString::fromStdString(function.file), QString::fromStdString(function.name))
                .arg(function.selfValue, 0, 'f', 0)
                .arg(function.totalValue, 0, 'f', 0);
    }
    return lines;
}

QStringList codes(const Import &import)
{
    QStringList found;
    for (const auto &finding : import.log.findings())
        found += QString::fromStdString(finding.code);
    return found;
}

// Lines with "; " in between.
QString readLines(std::string lines)
{
    for (auto end = lines.find("; "); end != std::string::npos; end = lines.find("; ", end))
        lines.replace(end, 2, "\n");
    return printed(readBytes(importer, lines));
}

// The words behind the place: what was expected. The last line has its end.
QString refusalOf(const std::string &lines)
{
    return readLines(lines + "\n").section(QStringLiteral("callgrind, "), 1);
}

} // namespace

class TstCallgrind : public QObject {
    Q_OBJECT

private slots:
    void selfAndInclusiveCostsAreThoseOfCallgrindAnnotate()
    {
        const auto import = readRecorded(QStringLiteral("calls.out"));
        QVERIFY(import.has_value());
        auto lines = functions(*import->profiles.front().profile, "Ir");
        lines.sort();
        QCOMPARE(
            lines.join(u'\n'),
            QStringLiteral("./csu/../csu/libc-start.c:__libc_start_main@@GLIBC_2.34 0 79823\n"
                           "./csu/../sysdeps/nptl/libc_start_call_main.h:(below main) 0 79823\n"
                           "/src/helper.h:leaf 17000 17000\n"
                           "/src/prog.c:both 1000 69700\n"
                           "/src/prog.c:leaf 61300 78300\n"
                           "/src/prog.c:main 523 79823\n"
                           ":(below main) 0 79823\n"
                           ":0x000000000001ab70 0 79823"));
        QCOMPARE(codes(*import),
                 QStringList({QStringLiteral("callgrind-call-counts"),
                              QStringLiteral("callgrind-descriptions"),
                              QStringLiteral("callgrind-stacks")}));
    }

    void everyEventIsAValueWithSumsOfItsOwn()
    {
        const auto import = readRecorded(QStringLiteral("circle.out"));
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.tables().valueTypes.size(), 13U);
        const auto has = [&](const char *event, const char *line) {
            return functions(profile, event).contains(QString::fromLatin1(line));
        };
        QVERIFY(has("Ir", "/src/prog.c:leaf 61333 78339"));
        QVERIFY(has("Dr", "/src/prog.c:leaf 26264 34767"));
        QVERIFY(has("Dw", "/src/prog.c:both 250 23150"));
        QVERIFY(has("Bc", "/src/prog.c:leaf 8654 8654"));
        QVERIFY(has("D1mw", "/src/prog.c:odd'2 1 1"));
        QVERIFY(has("Bcm", "/src/prog.c:main 4 182"));
    }

    void whoWroteItIsSaidInJson()
    {
        const auto import = readRecorded(QStringLiteral("calls.out"));
        const auto &profile = *import->profiles.front().profile;
        const auto &attributes = profile.tables().sources[SourceIndex(0)].attributes;
        QCOMPARE(attributes.size(), std::size_t(1));
        QVERIFY(profile.text(attributes[0].json).starts_with("\"callgrind-3."));
    }

    void aCalleeWithoutCallsLeavesNothingToTheNext()
    {
        const auto import =
            readBytes(importer,
                      "events: Ir\nob=/bin/p\nfl=/a.c\nfn=main\n1 10\ncob=/lib/x.so\ncfi=/x.c\n"
                      "cfn=skipped\ncfn=leaf\ncalls=1 2\n2 5\nfn=leaf\n2 5\n");
        QVERIFY(import.has_value());
        QCOMPARE(functions(*import->profiles.front().profile, "Ir").join(u'\n'),
                 QStringLiteral("/a.c:main 10 15\n/a.c:leaf 5 5"));
    }

    // valgrind then writes no fl=, for its functions' files have not changed.
    void aFunctionBehindInlinedCodeLiesInTheFileOfTheOneBefore()
    {
        const auto import =
            readBytes(importer, "events: Ir\nfl=/a.c\nfn=f\n1 10\nfi=/b.h\n7 5\nfn=g\n20 3\n");
        QCOMPARE(functions(*import->profiles.front().profile, "Ir").join(u'\n'),
                 QStringLiteral("/a.c:f 10 15\n/b.h:f 5 5\n/a.c:g 3 3"));
    }

    void severalCallsMayFollowOneName()
    {
        QCOMPARE(readLines("events: Ir; fn=main; cfn=f; calls=1 1; 1 10; calls=2 1; 2 20; "
                           "rcalls=1 1; 3 30; fn=f; 5 60"),
                 QStringLiteral("thread\nmain;f [60]"));
        QVERIFY(readLines("events: Ir; fn=main; cfn=f; calls=1 1; 1 10; cob=o; calls=1 1; 1 1")
                    .startsWith(QStringLiteral("SyntaxError")));
    }

    void jumpsAreLeftOut()
    {
        QCOMPARE(readLines("positions: instr line; events: Ir; fn=(1) f; 0x10 5 1; "
                           "jcnd=3/4 +22 *; * *; jfi=(2) /b.c; jfn=(3) g; jump=1 0x80 +3; +4 +1; "
                           "+1 * 2; fl=(2); fn=(3); 0x80 1 4"),
                 QStringLiteral("thread\nf [1]\nf [2]\ng [4]"));
    }

    void derivedEventsAndPidsThatFitNoneAreSaid()
    {
        const auto import =
            readBytes(importer,
                      "pid: 4294967301\nevent: Dr: Data reads\nevent: Sum = 2 Ir + Dr: A sum\n"
                      "events: Ir Dr\nfn=f\n1 2 3\n");
        QCOMPARE(printed(import), QStringLiteral("thread\nf [2] [3]"));
        QCOMPARE(codes(*import),
                 QStringList({QStringLiteral("callgrind-odd-pids"),
                              QStringLiteral("callgrind-derived-events")}));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(1));
        QCOMPARE(import->profiles.front().profile->process(ProcessIndex(0)).pid, 0U);
    }

    void aCircleOfCallsKeepsSelfCostsAndSaysSo()
    {
        const auto import = readRecorded(QStringLiteral("circle.out"));
        QVERIFY(import.has_value());
        const auto lines = functions(*import->profiles.front().profile, "Ir");
        QVERIFY(lines.contains(QStringLiteral("/src/prog.c:even 13 180")));
        QVERIFY(lines.contains(QStringLiteral("/src/prog.c:odd 13 167")));
        // 510 and 408 in the file, where a call within the circle counts again and again.
        QVERIFY(lines.contains(QStringLiteral("/src/prog.c:even'2 63 154")));
        QVERIFY(lines.contains(QStringLiteral("/src/prog.c:odd'2 52 52")));
        QVERIFY(codes(*import).contains(QStringLiteral("callgrind-cycles")));
        QVERIFY(!codes(*import).contains(QStringLiteral("callgrind-totals")));
    }

    void aCalleesCostIsSharedOutInProportionToItsCallers()
    {
        QCOMPARE(readLines("events: Ir; fn=main; 1 10; cfn=a; calls=1 1; 2 60; cfn=b; calls=1 1; "
                           "3 30; fn=a; cfn=shared; calls=1 1; 5 60; fn=b; cfn=shared; calls=1 1; "
                           "7 30; fn=shared; 8 60; cfn=leaf; calls=3 1; 9 30; fn=leaf; 11 30"),
                 QStringLiteral("thread\nmain [10]\nmain;a;shared [40]\nmain;b;shared [20]\n"
                                "main;a;shared;leaf [20]\nmain;b;shared;leaf [10]"));
    }

    void aCircleIsPassedByTheFewestCalls()
    {
        QCOMPARE(readLines("events: Ir; fn=main; cfn=a; calls=1 1; 1 90; fn=a; cfn=b; calls=9 1; "
                           "2 500; fn=b; cfn=c; calls=9 1; 3 400; fn=c; cfn=a; calls=9 1; 4 300; "
                           "cfn=leaf; calls=1 1; 5 90; fn=leaf; 6 90"),
                 QStringLiteral("thread\nmain;a;b;c;leaf [90]"));
    }

    void placesAreToldFromTheLineBefore()
    {
        const auto import = readBytes(importer,
                                      "positions: instr line\nevents: Ir\nfn=f\n0x10 5 1\n+4 * 2\n"
                                      "* +3 4\n-2 -8 8\n");
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        QStringList lines;
        const auto &samples = profile.samples(ThreadIndex(0));
        for (std::size_t row = 0; row < samples.size(); ++row) {
            const auto frame = profile.stack(samples.stacks[SampleIndex(row)]).frame;
            lines += QStringLiteral("%1: %2")
                         .arg(profile.frame(frame).line)
                         .arg(samples.values.front().values[SampleIndex(row)]);
        }
        QCOMPARE(lines.join(u' '), QStringLiteral("5: 3 8: 4 0: 8"));
    }

    void partsOfAFileAreAddedUp()
    {
        QCOMPARE(readLines("version: 1; part: 1; events: Ir Dr; fn=(1) f; 1 2; totals: 2; "
                           "part: 2; events: Ir Dr; fn=(1) f; 1 3 4; totals: 3 4"),
                 QStringLiteral("thread\nf [5] [4]"));
    }

    void eachPartTellsItsPlacesAnew()
    {
        QCOMPARE(readLines("events: Ir; fn=f; 10 1; part: 2; events: Ir; fn=f; +10 2"),
                 QStringLiteral("thread\nf [3]"));
        QCOMPARE(refusalOf("events: Ir; fn=f; 10 1; part: 2; events: Ir; 10 2"),
                 QStringLiteral("line 6: expected \"fn=name\" before the first costs"));
    }

    void costsThatDoNotAddUpAreFindings()
    {
        const auto totals = readBytes(importer, "events: Ir\nfn=f\n1 2\ntotals: 3\n");
        QCOMPARE(codes(*totals), QStringList{QStringLiteral("callgrind-totals")});

        const auto excess = readBytes(importer,
                                      "events: Ir\nfn=main\n1 5\ncfn=f\ncalls=1 1\n2 100\nfn=f\n"
                                      "3 40\n");
        QVERIFY(codes(*excess).contains(QStringLiteral("callgrind-call-costs")));
        QCOMPARE(printed(excess), QStringLiteral("thread\nmain [5]\nmain;f [40]"));

        const auto negative = readBytes(importer, "events: Memory_(bytes)\nfn=f\n1 -8\n2 3\n");
        QCOMPARE(codes(*negative), QStringList{QStringLiteral("callgrind-negative")});
        QCOMPARE(printed(negative), QStringLiteral("thread\nf [3]"));
    }

    void whatIsWrongIsToldByItsLine()
    {
        QCOMPARE(refusalOf("events: Ir; 1 2"),
                 QStringLiteral("line 2: expected \"fn=name\" before the first costs"));
        QCOMPARE(refusalOf("fn=f; 1 2"),
                 QStringLiteral("line 2: expected \"events: name …\" before the first costs"));
        QCOMPARE(refusalOf("events: Ir; fn=(3)"),
                 QStringLiteral("line 2: expected a number that an earlier line gives a name"));
        QCOMPARE(refusalOf("events: Ir; fn=f; 1 2 3"),
                 QStringLiteral("line 3: expected no more costs than there are events"));
        QCOMPARE(refusalOf("events: Ir; fn=f; -1 2"),
                 QStringLiteral("line 3: expected a line: a number, +n, -n or *"));
        QCOMPARE(refusalOf("events: Ir; fn=f; 1 2x"),
                 QStringLiteral("line 3: expected a cost: a whole number below 2^64"));
        QCOMPARE(refusalOf("events: Ir; fn=f; calls=1 1"),
                 QStringLiteral("line 3: expected \"cfn=name\" before it"));
        QCOMPARE(refusalOf("events: Ir; fn=f; 1 4611686018427387904"),
                 QStringLiteral("line 3: expected costs that add up to less than 2^62"));
        QCOMPARE(refusalOf("events: Ir; positions: column"),
                 QStringLiteral("line 2: expected \"instr\", \"line\" or both"));
        QCOMPARE(refusalOf("version: 7"),
                 QStringLiteral("line 1: expected version 1 of the format"));
        QVERIFY(refusalOf("events: Ir; what").startsWith(QStringLiteral("line 2: expected")));
        QVERIFY(readLines("# callgrind format").startsWith(QStringLiteral("Truncated")));
    }

    void aChainOfAHundredThousandCallsIsRead()
    {
        constexpr int depth = 100'000;
        std::string text = "events: Ir\n";
        for (int i = 0; i < depth; ++i) {
            const auto number = std::to_string(i);
            text += "fn=f" + number + "\n1 1\n";
            if (i + 1 < depth)
                text += "cfn=f" + std::to_string(i + 1) + "\ncalls=1 1\n1 "
                    + std::to_string(depth - 1 - i) + "\n";
        }
        const auto import = readBytes(importer, text);
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        const auto &samples = profile.samples(ThreadIndex(0));
        QCOMPARE(samples.size(), std::size_t(depth));
        std::uint32_t deepest = 0;
        for (std::size_t row = 0; row < samples.size(); ++row)
            deepest = std::max(deepest, profile.stack(samples.stacks[SampleIndex(row)]).depth);
        QCOMPARE(deepest, std::uint32_t(depth));
    }

    // Each function's cost has gone half round the ring: too many steps to go them all.
    void millionsOfShortLinesAreRead()
    {
        constexpr std::size_t lines = 2'000'000;
        std::string text = "# callgrind format\nevents: Ir\nfn=f\n";
        for (std::size_t line = 0; line < lines; ++line)
            text += "+3 12\n";
        const auto import = readBytes(importer, text);
        QVERIFY(import.has_value());
        QCOMPARE(import->profiles.front().profile->sampleCount(), lines);
    }

    void aLargeCircleOfCallsEnds()
    {
        constexpr int length = 30'000;
        std::string text = "events: Ir\n";
        for (int i = 0; i < length; ++i)
            text += "fn=f" + std::to_string(i) + "\n1 1\ncfn=f" + std::to_string((i + 1) % length)
                + "\ncalls=1 1\n1 1\n";
        const auto import = readBytes(importer, text);
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        const auto &samples = profile.samples(ThreadIndex(0));
        double whole = 0;
        for (std::size_t row = 0; row < samples.size(); ++row)
            whole += samples.values.front().values[SampleIndex(row)];
        QCOMPARE(whole, double(length));
    }

    // 2^40 stacks of the same cost: some of it stands without its callers, but none is lost.
    void moreStacksThanFitKeepEachFunctionsCost()
    {
        constexpr int levels = 40;
        const auto cost = std::to_string(std::uint64_t(1) << 41U);
        const auto call = std::to_string(std::uint64_t(1) << 40U);
        std::string text = "events: Ir\n";
        for (int level = 1; level < levels; ++level) {
            for (const char *side : {"a", "b"}) {
                text += "fn=" + (side + std::to_string(level)) + "\n";
                for (const char *callee : {"a", "b"})
                    text += "cfn=" + (callee + std::to_string(level + 1)) + "\ncalls=1 1\n1 " + call
                        + "\n";
            }
        }
        text += "fn=a40\n1 " + cost + "\nfn=b40\n1 " + cost + "\n";
        const auto import = readBytes(importer, text);
        QVERIFY(import.has_value());
        QVERIFY(codes(*import).contains(QStringLiteral("callgrind-stacks-cut")));
        const auto lines = functions(*import->profiles.front().profile, "Ir");
        const auto expected = QString::fromStdString(' ' + cost + ' ' + cost);
        QCOMPARE(lines.filter(QStringLiteral(":a40") + expected).size(), 1);
        QCOMPARE(lines.filter(QStringLiteral(":b40") + expected).size(), 1);
    }

    void contentTells()
    {
        QVERIFY(importer.sniff("# callgrind format\nversion: 1\n") == Confidence::Certain);
        QVERIFY(importer.sniff("version: 1\n\nevents: Ir\n\nfl=a.c\nfn=main\n")
                == Confidence::Certain);
        QVERIFY(importer.sniff("desc: cache\ncmd: ./a b\nevents: Ir\n") == Confidence::Likely);
        QVERIFY(importer.sniff("events are many\nfn=f\n") == Confidence::No);
        QVERIFY(importer.sniff("main;f 5\n") == Confidence::No);
        QVERIFY(importer.sniff("{\"events:\": 1}\n") == Confidence::No);
        QVERIFY(importer.sniff("") == Confidence::No);
    }
};

EMBER_TEST(TstCallgrind)
#include "tst_callgrind.moc"
