// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rprofformat.h"
#include "model/profile/profilebuilder.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <array>

using namespace ember::model;
using namespace ember::tests;

namespace {

ProfilePointer readBack(std::string_view text)
{
    ImportLog log;
    const auto profile = rprof::readRprof("x", text, log, {});
    return profile ? *profile : nullptr;
}

Export written(const ProfilePointer &profile)
{
    return FormatExporter(rprof::format).write({&profile, 1}, {}).value();
}

std::string blanksForLineFeeds(std::string text)
{
    std::ranges::replace(text, '\n', ' ');
    return text;
}

// The first two words of each loss.
std::string lossesOf(const Export &result)
{
    std::string text;
    for (const Loss &loss : result.losses)
        text += (text.empty() ? "" : ", ")
            + loss.what.substr(0, loss.what.find(' ', loss.what.find(' ') + 1));
    return text;
}

// A sample of a function, which counts as often as told.
struct Counted {
    std::string name;
    double count = 1;
};

ProfilePointer counted(std::initializer_list<Counted> samples)
{
    ProfileBuilder builder(TimeOrigin::None);
    const auto count =
        builder.addValueType({builder.string("samples"), builder.string("count"), ValueKind::Sum});
    const auto thread = builder.addThread({});
    for (const Counted &sample : samples) {
        Function function;
        function.name = builder.string(sample.name);
        Frame frame;
        frame.function = builder.function(function);
        const std::array stack{builder.frame(frame)};
        const auto stackIndex =
            sample.name.empty() ? emptyStack : builder.stackFromLeafFirst(stack);
        builder.addSample(thread, {Timestamp(), stackIndex, {}});
        builder.addSampleValue(thread, count, sample.count);
    }
    return builder.snapshot();
}

// Every sample: its values and its frames with their places.
std::string said(const Profile &profile)
{
    std::string text;
    const auto &samples = profile.samples(ThreadIndex(0));
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const SampleIndex sample(row);
        text += std::to_string(toNs(samples.times[sample])) + ' '
            + std::to_string(samples.source(sample).row());
        for (const auto &column : samples.values)
            text += ' ' + std::to_string(column.values[sample]);
        for (auto stack = samples.stacks[sample]; stack != emptyStack;
             stack = profile.stack(stack).parent) {
            const Frame &frame = profile.frame(profile.stack(stack).frame);
            const Function &function = profile.function(frame.function);
            text += " | " + std::string(profile.text(function.name)) + ' '
                + std::string(profile.text(function.file)) + ':' + std::to_string(frame.line);
        }
        text += '\n';
    }
    return text;
}

} // namespace

class TstRprofExporter : public QObject {
    Q_OBJECT

private slots:
    void whatRWroteComesBack_data()
    {
        addReferenceFiles(
            {QStringLiteral("rprofile/rprof"), QStringLiteral("rprofile/pkg_fixtures")},
            {QStringLiteral("*.out")});
    }

    void whatRWroteComesBack()
    {
        QFETCH(QString, path);
        const auto bytes = fileBytes(path);
        const auto profile = readBack(bytes.view());
        QVERIFY(profile);
        const auto result = written(profile);
        const auto again = readBack(result.bytes);
        QVERIFY(again);
        const bool hasLineFeeds = path.contains(QLatin1String("weird_names"));
        auto expected = said(*profile);
        if (hasLineFeeds) // in names: they become blanks
            expected = blanksForLineFeeds(expected);
        const auto actual = hasLineFeeds ? blanksForLineFeeds(said(*again)) : said(*again);
        QCOMPARE(QString::fromStdString(actual), QString::fromStdString(expected));
        QCOMPARE(lossesOf(result), hasLineFeeds ? std::string("line feeds") : std::string());
    }

    void negativeCountsAreLostForThemselves()
    {
        const auto result = written(counted({{"f", 1}, {"g", -5}, {"h", 0}}));
        QCOMPARE(result.bytes, std::string("sample.interval=20000\n\"f\" \n"));
        std::string losses;
        for (const auto &loss : result.losses)
            losses += std::to_string(loss.count) + ' ' + loss.what + '\n';
        QVERIFY(losses.find("1 samples that count nothing\n") != std::string::npos);
        QVERIFY(losses.find("1 samples of a negative number\n") != std::string::npos);
    }

    void aCountIsThatManyLines()
    {
        const auto result = written(counted({{"f\ng", 2.6}, {"", 1}, {"h", 0}}));
        QCOMPARE(result.bytes,
                 std::string("sample.interval=20000\n\"f g\" \n\"f g\" \n\"f g\" \n"));
        QCOMPARE(lossesOf(result),
                 std::string("samples without, samples that, counts of, line feeds"));
        QCOMPARE(result.notes.size(), std::size_t(1));
    }

    void countsThatExplodeAreRefused()
    {
        for (const auto &profile :
             {counted({{"f", 1e300}}), counted({{std::string(1000, 'f'), 9e7}})}) {
            const auto refused = FormatExporter(rprof::format).write({&profile, 1}, {});
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::FormatCannotHold);
        }
    }

    void aNameThatWouldEndEarlyIsChanged()
    {
        const auto result = written(counted({{"a\" \"b"}, {"obj[[\"k\"]]"}, {"x\" 1#2 y"}}));
        QCOMPARE(result.bytes.substr(result.bytes.find('\n') + 1),
                 std::string("\"a' 'b\" \n\"obj[[\"k\"]]\" \n\"x' 1#2 y\" \n"));
        QCOMPARE(lossesOf(result), std::string("names that"));
    }

    void eachSourceHasAHeaderAndMemoryOnlyWhereItWasProfiled()
    {
        const std::string text = "sample.interval=10000\n\"f\" \n"
                                 "memory profiling: GC profiling: sample.interval=20000\n"
                                 ":1:2:3:4:\"<GC>\" \"f\" \n:5:6:7:8:\n";
        const auto result = written(readBack(text));
        QCOMPARE(result.bytes, text);
        QCOMPARE(QString::fromStdString(lossesOf(result)), QString());
        QCOMPARE(result.notes.size(), std::size_t(1));
    }

    void whatAnotherToolKnowsBesideIsLost()
    {
        ProfileBuilder builder(TimeOrigin::UnixEpoch);
        const auto bytes = builder.addValueType(
            {builder.string("alloc_space"), builder.string("bytes"), ValueKind::Sum});
        Thread thread;
        thread.id = builder.string("7");
        const auto index = builder.addThread(thread);
        Function function;
        function.name = builder.string("a()");
        function.rawName = builder.string("_Z1av");
        function.file = builder.string("a.cpp");
        function.startLine = 3;
        Frame frame;
        frame.function = builder.function(function);
        const std::array stack{builder.frame(frame)};
        builder.addSample(index, {timestampFromNs(5), builder.stackFromLeafFirst(stack), {}});
        builder.addSampleValue(index, bytes, 8);
        const auto result = written(builder.snapshot());
        QCOMPARE(result.bytes, std::string("sample.interval=20000\n\"_Z1av\" \n"));
        QCOMPARE(QString::fromStdString(lossesOf(result)),
                 QStringLiteral("the date, threads, times of, values of, names of, first lines, "
                                "files of"));
    }

    void linesNameTheirFileBeforeTheFirstSample()
    {
        QCOMPARE(written(readBack("line profiling: sample.interval=10000\n#File 1: a.R\n"
                                  "1#4 \"leaf\" \"mid\" 1#9 \"root\" \n\"leaf\" \n"))
                     .bytes,
                 std::string("line profiling: sample.interval=10000\n#File 1: a.R\n"
                             "1#4 \"leaf\" \"mid\" 1#9 \"root\" \n\"leaf\" \n"));
    }
};

EMBER_TEST(TstRprofExporter)
#include "tst_rprofexporter.moc"
