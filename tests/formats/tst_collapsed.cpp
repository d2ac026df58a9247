// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/collapsed/collapsedformat.h"
#include "model/profile/profilebuilder.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <array>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(collapsed::format);
const FormatExporter exporter(collapsed::format);

} // namespace

class TstCollapsed : public QObject {
    Q_OBJECT

private slots:
    void aLineIsAStackAndItsNumber()
    {
        QCOMPARE(
            printed(readBytes(importer, "main;operator new 3\r\n\n# note\nmain;f (a.c:5) 1.5\n")),
            QStringLiteral("thread\nmain;operator new [3]\nmain;f (a.c:5) [1.5]"));
    }

    void linesThatAreNoStacksAreLeftOutAndCounted()
    {
        const auto import = readBytes(importer, "a;b 1\n// a remark\na;b\n\na;c 2\ncut;of");
        QCOMPARE(printed(import), QStringLiteral("thread\na;b [1]\na;c [2]"));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("collapsed-other-lines"));
        QCOMPARE(import->log.findings().front().subject, std::string("test: line 2"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(3));
        QCOMPARE(printed(readBytes(importer, "\na;b nan\nc;d\n")),
                 QStringLiteral("SyntaxError: collapsed stacks, line 2: expected \"frame;frame "
                                "number\""));
    }

    // Many programs end their files so.
    void aLastLineNeedsNoEnd()
    {
        const auto import = readBytes(importer, "main;a 1000\nmain;b 12");
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(2));
        QVERIFY(import->log.findings().empty());
    }

    void whatNumbersOfSamplesSayWrongOfTimeIsLost()
    {
        const auto lost = [](const char *picture) {
            return lossesOf(exported(exporter, textProfile(picture))).join(u'\n');
        };
        const auto words = QStringLiteral("percent of the time, which the numbers");
        // a has 900 of 910 ms in 1 of 11 samples
        QVERIFY(lost("0 900 901 902 903 904 905 906 907 908 910\n"
                     "a b   b   b   b   b   b   b   b   b   b\n")
                    .contains(QStringLiteral("81 ") + words));
        QVERIFY(!lost("a a b b b a\n").contains(words));
    }

    void numbersThatAreNoCountsAreFound()
    {
        const auto import = readBytes(
            importer, "a 1\na;b -1\na;b -2\nc 18446744073709551617\nd 9007199254740992\n");
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].code, std::string("collapsed-negative-value"));
        QCOMPARE(findings[0].subject, std::string("test: line 2"));
        QCOMPARE(findings[0].count, std::uint64_t(2));
        QCOMPARE(findings[1].code, std::string("collapsed-value-not-exact"));
        QCOMPARE(findings[1].count, std::uint64_t(1));
    }

    void valuesOfTheChosenWeightAreNotLost()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto bytes = builder.addValueType({builder.string("space"), builder.string("bytes")});
        const auto count = builder.addValueType({builder.string("n"), builder.string("count")});
        builder.setMainValue(bytes);
        for (int sample = 0; sample < 5; ++sample) {
            builder.addSample(thread, {{}, emptyStack, {}});
            builder.addSampleValue(thread, bytes, 10);
            if (sample < 2)
                builder.addSampleValue(thread, count, 1);
        }
        const std::array profiles{builder.snapshot()};
        const auto lost = QStringLiteral("%1 values of samples beside their weight");
        QVERIFY(lossesOf(*exporter.write(profiles, {})).contains(lost.arg(2)));
        QVERIFY(lossesOf(*exporter.write(profiles, {.weight = "n"})).contains(lost.arg(5)));
        QVERIFY(lossesOf(*exporter.write(profiles, {.weight = "space"})).contains(lost.arg(2)));
    }

    void contentTells()
    {
        QVERIFY(importer.sniff("a;b 1\nc;d 2\n") == Confidence::Likely);
        QVERIFY(importer.sniff("a;b 1") == Confidence::Likely);
        QVERIFY(importer.sniff("a;b 1\nc;d 2\ncut in the mid") == Confidence::Likely);
        QVERIFY(importer.sniff("# collapsed stacks\nmain 5\n") == Confidence::Likely);
        QVERIFY(importer.sniff("main 5\n") == Confidence::Undecided); // a ";" may follow
        QVERIFY(importer.sniff("{\"a\": 1\n}") == Confidence::No);
        QVERIFY(importer.sniff("a text\nof lines\n") == Confidence::No);
        QVERIFY(importer.sniff("") == Confidence::No);
        // What is wrong in the file is for reading it to say.
        QVERIFY(importer.sniff("a;b 1\na;b\nc;d 2\n") == Confidence::Maybe);
        QVERIFY(importer.sniff("a;b\na;b 1\nc;d 2\n") == Confidence::Maybe);
        QVERIFY(importer.sniff("a log\nof a tool\na;b 1\nc;d 2\ne 3\n") == Confidence::Maybe);
        QVERIFY(importer.sniff("a;b\na;b\na;b 1\nc;d 2\n") == Confidence::No);
        QVERIFY(importer.sniff("a\nb 1\nc 2\nd 3\n") == Confidence::No); // no frames
    }

    void whatIsWrittenIsReadAgain()
    {
        const std::string text = "a 4\na;b c 3\na;d 0.25\n";
        const auto import = readBytes(importer, text);
        const auto file = exported(exporter, import->profiles.front().profile);
        QCOMPARE(QString::fromStdString(file.bytes), QString::fromStdString(text));
        QVERIFY(lossesOf(file).isEmpty());
    }

    void stacksOfOneFrameAreMarked()
    {
        const auto profile = textProfile("a a b\n");
        const auto file = exported(exporter, profile);
        QCOMPARE(QString::fromStdString(file.bytes),
                 QStringLiteral("# collapsed stacks\na 2\nb 1\n"));
        QCOMPARE(printed(readBytes(importer, file.bytes)), QStringLiteral("thread\na [2]\nb [1]"));
    }

    void levelsAreNotSummed()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto level = builder.addValueType(
            {builder.string("nodes"), builder.string("bytes"), ValueKind::Gauge});
        builder.addSample(thread, {{}, emptyStack, {}});
        builder.addSampleValue(thread, level, 5);
        const std::vector profiles{builder.snapshot()};
        const auto refused = exporter.write(profiles, {.weight = "nodes"});
        QVERIFY(!refused);
        QCOMPARE(refused.error().detail,
                 std::string("these values are levels, which do not add up"));
    }

    void equalStacksAreSummed()
    {
        const auto file = exported(exporter,
                                   textProfile("a a b a\n"
                                               "c c . c\n"));
        QCOMPARE(QString::fromStdString(file.bytes), QStringLiteral("a;c 3\nb 1\n"));
        QVERIFY(lossesOf(file).contains(QStringLiteral("4 times of samples")));
    }

    void threadsAreRootsAndSeparatorsAreReplaced()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder, "x;y .\n", "1", "main");
        addTextThread(builder, "z\n", "2", "other");
        const auto file = exported(exporter, builder.snapshot());
        QCOMPARE(QString::fromStdString(file.bytes), QStringLiteral("main;x:y 1\nother;z 1\n"));
        QVERIFY(lossesOf(file).contains(QStringLiteral("1 samples without a stack")));
    }

    void namesThatAreNoUtf8StayApart()
    {
        const auto import =
            readBytes(importer, "a;f\xe9 1\na;f\xe8 2\nf\xe9;\xc3\xa9\xef\xbf\xbd\xff 4\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread\na;f\\xe9 [1]\na;f\\xe8 [2]\n"
                                "f\\xe9;\u00e9\ufffd\\xff [4]"));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("collapsed-not-utf8"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(3));
        QVERIFY(readBytes(importer, "\xc3\xa9\xef\xbf\xbd;b 1\n")->log.findings().empty());
    }

    void aNameMayBeginLikeAComment()
    {
        QCOMPARE(printed(readBytes(importer, "#onMessage;b 1\n#note\n# note;x 5\n#f 2\n")),
                 QStringLiteral("thread\n#onMessage;b [1]\n#f [2]"));
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = builder.addThread({});
        for (const char *name : {"#a", "# b", "#"}) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            builder.addSample(thread, {{}, builder.stack(emptyStack, builder.frame(frame)), {}});
        }
        const auto file = exported(exporter, builder.snapshot());
        QCOMPARE(QString::fromStdString(file.bytes),
                 QStringLiteral("# collapsed stacks\n:# 1\n:# b 1\n#a 1\n"));
        QVERIFY(lossesOf(file).contains(QStringLiteral(
            "2 names that would make comments of their lines, which begin with \":\" now")));
        QCOMPARE(printed(readBytes(importer, file.bytes)),
                 QStringLiteral("thread\n:# [1]\n:# b [1]\n#a [1]"));
    }

    void blanksAtTheEndsOfNamesAreKept()
    {
        const std::string text = " a; b  2\n a; b 1\n";
        const auto import = readBytes(importer, text + "x;y 1 \t\r\n");
        QCOMPARE(printed(import), QStringLiteral("thread\n a; b  [2]\n a; b [1]\nx;y [1]"));
        QCOMPARE(printed(readBytes(importer, "a;b 1\n 3\n")), QStringLiteral("thread\na;b [1]"));
    }

    void aNameMayBeBlanksOnly()
    {
        for (const std::string text :
             {"  7\na;b 1\n", "\t  7\na;b 1\n", "# collapsed stacks\n  7\n"}) {
            QVERIFY2(importer.sniff(text) == Confidence::Likely, text.c_str());
            const auto import = readBytes(importer, text);
            const auto file = exported(exporter, import->profiles.front().profile);
            QCOMPARE(QString::fromStdString(file.bytes), QString::fromStdString(text));
        }
        QVERIFY(importer.sniff("  7\n  8\n") != Confidence::Likely);
    }

    void aSemicolonThatAStackEndsInIsSaid()
    {
        const auto import = readBytes(importer, "a;;b 1\na; 2\n;; 3\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread\na;unknown;b [1]\na [2]\nunknown;unknown [3]"));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("collapsed-empty-end"));
        QCOMPARE(import->log.findings().front().subject, std::string("test: line 2"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(2));
    }

    void zeroBytesInNamesBecomeBlanks()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string(std::string_view("a\0b", 3));
        Frame frame;
        frame.function = builder.function(function);
        builder.addSample(thread, {{}, builder.stack(emptyStack, builder.frame(frame)), {}});
        const auto file = exported(exporter, builder.snapshot());
        QCOMPARE(QString::fromStdString(file.bytes), QStringLiteral("# collapsed stacks\na b 1\n"));
        QVERIFY(lossesOf(file).contains(
            QStringLiteral("1 separators in the names of functions, which are others now")));
    }

    void aFileWithoutStacksIsOpenedAgain()
    {
        const auto file = exported(exporter, textProfile(".\n"));
        QCOMPARE(QString::fromStdString(file.bytes), QStringLiteral("# collapsed stacks\n"));
        QVERIFY(importer.sniff(file.bytes) == Confidence::Likely);
        QCOMPARE(readBytes(importer, file.bytes)->profiles.front().profile->sampleCount(),
                 std::size_t(0));
    }

    void aHundredThousandDeepIsRead()
    {
        std::string text;
        for (int depth = 0; depth < 100'000; ++depth)
            text += "f;";
        const auto import = readBytes(importer, text + "g 1\n");
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.stack(profile.samples(ThreadIndex(0)).stacks.back()).depth, 100'001U);
    }
};

EMBER_TEST(TstCollapsed)
#include "tst_collapsed.moc"
