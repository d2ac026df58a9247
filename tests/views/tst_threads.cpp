// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "tests/views/threadprogram.h"
#include "tests/views/watchedpanel.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/threads/threadmodel.h"
#include "views/threads/threadspanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>

#include <utility>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// Many threads: one order for chart and selector.
class TstThreads : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_watched = std::make_unique<WatchedPanel<ThreadsPanel>>();
        m_state = &m_watched->state;
        m_chart = std::make_unique<FlameChartWidget>(*m_state, m_watched->searcher);
        m_view = m_watched->panel.findChild<QTreeView *>();
        m_model = m_watched->panel.findChild<ThreadModel *>();
    }

    void cleanup()
    {
        m_chart.reset();
        m_watched.reset();
    }

    void fewThreadsEachStandAlone()
    {
        ThreadProgram program;
        program.addMany(QStringLiteral("worker-%1"), 20, 10);
        show(program);
        QCOMPARE(m_chart->chartLayout().lanes().size(), 20U);
        QVERIFY(!m_model->hasGroups());
    }

    void whatAThreadWasCalledBeforeIsInItsToolTip()
    {
        ThreadProgram program;
        program.addMany(QStringLiteral("worker-%1"), 2, 10);
        program.rename(ThreadIndex(0), QStringLiteral("bash"));
        program.rename(ThreadIndex(0), QStringLiteral("xz"));
        show(program);
        const auto tip = [&](ThreadIndex thread) {
            return m_model->indexOf(thread).data(Qt::ToolTipRole).toString();
        };
        QVERIFY2(tip(ThreadIndex(0)).startsWith(QStringLiteral("xz\n")),
                 qPrintable(tip(ThreadIndex(0))));
        QVERIFY(tip(ThreadIndex(0)).endsWith(QStringLiteral("\nearlier: worker-1, bash")));
        QVERIFY(!tip(ThreadIndex(1)).contains(QStringLiteral("earlier")));
        const DetailsPanel details(*m_state);
        const auto *const rows = details.findChild<QTreeWidget *>();
        const auto shown = [rows] {
            return rows->findItems(QStringLiteral("Earlier names"),
                                   Qt::MatchExactly | Qt::MatchRecursive);
        };
        m_state->select(BoxReference{ThreadIndex(1), 0, BoxIndex(0)});
        QCOMPARE(shown().size(), 0);
        m_state->select(BoxReference{ThreadIndex(0), 0, BoxIndex(0)});
        QCOMPARE(shown().size(), 1);
        QCOMPARE(shown().front()->text(1), QStringLiteral("worker-1, bash"));
    }

    void manyStandInGroupsWithTheMainThreadFirst()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const QString expected =
            QStringLiteral("main; writer; worker-1 … 12 (12); logger; Idle (30)");
        QCOMPARE(selector(), expected);
        QCOMPARE(chart(), QStringLiteral("main; writer; [12 0]; logger; [30 1]"));
        const auto group = m_model->index(2, ThreadModel::Name);
        QCOMPARE(m_model->rowCount(group), 12);
        QCOMPARE(group.siblingAtColumn(ThreadModel::Samples).data().toString(),
                 QStringLiteral("1200"));
        QCOMPARE(group.siblingAtColumn(ThreadModel::Running).data().toString(),
                 QStringLiteral("3.60 s"));
        const auto activity = group.siblingAtColumn(ThreadModel::Activity)
                                  .data(ThreadModel::ActivityRole)
                                  .value<std::vector<float>>();
        QVERIFY(activity.front() > 0.99F);
        QCOMPARE(activity.back(), 0.0F);
        const QAbstractItemModelTester tester(
            m_model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_state->setAllGroupsOpen(Open::Yes);
    }

    void aMainThreadThatOnlyWaitsStandsBehindThoseThatWork()
    {
        for (const auto &[busy, first] : {std::pair(1, "worker"), std::pair(2, "main")}) {
            ThreadProgram program;
            program.add({QStringLiteral("main"), busy, true});
            program.add({QStringLiteral("worker"), 99});
            show(program);
            QVERIFY2(selector().startsWith(QLatin1String(first)), qPrintable(selector()));
        }
    }

    void threadsOfOneNameAreToldApartByTheirIds()
    {
        ThreadProgram program;
        program.add({QStringLiteral("xz"), 60});
        program.add({QStringLiteral("xz"), 30});
        program.add({QStringLiteral("other"), 10});
        show(program);
        QCOMPARE(selector(), QStringLiteral("xz · 1; xz · 2; other"));
    }

    void aGroupOpensInChartAndSelectorAtOnce()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const Lane *header = &m_chart->chartLayout().lanes()[2];
        QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, QPoint(60, header->top + 5));
        QCOMPARE(m_chart->chartLayout().lanes().size(), 5U + 12U);
        QVERIFY(m_view->isExpanded(m_view->model()->index(2, 0)));
        m_view->collapse(m_view->model()->index(2, 0));
        QCOMPARE(m_chart->chartLayout().lanes().size(), 5U);
        m_view->expand(m_view->model()->index(4, 0));
        QCOMPARE(m_chart->chartLayout().lanes().size(), 5U + 30U);
    }

    void aCallThatIsChosenOpensItsGroup()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const ThreadIndex worker(7);
        QVERIFY(!m_chart->chartLayout().laneOf(worker));
        m_chart->scrollTo(worker); // to the group's name
        m_state->select(BoxReference{worker, 0, BoxIndex(0)});
        QVERIFY(m_chart->chartLayout().laneOf(worker));
        QVERIFY(m_state->selection());
    }

    void keysGoFromThreadToThreadPastTheNamesOfGroups()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_state->setAllGroupsOpen(Open::Yes);
        m_state->select(BoxReference{ThreadIndex(13), 0, BoxIndex(0)}); // writer
        m_chart->perform(ChartAction::NextThread);
        QCOMPARE(nameOf(m_state->selection()->thread), QStringLiteral("worker-1"));
        m_chart->perform(ChartAction::PreviousThread);
        QCOMPARE(nameOf(m_state->selection()->thread), QStringLiteral("writer"));
    }

    void closedGroupsStillCount()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        QCOMPARE(m_state->shownThreads().size(), 45U);
        QVERIFY(!m_state->isAnyHidden());
        const auto idle = m_model->index(4, ThreadModel::Name);
        QVERIFY(m_model->setData(idle, int(Qt::Unchecked), Qt::CheckStateRole));
        QCOMPARE(m_state->shownThreads().size(), 15U);
        QCOMPARE(chart(), QStringLiteral("main; writer; [12 0]; logger"));
        m_state->setShown(ThreadIndex(1), Shown::No);
        QCOMPARE(m_model->index(2, 0).data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
    }

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
        m_state->setPinned(ThreadIndex(20), Pinned::Yes); // a sleeper
        m_state->setPinned(ThreadIndex(5), Pinned::Yes); // a worker
        QCOMPARE(selector(),
                 QStringLiteral("sleeper-6; worker-5; main; writer; worker-1 … 12 (11); logger; "
                                "Idle (29)"));
        QVERIFY(m_model->index(0, 0).data(Qt::FontRole).value<QFont>().bold());
        m_state->sortThreads(ThreadSort::Name);
        QVERIFY(selector().startsWith(QStringLiteral("sleeper-6; worker-5; logger; main")));
        m_state->setPinned(ThreadIndex(5), Pinned::No);
        QVERIFY(
            selector().startsWith(QStringLiteral("sleeper-6; logger; main; worker-1 … 12 (12)")));
    }

    void theMenuPinsWhatIsSelected()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_view->setCurrentIndex(m_view->model()->index(3, 0)); // logger
        action("Pin to the top, or let go")->trigger();
        QVERIFY(selector().startsWith(QStringLiteral("logger; main")));
        QCOMPARE(m_view->currentIndex().data().toString(), QStringLiteral("logger"));
        action("Pin to the top, or let go")->trigger();
        QVERIFY(selector().startsWith(QStringLiteral("main; writer")));
        action("Sort by name")->trigger();
        QVERIFY(selector().startsWith(QStringLiteral("logger; main; worker")));
        QVERIFY(action("Sort by name")->isChecked());
    }

    void aGroupIsPinnedAtOnce()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const auto idle = m_state->threadOrder().groups()[4].threads;
        m_view->setCurrentIndex(m_view->model()->index(4, 0));
        const QSignalSpy changed(m_state, &ViewState::threadsChanged);
        action("Pin to the top, or let go")->trigger();
        QCOMPARE(changed.count(), 1);
        const auto &order = m_state->threadOrder().threads();
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
        QVERIFY(m_state->threadOrder().sortedBy() == ThreadSort::Own);
        QCOMPARE(m_view->header()->sortIndicatorSection(), -1);
        drag(m_model->index(3, 0), 1, {}); // the workers behind it
        QCOMPARE(selector(), QStringLiteral("logger; worker-1 … 12 (12); main; writer; Idle (30)"));
        const auto workers = m_model->index(1, 0);
        drag(m_model->index(4, 0, workers), 0, workers);
        QCOMPARE(m_model->index(0, 0, m_model->index(1, 0)).data().toString(),
                 QStringLiteral("worker-2"));
        drag(m_model->index(0, 0), -1, {}); // dropped below everything
        QCOMPARE(selector(), QStringLiteral("worker-1 … 12 (12); main; writer; logger; Idle (30)"));
        QVERIFY(chart().startsWith(QStringLiteral("[12 0]; main; writer; logger")));
    }

    void whoBeginsToWorkIsIdleNoMore()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        for (int sample = 100; sample < 140; ++sample)
            program.work(ThreadIndex(17), sample);
        m_state->update(program.spans());
        EMBER_TRY(selector().endsWith(QStringLiteral("logger; sleeper-3; Idle (29)")));
        m_state->sortThreads();
        QVERIFY(selector().startsWith(QStringLiteral("main; writer; sleeper-3; worker")));
    }

    void whereAllAreIdleNobodyIsPutAside()
    {
        ThreadProgram program;
        for (int number = 0; number < 30; ++number)
            program.add({QString(QChar(u'a' + number)), 0});
        show(program);
        QCOMPARE(m_chart->chartLayout().lanes().size(), 30U);
    }

    void aThreadIsFoundInAClosedGroup()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        auto *search = m_watched->panel.findChild<QLineEdit *>();
        search->setText(QStringLiteral("sleeper-17"));
        QCOMPARE(m_view->model()->rowCount(), 1);
        const auto group = m_view->model()->index(0, 0);
        QVERIFY(m_view->isExpanded(group));
        QCOMPARE(m_view->model()->rowCount(group), 1);
        QCOMPARE(m_chart->chartLayout().lanes().size(), 5U); // looking opens nothing there
        search->clear();
        QVERIFY(!m_view->isExpanded(m_view->model()->index(4, 0)));
    }

    void whatWasArrangedHoldsWhenTheProfileIsReadAgain()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_state->setPinned(ThreadIndex(14), Pinned::Yes);
        m_state->setGroupOpen(m_state->threadOrder().groups()[3].key, Open::Yes);
        ThreadProgram again;
        again.addServer();
        m_state->update(again.spans());
        QVERIFY(m_state->threadOrder().isPinned(ThreadIndex(14)));
        QVERIFY(m_state->threadOrder().isOpen(m_state->threadOrder().groups()[3]));
        QVERIFY(m_state->threadOrder().groups()[3].kind == ThreadGroup::Kind::Alike);
    }

    void aThousandThreadsLookRight_data() { addShades(); }

    void aThousandThreadsLookRight()
    {
        QFETCH(Shade, shade);
        useShade(*m_state, shade);
        ThreadProgram program;
        program.add({QStringLiteral("main"), 40, true});
        program.addMany(QStringLiteral("worker-%1"), 120, 20);
        program.addMany(QStringLiteral("pool-1-thread-%1"), 64, 50);
        program.add({QStringLiteral("logger"), 20});
        program.addMany(QStringLiteral("connection %1"), 814, 0);
        show(program);
        QCOMPARE(selector(),
                 QStringLiteral("main; pool-1-thread-1 … 64 (64); logger; worker-1 … 120 (120); "
                                "Idle (814)"));
        const QImage list = pictureOf(m_watched->panel, {420, 300});
        keepPicture(list, QStringLiteral("threads"));
        const QImage lanes = pictureOf(*m_chart, {900, 300});
        keepPicture(lanes, QStringLiteral("threads-chart"));
        QVERIFY(colourCount(list, 4) >= 4 && colourCount(lanes, 4) >= 4);
    }

private:
    void show(ThreadProgram &program)
    {
        pictureOf(m_watched->panel, {420, 400});
        pictureOf(*m_chart, {600, 900});
        m_state->open(program.spans());
        EMBER_TRY(m_model->rowCount() > 0);
    }

    QString selector() const
    {
        QStringList names;
        for (int row = 0; row < m_model->rowCount(); ++row)
            names << m_model->index(row, ThreadModel::Name).data().toString();
        return names.join(QStringLiteral("; "));
    }

    // Threads by name, groups as "[threads kind]".
    QString chart() const
    {
        QStringList names;
        for (const Lane &lane : m_chart->chartLayout().lanes()) {
            if (lane.isGroup()) {
                const auto &group = m_state->threadOrder().groups()[lane.heads.row()];
                names << QStringLiteral("[%1 %2]")
                             .arg(group.threads.size())
                             .arg(group.kind == ThreadGroup::Kind::Idle ? 1 : 0);
            } else {
                names << nameOf(lane.thread);
            }
        }
        return names.join(QStringLiteral("; "));
    }

    QString nameOf(ThreadIndex thread) const
    {
        const Profile &profile = *m_state->spans()->profile();
        return QString::fromStdString(std::string(profile.text(profile.thread(thread).name)));
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

    std::unique_ptr<WatchedPanel<ThreadsPanel>> m_watched;
    std::unique_ptr<FlameChartWidget> m_chart;
    ViewState *m_state = nullptr;
    QTreeView *m_view = nullptr;
    ThreadModel *m_model = nullptr;
};

EMBER_TEST(TstThreads)
#include "tst_threads.moc"
