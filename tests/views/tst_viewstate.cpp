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
        for (int place = QObject::staticMetaObject.methodCount(); place < meta->methodCount();
             ++place) {
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

// Threads of these names, with as many samples each.
SpanTablePointer threadsNamed(std::initializer_list<const char *> names, int samples = 1)
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
        const auto row = builder.addThread(thread);
        for (int sample = 1; sample <= samples; ++sample)
            builder.addSample(row, {timestampFromNs(sample), stack, {}});
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
        const auto thread = state.threads().all().front();
        const BoxReference box{thread, 0, BoxIndex(0)};
        const auto setAll = [&] {
            state.selection().select(box);
            state.selection().hover(box);
            state.selection().setCursor(timestampFromNs(5));
            state.selection().selectRange(at(1, 2));
            state.selection().setSearchText(QStringLiteral("x"));
            state.zoom().setFollowing(Follow::Yes);
            state.profile().setChunkRanges({at(1, 2)});
            state.selection().setMarkedRanges({at(1, 2)});
            state.appearance().setColourMode(ColourMode::Module);
            state.appearance().setTimeLabels(TimeLabels::Absolute);
            state.appearance().setShade(Shade::Dark);
            state.threads().setShown(thread, Shown::No);
            state.threads().setCollapsed(thread, Collapsed::Yes);
            state.zoom().setLimits(state.zoom().limits());
            state.zoom().follow(state.zoom().visible());
        };
        setAll();
        const Echo profileEcho(state.profile());
        const Echo zoomEcho(state.zoom());
        const Echo threadsEcho(state.threads());
        const Echo selectionEcho(state.selection());
        const Echo appearanceEcho(state.appearance());
        setAll();
        QCOMPARE(profileEcho.count(), 0);
        QCOMPARE(zoomEcho.count(), 0);
        QCOMPARE(threadsEcho.count(), 0);
        QCOMPARE(selectionEcho.count(), 0);
        QCOMPARE(appearanceEcho.count(), 0);
    }

    void openingShowsAllAndForgetsTheRest()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile()));
        state.zoom().remember();
        state.zoom().zoomAt(state.profile().origin(), 8);
        state.selection().selectRange(state.zoom().visible());
        state.threads().setShown(state.threads().all().front(), Shown::No);
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        QVERIFY(state.zoom().showsAll());
        QVERIFY(!state.zoom().canGoBack());
        QVERIFY(!state.selection().range());
        QCOMPARE(state.threads().shown().size(), 3U);
    }

    void theViewHasRoomForTheLastSample()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile()));
        const auto range = state.spans()->profile()->timeRange();
        QCOMPARE(state.profile().range().start, range.start);
        QCOMPARE(state.profile().range().end, range.end + state.profile().period());
    }

    void aFollowedCaptureShowsItsEnd()
    {
        Growing capture;
        ViewState state;
        state.zoom().setFollowing(Follow::Yes);
        state.open(capture.grow(5));
        QVERIFY(state.zoom().showsAll());
        state.update(capture.grow(60));
        QCOMPARE(state.zoom().visible().end, state.profile().range().end);
        QCOMPARE(state.zoom().visible().duration(), Nanoseconds(10'000'000'000));
    }

    void atItsEndAllOfACaptureIsShownUnlessTheUserHasZoomed()
    {
        const auto shownAtTheEnd = [](const auto &use) {
            Growing capture;
            ViewState state;
            state.zoom().setFollowing(Follow::Yes);
            state.open(capture.grow(5));
            state.update(capture.grow(60));
            use(state);
            state.zoom().endFollowing();
            return std::pair(state.zoom().following(), state.zoom().showsAll());
        };
        const auto isAllShown = [&](const auto &use) {
            const auto [following, showsAll] = shownAtTheEnd(use);
            return following == Follow::No && showsAll;
        };
        QVERIFY(isAllShown([](ViewState &) {}));
        QVERIFY(!isAllShown([](ViewState &state) {
            state.zoom().zoomAt(state.zoom().visible().end, 2);
            QCOMPARE(state.zoom().following(), Follow::Yes);
        }));
        QVERIFY(
            !isAllShown([](ViewState &state) { state.zoom().panBy(-std::chrono::seconds(2)); }));
        QVERIFY(!isAllShown(
            [](ViewState &state) { state.selection().selectRange(state.zoom().visible()); }));
    }

    void panningAwayFromTheEndStopsFollowing()
    {
        Growing capture;
        ViewState state;
        state.zoom().setFollowing(Follow::Yes);
        state.open(capture.grow(5));
        state.update(capture.grow(60));
        state.zoom().panBy(Nanoseconds(-2'000'000'000));
        QCOMPARE(state.zoom().following(), Follow::No);
        const auto visible = state.zoom().visible();
        state.update(capture.grow(30));
        QCOMPARE(state.zoom().visible(), visible);
        state.zoom().setFollowing(Follow::Yes);
        QCOMPARE(state.zoom().visible().end, state.profile().range().end);
    }

    void choosingARangeStopsFollowing()
    {
        Growing capture;
        ViewState state;
        state.zoom().setFollowing(Follow::Yes);
        state.open(capture.grow(5));
        state.selection().selectRange(std::nullopt);
        QCOMPARE(state.zoom().following(), Follow::Yes);
        state.selection().selectRange(state.profile().range());
        QCOMPARE(state.zoom().following(), Follow::No);
        const auto visible = state.zoom().visible();
        state.update(capture.grow(60));
        QCOMPARE(state.zoom().visible(), visible);
        state.zoom().setFollowing(Follow::Yes); // whoever wants both has both
        QVERIFY(state.selection().range());
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
        const ThreadIndex first = state.threads().all().front();
        capture.beginThread();
        state.update(capture.grow(100));
        QCOMPARE(state.threads().all().front(), first);
        const QSignalSpy changed(&state.threads(), &ThreadChoice::changed);
        state.threads().sort();
        QCOMPARE(changed.count(), 1);
        QCOMPARE(state.threads().all().back(), first);
        state.threads().sort();
        QCOMPARE(changed.count(), 1);
    }

    void statisticsNameThreadsOnlyIfSomeAreHidden()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 3})));
        QVERIFY(state.sums().selection().threads.empty());
        state.threads().setShown(state.threads().all().front(), Shown::No);
        QCOMPARE(state.sums().selection().threads.size(), 2U);
    }

    // A ring's start is gone, and with it threads and indices.
    void whatWasChosenOfThreadsHoldsWhenTheProfileIsReadAgain()
    {
        ViewState state;
        state.open(threadsNamed({"a", "b", "c", "d"}));
        state.threads().setShown(ThreadIndex(2), Shown::No);
        state.threads().setCollapsed(ThreadIndex(3), Collapsed::Yes);
        const QSignalSpy changed(&state.threads(), &ThreadChoice::changed);
        state.update(threadsNamed({"c", "d", "e"}));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(idsOf(state, state.threads().all()),
                 (QStringList{QStringLiteral("c"), QStringLiteral("d"), QStringLiteral("e")}));
        QCOMPARE(idsOf(state, state.threads().shown()),
                 (QStringList{QStringLiteral("d"), QStringLiteral("e")}));
        QVERIFY(state.threads().isCollapsed(ThreadIndex(1)));
        QVERIFY(!state.threads().isCollapsed(ThreadIndex(0)));
    }

    void theSelectedCallStaysWhenTheProfileIsReadAgain()
    {
        ViewState state;
        state.open(threadsNamed({"a", "b"}, 3));
        state.selection().select(BoxReference{ThreadIndex(1), 0, BoxIndex(0)});
        const QSignalSpy changed(&state.selection(), &ViewSelection::boxChanged);
        state.update(threadsNamed({"b", "c"}, 4));
        QCOMPARE(state.selection().box(),
                 std::optional(BoxReference{ThreadIndex(0), 0, BoxIndex(0)}));
        QVERIFY(state.selection().function().isValid());
        QVERIFY(changed.isEmpty()); // views would scroll to it
        state.update(threadsNamed({"c"}, 4));
        QVERIFY(!state.selection().box());
    }

    void nothingOpenIsFine()
    {
        ViewState state;
        state.open(nullptr);
        QVERIFY(state.threads().all().empty());
        QVERIFY(state.profile().range().isEmpty());
        state.zoom().zoomAt(timestampFromNs(0), 2);
        state.zoom().panBy(Nanoseconds(5));
        QVERIFY(state.zoom().visible().isEmpty());
    }
};

EMBER_TEST(TstViewState)
#include "tst_viewstate.moc"
