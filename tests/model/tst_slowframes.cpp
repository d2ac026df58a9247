// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/slowframes.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace ember::model;
using namespace ember::tests;
using namespace std::chrono_literals;

namespace {

Timestamp at(std::int64_t ms)
{
    return timestampFromNs(ms * 1'000'000);
}

TimeRange frameRange(std::int64_t startMs, std::int64_t endMs)
{
    return {at(startMs), at(endMs)};
}

// A thread sample by sample, 10 ms apart. A call is called after its letter; capitals are the
// user's own code, "?" is a call without a name, "*" an event loop.
class Scene {
public:
    Scene() : m_thread(m_builder.addThread({})) { }

    // The next samples, each with that stack, the root first.
    Scene &samples(int count, std::string_view stack)
    {
        StackIndex row = emptyStack;
        for (const char letter : stack)
            row = m_builder.stack(row, m_builder.frame(frameOf(letter)));
        for (; count > 0; --count, m_ms += 10)
            m_builder.addSample(m_thread, {at(m_ms), row, {}});
        return *this;
    }

    // Name and depth of the call that is blamed, and when it began.
    QString blamed(TimeRange frame, BlameCodeOf code = BlameCodeOf::User,
                   BlameReach reach = BlameReach::Within, const std::vector<TimeRange> &others = {})
    {
        const auto spans = buildSpans(m_builder.snapshot());
        const auto call = blamedCall(*spans, m_thread, frame, code, reach, others);
        if (!call)
            return {};
        const Box &box = spans->thread(m_thread).rows[call->depth].boxes[call->box];
        return QStringLiteral("%1 %2 %3")
            .arg(QString::fromStdString(frameName(*spans->profile(), spans->frame(box))))
            .arg(call->depth)
            .arg(toNs(spans->thread(m_thread).start(box)) / 1'000'000);
    }

private:
    Frame frameOf(char letter)
    {
        Frame frame;
        Function function;
        if (letter == '*')
            function.name = m_builder.string("g_main_context_dispatch");
        else if (letter != '?')
            function.name = m_builder.string(std::string(1, letter));
        frame.function = m_builder.function(function);
        frame.inApp = letter >= 'A' && letter <= 'Z' ? InApp::Yes : InApp::No;
        return frame;
    }

    ProfileBuilder m_builder;
    ThreadIndex m_thread;
    std::int64_t m_ms = 0;
};

ProfilePointer withFrames(std::string_view name, const std::vector<MeasurementValue> &values)
{
    ProfileBuilder builder;
    Measurement series;
    series.name = builder.string(std::string(name));
    const auto index = builder.addMeasurement(series);
    for (const MeasurementValue &value : values)
        builder.addMeasurementValue(index, value);
    return builder.snapshot();
}

} // namespace

class TstSlowFrames : public QObject {
    Q_OBJECT

private slots:
    void theDeepestOfTheLongestOwnCallsIsBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(80, "MABs").samples(5, "MAC").samples(10, "M");
        // A lasts 850 ms, B in it 800: the longest counts.
        QCOMPARE(scene.blamed(frameRange(100, 950)), QStringLiteral("A 1 100"));
        Scene same;
        same.samples(10, "M").samples(85, "MABs").samples(10, "M");
        QCOMPARE(same.blamed(frameRange(100, 950)), QStringLiteral("B 2 100"));
        QCOMPARE(same.blamed(frameRange(100, 950), BlameCodeOf::Anybody),
                 QStringLiteral("s 3 100"));
    }

    void eventLoopsAreNotBlamed()
    {
        Scene scene;
        scene.samples(10, "m").samples(60, "m*ab").samples(25, "m*c").samples(10, "m");
        QCOMPARE(scene.blamed(frameRange(100, 950), BlameCodeOf::Anybody),
                 QStringLiteral("b 3 100"));
        for (const auto name : {"g_main_context_dispatch", "QEventLoop::exec(QFlags<int>)",
                                "g_main_context_iterate.isra.0"})
            QVERIFY2(isEventLoop(name), name);
        QVERIFY(!isEventLoop("g_main_context_dispatch_mine"));
        QVERIFY(!isEventLoop("QEventLoop::execute()"));
    }

    // What was before the profile nobody saw; the fifth in which the call begins is counted from
    // its first sample.
    void aFrameThatBeganBeforeTheProfileIsLookedAtFromItsStart()
    {
        Scene scene;
        scene.samples(12, "M").samples(60, "MA").samples(10, "M");
        QCOMPARE(scene.blamed(frameRange(-300, 720)), QStringLiteral("A 1 120"));
    }

    void whatLastsLessThanHalfOfItIsNotBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(40, "MA").samples(60, "M");
        QCOMPARE(scene.blamed(frameRange(100, 950)), QString());
        QCOMPARE(scene.blamed(frameRange(100, 900)), QStringLiteral("A 1 100"));
    }

    void whatBeginsLateIsNotBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(17, "M").samples(68, "MA").samples(10, "M");
        // The margin is 40 ms, a fifth of the frame 160.
        QCOMPARE(scene.blamed(frameRange(100, 900)), QString());
        QCOMPARE(scene.blamed(frameRange(150, 950)), QStringLiteral("A 1 270"));
    }

    void whatReachesBeyondTheMarginIsNotBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(100, "MA").samples(10, "M");
        QCOMPARE(scene.blamed(frameRange(100, 1050)), QString()); // ends 50 ms later, 47.5 may be
        QCOMPARE(scene.blamed(frameRange(100, 1060)), QStringLiteral("A 1 100"));
        QCOMPARE(scene.blamed(frameRange(160, 1100)), QString()); // begins 60 ms earlier, 47 may be
    }

    // Two late frames, one after the other, with the same calls.
    void whatReachesBeyondIsFoundIfItMay()
    {
        Scene scene;
        scene.samples(300, "M").samples(160, "MeABs").samples(300, "M");
        const auto beyond = [&](TimeRange frame, BlameCodeOf code = BlameCodeOf::User) {
            return scene.blamed(frame, code, BlameReach::Beyond);
        };
        for (const TimeRange frame :
             {frameRange(3000, 3800), frameRange(3800, 4600), frameRange(3400, 4200)}) {
            QCOMPARE(scene.blamed(frame, BlameCodeOf::Anybody), QString());
            QCOMPARE(beyond(frame), QStringLiteral("B 3 3000"));
            QCOMPARE(beyond(frame, BlameCodeOf::Anybody), QStringLiteral("s 4 3000"));
        }
        QCOMPARE(beyond(frameRange(4200, 5000)), QStringLiteral("B 3 3000")); // half of it
        QCOMPARE(beyond(frameRange(4210, 5010)), QString());
        QCOMPARE(beyond(frameRange(2700, 3500)), QString()); // begins late
    }

    void whatLastsThroughManyFramesIsNotBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(160, "MA").samples(50, "M");
        const auto beyond = [&](TimeRange frame) {
            return scene.blamed(frame, BlameCodeOf::Anybody, BlameReach::Beyond);
        };
        QCOMPARE(beyond(frameRange(800, 1200)), QStringLiteral("A 1 100"));
        QCOMPARE(beyond(frameRange(800, 1190)), QString());
        QCOMPARE(beyond(frameRange(800, 800)), QString());
    }

    // A short one beside a long one, of the same calls.
    void whatLastsThroughAFewFramesIsBlamedHoweverLongTheseAre()
    {
        Scene scene;
        scene.samples(300, "M").samples(437, "MA").samples(500, "M");
        const TimeRange frame = frameRange(6940, 7370);
        const std::vector<TimeRange> both{frameRange(3000, 6940), frame};
        const auto beyond = [&](const std::vector<TimeRange> &others) {
            return scene.blamed(frame, BlameCodeOf::Anybody, BlameReach::Beyond, others);
        };
        QCOMPARE(beyond(both), QStringLiteral("A 1 3000"));
        QCOMPARE(beyond({}), QString());
        QCOMPARE(beyond({frameRange(1000, 2900), frame, frameRange(7400, 9000)}),
                 QString()); // others' time
        QCOMPARE(beyond({frame, frame, frameRange(6000, 7370)}), QString()); // it is no other frame
        // The same time counts once: 3 s, and three times 430 ms.
        QCOMPARE(
            beyond({frameRange(3000, 6000), frameRange(3000, 6000), frameRange(3000, 6000), frame}),
            QString());
        // The event loop lasts longer than they do together.
        Scene idle;
        idle.samples(300, "M").samples(394, "MA").samples(14, "MB").samples(14, "MC");
        idle.samples(15, "MD").samples(500, "M");
        QCOMPARE(idle.blamed(frame, BlameCodeOf::User, BlameReach::Beyond, both), QString());
    }

    void whatLastsThroughManyLateFramesIsNotBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(100, "MA").samples(10, "M");
        std::vector<TimeRange> frames;
        for (int start = 100; start < 1100; start += 200)
            frames.push_back(frameRange(start, start + 200));
        // Five of them.
        QCOMPARE(scene.blamed(frames[2], BlameCodeOf::Anybody, BlameReach::Beyond, frames),
                 QString());
    }

    void amongCallsWithoutNamesNobodyIsBlamed()
    {
        Scene scene;
        scene.samples(10, "M").samples(85, "????A").samples(10, "M");
        QCOMPARE(scene.blamed(frameRange(100, 950)), QString());
        Scene better;
        better.samples(10, "M").samples(85, "???A").samples(10, "M");
        QCOMPARE(better.blamed(frameRange(100, 950)), QStringLiteral("A 3 100"));
    }

    // The backend goes on to the next outermost call then. No call there begins early enough.
    void noSecondOutermostCallIsBlamed()
    {
        constexpr int window = 40; // samples
        for (const BlameReach reach : {BlameReach::Within, BlameReach::Beyond}) {
            int found = 0;
            for (int first = 1; first < window; ++first) {
                for (int end = 100; end <= 500; end += 50) {
                    const auto blamedBelow = [&](std::string_view callers) {
                        Scene scene;
                        scene.samples(10, "").samples(first, callers).samples(window - first, "B");
                        return scene.blamed(frameRange(100, end), BlameCodeOf::User, reach);
                    };
                    const auto named = blamedBelow("NNNNA");
                    if (named.isEmpty() || named.startsWith(u'B'))
                        continue;
                    ++found;
                    QCOMPARE(blamedBelow("????A"), QString());
                }
            }
            QVERIFY(found > 0);
        }
    }

    void aFrameWithoutSamplesBlamesNobody()
    {
        Scene scene;
        scene.samples(10, "MA");
        QCOMPARE(scene.blamed(frameRange(10'000, 11'000)), QString());
        QCOMPARE(scene.blamed(frameRange(-11'000, -10'000)), QString());
    }

    void framesComeInTimeOrder()
    {
        const auto frames = slowFrames(
            *withFrames(slowFrameSeries, {{at(900), 20e6}, {at(100), 30e6}, {at(500), 0}}));
        QCOMPARE(frames.size(), 3U);
        QVERIFY(frames[0].range == frameRange(70, 100));
        QVERIFY(frames[1].range == frameRange(500, 500));
        QVERIFY(frames[2].range == frameRange(880, 900));
        QVERIFY(frames[0].pace == FramePace::Slow);
    }

    void absurdDurationsAreNoFrames()
    {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double infinite = std::numeric_limits<double>::infinity();
        const auto frames = slowFrames(
            *withFrames(frozenFrameSeries, {{at(1), nan}, {at(2), -5}, {at(3), infinite}}));
        QCOMPARE(frames.size(), 1U);
        QVERIFY(frames[0].range.end == at(3));
        QVERIFY(slowFrames(*withFrames("cpu_usage", {{at(1), 5}})).empty());
    }

    void aFrameThatIsBothIsFrozen()
    {
        ProfileBuilder builder;
        for (const auto name : {slowFrameSeries, frozenFrameSeries}) {
            Measurement series;
            series.name = builder.string(std::string(name));
            builder.addMeasurementValue(builder.addMeasurement(series), {at(900), 800e6});
        }
        const auto frames = slowFrames(*builder.snapshot());
        QCOMPARE(frames.size(), 1U);
        QVERIFY(frames[0].pace == FramePace::Frozen);
    }

    void theMainThreadDraws()
    {
        ProfileBuilder builder;
        const auto process = builder.addProcess({});
        Thread worker;
        worker.process = process;
        Thread main = worker;
        main.isMain = true;
        const auto first = builder.addThread(worker);
        const auto second = builder.addThread(main);
        builder.addSample(first, {at(0), emptyStack, {}});
        QCOMPARE(drawingThread(*builder.snapshot(), process), first); // the main one was not seen
        builder.addSample(second, {at(0), emptyStack, {}});
        QCOMPARE(drawingThread(*builder.snapshot(), process), second);
        QCOMPARE(drawingThread(*builder.snapshot(), {}), second);
        QVERIFY(!drawingThread(*ProfileBuilder().snapshot(), {}).isValid());
    }
};

EMBER_TEST(TstSlowFrames)
#include "tst_slowframes.moc"
