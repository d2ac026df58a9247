// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/writtenprofiles.h"
#include "model/formats/formatregistry.h"
#include "model/formats/report/reportjson.h"
#include "model/formats/sentry/files/chunkwriter.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

using namespace ember::model;

namespace {

// Each sample is a call deeper than the one before: `depth` nodes, and half of its square of
// frames.
ProfilePointer staircase(TimeOrigin origin, int depth)
{
    ProfileBuilder builder(origin);
    Thread row;
    row.process = builder.addProcess({});
    row.id = builder.string("1");
    const auto thread = builder.addThread(row);
    Function function;
    function.name = builder.string("f");
    Frame frame;
    frame.function = builder.function(function);
    const auto leaf = builder.frame(frame);
    ValueTypeIndex count;
    if (origin == TimeOrigin::None)
        count = builder.addValueType({builder.string("samples"), builder.string("count")});
    auto stack = emptyStack;
    for (int step = 0; step < depth; ++step) {
        stack = builder.stack(stack, leaf);
        builder.addSample(thread, {timestampFromNs(step * 100'000LL), stack, {}});
        if (count.isValid())
            builder.addSampleValue(thread, count, 1);
    }
    Source source;
    source.type = builder.string("x");
    source.uri = builder.string("x");
    builder.addSource(std::move(source));
    return builder.snapshot();
}

// Samples of one stack.
ProfilePointer repeated(int depth, std::uint64_t samples)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    const auto leaf = builder.frame({});
    auto stack = emptyStack;
    for (int step = 0; step < depth; ++step)
        stack = builder.stack(stack, leaf);
    for (std::uint64_t sample = 0; sample < samples; ++sample)
        builder.addSample(thread, {timestampFromNs(std::int64_t(sample)), stack, {}});
    return builder.snapshot();
}

// "" if it is written.
QString refusal(const ProfilePointer &profile, WrittenOut written, WrittenFrame frame)
{
    const auto checked = checkWrittenOut({&profile, 1}, written, frame);
    return checked ? QString() : QString::fromStdString(checked.error().detail);
}

} // namespace

class TstDeepStacks : public QObject {
    Q_OBJECT

private slots:
    void whatWouldBeGigabytesIsRefusedUnwritten_data()
    {
        QTest::addColumn<QByteArray>("format");
        for (const auto &exporter : builtinFormats().exporters()) {
            const auto format = exporter->format();
            QTest::newRow(std::string(format).c_str())
                << QByteArray(format.data(), qsizetype(format.size()));
        }
    }

    void whatWouldBeGigabytesIsRefusedUnwritten()
    {
        QFETCH(QByteArray, format);
        const auto *const exporter = builtinFormats().exporterOf(format.toStdString());
        for (const auto origin : {TimeOrigin::ProfileStart, TimeOrigin::None}) {
            const auto profile = staircase(origin, 40'000);
            const auto written = exporter->write({&profile, 1}, {});
            if (written)
                QVERIFY(written->bytes.size() < 100'000'000);
            else
                QCOMPARE(written.error().code, ErrorCode::FormatCannotHold);
        }
    }

    void equalStacksCountOnceWhereTheyAreWrittenOnce()
    {
        const auto profile = repeated(2000, writtenFrameLimit / 2000 + 1);
        QCOMPARE(refusal(profile, WrittenOut::EachStack, WrittenFrame::Name), QString());
        QVERIFY(refusal(profile, WrittenOut::EachSample, WrittenFrame::Number)
                    .contains(QStringLiteral("200002000 frames")));
    }

    void manySamplesOfUsualStacksAreWritten()
    {
        const auto profile = repeated(900, writtenFrameLimit / 900 + 1);
        for (const auto written : {WrittenOut::EachSample, WrittenOut::EachValue})
            for (const auto frame : {WrittenFrame::Number, WrittenFrame::Name})
                QCOMPARE(refusal(profile, written, frame), QString());
        const auto longer = repeated(900, writtenByteLimit / 32 / 900 + 1);
        QCOMPARE(refusal(longer, WrittenOut::EachSample, WrittenFrame::Number), QString());
        QVERIFY(refusal(longer, WrittenOut::EachSample, WrittenFrame::Name)
                    .contains(QStringLiteral("at most 500000000 are")));
    }

    void whatIsWrittenSeveralTimesCountsSeveralTimes()
    {
        // Nine writings of these stacks, a call deeper each, are within the limit, ten are not.
        constexpr int depth = 6'400;
        const auto counted = [&](int threads, int labels, int types) {
            ProfileBuilder builder(TimeOrigin::None);
            const auto leaf = builder.frame({});
            for (int type = 0; type < types; ++type)
                builder.addValueType(
                    {builder.string(std::to_string(type)), builder.string("count")});
            for (int number = 0; number < threads; ++number) {
                const auto thread = builder.addThread({});
                for (int label = 0; label < labels; ++label) {
                    auto stack = emptyStack;
                    for (int step = 0; step < depth; ++step) {
                        stack = builder.stack(stack, leaf);
                        builder.addSample(thread, {{}, stack, {}});
                        builder.setSampleLabels(thread, builder.string(std::to_string(label)));
                    }
                }
            }
            return builder.snapshot();
        };
        const auto each = WrittenOut::EachStack;
        QCOMPARE(refusal(counted(9, 1, 1), each, WrittenFrame::Number), QString());
        QVERIFY(!refusal(counted(10, 1, 1), each, WrittenFrame::Number).isEmpty());
        QCOMPARE(refusal(counted(1, 9, 1), each, WrittenFrame::Number), QString());
        QVERIFY(!refusal(counted(1, 10, 1), each, WrittenFrame::Number).isEmpty());
        const auto types = counted(1, 1, 10);
        QCOMPARE(refusal(types, each, WrittenFrame::Number), QString());
        QVERIFY(!refusal(types, WrittenOut::EachValue, WrittenFrame::Number).isEmpty());
    }

    void chunksAreCutBeforeTheyAreWritten()
    {
        sentry::ChunkOptions options;
        options.maximumBytes = 100'000;
        std::uint64_t samples = 0;
        const auto report =
            sentry::writeChunks(*staircase(TimeOrigin::UnixEpoch, 2'000), {}, options,
                                [&](sentry::WrittenChunk &&chunk) -> Result<void> {
                                    samples += chunk.piece.samples();
                                    if (chunk.json.size() > options.maximumBytes)
                                        return Error{ErrorCode::TooLarge, {}, {}};
                                    return {};
                                });
        QVERIFY2(report, report ? "" : report.error().detail.c_str());
        QVERIFY(report->chunks > 20);
        QCOMPARE(samples + report->loss.samples, std::uint64_t(2'000));
    }

    // The text of as many calls as memory holds would not fit beside them.
    void theTextOfManyCallsComesInPieces()
    {
        constexpr int calls = 20'000;
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        for (int sample = 0; sample <= calls; ++sample) {
            Frame frame;
            frame.address = std::uint64_t(sample % 2);
            builder.addSample(thread,
                              {timestampFromNs(sample * 100'000LL),
                               builder.stack(emptyStack, builder.frame(frame)),
                               {}});
        }
        const auto spans = buildSpans(builder.snapshot());
        std::string text;
        std::size_t largest = 0;
        const std::vector threads{thread};
        QVERIFY(report::callTreeJson(*spans, threads, {}, [&](std::string_view piece) {
            largest = std::max(largest, piece.size());
            text += piece;
            return true;
        }));
        QVERIFY2(largest < 1'100'000 && text.size() > 2'000'000,
                 qPrintable(QString::number(largest)));
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(text));
        QCOMPARE(json[u"threads"][0][u"roots"].toArray().size(),
                 calls); // the last sample ends the picture
        int pieces = 0;
        QVERIFY(!report::callTreeJson(*spans, threads, {},
                                      [&](std::string_view) { return ++pieces < 2; }));
        QCOMPARE(pieces, 2);
    }
};

EMBER_TEST(TstDeepStacks)
#include "tst_deepstacks.moc"
