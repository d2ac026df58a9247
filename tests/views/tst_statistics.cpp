// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/state/sumsquery.h"
#include "views/statistics/functioncallsview.h"
#include "views/statistics/statisticspanel.h"
#include "views/widgets/propertyview.h"

#include <QAbstractItemModelTester>
#include <QHelpEvent>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QToolTip>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr std::int64_t msInNs = 1'000'000;

TimeRange range(std::int64_t startMs, std::int64_t endMs)
{
    return {timestampFromNs(startMs * msInNs), timestampFromNs(endMs * msInNs)};
}

// Runs for 300 ms, waits for a lock for 500, for a file for 190; held for 2 µs at each running
// sample. Five ticks were missed at its end.
ProfilePointer workingAndWaiting()
{
    ProfileBuilder builder;
    Thread thread;
    thread.name = builder.string("worker");
    const auto row = builder.addThread(thread);
    int ms = 0;
    const auto add = [&](int count, const char *name, SampleDetail detail) {
        for (; count > 0; --count, ms += 10)
            builder.addSample(row,
                              {timestampFromNs(ms * msInNs), textStack(builder, name), detail});
    };
    add(30, "work", {10'000'000, 2000, ThreadState::Running, noSystemCall});
    add(50, "lock", {0, 0, ThreadState::Blocked, SystemCall(202)});
    add(20, "load", {0, 0, ThreadState::Blocked, SystemCall(0)});
    builder.statistics().rateHz = 100;
    builder.statistics().ticks = 105;
    builder.addEvent({timestampFromNs(1000 * msInNs), CaptureEventKind::MissedTicks, 5, {}});
    return builder.snapshot();
}

} // namespace

// Figures of the selected range, and of the function pointed at last.
class TstStatistics : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_watched = std::make_unique<WatchedPanel<StatisticsPanel>>();
        m_state = &m_watched->state;
        m_panel = &m_watched->panel;
        m_table = m_panel->findChild<QTableView *>();
    }

    void cleanup() { m_watched.reset(); }

    void theRangeIsTakenApartByWhatThreadsDid()
    {
        show(workingAndWaiting());
        EMBER_TRY(value("Samples") == QLatin1String("100"));
        QCOMPARE(value("Length"), QStringLiteral("990 ms"));
        QCOMPARE(value("Running"), QStringLiteral("300 ms  (30.3 %), 30 samples"));
        QCOMPARE(value("Blocked"), QStringLiteral("690 ms  (69.7 %), 70 samples"));
        QCOMPARE(value("futex"), QStringLiteral("500 ms  (50.5 %), 50 samples"));
        QCOMPARE(value("read"), QStringLiteral("190 ms  (19.2 %), 20 samples"));
        QCOMPARE(value("Missed ticks"), QStringLiteral("5"));
        QCOMPARE(value("Stops"), QStringLiteral("30"));
        QCOMPARE(value("Longest stop"), QStringLiteral("2.00 µs"));
        QVERIFY(value("worker").startsWith(QStringLiteral("290 ms  (100 %)")));
    }

    void allFiguresFollowRangeAndFilters()
    {
        show(workingAndWaiting());
        m_state->selection().selectRange(range(200, 400));
        EMBER_TRY(value("Length") == QLatin1String("200 ms"));
        QCOMPARE(value("Running"), QStringLiteral("100 ms  (50.0 %), 10 samples"));
        QCOMPARE(value("Missed ticks"), QStringLiteral("0"));
        m_state->selection().selectRange(range(200, 981)); // ticks fell out at 950, 960, …
        EMBER_TRY(value("Missed ticks") == QLatin1String("4"));
        m_state->selection().selectRange(range(200, 400));
        EMBER_TRY(value("Length") == QLatin1String("200 ms"));
        m_state->sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "lock"}});
        EMBER_TRY(value("Samples") == QLatin1String("10"));
        QVERIFY(value("futex").isEmpty());
    }

    void theFunctionPointedAtHasItsShareWithItsConfidence()
    {
        show(workingAndWaiting());
        QVERIFY(title().startsWith(QStringLiteral("Click")));
        pointAt("lock");
        EMBER_TRY(title() == QLatin1String("lock"));
        QCOMPARE(value("Total"), QStringLiteral("500 ms  (50.5 %)"));
        QCOMPARE(value("Seen in"), QStringLiteral("50 of 100 samples"));
        QCOMPARE(value("95 % confidence"), QStringLiteral("40.4 % … 59.6 %"));
        QCOMPARE(value("Calls"), QStringLiteral("1"));
        QCOMPARE(value("Median"), QStringLiteral("500 ms"));
        m_state->selection().selectRange(range(0, 400));
        EMBER_TRY(value("Calls") == QLatin1String("1, 1 reach out of the range"));
    }

    void aCallThatIsChosenIsTheOneTheChartShows()
    {
        show(textProfile("m m m m m m m m m m\n"
                         "a . a a a . a a . .\n"));
        pointAt("a");
        EMBER_TRY(m_table->model()->rowCount() == 3);
        const QAbstractItemModelTester tester(
            m_table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(column(LongCallModel::Duration), QStringLiteral("30.0 ms 20.0 ms 10.0 ms"));
        QCOMPARE(column(LongCallModel::Start), QStringLiteral("+0.020 s +0.060 s +0.000 s"));
        m_table->selectRow(0);
        QVERIFY(selectedRange() == range(20, 50));
        QVERIFY(!m_state->zoom().showsAll());
        QTest::keyClick(m_table, Qt::Key_Down);
        QVERIFY(selectedRange() == range(60, 80));
        QVERIFY(m_state->zoom().visible().contains(timestampFromNs(70 * msInNs)));
        EMBER_TRY(m_table->currentIndex().row() == 1); // also after the answer to what was asked
        m_state->zoom().goBack();
        m_state->zoom().goBack();
        QVERIFY(m_state->zoom().showsAll());
    }

    void theHistogramTellsItsBars()
    {
        show(textProfile("a . a a a . a a . .\n"));
        pointAt("a");
        auto *histogram = m_panel->findChild<Histogram *>();
        EMBER_TRY(histogram->buckets().size() == 2);
        QCOMPARE(histogram->accessibleDescription(),
                 QStringLiteral("10.0 ms to 20.0 ms: 1 call(s); 20.0 ms to 50.0 ms: 2 call(s)"));
        const QPoint place(histogram->width() * 3 / 4, histogram->height() / 2);
        QHelpEvent help(QEvent::ToolTip, place, histogram->mapToGlobal(place));
        QCoreApplication::sendEvent(histogram, &help);
        QCOMPARE(QToolTip::text(), QStringLiteral("20.0 ms to 50.0 ms: 2 call(s)"));
        QVERIFY(colourCount(pictureOf(*histogram, histogram->size()), 3) >= 3);
    }

    void anotherProfileIsAnotherQuestion()
    {
        show(workingAndWaiting());
        pointAt("lock");
        EMBER_TRY(title() == QLatin1String("lock"));
        m_state->open(buildSpans(textProfile("x x x\n")));
        EMBER_TRY(value("Samples") == QLatin1String("3"));
        QVERIFY(title().startsWith(QStringLiteral("Click")));
        QCOMPARE(m_table->model()->rowCount(), 0);
        m_state->open(nullptr);
        EMBER_TRY(value("Samples").isEmpty());
    }

    void inANarrowWindowNothingIsToTheSide()
    {
        show(syntheticProfile({.threads = 3}));
        m_state->selection().select(BoxReference{m_state->threads().all().front(), 3, BoxIndex(0)});
        EMBER_TRY(m_table->model()->rowCount() > 0);
        for (const QSize size : {QSize(440, 320), QSize(1100, 320)}) {
            pictureOf(*m_panel, size);
            for (const PropertyView *view : m_panel->findChildren<PropertyView *>())
                QVERIFY(view->columnWidth(0) + view->columnWidth(1) <= view->viewport()->width());
        }
        const auto *parts = m_panel->findChild<QSplitter *>(QString(), Qt::FindDirectChildrenOnly);
        QCOMPARE(parts->orientation(), Qt::Horizontal);
        pictureOf(*m_panel, {440, 320});
        QCOMPARE(parts->orientation(), Qt::Vertical);
    }

    void itLooksRightWithManyThreads_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<Shade>("shade");
        for (const int threads : {1, 200}) {
            QTest::addRow("%d light", threads) << threads << Shade::Light;
            QTest::addRow("%d dark", threads) << threads << Shade::Dark;
        }
    }

    void itLooksRightWithManyThreads()
    {
        QFETCH(int, threads);
        QFETCH(Shade, shade);
        useShade(*m_state, shade);
        SyntheticOptions options;
        options.threads = std::size_t(threads);
        options.samplesPerThread = 300;
        options.events = true;
        show(syntheticProfile(options));
        m_state->selection().select(BoxReference{m_state->threads().all().front(), 3, BoxIndex(0)});
        EMBER_TRY(m_table->model()->rowCount() > 0);
        const QImage picture = pictureOf(*m_panel, {1100, 340});
        keepPicture(picture, QStringLiteral("statistics"));
        QVERIFY(colourCount(picture, 8) >= 8);
    }

private:
    void show(const ProfilePointer &profile)
    {
        pictureOf(*m_panel, {1000, 400});
        m_state->open(buildSpans(profile));
    }

    void pointAt(std::string_view name)
    {
        const Profile &profile = *m_state->spans()->profile();
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            if (frameName(profile, FrameIndex(row)) == name)
                m_state->selection().setFunction(FrameIndex(row));
        }
    }

    // The first row of that name in any of the figures; empty: there is none.
    QString value(const char *name) const
    {
        for (const PropertyView *view : m_panel->findChildren<PropertyView *>()) {
            const auto found =
                view->findItems(QString::fromUtf8(name), Qt::MatchExactly | Qt::MatchRecursive);
            if (!found.isEmpty())
                return found.front()->text(1);
        }
        return {};
    }

    QString title() const
    {
        return m_panel->findChild<QLabel *>(QStringLiteral("statisticsFunction"))->text();
    }

    QString column(int column) const
    {
        QStringList cells;
        for (int row = 0; row < m_table->model()->rowCount(); ++row)
            cells << m_table->model()->index(row, column).data().toString();
        return cells.join(QLatin1Char(' '));
    }

    TimeRange selectedRange() const
    {
        return rangeOf(*m_state->spans(), *m_state->selection().box());
    }

    std::unique_ptr<WatchedPanel<StatisticsPanel>> m_watched;
    ViewState *m_state = nullptr;
    StatisticsPanel *m_panel = nullptr;
    QTableView *m_table = nullptr;
};

EMBER_TEST(TstStatistics)
#include "tst_statistics.moc"
