// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/formats/rprof/rprofformat.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;

namespace {

// Samples one per line, frames leaf first as name@file:line.
QStringList printed(const Profile &profile)
{
    QStringList lines;
    const auto &samples = profile.samples(ThreadIndex(0));
    for (std::size_t row = 0; row < samples.size(); ++row) {
        QStringList frames;
        for (auto stack = samples.stacks[SampleIndex(row)]; stack != emptyStack;
             stack = profile.stack(stack).parent) {
            const Frame &frame = profile.frame(profile.stack(stack).frame);
            const Function &function = profile.function(frame.function);
            const auto text = [&](StringIndex index) {
                return QString::fromStdString(std::string(profile.text(index)));
            };
            frames.append(text(function.name)
                          + (frame.line == 0 ? QString()
                                             : QLatin1Char('@') + text(function.file)
                                     + QLatin1Char(':') + QString::number(frame.line)));
        }
        lines.append(frames.join(u','));
    }
    return lines;
}

struct Reading {
    ProfilePointer profile;
    ImportLog log;
};

Reading read(const std::string &text)
{
    Reading reading;
    auto result = rprof::readRprof("x.out", text, reading.log, {});
    if (result)
        reading.profile = *result;
    return reading;
}

QStringList lines(std::initializer_list<const char *> texts)
{
    QStringList list;
    for (const char *text : texts)
        list.append(QString::fromUtf8(text));
    return list;
}

} // namespace

class TstRprofReader : public QObject {
    Q_OBJECT

private slots:
    void aPlaceBelongsToTheFrameBehindIt()
    {
        const auto reading = read("line profiling: sample.interval=20000\n"
                                  "#File 1: a.R\n"
                                  "1#4 \"leaf\" \"mid\" 1#9 \"root\" 1#12 \n"
                                  "\"leaf\" 7#3 \"root\" \n");
        QCOMPARE(printed(*reading.profile), lines({"leaf@a.R:4,mid,root@a.R:9", "leaf,root@:3"}));
        QVERIFY(reading.log.findings().empty());
        QCOMPARE(toNs(reading.profile->samples(ThreadIndex(0)).times[SampleIndex(1)]),
                 std::int64_t(20'000'000));
    }

    void namesMayHoldQuotesBlanksAndLineFeeds()
    {
        const auto reading = read("sample.interval=10000\n"
                                  "\"spin\" \"a\"b\" \n"
                                  "\"obj[[\"k\"]]\" \"3#7 x\" \n"
                                  "\"spin\" \"a\nb\nc\" \"root\" \r\n"
                                  "\"end\" \n");
        QCOMPARE(printed(*reading.profile),
                 lines({"spin,a\"b", "obj[[\"k\"]],3#7 x", "spin,a\nb\nc,root", "end"}));
        QVERIFY(reading.log.findings().empty());
    }

    void aLineThatWasCutKeepsItsWholeFrames()
    {
        const auto reading = read("line profiling: sample.interval=10000\n"
                                  "\"leaf\" \n"
                                  "\"leaf\" \"mid\" \"ro\n"
                                  "\"leaf\" \"mid\" 1#\n"
                                  "\"leaf\" \"mid\"");
        QCOMPARE(printed(*reading.profile), lines({"leaf", "leaf,mid", "leaf,mid", "leaf"}));
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().count, std::uint64_t(3));
        QCOMPARE(reading.log.findings().front().subject, std::string("x.out: line 3"));
    }

    void aLastLineThatMayHaveLostFramesIsFound()
    {
        const std::string text = "sample.interval=10000\n\"c\" \"b\" \"a\" \n\"leaf\" \"b\" ";
        const auto reading = read(text);
        QCOMPARE(printed(*reading.profile), lines({"c,b,a", "leaf,b"}));
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("rprof-cut"));
        QVERIFY(reading.log.findings().front().severity == Severity::Note);
        QVERIFY(read(text + "\n").log.findings().empty());
    }

    void aHeaderThatMayHaveLostDigitsIsFound()
    {
        const auto reading = read("sample.interval=1");
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("rprof-cut"));
        QCOMPARE(reading.log.findings().front().subject, std::string("x.out: line 1"));
        QVERIFY(read("sample.interval=1\n").log.findings().empty());
    }

    void damageWithoutEndIsRefused()
    {
        const auto times = [](int count, const char *line) {
            std::string text;
            while (count-- > 0)
                text += line;
            return text;
        };
        const std::string header = "sample.interval=10000\n";
        const auto broken = header + times(9'999, "\"a\n");
        const auto reading = read(broken);
        QCOMPARE(reading.profile->sampleCount(), std::size_t(9'999));
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("rprof-broken-sample"));
        QCOMPARE(reading.log.findings().front().count, std::uint64_t(9'999));
        // One of ten is enough; sound ones here and there are not.
        QVERIFY(read(broken + times(1'000, "\"f\" \n") + "\"a\n").profile);
        ImportLog log;
        const auto refused =
            rprof::readRprof("x.out", broken + "\"f\" \n" + times(9'999, "\"a\n"), log, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::SyntaxError);
        QCOMPARE(refused.error().detail,
                 std::string("Rprof, line 10002: 10000 of the 10001 samples so far have no whole "
                             "frame, expected \"name\" "));
    }

    void aNameGoesOverSoManyLinesOnly()
    {
        const auto named = [](int lineFeeds) {
            std::string name = "a";
            for (int line = 0; line < lineFeeds; ++line)
                name += "\nb";
            return name;
        };
        QVERIFY(read("sample.interval=10000\n\"" + named(50) + "\" \n").log.findings().empty());
        QCOMPARE(read("sample.interval=10000\n\"" + named(51) + "\" \n").log.findings().size(),
                 std::size_t(1));
    }

    void strippedBlanksAreNoHarm()
    {
        const auto reading = read("sample.interval=10000\n\"leaf\" \"root\"\n\"leaf\"\n");
        QCOMPARE(printed(*reading.profile), lines({"leaf,root", "leaf"}));
        QVERIFY(reading.log.findings().empty());
    }

    void anotherHeaderIsAnotherSource()
    {
        const auto reading = read("line profiling: sample.interval=10000\n#File 1: a.R\n"
                                  "1#1 \"f\" \n"
                                  "line profiling: sample.interval=20000\n#File 1: b.R\n"
                                  "1#1 \"f\" \n1#1 \"f\" \n");
        const Profile &profile = *reading.profile;
        QCOMPARE(profile.tables().sources.size(), std::size_t(2));
        QCOMPARE(printed(profile), lines({"f@a.R:1", "f@b.R:1", "f@b.R:1"}));
        const auto &samples = profile.samples(ThreadIndex(0));
        QCOMPARE(samples.source(SampleIndex(0)), SourceIndex(0));
        QCOMPARE(samples.source(SampleIndex(1)), SourceIndex(1));
        QCOMPARE(toNs(samples.times[SampleIndex(2)]), std::int64_t(30'000'000));
    }

    void memoryIsKeptAndWhatChangedIsDerived()
    {
        const auto reading = read("memory profiling: sample.interval=20000\n"
                                  ":10:20:560:0:\"f\" \n"
                                  ":8:25:616:3:\n");
        const Profile &profile = *reading.profile;
        QCOMPARE(printed(profile), lines({"f", ""}));
        std::vector<double> second;
        for (const auto &column : profile.samples(ThreadIndex(0)).values)
            second.push_back(column.values[SampleIndex(1)]);
        QCOMPARE(second, (std::vector<double>{8, 25, 616, 3, 5 * 8 + 56, 2 * 8}));
    }

    void onlyAHeaderIsAProfileWithoutSamples()
    {
        QCOMPARE(read("sample.interval=20000\n").profile->sampleCount(), std::size_t(0));
    }

    void withoutAHeaderItIsNoRprof()
    {
        for (const char *text :
             {"\"f\" \n", "", "\"sample.interval=1\" \n", "the sample.interval=5 of R\n"})
            QVERIFY(!rprof::looksLikeRprof(text));
        QVERIFY(!read("\"f\" \n").profile);
        QVERIFY(rprof::looksLikeRprof("GC profiling: sample.interval=20000\r\n"));
    }

    void emptyLinesMayStandBeforeTheHeader()
    {
        const std::string text = "\n \r\nsample.interval=20000\n\"f\" \n";
        QVERIFY(rprof::looksLikeRprof(text));
        QCOMPARE(printed(*read(text).profile), lines({"f"}));
        QVERIFY(!rprof::looksLikeRprof("\n\nf\n"));
    }

    // lz4 stores what is too short to be packed.
    void aHeaderBehindBinaryBytesIsNone()
    {
        QVERIFY(!rprof::looksLikeRprof("\x04\"M\x18`@\x82sample.interval=20000\n\"f\" \n"));
        QVERIFY(rprof::looksLikeRprof("caf\xc3\xa9: sample.interval=20000\n"));
    }

    void namesThatAreNoUtf8StayApart()
    {
        const auto reading = read("sample.interval=20000\n\"f\xe9\" \n\"f\xe8\" \n\"f\xe9\" \n");
        QCOMPARE(printed(*reading.profile), lines({"f\\xe9", "f\\xe8", "f\\xe9"}));
        QCOMPARE(reading.log.findings().size(), std::size_t(1));
        QCOMPARE(reading.log.findings().front().code, std::string("rprof-not-utf8"));
        QCOMPARE(reading.log.findings().front().count, std::uint64_t(2));
    }

    void anIntervalThatIsNoneIsNamed()
    {
        for (const std::string interval : {"-5", "0", "1.5", "NaN", "", "99999999999999999999"}) {
            const auto text = "memory profiling: sample.interval=" + interval + "\n\"f\" \n";
            QVERIFY(rprof::looksLikeRprof(text));
            ImportLog log;
            const auto error = rprof::readRprof("x.out", text, log, {}).error();
            QCOMPARE(error.code, ErrorCode::SyntaxError);
            QCOMPARE(error.detail,
                     "Rprof, line 1: the interval is \"" + interval
                         + "\", expected a whole number of microseconds above 0, a day's at most");
        }
    }
};

EMBER_TEST(TstRprofReader)
#include "tst_rprofreader.moc"
