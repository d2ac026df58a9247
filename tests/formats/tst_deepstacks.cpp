// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "model/formats/sentry/chunkwriter.h"
#include "model/formats/writtenstacks.h"
#include "model/profile/profilebuilder.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <utility>

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
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto leaf = builder.frame({});
        auto stack = emptyStack;
        for (int depth = 0; depth < 1000; ++depth)
            stack = builder.stack(stack, leaf);
        for (std::uint64_t sample = 0; sample <= writtenFrameLimit / 1000; ++sample)
            builder.addSample(thread, {timestampFromNs(std::int64_t(sample)), stack, {}});
        const auto profile = builder.snapshot();
        QVERIFY(checkWrittenOut({&profile, 1}, WrittenOut::EachStack));
        const auto refused = checkWrittenOut({&profile, 1}, WrittenOut::EachSample);
        QVERIFY(!refused);
        QVERIFY(refused.error().detail.find("200001000 frames") != std::string::npos);
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
};

EMBER_TEST(TstDeepStacks)
#include "tst_deepstacks.moc"
