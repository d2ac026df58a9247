// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/views/threadsandchart.h"
#include "views/flamechart/waitarrow.h"

#include <QSignalSpy>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

using Doing = Program::Doing;

const std::vector<std::string> locking{"Main", "Refill", "std::mutex::lock()",
                                       "___pthread_mutex_lock", "__lll_lock_wait"};

} // namespace

// Who likely ended a wait, as an arrow in the chart.
class TstWaitArrow : public QObject, private ThreadsAndChart {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void theHolderOfALockIsPointedFromUntilAnotherCallIsSelected()
    {
        showProgram({"Main", "Else"});
        const QImage before = pictureOf(*m_chart, {600, 400});
        const QPoint shaft = placeOfShaft();
        m_state->selection().select(waitingCall());
        EMBER_TRY(m_chart->waitArrow().wait().has_value());
        QVERIFY(m_chart->waitArrow().wait()->likely->thread == ThreadIndex(1));
        QCOMPARE(m_chart->waitArrow().text(),
                 QStringLiteral("waited 300 ms from +0.10 s on: likely held by holder"));
        const QImage with = pictureOf(*m_chart, {600, 400});
        QVERIFY(around(with, shaft) != around(before, shaft));
        m_state->selection().select(std::nullopt);
        QVERIFY(!m_chart->waitArrow().wait());
        QCOMPARE(around(pictureOf(*m_chart, {600, 400}), shaft), around(before, shaft));
    }

    void theTextStandsBesideTheArrowsTail()
    {
        showProgram({"Main", "Else"});
        const QImage before = pictureOf(*m_chart, {600, 400});
        m_state->selection().select(waitingCall());
        EMBER_TRY(m_chart->waitArrow().wait().has_value());
        const QImage with = pictureOf(*m_chart, {600, 400});
        int lowest = before.height() - 1;
        while (lowest > 0 && before.copy(0, lowest, 600, 1) == with.copy(0, lowest, 600, 1))
            --lowest;
        const int tail = m_chart->chartLayout().laneOf(ThreadIndex(1))->top;
        QVERIFY(lowest > tail + 12);
        QVERIFY2(lowest < tail + 50, qPrintable(QString::number(lowest)));
    }

    // The arrow's text stands away from the call.
    void theTextNeverHidesTheSelectedCall()
    {
        showProgram({"Main", "Else"});
        m_state->selection().select(waitingCall());
        const auto bar = [&] {
            const QImage all = pictureOf(*m_chart, {600, 400});
            const ChartLayout &layout = m_chart->chartLayout();
            const int top = layout.rowTop(*layout.laneOf(ThreadIndex(0)), 2);
            const double ratio = all.devicePixelRatio();
            const TimeScale &scale = m_chart->camera().scale;
            return all.copy(QRectF(scale.toX(atMs(110)) * ratio, (top + 1) * ratio,
                                   (scale.toX(atMs(390)) - scale.toX(atMs(110))) * ratio,
                                   (layout.metrics().rowHeight - 3) * ratio)
                                .toRect());
        };
        const QImage without = bar();
        EMBER_TRY(m_chart->waitArrow().wait().has_value());
        QVERIFY(!without.isNull());
        QCOMPARE(bar(), without);
    }

    // Two that were in the function: samples do not show which of them had the lock.
    void whereSamplesDoNotShowItThereIsNone()
    {
        showProgram({"Main", "Refill", "Compute"});
        const QSignalSpy answered(&m_chart->waitArrow(), &WaitArrow::changed);
        m_state->selection().select(waitingCall());
        EMBER_TRY(!answered.isEmpty());
        QVERIFY(!m_chart->waitArrow().wait());
        QCOMPARE(m_chart->waitArrow().text(), QString());
    }

    // The selected call is the same one, but the threads have changed places.
    void aProfileThatIsReadAgainIsAskedAnew()
    {
        show(programOf({"Main", "Else"}));
        m_state->selection().select(waitingCall());
        EMBER_TRY(m_chart->waitArrow().wait().has_value());
        m_state->update(programOf({"Main", "Else"}, Third::Holder));
        QVERIFY(m_state->selection().box() == waitingCall());
        QVERIFY(!m_chart->waitArrow().wait());
        EMBER_TRY(m_chart->waitArrow().wait().has_value());
        QVERIFY(m_chart->waitArrow().wait()->likely->thread == ThreadIndex(2));
        QVERIFY(m_chart->waitArrow().text().endsWith(QStringLiteral("held by holder")));
    }

private:
    enum class Third : std::uint8_t { Other, Holder }; // thread of the program

    void showProgram(const std::vector<std::string> &others) { show(programOf(others)); }

    static SpanTablePointer programOf(const std::vector<std::string> &others,
                                      Third third = Third::Other)
    {
        Program program(2);
        const auto waiter = program.thread("waiter");
        const bool isHolderThird = third == Third::Holder;
        const auto second = program.thread(isHolderThird ? "other" : "holder");
        const auto last = program.thread(isHolderThird ? "holder" : "other");
        const auto holder = isHolderThird ? last : second;
        const auto other = isHolderThird ? second : last;
        program.add(waiter, 10, {"Main"}, Doing::running())
            .add(waiter, 30, locking, Doing::blocked())
            .add(waiter, 10, {"Main", "Refill"}, Doing::running())
            .add(holder, 8, {"Main"}, Doing::running())
            .add(holder, 32, {"Main", "Refill", "Compute"}, Doing::running())
            .add(holder, 10, {"Main"}, Doing::running())
            .add(other, 50, others, Doing::running());
        return buildSpans(program.builder.snapshot());
    }

    // The call of std::mutex::lock().
    static BoxReference waitingCall() { return {ThreadIndex(0), 2, BoxIndex(0)}; }

    // Between the rows of the waiting thread and the strip of the holder, where the wait ends.
    QPoint placeOfShaft() const
    {
        const ChartLayout &layout = m_chart->chartLayout();
        const Lane &holder = *layout.laneOf(ThreadIndex(1));
        const Lane &waiter = *layout.laneOf(ThreadIndex(0));
        const int y = (layout.rowTop(waiter, 3) + holder.top) / 2;
        return {static_cast<int>(m_chart->camera().scale.toX(atMs(400))), y};
    }

    static QImage around(const QImage &picture, QPoint place)
    {
        return picture.copy(place.x() - 2, place.y() - 12, 5, 24);
    }
};

EMBER_TEST(TstWaitArrow)
#include "tst_waitarrow.moc"
