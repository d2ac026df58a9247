// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/views/threadsandchart.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/lanetext.h"
#include "views/state/sumsquery.h"

#include <QAbstractItemModelTester>
#include <QLineEdit>
#include <QTreeWidget>

#include <string>
#include <utility>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

// A recording per file, each with a main thread and four workers.
SpanTablePointer workersOf(const std::vector<std::string> &files)
{
    ProfileBuilder builder;
    for (const std::string &file : files) {
        Source source;
        source.process = builder.addProcess({});
        source.uri = builder.string(file);
        const auto own = builder.addSource(source);
        for (int number = 0; number < 5; ++number) {
            Thread thread;
            thread.process = source.process;
            thread.id = builder.string(std::to_string(number));
            thread.name = builder.string(number == 0 ? "main" : "worker-" + std::to_string(number));
            thread.isMain = number == 0;
            const auto index = builder.addThread(thread);
            for (int sample = 0; sample < 10; ++sample)
                builder.addSample(
                    index,
                    {timestampFromNs(sample * 10'000'000LL), textStack(builder, "work"), {}, own});
        }
    }
    return buildSpans(builder.snapshot());
}

} // namespace

// Many threads: one order for chart and selector.
class TstThreads : public QObject, private ThreadsAndChart {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }
    void init()
    {
        makeWindow();
        m_height = 100; // groups have no room to open by themselves
    }
    void cleanup() { closeWindow(); }

    // Alike ones stand together however few there are; idle ones only where there are many.
    void fewThreadsStandAloneUnlessTheyAreAlike()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 50, true});
        program.addMany(QStringLiteral("worker-%1"), 3, 10);
        program.addMany(QStringLiteral("io-%1"), 4, 10);
        program.add({QStringLiteral("sleeper"), 0});
        show(program);
        QCOMPARE(chart(), QStringLiteral("main; [4 0]; worker-1; worker-2; worker-3; sleeper"));
    }

    void rowsOfSeveralRecordingsNameTheirs()
    {
        show(workersOf({"/tmp/first.ember", "/tmp/second.ember"}));
        QStringList lanes;
        for (const Lane &lane : m_chart->chartLayout().lanes()) {
            if (!lane.within.isValid())
                lanes << laneName(*m_state, lane.key());
        }
        QCOMPARE(lanes.join(QStringLiteral("; ")),
                 QStringLiteral("main · first.ember; main · second.ember; "
                                "worker-1 … 4 · first.ember; worker-1 … 4 · second.ember"));
        QCOMPARE(selector(),
                 QStringLiteral("main · first.ember; main · second.ember; "
                                "worker-1 … 4 · first.ember (4); worker-1 … 4 · second.ember (4)"));
        auto *search = m_watched->panel.findChild<QLineEdit *>();
        search->setText(QStringLiteral("second"));
        QCOMPARE(m_view->model()->rowCount(), 2);
        search->clear();
        const DetailsPanel details(*m_state);
        m_state->selection().select(BoxReference{m_state->threads().all()[1], 0, BoxIndex(0)});
        const auto found = details.findChild<QTreeWidget *>()->findItems(
            QStringLiteral("Recording"), Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.front()->text(1), QStringLiteral("second.ember"));
        show(workersOf({"/tmp/first.ember"})); // what all rows share is not said
        EMBER_TRY_COMPARE(selector(), QStringLiteral("main; worker-1 … 4 (4)"));
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
        m_state->selection().select(BoxReference{ThreadIndex(1), 0, BoxIndex(0)});
        QCOMPARE(shown().size(), 0);
        m_state->selection().select(BoxReference{ThreadIndex(0), 0, BoxIndex(0)});
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
        m_state->threads().setAllGroupsOpen(Open::Yes);
    }

    // The busiest ones are never out of sight.
    void aGroupThatIsFirstIsOpenFromTheStart()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 0, true});
        program.addMany(QStringLiteral("python3"), 4, 60);
        program.addMany(QStringLiteral("pool-%1"), 64, 50);
        program.addMany(QStringLiteral("sleeper-%1"), 30, 0);
        show(program);
        QCOMPARE(chart(),
                 QStringLiteral("[4 0]; python3; python3; python3; python3; [64 0]; "
                                "main; [30 1]"));
        QVERIFY(m_view->isExpanded(m_view->model()->index(0, 0)));
        const QString busy = m_state->threads().order().groups()[0].key;
        m_state->threads().setGroupOpen(busy, Open::No);
        program.addMany(QStringLiteral("python3"), 2, 60);
        m_state->update(program.spans());
        EMBER_TRY(m_state->threads().order().groups()[0].threads.size() == 6U);
        QVERIFY(!m_state->threads().order().isOpen(busy)); // as the reader left it
    }

    // Of a live capture: a group stays as it was left when more threads come.
    void groupsStayAsTheyAreWhenMoreThreadsCome()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 5, true});
        program.addMany(QStringLiteral("worker-%1"), 15, 30);
        show(program);
        QCOMPARE(chart(), QStringLiteral("main; [15 0]"));
        m_state->threads().setGroupOpen(m_state->threads().order().groups()[1].key, Open::Yes);
        program.addMany(QStringLiteral("sleeper-%1"), 40, 0);
        m_state->update(program.spans());
        EMBER_TRY(m_model->rowCount() == 3);
        QVERIFY(chart().startsWith(QStringLiteral("main; [15 0]; worker-1; worker-2")));
        QVERIFY(chart().endsWith(QStringLiteral("; [40 1]")));
        program.addMany(QStringLiteral("worker-x%1"), 900, 10);
        m_state->update(program.spans());
        EMBER_TRY(m_model->rowCount() == 4);
        QVERIFY(chart().contains(QStringLiteral("[900 0]; [40 1]")));
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

    void figuresAreOfTheRangeAndOfWhatTheFiltersLeave()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const auto figures = [](const QModelIndex &index) -> QString {
            return index.siblingAtColumn(ThreadModel::Samples).data().toString() + u' '
                + index.siblingAtColumn(ThreadModel::Running).data().toString();
        };
        const auto writer = [&] { return m_model->indexOf(ThreadIndex(13)); };
        const auto header = [this] {
            return m_model->headerData(ThreadModel::Running, Qt::Horizontal, Qt::ToolTipRole)
                .toString();
        };
        QCOMPARE(figures(writer()), QStringLiteral("100 600 ms"));
        QVERIFY(header().contains(QStringLiteral("whole profile")));
        const QString order = selector();
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(500'000'000), timestampFromNs(625'000'000)});
        EMBER_TRY(figures(writer()) == QStringLiteral("13 100 ms"));
        QCOMPARE(figures(m_model->index(2, 0)), QStringLiteral("156 0 ns")); // workers: till 300 ms
        QVERIFY(header().contains(QStringLiteral("selected range")));
        QCOMPARE(selector(), order);
        m_state->sums().filters().add(
            {CallAction::Only, {CallTest::By::Name, "a"}}); // not the samples without it
        EMBER_TRY(figures(writer()) == QStringLiteral("10 100 ms"));
        QVERIFY(header().contains(QStringLiteral("filters leave in the selected range")));
        m_state->selection().selectRange(std::nullopt);
        EMBER_TRY(figures(writer()) == QStringLiteral("60 600 ms"));
        m_state->sums().filters().clear();
        QCOMPARE(figures(writer()), QStringLiteral("100 600 ms"));
    }

    // Files of other tools have samples, but do not know whether the thread ran.
    void withoutStatesThreadsAreNotSaidToRun()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const auto header = [this](bool isKnown) {
            ThreadRow row;
            row.statistics.samples = 1;
            row.statistics.isRunningKnown = isKnown;
            m_model->setRows({row});
            return m_model->headerData(ThreadModel::Running, Qt::Horizontal, Qt::DisplayRole)
                .toString();
        };
        QCOMPARE(header(false), QStringLiteral("Sampled"));
        QCOMPARE(header(true), QStringLiteral("Running"));
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

    void threadsOfOneNameAndIdAreToldApartByTheirProcesses()
    {
        ProfileBuilder builder;
        for (const std::uint32_t pid : {10U, 20U}) {
            Process process;
            process.pid = pid;
            const auto thread = addTextThread(builder, "a a\n", "1", "same");
            builder.thread(thread).process = builder.addProcess(process);
        }
        show(buildSpans(builder.snapshot()));
        QCOMPARE(m_model->rowCount(), 2);
        const auto name = [&](int row) { return m_model->index(row, 0).data().toString(); };
        QVERIFY2(name(0) != name(1), qPrintable(selector()));
        QVERIFY(selector().contains(QStringLiteral("20")));
    }

    void aGroupOpensInChartAndSelectorAtOnce()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        const Lane *header = &m_chart->chartLayout().lanes()[2];
        QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, QPoint(60, header->top + 5));
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
        m_state->selection().select(BoxReference{worker, 0, BoxIndex(0)});
        QVERIFY(m_chart->chartLayout().laneOf(worker));
        QVERIFY(m_state->selection().box());
    }

    void keysGoFromThreadToThreadPastTheNamesOfGroups()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        m_state->threads().setAllGroupsOpen(Open::Yes);
        m_state->selection().select(BoxReference{ThreadIndex(13), 0, BoxIndex(0)}); // writer
        m_chart->perform(ChartAction::NextThread);
        QCOMPARE(nameOf(m_state->selection().box()->thread), QStringLiteral("worker-1"));
        m_chart->perform(ChartAction::PreviousThread);
        QCOMPARE(nameOf(m_state->selection().box()->thread), QStringLiteral("writer"));
    }

    void closedGroupsStillCount()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        QCOMPARE(m_state->threads().shown().size(), 45U);
        QVERIFY(!m_state->threads().isAnyHidden());
        const auto idle = m_model->index(4, ThreadModel::Name);
        QVERIFY(m_model->setData(idle, int(Qt::Unchecked), Qt::CheckStateRole));
        QCOMPARE(m_state->threads().shown().size(), 15U);
        // They count no more, but are seen.
        QCOMPARE(chart(), QStringLiteral("main; writer; [12 0]; logger; [30 1]"));
        m_state->threads().setShown(ThreadIndex(1), Shown::No);
        QCOMPARE(m_model->index(2, 0).data(Qt::CheckStateRole).toInt(), int(Qt::PartiallyChecked));
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
        m_state->threads().sort();
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
};

EMBER_TEST(TstThreads)
#include "tst_threads.moc"
