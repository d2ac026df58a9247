// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/reportjson.h"
#include "model/spans/spanbuilder.h"
#include "tests/sentry/writtenchunks.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <chrono>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

namespace {

constexpr int ticks = 23; // of 10 ms
constexpr std::uint64_t insideWaits = 8 + 7 + 21;

// Three threads: "main" waits (ticks 0 to 9), works, waits again (12 to 21, but it runs at 15) and
// works; "worker" runs all the time, "idler" waits all the time.
ProfilePointer captureWithWaits()
{
    NativeCapture capture;
    const auto main = capture.thread("42", "main");
    const auto worker = capture.thread("43", "worker");
    const auto idler = capture.thread("44", "idler");
    const auto root = capture.named("start", 1, 0x5200);
    const auto wait = capture.named("wait", 2, 0x5210);
    const auto work = capture.named("work", 3, 0x5220);
    const auto add = [&](ThreadIndex thread, int tick, FrameIndex leaf, ThreadState state) {
        SampleDetail detail;
        detail.state = state;
        const std::vector<FrameIndex> stack{leaf, root};
        capture.builder().addSample(thread,
                                    {timestampFromNs(captureEpoch + tick * 10'000'000LL),
                                     capture.builder().stackFromLeafFirst(stack), detail});
    };
    for (int tick = 0; tick < ticks; ++tick) {
        const bool isAtWork = tick == 10 || tick == 11 || tick == 22;
        const bool isRunning = isAtWork || tick == 15;
        add(main, tick, isAtWork ? work : wait,
            isRunning ? ThreadState::Running : ThreadState::Blocked);
        add(worker, tick, work, ThreadState::Running);
        add(idler, tick, wait, ThreadState::Blocked);
    }
    return capture.profile();
}

ChunkOptions thinned(CutLimits cut = {})
{
    ChunkOptions options;
    options.waits = Waits::Thinned;
    options.cut = cut;
    return options;
}

// Takes the numbers of samples out, which Sentry does not draw.
void dropCounts(json &value)
{
    if (value.is_object())
        value.erase("samples");
    for (auto &part : value) {
        if (part.is_structured())
            dropCounts(part);
    }
}

json callsIn(const std::vector<WrittenChunk> &chunks)
{
    const auto profile = reopened(chunks);
    if (!profile)
        return {};
    std::vector<ThreadIndex> threads;
    for (std::size_t row = 0; row < profile->threadCount(); ++row)
        threads.emplace_back(row);
    std::string text;
    report::callTreeJson(*buildSpans(profile), threads, {}, [&](std::string_view piece) {
        text += piece;
        return true;
    });
    auto calls = json::parse(text);
    dropCounts(calls);
    return calls;
}

} // namespace

// Samples inside waits, which can be left out.
class TstWaitingSamples : public QObject {
    Q_OBJECT

private slots:
    void theSameCallsAreDrawnFromFewerSamples()
    {
        const auto profile = captureWithWaits();
        const auto all = written(*profile);
        WriteReport report;
        const auto fewer = written(*profile, thinned(), &report);
        QCOMPARE(fewer.size(), std::size_t(1));
        QCOMPARE(report.thinnedSamples, insideWaits);
        QCOMPARE(fewer[0].samples(), 3 * ticks - insideWaits);
        QCOMPARE(documentOf(fewer[0])["profile"]["samples"].size(), 3 * ticks - insideWaits);
        QCOMPARE(documentOf(all.at(0))["profile"]["samples"].size(), std::size_t(3 * ticks));
        QCOMPARE(verdictOf(fewer[0]), verdictOf(all[0]));
        QVERIFY(callsIn(all)["threads"].size() == 3);
        COMPARE_JSON(callsIn(fewer), callsIn(all));
    }

    void everyChunkKeepsItsEnds()
    {
        using std::chrono::milliseconds;
        const CutLimits cut{milliseconds(100), milliseconds(150)};
        const auto profile = captureWithWaits();
        ChunkOptions whole;
        whole.cut = cut;
        const auto all = written(*profile, whole);
        const auto fewer = written(*profile, thinned(cut));
        QVERIFY(all.size() > 1);
        QCOMPARE(fewer.size(), all.size());
        for (std::size_t row = 0; row < all.size(); ++row) {
            const auto before = documentOf(all[row])["profile"]["samples"];
            const auto after = documentOf(fewer[row])["profile"]["samples"];
            QVERIFY(after.size() < before.size());
            COMPARE_JSON(after.front()["timestamp"], before.front()["timestamp"]);
            COMPARE_JSON(after.back()["timestamp"], before.back()["timestamp"]);
        }
        COMPARE_JSON(callsIn(fewer), callsIn(all));
    }

    void withoutKnownStatesNothingIsLeftOut()
    {
        NativeCapture capture;
        WriteReport report;
        written(*capture.typical(), thinned(), &report);
        QCOMPARE(report.thinnedSamples, std::uint64_t(0));
    }
};

EMBER_TEST(TstWaitingSamples)
#include "tst_waitingsamples.moc"
