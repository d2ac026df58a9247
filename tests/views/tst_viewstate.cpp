// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"

#include <QMetaMethod>
#include <QSignalSpy>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

// Counts every signal an object sends.
class Echo {
public:
    explicit Echo(QObject &object)
    {
        const QMetaObject *meta = object.metaObject();
        for (int place = meta->methodOffset(); place < meta->methodCount(); ++place) {
            if (meta->method(place).methodType() == QMetaMethod::Signal)
                m_spies.push_back(std::make_unique<QSignalSpy>(&object, meta->method(place)));
        }
    }

    qsizetype count() const
    {
        qsizetype all = 0;
        for (const auto &spy : m_spies)
            all += spy->count();
        return all;
    }

private:
    std::vector<std::unique_ptr<QSignalSpy>> m_spies;
};

TimeRange at(std::int64_t start, std::int64_t end)
{
    return {timestampFromNs(start), timestampFromNs(end)};
}

// A capture that grows: one thread, one frame, a sample per second.
class Growing {
public:
    Growing()
    {
        Function function;
        function.name = m_builder.string("main");
        Frame frame;
        frame.function = m_builder.function(function);
        m_stack = m_builder.stack(emptyStack, m_builder.frame(frame));
        m_thread = m_builder.addThread({});
    }

    void beginThread() { m_thread = m_builder.addThread({}); }

    SpanTablePointer grow(int seconds)
    {
        for (int second = 0; second < seconds; ++second)
            m_builder.addSample(m_thread,
                                {timestampFromNs(1'000'000'000LL * m_next++), m_stack, {}});
        return m_spans.update(m_builder.snapshot());
    }

private:
    ProfileBuilder m_builder;
    SpanBuilder m_spans;
    StackIndex m_stack;
    ThreadIndex m_thread;
    std::int64_t m_next = 1;
};

// Threads of these names, a sample each.
SpanTablePointer threadsNamed(std::initializer_list<const char *> names)
{
    ProfileBuilder builder;
    Function function;
    function.name = builder.string("main");
    Frame frame;
    frame.function = builder.function(function);
    const auto stack = builder.stack(emptyStack, builder.frame(frame));
    for (const char *name : names) {
        Thread thread;
        thread.id = builder.string(name);
        builder.addSample(builder.addThread(thread), {timestampFromNs(1), stack, {}});
    }
    return buildSpans(builder.snapshot());
}

QStringList idsOf(const ViewState &state, const std::vector<ThreadIndex> &threads)
{
    QStringList ids;
    for (const ThreadIndex thread : threads)
        ids << fromUtf8(
            state.spans()->profile()->text(state.spans()->profile()->thread(thread).id));
    return ids;
}

} // namespace

class TstViewState : public QObject {
    Q_OBJECT

private slots:
    void aProfileOfMeasurementsOnlyIsShownWhole()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        const auto series = builder.addMeasurement(
            {builder.addProcess({}), builder.string("heap"), builder.string("byte"), {}});
        for (const std::int64_t time : {5'000'000'000, 9'000'000'000})
            builder.addMeasurementValue(series, {timestampFromNs(time), 1});
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        QVERIFY(state.zoom().visible().start <= timestampFromNs(5'000'000'000));
        QVERIFY(state.zoom().visible().end >= timestampFromNs(9'000'000'000));
        QVERIFY(state.zoom().visible().duration() < std::chrono::seconds(10));
    }

    void settersIgnoreWhatIsThereAlready()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile()));
        const auto thread = state.threads().front();
        const BoxReference box{thread, 0, BoxIndex(0)};
        const auto setAll = [&] {
            state.select(box);
            state.hover(box);
            state.setCursor(timestampFromNs(5));
            state.selectRange(at(1, 2));
            state.setSearchText(QStringLiteral("x"));
            state.setFollow(Follow::Yes);
            state.setChunkRanges({at(1, 2)});
            state.setMarkedRanges({at(1, 2)});
            state.setColourMode(ColourMode::Module);
            state.setTimeLabels(TimeLabels::Absolute);
            state.setShade(Shade::Dark);
            state.setShown(thread, Shown::No);
            state.setCollapsed(thread, Collapsed::Yes);
            state.zoom().setLimits(state.zoom().limits());
            state.zoom().follow(state.zoom().visible());
        };
        setAll();
        const Echo stateEcho(state);
        const Echo zoomEcho(state.zoom());
        setAll();
        QCOMPARE(stateEcho.count(), 0);
        QCOMPARE(zoomEcho.count(), 0);
    }

    void openingShowsAllAndForgetsTheRest()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile()));
        state.zoom().remember();
        state.zoom().zoomAt(state.origin(), 8);
        state.selectRange(state.zoom().visible());
        state.setShown(state.threads().front(), Shown::No);
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        QVERIFY(state.zoom().showsAll());
        QVERIFY(!state.zoom().canGoBack());
        QVERIFY(!state.selectedRange());
        QCOMPARE(state.shownThreads().size(), 3U);
    }

    void theViewHasRoomForTheLastSample()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile()));
        const auto range = state.spans()->profile()->timeRange();
        QCOMPARE(state.profileRange().start, range.start);
        QCOMPARE(state.profileRange().end, range.end + state.period());
    }

    void aFollowedCaptureShowsItsEnd()
    {
        Growing capture;
        ViewState state;
        state.setFollow(Follow::Yes);
        state.open(capture.grow(5));
        QVERIFY(state.zoom().showsAll());
        state.update(capture.grow(60));
        QCOMPARE(state.zoom().visible().end, state.profileRange().end);
        QCOMPARE(state.zoom().visible().duration(), Nanoseconds(10'000'000'000));
    }

    void panningAwayFromTheEndStopsFollowing()
    {
        Growing capture;
        ViewState state;
        state.setFollow(Follow::Yes);
        state.open(capture.grow(5));
        state.update(capture.grow(60));
        state.zoom().panBy(Nanoseconds(-2'000'000'000));
        QCOMPARE(state.follow(), Follow::No);
        const auto visible = state.zoom().visible();
        state.update(capture.grow(30));
        QCOMPARE(state.zoom().visible(), visible);
        state.setFollow(Follow::Yes);
        QCOMPARE(state.zoom().visible().end, state.profileRange().end);
    }

    void choosingARangeStopsFollowing()
    {
        Growing capture;
        ViewState state;
        state.setFollow(Follow::Yes);
        state.open(capture.grow(5));
        state.selectRange(std::nullopt);
        QCOMPARE(state.follow(), Follow::Yes);
        state.selectRange(state.profileRange());
        QCOMPARE(state.follow(), Follow::No);
        const auto visible = state.zoom().visible();
        state.update(capture.grow(60));
        QCOMPARE(state.zoom().visible(), visible);
        state.setFollow(Follow::Yes); // whoever wants both has both
        QVERIFY(state.selectedRange());
    }

    void zoomingKeepsTheAnchorInItsPlace()
    {
        TimeZoom zoom;
        zoom.setLimits(at(0, 1'000'000));
        zoom.zoomAt(timestampFromNs(250'000), 2);
        QCOMPARE(zoom.visible(), at(125'000, 625'000));
        zoom.zoomAt(timestampFromNs(250'000), 0.25);
        QVERIFY(zoom.showsAll());
        zoom.zoomAt(timestampFromNs(500'000), 1e12);
        QCOMPARE(zoom.visible().duration(), TimeZoom::shortest);
        zoom.panBy(Nanoseconds(-5'000'000));
        QCOMPARE(zoom.visible().start, timestampFromNs(0));
    }

    void historyGoesBackAndForward()
    {
        TimeZoom zoom;
        zoom.setLimits(at(0, 1'000'000));
        zoom.remember();
        zoom.show(at(100, 1000));
        zoom.remember();
        zoom.show(at(200, 700));
        zoom.goBack();
        QCOMPARE(zoom.visible(), at(100, 1000));
        zoom.goBack();
        QVERIFY(zoom.showsAll());
        QVERIFY(!zoom.canGoBack());
        zoom.goForward();
        zoom.goForward();
        QCOMPARE(zoom.visible(), at(200, 700));
        QVERIFY(!zoom.canGoForward());
    }

    // Wheels and keys take many small steps: Back takes back all that followed each other.
    void aRunOfStepsRemembersWhereItBegan()
    {
        TimeZoom zoom;
        zoom.setLimits(at(0, 1'000'000));
        zoom.zoomAt(timestampFromNs(0), 2);
        zoom.zoomAt(timestampFromNs(0), 2);
        zoom.panBy(Nanoseconds(1000));
        const TimeRange first = zoom.visible();
        QCOMPARE(first, at(1000, 251'000));
        zoom.show(at(5000, 6000)); // not a step
        zoom.zoomAt(timestampFromNs(5000), 2);
        zoom.goBack();
        QCOMPARE(zoom.visible(), at(5000, 6000));
        zoom.goBack();
        QVERIFY(zoom.showsAll());
        zoom.zoomAt(timestampFromNs(0), 0.5); // leads nowhere: nothing is forgotten
        QVERIFY(zoom.canGoForward());
        zoom.goForward();
        QCOMPARE(zoom.visible(), at(5000, 6000));
    }

    void revealingMovesOnlyIfItMust()
    {
        TimeZoom zoom;
        zoom.setLimits(at(0, 1'000'000));
        zoom.show(at(0, 1000));
        const QSignalSpy moved(&zoom, &TimeZoom::visibleChanged);
        zoom.reveal(at(100, 200));
        QCOMPARE(moved.count(), 0);
        zoom.reveal(at(5000, 5100));
        QCOMPARE(zoom.visible(), at(4550, 5550));
    }

    void threadsThatCameLateAreSortedInAtTheEnd()
    {
        Growing capture;
        ViewState state;
        state.open(capture.grow(2));
        const ThreadIndex first = state.threads().front();
        capture.beginThread();
        state.update(capture.grow(100));
        QCOMPARE(state.threads().front(), first);
        const QSignalSpy changed(&state, &ViewState::threadsChanged);
        state.sortThreads();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(state.threads().back(), first);
        state.sortThreads();
        QCOMPARE(changed.count(), 1);
    }

    void statisticsNameThreadsOnlyIfSomeAreHidden()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        QVERIFY(state.sums().selection().threads.empty());
        state.setShown(state.threads().front(), Shown::No);
        QCOMPARE(state.sums().selection().threads.size(), 2U);
    }

    // A ring's start is gone, and with it threads and indices.
    void whatWasChosenOfThreadsHoldsWhenTheProfileIsReadAgain()
    {
        ViewState state;
        state.open(threadsNamed({"a", "b", "c", "d"}));
        state.setShown(ThreadIndex(2), Shown::No);
        state.setCollapsed(ThreadIndex(3), Collapsed::Yes);
        const QSignalSpy changed(&state, &ViewState::threadsChanged);
        state.update(threadsNamed({"c", "d", "e"}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(idsOf(state, state.threads()),
                 (QStringList{QStringLiteral("c"), QStringLiteral("d"), QStringLiteral("e")}));
        QCOMPARE(idsOf(state, state.shownThreads()),
                 (QStringList{QStringLiteral("d"), QStringLiteral("e")}));
        QVERIFY(state.isCollapsed(ThreadIndex(1)));
        QVERIFY(!state.isCollapsed(ThreadIndex(0)));
    }

    void nothingOpenIsFine()
    {
        ViewState state;
        state.open(nullptr);
        QVERIFY(state.threads().empty());
        QVERIFY(state.profileRange().isEmpty());
        state.zoom().zoomAt(timestampFromNs(0), 2);
        state.zoom().panBy(Nanoseconds(5));
        QVERIFY(state.zoom().visible().isEmpty());
    }
};

EMBER_TEST(TstViewState)
#include "tst_viewstate.moc"
