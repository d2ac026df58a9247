// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/threadsandchart.h"

#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// Threads that are sorted, pinned and moved.
class TstThreadsByHand : public QObject, private ThreadsAndChart {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init()
    {
        makeWindow();
        m_height = 100; // groups have no room to open by themselves
    }
    void cleanup() { closeWindow(); }

    void aHeadersClickSortsChartAndSelector()
    {
        ThreadProgram program;
        for (const auto *name : {"b-10", "a", "b-9", "C"})
            program.add({QString::fromLatin1(name), name[0] == 'C' ? 90 : 10});
        show(program);
        QCOMPARE(selector().section(QLatin1Char(';'), 0, 0), QStringLiteral("C"));
        clickHeader(ThreadModel::Name);
        QCOMPARE(selector(), QStringLiteral("a; b-9; b-10; C"));
        QCOMPARE(chart(), selector());
        QCOMPARE(m_view->header()->sortIndicatorSection(), int(ThreadModel::Name));
        clickHeader(ThreadModel::Start);
        QCOMPARE(selector(), QStringLiteral("b-10; a; b-9; C")); // all at once: as they came
        clickHeader(ThreadModel::Running);
        QCOMPARE(chart().section(QLatin1Char(';'), 0, 0), QStringLiteral("C"));
    }

    void pinnedThreadsStandOnTopAlone()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_state->threads().setPinned(ThreadIndex(20), Pinned::Yes); // a sleeper
        m_state->threads().setPinned(ThreadIndex(5), Pinned::Yes); // a worker
        QCOMPARE(selector(),
                 QStringLiteral("sleeper-6; worker-5; main; writer; worker-1 … 12 (11); logger; "
                                "Idle (29)"));
        QVERIFY(m_model->index(0, 0).data(Qt::FontRole).value<QFont>().bold());
        m_state->threads().sort(ThreadSort::Name);
        QVERIFY(selector().startsWith(QStringLiteral("sleeper-6; worker-5; logger; main")));
        m_state->threads().setPinned(ThreadIndex(5), Pinned::No);
        QVERIFY(
            selector().startsWith(QStringLiteral("sleeper-6; logger; main; worker-1 … 12 (12)")));
    }

    // The main thread led, whatever the column said.
    void byRunningWhoRanLongestIsFirstAndGroupsGoByTheirSums()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        QCOMPARE(m_view->header()->sortIndicatorSection(), -1);
        emit m_view->header()->sectionClicked(ThreadModel::Running);
        QCOMPARE(m_view->header()->sortIndicatorSection(), int(ThreadModel::Running));
        QVERIFY(action("Most sampled first")->isChecked());
        QCOMPARE(topRunning(), sorted(topRunning()));
        QVERIFY(selector().startsWith(QStringLiteral("worker-1 … 12 (12); ")));
        QVERIFY(selector().endsWith(QStringLiteral("; Idle (30)")));
        QVERIFY(chart().startsWith(QStringLiteral("[12 0]; ")));
    }

    void byRunningTheyAreSortedAgainForARange()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        action("Most sampled first")->trigger();
        const QString whole = selector();
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(500'000'000), timestampFromNs(625'000'000)});
        EMBER_TRY(selector() != whole); // the workers end before it
        QCOMPARE(topRunning(), sorted(topRunning()));
        QVERIFY(!selector().startsWith(QStringLiteral("worker")));
        m_state->selection().selectRange(std::nullopt);
        EMBER_TRY(selector() == whole);
    }

    void theMenuPinsWhatIsSelected()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_view->setCurrentIndex(m_view->model()->index(3, 0)); // logger
        action("Pin to the top")->trigger();
        QVERIFY(selector().startsWith(QStringLiteral("logger; main")));
        QCOMPARE(m_view->currentIndex().data().toString(), QStringLiteral("logger"));
        action("Unpin")->trigger();
        QVERIFY(selector().startsWith(QStringLiteral("main; writer")));
        // The menu says so when they are pinned elsewhere.
        const ThreadIndex logger = m_model->threadAt(m_model->index(3, 0));
        m_state->threads().setPinned(logger, Pinned::Yes);
        QVERIFY(action("Unpin"));
        m_state->threads().setPinned(logger, Pinned::No);
        QVERIFY(action("Pin to the top"));
        action("Sort by name")->trigger();
        QVERIFY(selector().startsWith(QStringLiteral("logger; main; worker")));
        QVERIFY(action("Sort by name")->isChecked());
    }

    void aGroupIsPinnedAtOnce()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const auto idle = m_state->threads().order().groups()[4].threads;
        m_view->setCurrentIndex(m_view->model()->index(4, 0));
        const QSignalSpy changed(&m_state->threads(), &ThreadChoice::changed);
        action("Pin to the top")->trigger();
        QCOMPARE(changed.count(), 1);
        const auto &order = m_state->threads().order().threads();
        QCOMPARE(std::vector(order.begin(), order.begin() + 30), idle);
        QVERIFY(selector().startsWith(nameOf(idle.front()) + QStringLiteral("; ")));
        QVERIFY(selector().endsWith(QStringLiteral("; main; writer; worker-1 … 12 (12); logger")));
    }

    void threadsAndGroupsAreMovedByHand()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        drag(m_model->index(3, 0), 0, {}); // logger to the top
        QVERIFY(selector().startsWith(QStringLiteral("logger; main; writer")));
        QVERIFY(m_state->threads().order().sortedBy() == ThreadSort::Own);
        QCOMPARE(m_view->header()->sortIndicatorSection(), -1);
        drag(m_model->index(3, 0), 1, {}); // the workers behind it
        QCOMPARE(selector(), QStringLiteral("logger; worker-1 … 12 (12); main; writer; Idle (30)"));
        const auto workers = m_model->index(1, 0);
        drag(m_model->index(1, 0, workers), 0, workers);
        QCOMPARE(m_model->index(0, 0, m_model->index(1, 0)).data().toString(),
                 QStringLiteral("worker-2"));
        drag(m_model->index(0, 0), -1, {}); // dropped below everything
        QCOMPARE(selector(), QStringLiteral("worker-1 … 12 (12); main; writer; logger; Idle (30)"));
        QVERIFY(chart().startsWith(QStringLiteral("[12 0]; main; writer; logger")));
    }

    void whatIsSearchedIsGoneToByKeysAndEscapeEndsTheSearch()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        auto *field = m_watched->panel.findChild<QLineEdit *>();
        const QSignalSpy gone(&m_state->threads(), &ThreadChoice::goneTo);
        const QSignalSpy left(&m_watched->panel, &ThreadsPanel::left);
        const auto lastGoneTo = [&] {
            return gone.isEmpty() ? QString() : nameOf(gone.last().first().value<ThreadIndex>());
        };
        QTest::keyClicks(field, QStringLiteral("worker-1"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(lastGoneTo(), QStringLiteral("worker-1"));
        const Lane *lane = m_chart->chartLayout().laneOf(ThreadIndex(1));
        QVERIFY(lane && lane->rows > 0); // it is unfolded, and its group open
        QCOMPARE(m_chart->camera().scrollY, lane->top);
        QTest::keyClick(field, Qt::Key_Down);
        QCOMPARE(gone.count(), 1);
        QTest::keyClick(field, Qt::Key_Enter);
        QCOMPARE(lastGoneTo(), QStringLiteral("worker-10"));
        QTest::keyClick(m_view, Qt::Key_Down);
        QTest::keyClick(m_view, Qt::Key_Return);
        QCOMPARE(lastGoneTo(), QStringLiteral("worker-11"));
        QTest::keyClicks(field, QStringLiteral("nobody"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(gone.count(), 3);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(field->text().isEmpty());
        QCOMPARE(m_view->model()->rowCount(), 5);
        QCOMPARE(left.count(), 0);
        QTest::keyClick(field, Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    void enterGoesToTheFirstFoundOneThatIsShown()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        auto *field = m_watched->panel.findChild<QLineEdit *>();
        const QSignalSpy gone(&m_state->threads(), &ThreadChoice::goneTo);
        const auto lastGoneTo = [&] {
            return gone.isEmpty() ? QString() : nameOf(gone.last().first().value<ThreadIndex>());
        };
        QTest::keyClicks(field, QStringLiteral("worker"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(lastGoneTo(), QStringLiteral("worker-1"));
        m_view->model()->setData(m_view->currentIndex(), Qt::Unchecked, Qt::CheckStateRole);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(lastGoneTo(), QStringLiteral("worker-2"));
        field->clear();
        QTest::keyClicks(field, QStringLiteral("worker"));
        QCOMPARE(m_view->currentIndex().data().toString(), QStringLiteral("worker-2"));
    }

    void whatWasArrangedHoldsWhenTheProfileIsReadAgain()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_state->threads().setPinned(ThreadIndex(14), Pinned::Yes);
        m_state->threads().setGroupOpen(m_state->threads().order().groups()[3].key, Open::Yes);
        ThreadProgram again;
        again.addServer();
        m_state->update(again.spans());
        QVERIFY(m_state->threads().order().isPinned(ThreadIndex(14)));
        QVERIFY(m_state->threads().order().isOpen(m_state->threads().order().groups()[3]));
        QVERIFY(m_state->threads().order().groups()[3].kind == ThreadGroup::Kind::Alike);
    }

private:
    // What the top rows say, before the idle ones.
    std::vector<std::int64_t> topRunning() const
    {
        std::vector<std::int64_t> running;
        for (const ThreadGroup &group : m_state->threads().order().groups()) {
            if (group.kind == ThreadGroup::Kind::Idle)
                continue;
            std::int64_t sum = 0;
            for (const ThreadIndex thread : group.threads) {
                const auto &busy = m_state->spans()->thread(thread).busy;
                const auto &samples = m_state->spans()->profile()->samples(thread);
                const auto range =
                    m_state->selection().range().value_or(m_state->profile().range());
                sum +=
                    (busy.before(samples, range.end) - busy.before(samples, range.start)).count();
            }
            running.push_back(sum);
        }
        return running;
    }

    static std::vector<std::int64_t> sorted(std::vector<std::int64_t> values)
    {
        std::ranges::sort(values, std::ranges::greater());
        return values;
    }

    void clickHeader(int section)
    {
        QHeaderView &header = *m_view->header();
        emit header.sectionClicked(section);
    }

    QAction *action(const char *text) const
    {
        for (QAction *action : m_view->actions()) {
            if (action->text() == QLatin1String(text))
                return action;
        }
        return nullptr;
    }

    void drag(const QModelIndex &what, int row, const QModelIndex &parent)
    {
        const std::unique_ptr<QMimeData> data(m_model->mimeData({what}));
        QVERIFY(m_model->flags(what) & Qt::ItemIsDragEnabled);
        QVERIFY(m_model->dropMimeData(data.get(), Qt::MoveAction, row, 0, parent));
    }
};

EMBER_TEST(TstThreadsByHand)
#include "tst_threadsbyhand.moc"
