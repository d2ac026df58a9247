// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searcher.h"
#include "views/state/sumsquery.h"
#include "views/timeline/timelineview.h"
#include "views/tracing/spanpainter.h"
#include "views/tracing/spanspanel.h"
#include "views/tracing/spantext.h"
#include "views/tracing/spantrack.h"
#include "views/tracks/track.h"
#include "views/tracks/trackspanel.h"
#include "views/widgets/guttercell.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QTest>
#include <QTreeView>

#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

Timestamp ms(std::int64_t time)
{
    return timestampFromNs(time * 1'000'000);
}

// Two threads with samples from 0 to 100 ms. The first has a transaction from 20 to 80 ms with two
// spans, of which the second has failed.
class Request {
public:
    Request()
    {
        const auto main = addTextThread(builder, "0 50 100\na a a", "1", "main");
        const auto worker = addTextThread(builder, "0 50 100\nb b b", "2", "worker");
        Transaction root;
        root.thread = main;
        root.name = builder.string("GET /cart");
        root.op = builder.string("http.server");
        root.traceId = builder.string("0123456789abcdef0123456789abcdef");
        root.spanId = builder.string("00000000000000aa");
        root.start = ms(20);
        root.end = ms(80);
        const auto transaction = builder.addTransaction(root);
        add(main, 30, 40, "SELECT <b>1</b>", "db.query", {}, transaction);
        add(worker, 50, 70, "render", "template", "internal_error", transaction);
    }

    void add(ThreadIndex thread, int start, int end, std::string_view name, std::string_view op,
             std::string_view status, TransactionIndex transaction)
    {
        TracingSpan span{{}, thread, builder.string(name), ms(start), ms(end)};
        span.op = builder.string(op);
        span.parent = builder.string("00000000000000aa");
        if (!status.empty())
            span.status = builder.string(status);
        span.transaction = transaction;
        builder.addTracingSpan(span);
    }

    ProfileBuilder builder;
};

// The timeline of a profile whose spans are there.
struct SpanWindow {
    explicit SpanWindow(const ProfilePointer &profile, QSize size = {600, 400})
    {
        state.open(buildSpans(profile));
        picture = pictureOf(view, size);
    }

    SpanTrack &track() { return view.spans(); }

    // The middle of a span's box.
    QPoint middleOf(const ReportedSpan &span)
    {
        return track().viewport().placeOf(span).center().toPoint();
    }

    ReportedSpan span(std::size_t lane, std::size_t row, std::size_t place = 0)
    {
        return track().viewport().lanes()[lane].rows[row][place];
    }

    ViewState state;
    Searcher searcher{state};
    TimelineView view{state, searcher};
    QImage picture;
};

// Spans of 1 µs each, one after the other with gaps of the same length, each third with two
// children: 100 000 in all.
ProfilePointer denseProfile()
{
    ProfileBuilder builder;
    const auto thread = addTextThread(builder, "0 60\na a");
    const auto name = builder.string("request with a name of usual length");
    const auto op = builder.string("http.client");
    for (int number = 0; number < 60'000; ++number) {
        const auto start = timestampFromNs(number * 1'000LL);
        builder.addTracingSpan({{}, thread, name, start, start + Nanoseconds(900), op});
        if (number % 3 == 0) {
            builder.addTracingSpan(
                {{}, thread, name, start + Nanoseconds(100), start + Nanoseconds(300), op});
            builder.addTracingSpan(
                {{}, thread, name, start + Nanoseconds(400), start + Nanoseconds(800), op});
        }
    }
    return builder.snapshot();
}

} // namespace

class TstSpans : public QObject {
    Q_OBJECT

private slots:
    // However many spans there are, tracks without room have the line that opens them; below 380
    // pixels only the first one has room.
    void spansLeaveTheLineOfTheOtherTracks()
    {
        Request request;
        const auto process = request.builder.addProcess({});
        for (const char *name : {"cpu_usage", "memory_footprint", "opened_files"}) {
            Measurement series;
            series.process = process;
            series.name = request.builder.string(name);
            const auto index = request.builder.addMeasurement(series);
            for (int time = 0; time <= 100; time += 50)
                request.builder.addMeasurementValue(index, {ms(time), 1.0 * time});
        }
        SpanWindow window(request.builder.snapshot());
        const auto *tracks = window.view.findChild<TracksPanel *>();
        const auto *rest = window.view.findChild<GutterCell *>(QStringLiteral("restOfTracks"));
        for (int height = 380; height < 1'000; height += 15) {
            pictureOf(window.view, {600, height});
            QVERIFY2(rest->isVisible() || tracks->height() == 3 * Track::rowHeight,
                     qPrintable(QString::number(height)));
        }
    }

    void aTrackIsThereOnlyIfThereAreSpans()
    {
        Request request;
        SpanWindow window(textProfile("a a a"));
        QVERIFY(window.track().isHidden());
        window.state.open(buildSpans(request.builder.snapshot()));
        EMBER_TRY(!window.track().isHidden());
        QCOMPARE(window.track().viewport().lanes().size(), 2U);
        window.state.open(nullptr);
        QVERIFY(window.track().isHidden());
    }

    void aClickSelectsRangeAndThread()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        const ReportedSpan failed = window.span(1, 0);
        QTest::mouseClick(&window.track(), Qt::LeftButton, {}, window.middleOf(failed));
        QCOMPARE(window.state.selection().range(), std::optional(TimeRange{ms(50), ms(70)}));
        QVERIFY(window.state.selection().box());
        QCOMPARE(window.state.selection().box()->thread, ThreadIndex(1));
        QCOMPARE(window.track().chosen(), std::optional(failed));
        QVERIFY(window.track().accessibleDescription().contains(QLatin1String("worker")));
    }

    void onlyTheThreadOfTheChosenSpanCounts()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        const ThreadIndex main(0);
        const ThreadIndex worker(1);
        window.track().choose(window.span(1, 0));
        QCOMPARE(window.state.threads().shown(), std::vector{worker});
        QCOMPARE(window.state.sums().selection().threads, std::vector{worker});
        window.state.threads().showUsual(); // as its chip does
        QVERIFY(window.track().chosen());
        QVERIFY(window.state.sums().selection().threads.empty());
        window.track().choose(window.span(0, 0));
        QCOMPARE(window.state.threads().shown(), std::vector{main});
    }

    void aSpanWithoutAThreadChangesTheRangeOnly()
    {
        Request request;
        request.add({}, 30, 60, "whose?", "queue", {}, {});
        const ThreadIndex silent = request.builder.addThread({}); // without samples
        request.add(silent, 40, 90, "idle", "queue", {}, {});
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        for (const auto &lane : window.track().viewport().lanes()) {
            const ReportedSpan span = lane.rows[0][0];
            if (lane.thread == ThreadIndex(0) || lane.thread == ThreadIndex(1))
                continue;
            window.track().choose(span);
            QCOMPARE(window.state.selection().range(), std::optional(span.range));
            QVERIFY(!window.state.threads().isAnyHidden());
            QVERIFY(!window.state.selection().box());
        }
        QCOMPARE(window.track().viewport().lanes().size(), 4U);
    }

    // The figures of another thread would stand for its time.
    void aSpanWithoutAThreadTakesBackThatOneCountsAlone()
    {
        Request request;
        request.add({}, 30, 60, "whose?", "queue", {}, {});
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        const auto &lanes = window.track().viewport().lanes();
        const auto lane =
            std::ranges::find_if(lanes, [](const SpanLane &one) { return !one.thread.isValid(); });
        QVERIFY(lane != lanes.end());
        const ReportedSpan span = lane->rows[0][0];
        ThreadChoice &threads = window.state.threads();
        window.track().choose(window.span(1, 0));
        QCOMPARE(threads.shown(), std::vector{ThreadIndex(1)});
        window.track().choose(span);
        QVERIFY(!threads.isAnyHidden());
        threads.showOnly({ThreadIndex(0)}); // what the user has checked stays
        window.track().choose(span);
        QCOMPARE(threads.shown(), std::vector{ThreadIndex(0)});
    }

    void aClickShowsAThreadThatWasHidden()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        window.state.threads().setShown(ThreadIndex(1), Shown::No);
        QTest::mouseClick(&window.track(), Qt::LeftButton, {}, window.middleOf(window.span(1, 0)));
        QVERIFY(window.state.threads().isShown(ThreadIndex(1)));
    }

    void undoTakesASelectionBack()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        window.track().choose(window.span(0, 0));
        window.track().choose(window.span(0, 1));
        window.state.sums().history().undo();
        QCOMPARE(window.state.selection().range(), std::optional(TimeRange{ms(20), ms(80)}));
        QVERIFY(!window.track().chosen());
        window.state.sums().history().undo();
        QVERIFY(!window.state.selection().range());
        QVERIFY(!window.state.threads().isAnyHidden()); // both were one step
        QVERIFY(!window.state.sums().history().canUndo());
    }

    void aDoubleClickZooms()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        QTest::mouseDClick(&window.track(), Qt::LeftButton, {}, window.middleOf(window.span(0, 0)));
        const TimeRange visible = window.state.zoom().visible();
        QCOMPARE(visible, (TimeRange{ms(17), ms(83)}));
        window.state.zoom().goBack();
        QVERIFY(window.state.zoom().showsAll());
    }

    void keysWalkThroughSpans()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        QVERIFY(window.track().focusPolicy() & Qt::TabFocus);
        SpanTrack &track = window.track();
        QVERIFY(track.perform(ChartAction::SelectChild));
        QCOMPARE(track.chosen(), std::optional(window.span(0, 0)));
        QVERIFY(track.perform(ChartAction::SelectChild));
        QCOMPARE(track.chosen(), std::optional(window.span(0, 1)));
        QVERIFY(track.perform(ChartAction::NextThread));
        QCOMPARE(track.chosen(), std::optional(window.span(1, 0)));
        QVERIFY(track.perform(ChartAction::PreviousThread));
        QVERIFY(track.perform(ChartAction::SelectParent));
        QTest::keyClick(&track, Qt::Key_Return);
        QCOMPARE(window.state.zoom().visible().start, ms(17));
        QVERIFY(track.perform(ChartAction::FitAll)); // the chart's
        QVERIFY(window.state.zoom().showsAll());
    }

    void theChosenSpanStaysWhenTheProfileIsReadAgain()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        window.track().choose(window.span(0, 1));
        const auto range = window.state.selection().range();
        Request again;
        again.add(ThreadIndex(0), 1, 2, "earlier", "db.query", {}, {});
        window.state.update(buildSpans(again.builder.snapshot()));
        EMBER_TRY(window.track().chosen().has_value());
        QCOMPARE(window.track().chosen()->range, (TimeRange{ms(30), ms(40)}));
        QCOMPARE(window.state.selection().range(), range);
        window.state.open(buildSpans(request.builder.snapshot())); // another profile
        EMBER_TRY(window.track().hasSpans());
        QVERIFY(!window.track().chosen());
    }

    void aTipSaysWhatIsKnownAndNothingOfItIsRichText()
    {
        Request request;
        const auto profile = request.builder.snapshot();
        SpanWindow window(profile);
        EMBER_TRY(window.track().hasSpans());
        const auto &viewport = window.track().viewport();
        const auto hit = viewport.hitAt(window.middleOf(window.span(0, 1)));
        QVERIFY(hit);
        const QString tip = spanTip(*profile, *hit, ms(0));
        for (const auto part : {"SELECT &lt;b&gt;1&lt;/b&gt;", "db.query", "10", "main",
                                "0123456789abcdef0123456789abcdef"})
            QVERIFY2(tip.contains(QLatin1String(part)), part);
        const QString failed =
            spanTip(*profile, *viewport.hitAt(window.middleOf(window.span(1, 0))), ms(0));
        QVERIFY(failed.contains(QLatin1String("internal_error")));
        QVERIFY(failed.contains(QLatin1String("worker")));
    }

    void aProfileWithoutSamplesShowsItsSpans()
    {
        ProfileBuilder builder;
        Thread thread;
        thread.name = builder.string("main");
        Transaction root;
        root.thread = builder.addThread(thread);
        root.name = builder.string("GET /");
        root.start = ms(1'000);
        root.end = ms(1'100);
        builder.addTransaction(root);
        SpanWindow window(builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        const auto room = window.state.profile().period(); // for a mark at the end
        QCOMPARE(window.state.zoom().limits(), (TimeRange{ms(1'000), ms(1'100) + room}));
        QVERIFY(!window.track().isHidden());
        QVERIFY(window.track().viewport().placeOf(window.span(0, 0)).width() > 300);
        window.track().choose(window.span(0, 0)); // its thread is not in the chart
        QCOMPARE(window.state.selection().range(), std::optional(TimeRange{ms(1'000), ms(1'100)}));
    }

    void theTrackFollowsALiveProfile()
    {
        Request request;
        SpanWindow window(request.builder.snapshot());
        EMBER_TRY(window.track().hasSpans());
        window.track().choose(window.span(0, 0));
        request.add(ThreadIndex(1), 80, 90, "later", "task", {}, {});
        window.state.update(buildSpans(request.builder.snapshot()));
        EMBER_TRY(window.track().viewport().lanes()[1].spans == 2);
        QCOMPARE(window.track().chosen(), std::optional(window.span(0, 0)));
    }

    // In a window with room for one row only.
    void aSingleRowStaysThatOfTheChosenSpan()
    {
        Request request;
        SpanWindow window(request.builder.snapshot(), {600, 100});
        EMBER_TRY(window.track().hasSpans());
        const SpanViewport &viewport = window.track().viewport();
        pictureOf(window.view, {600, 100});
        QVERIFY(viewport.isSingleRow());
        window.track().choose(window.span(0, 1));
        QCOMPARE(viewport.rowTop(0, 1), 0);
        request.add(ThreadIndex(1), 80, 90, "later", "task", {}, {});
        window.state.update(buildSpans(request.builder.snapshot()));
        EMBER_TRY(viewport.lanes()[1].spans == 2);
        QCOMPARE(viewport.rowTop(0, 1), 0);
        window.track().choose(window.span(1, 0));
        QCOMPARE(viewport.rowTop(1, 0), 0);
    }

    // Every column that a span covers is in exactly one run, and each span is counted once.
    void runsCoverWhatSpansCover()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            std::vector<ReportedSpan> row;
            std::int64_t time = 0;
            for (int number = 0; number < 300; ++number) {
                const auto start = time + std::int64_t(random() % 40);
                time = start + std::int64_t(random() % (random() % 20 == 0 ? 3'000 : 30));
                row.push_back({{timestampFromNs(start), timestampFromNs(time)},
                               {},
                               TracingSpanIndex(std::size_t(number))});
            }
            const TimeScale scale({timestampFromNs(0), timestampFromNs(time + 1)}, 500);
            const auto runs = spanRuns(row, scale);
            std::size_t next = 0;
            int right = 0;
            for (const SpanRun &run : runs) {
                QCOMPARE(run.first, next);
                QVERIFY(run.left < run.right);
                QVERIFY(run.left >= right - 1); // at most the column is shared that both touch
                next += run.count;
                right = run.right;
                const double width =
                    scale.toX(row[run.first].range.end) - scale.toX(row[run.first].range.start);
                QVERIFY(run.count == 1 || width < ownRun);
            }
            QCOMPARE(next, row.size());
        }
    }

    void manySpansAreFewRuns()
    {
        const auto profile = denseProfile();
        const auto lanes = spanLanes(*profile);
        QCOMPARE(lanes[0].spans, 100'000U);
        const TimeScale scale(profile->timeRange(), 1'000);
        std::size_t counted = 0;
        for (const auto &row : lanes[0].rows) {
            const auto runs = spanRuns(row, scale);
            QVERIFY(runs.size() <= 1'000);
            for (const SpanRun &run : runs)
                counted += run.count;
        }
        QCOMPARE(counted, 100'000U);
    }

    void theTreeOfSpansNestsNamesAndReportsWhatIsClicked()
    {
        Request request;
        ViewState state;
        state.open(buildSpans(request.builder.snapshot()));
        SpansPanel panel(state.profile());
        panel.resize(600, 400);
        panel.show();
        auto *view = panel.findChild<QTreeView *>();
        const QAbstractItemModelTester tester(view->model());
        EMBER_TRY(view->model()->rowCount() == 1);
        const QModelIndex root = view->model()->index(0, 0);
        QCOMPARE(root.data().toString(), QStringLiteral("GET /cart · http.server"));
        QCOMPARE(view->model()->rowCount(root), 2);
        QVERIFY(view->isExpanded(root));
        std::optional<ReportedSpan> chosen;
        int times = 0;
        connect(&panel, &SpansPanel::spanChosen, &panel, [&](const ReportedSpan &span) {
            chosen = span;
            ++times;
        });
        const QModelIndex failed = view->model()->index(1, SpanTreeModel::Status, root);
        QCOMPARE(failed.data().toString(), QStringLiteral("internal_error"));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(failed).center());
        QVERIFY(chosen);
        QCOMPARE(chosen->range, (TimeRange{ms(50), ms(70)}));
        QCOMPARE(times, 1);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(failed).center());
        QCOMPARE(times, 2); // the current row is chosen again
        state.open(nullptr);
        QCOMPARE(view->model()->rowCount(), 0);
        QVERIFY(view->isHidden());
    }

    void picturesAreReadable_data() { addShades(); }
    void picturesAreReadable()
    {
        QFETCH(views::Shade, shade);
        Request request;
        SpanWindow window(request.builder.snapshot());
        useShade(window.state, shade);
        EMBER_TRY(window.track().hasSpans());
        const QImage picture = pictureOf(window.view, {900, 420});
        keepPicture(picture, QStringLiteral("spans"));
        QVERIFY(colourCount(window.track().grab().toImage(), 8) >= 8);
    }
};

EMBER_TEST(TstSpans)
#include "tst_spans.moc"
