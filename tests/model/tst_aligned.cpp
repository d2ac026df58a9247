// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/aligned.h"
#include "model/profile/pauses.h"
#include "model/profile/profile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <optional>
#include <string>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

// A recording that begins at that second.
ProfilePointer recordingAt(std::int64_t second, std::string_view picture, const char *library)
{
    ProfileBuilder builder;
    const auto start = timestampFromNs(second * 1'000'000'000);
    Process process;
    process.name = builder.string("app");
    process.start = start;
    Source source;
    source.process = builder.addProcess(process);
    source.type = builder.string("emberchart");
    builder.addSource(source);
    Image image;
    image.process = source.process;
    image.codeFile = builder.string(library);
    builder.addImage(image);
    const auto thread = addTextThread(builder, picture);
    ThreadSamples samples = builder.snapshot()->samples(thread);
    for (std::size_t row = 0; row < samples.size(); ++row)
        samples.times[SampleIndex(row)] += std::chrono::seconds(second);
    builder.setSamples(thread, samples);
    Measurement series;
    series.process = source.process;
    series.name = builder.string("load");
    builder.addMeasurementValue(builder.addMeasurement(series), {start, 1});
    builder.addThreadChange({thread, start, builder.string("renamed"), {}});
    builder.addOutput({start, OutputStream::Standard, builder.string("hello")});
    return builder.snapshot();
}

} // namespace

// Several recordings on one axis.
class TstAligned : public QObject {
    Q_OBJECT

private slots:
    // Lengths of gaps are told by the rate: none is better than that of another recording.
    void theRateIsKnownIfItIsOne()
    {
        const auto at = [](double rateHz) {
            ProfileBuilder builder;
            builder.statistics().rateHz = rateHz;
            return builder.snapshot();
        };
        QCOMPARE(onOneClock(std::vector{at(499), at(499)})->tables().statistics.rateHz, 499.0);
        QCOMPARE(onOneClock(std::vector{at(499), at(101)})->tables().statistics.rateHz, 0.0);
    }

    void onOneClockTimesAreKept()
    {
        const std::vector profiles{recordingAt(1000, "a a b\n", "/one.so"),
                                   recordingAt(1001, "c a\n", "/two.so")};
        const auto together = onOneClock(profiles);
        const Profile &profile = *together;
        QCOMPARE(profile.tables().origin, TimeOrigin::UnixEpoch);
        QCOMPARE(profile.threadCount(), std::size_t(2));
        QCOMPARE(profile.timeRange().start, timestampFromNs(1'000'000'000'000));
        QCOMPARE(profile.samples(ThreadIndex(1)).times[SampleIndex(0)],
                 timestampFromNs(1'001'000'000'000));
        QCOMPARE(profile.process(ProcessIndex(1)).start,
                 std::optional(timestampFromNs(1'001'000'000'000)));
        QVERIFY(!findAttribute(profile, profile.tables().sources[SourceIndex(1)], startAttribute));
    }

    void timesThatCountFromAProfilesStartAreMoved()
    {
        ProfileBuilder v1(TimeOrigin::ProfileStart);
        v1.setStart(timestampFromNs(1'000'500'000'000));
        const auto thread = addTextThread(v1, "a b\n");
        const auto own = v1.snapshot();
        const std::vector profiles{recordingAt(1000, "a a b\n", "/one.so"), own};
        const auto together = onOneClock(profiles);
        const ThreadIndex last(together->threadCount() - 1);
        QCOMPARE(together->samples(last).times[SampleIndex(0)],
                 own->samples(thread).times[SampleIndex(0)] + Nanoseconds(1'000'500'000'000));
        QCOMPARE(rangeOnClock(*own)->start, together->samples(last).times[SampleIndex(0)]);
        v1.setStart(std::nullopt);
        QVERIFY(!rangeOnClock(*v1.snapshot()));
    }

    // What is missing between two chunks was missed by their program only.
    void timesBetweenChunksAreNoPausesOfOthers()
    {
        ProfileBuilder chunks;
        addTextThread(chunks, "a b\n");
        const auto text = chunks.string(betweenChunks);
        chunks.addEvent({timestampFromNs(1), CaptureEventKind::Paused, 0, text});
        chunks.addEvent({timestampFromNs(2), CaptureEventKind::Resumed, 0, text});
        const std::vector profiles{chunks.snapshot()};
        QCOMPARE(pausesOf(*profiles.front()).size(), std::size_t(1));
        QVERIFY(pausesOf(*onOneClock(profiles)).empty());
    }

    void recordingsBeginTogether()
    {
        const std::vector<std::string> pictures{"a a b\n", "c a\n"};
        const std::vector profiles{recordingAt(1000, pictures[0], "/one.so"),
                                   recordingAt(70'000'000, pictures[1], "/two.so")};
        const std::vector<std::string> files{"/first.ember"}; // that of the second is not known
        const auto together = alignedAtStarts(profiles, files);
        const Profile &profile = *together;
        const auto uriOf = [&](std::size_t row) {
            return profile.text(profile.tables().sources[SourceIndex(row)].uri);
        };
        QCOMPARE(uriOf(0), std::string_view("/first.ember"));
        QCOMPARE(uriOf(1), std::string_view());
        QCOMPARE(profile.threadCount(), std::size_t(2));
        QCOMPARE(profile.sampleCount(), std::size_t(5));
        QCOMPARE(profile.timeRange().start, Timestamp());
        QCOMPARE(profile.timeRange().duration(), Nanoseconds(20'000'000));
        QCOMPARE(profile.tables().origin, TimeOrigin::ProfileStart);
        for (std::size_t row = 0; row < 2; ++row) {
            const ThreadIndex thread(row);
            QCOMPARE(printedCalls(together, thread), printedCalls(textProfile(pictures[row])));
            QCOMPARE(profile.samples(thread).source(SampleIndex(0)), SourceIndex(row));
            QCOMPARE(profile.thread(thread).process, ProcessIndex(row));
            QCOMPARE(profile.text(profile.thread(thread).name), std::string_view("renamed"));
            QCOMPARE(profile.process(ProcessIndex(row)).start, std::optional(Timestamp()));
            QCOMPARE(profile.tables().measurements[MeasurementIndex(row)].values.back().time,
                     Timestamp());
            QCOMPARE(profile.image(ImageIndex(row)).process, ProcessIndex(row));
        }
        QCOMPARE(profile.text(profile.image(ImageIndex(1)).codeFile), std::string_view("/two.so"));
        QCOMPARE(profile.tables().output.back().time, Timestamp());
        QCOMPARE(findAttribute(profile, profile.tables().sources[SourceIndex(1)], startAttribute),
                 std::optional<std::string_view>("70000000000000000"));
    }
};

EMBER_TEST(TstAligned)
#include "tst_aligned.moc"
