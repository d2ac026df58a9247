// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/answer/answers.h"
#include "views/answer/answertext.h"
#include "views/answer/answerview.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/jobs/viewthreads.h"
#include "views/search/searcher.h"
#include "views/state/baselinechoice.h"
#include "views/state/framechoice.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QLabel>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QThreadPool>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

using Doing = Program::Doing;

// A thread that draws, with a slow frame in which it waits for a CPU while `worker` has one.
ProfilePointer drawing(const std::string &function = "Draw")
{
    Program program(2);
    const auto main = program.thread("main");
    const auto worker = program.thread("worker");
    const auto idler = program.thread("idler");
    program.add(main, 20, {"Main", "poll"}, Doing::blocked(pollCall))
        .add(main, 15, {"Main", "Paint", function}, Doing::running())
        .add(main, 15, {"Main", "Paint", function}, Doing::runnable())
        .add(main, 51, {"Main", "poll"}, Doing::blocked(pollCall))
        .add(worker, 101, {"Work", "memcpy"}, Doing::running())
        .add(idler, 101, {"Idle"}, Doing::blocked())
        .frameMeasured(200, 500);
    return program.builder.snapshot();
}

QStringList texts(const std::vector<Sentence> &sentences)
{
    QStringList texts;
    for (const Sentence &sentence : sentences)
        texts << textOf(sentence);
    return texts;
}

// The link of the first part with this text.
std::optional<AnswerLink> linkOf(const Sentence &sentence, const QString &text)
{
    const auto part = std::ranges::find(sentence, text, &AnswerPart::text);
    return part == sentence.end() ? std::nullopt : part->link;
}

} // namespace

class TstAnswer : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_view = std::make_unique<AnswerView>(*m_state);
        m_view->resize(1200, 300);
    }

    void cleanup()
    {
        m_view.reset();
        m_state.reset();
    }

    void placesInPatternsAreFilledOnce()
    {
        const Sentence filledIn =
            filled(QStringLiteral("%1 is %2 %"), {strong(QStringLiteral("%2")), plain(u"5"_qs)});
        QCOMPARE(textOf(filledIn), QStringLiteral("%2 is 5 %"));
        QVERIFY(filledIn.front().isStrong);
    }

    void theLineSaysWhereTheTimeWent()
    {
        open(drawing());
        QCOMPARE(textOf(line()),
                 QStringLiteral("1.00 s: used 1.15 s of CPU, 1.1 of 2 CPUs; ran most in Work 87 %, "
                                "Draw 13 %. 1 slow frame, held up by Draw."));
    }

    void theSummaryIsAsHighAsItsTextUpToHalfTheWindow()
    {
        QWidget window;
        auto *column = new QVBoxLayout(&window);
        auto *view = new AnswerView(*m_state);
        column->addWidget(view);
        column->addStretch(1);
        window.resize(1200, 1000);
        window.show();
        m_state->open(buildSpans(drawing()));
        EMBER_TRY(view->answers().sections().size() > 1);
        view->toggleSummary();
        const auto textHeight = [&] { return view->page().document()->size().height(); };
        const auto isWhole = [&] {
            return view->page().height() - textHeight() < 1 && textHeight() > 20
                && view->page().height() >= textHeight();
        };
        EMBER_TRY(isWhole());
        window.resize(240, 1000); // its lines break
        EMBER_TRY(textHeight() > 260);
        EMBER_TRY(view->page().height() == 500 || isWhole());
        window.resize(240, 600);
        EMBER_TRY(view->page().height() <= 300);
    }

    void hardlyAnyCpuIsNotNone()
    {
        Program program(2);
        program.add(program.thread("main"), 100, {"Main", "poll"}, Doing::blocked(pollCall));
        program.add(ThreadIndex(0), 1, {"Main"}, Doing::running(20));
        program.add(ThreadIndex(0), 1, {"Main"}, Doing::running());
        open(program.builder.snapshot());
        QVERIFY2(textOf(line()).contains(u"of CPU, less than 0.1 of 2 CPUs"_qs),
                 qPrintable(textOf(line())));
    }

    void theLineSpeaksOfTheSelectedRange()
    {
        open(drawing());
        const QString whole = textOf(line());
        m_state->selection().selectRange(TimeRange{atMs(200), atMs(400)});
        EMBER_TRY(textOf(line()) != whole);
        QCOMPARE(textOf(line()),
                 QStringLiteral("In the selected range, 200 ms: used 350 ms of CPU, 1.8 of 2 CPUs; "
                                "ran most in Work 57 %, Draw 43 %."));
        QCOMPARE(m_view->answers().sections().front().title, QStringLiteral("The selected range"));
        QCOMPARE(m_view->answers().sections().size(), std::size_t(3)); // and the whole, its waits
        m_state->selection().selectRange(TimeRange{atMs(-500), atMs(100)});
        EMBER_TRY(textOf(line()).startsWith(u"In the selected range, 100 ms"_qs));
        m_state->selection().selectRange(std::nullopt);
        QCOMPARE(textOf(line()), whole);
    }

    void theLineSpeaksOfTheCheckedThreadsAndSaysSo()
    {
        open(drawing());
        const QString whole = textOf(line());
        m_state->threads().showOnly({ThreadIndex(0)});
        EMBER_TRY(textOf(line()) != whole);
        QCOMPARE(textOf(line()),
                 QStringLiteral("Only main, 1.00 s: used 150 ms of CPU, 0.1 of 2 CPUs; "
                                "waited 150 ms for a CPU; was blocked 700 ms, most of it in poll; "
                                "ran most in Draw 100 %."));
        QCOMPARE(m_view->answers().sections().front().title, QStringLiteral("The chosen threads"));
        m_state->threads().showOnly({ThreadIndex(0), ThreadIndex(1)});
        m_state->selection().selectRange(TimeRange{atMs(200), atMs(400)});
        EMBER_TRY(textOf(line()).startsWith(u"Only the 2 chosen threads, in the selected range, "
                                            "200 ms: used"_qs));
        m_state->selection().selectRange(std::nullopt);
        m_state->threads().showUsual();
        QCOMPARE(textOf(line()), whole);
    }

    // A folded thread is checked as before.
    void whatIsFoldedDoesNotCount()
    {
        open(drawing());
        m_state->threads().showOnly({ThreadIndex(2)});
        EMBER_TRY(textOf(line()).startsWith(u"Only idler"_qs));
        QVERIFY2(textOf(line()).contains(u"was blocked 1.00 s, most of it in futex"_qs),
                 qPrintable(textOf(line())));
        QSignalSpy changes(&m_view->answers(), &Answers::changed);
        m_state->threads().setCollapsed(ThreadIndex(2), Collapsed::Yes);
        QVERIFY(textOf(line()).startsWith(u"Only idler"_qs));
        QCOMPARE(changes.count(), 0);
    }

    void theLongestWaitsAreListedWithLinks()
    {
        Program program(2);
        const auto waiter = program.thread("waiter");
        const auto holder = program.thread("holder");
        program.add(waiter, 10, {"Main", "Refill"}, Doing::running())
            .add(waiter, 30, {"Main", "Refill", "pthread_mutex_lock"}, Doing::blocked())
            .add(waiter, 10, {"Main", "Refill"}, Doing::running())
            .add(holder, 50, {"Main", "Refill"}, Doing::running());
        open(program.builder.snapshot());
        const AnswerSection waits = m_view->answers().sections().back();
        QCOMPARE(waits.title, QStringLiteral("The longest waits for locks and threads"));
        QCOMPARE(waits.sentences.size(), std::size_t(2));
        QVERIFY2(textOf(waits.sentences.front())
                     .startsWith(u"1 thread waited 300 ms for the lock in Refill"_qs),
                 qPrintable(textOf(waits.sentences.front())));
        QCOMPARE(textOf(waits.sentences.back()),
                 QStringLiteral("waiter waited 300 ms for a lock, at +0.10 s, in Refill; likely "
                                "held by holder."));
        m_view->answers().follow(*linkOf(waits.sentences.front(), QStringLiteral("1 thread")));
        QVERIFY(m_state->threads().shown() == std::vector{waiter});
        m_view->answers().follow(*linkOf(waits.sentences.back(), QStringLiteral("300 ms")));
        QVERIFY((m_state->selection().range() == TimeRange{atMs(100), atMs(400)}));
        QCOMPARE(m_state->threads().shown().size(), std::size_t(2));
        // It leads back, though its range is still selected.
        const TimeRange shown = m_state->zoom().visible();
        m_state->zoom().show({atMs(420), atMs(480)});
        m_view->answers().follow(*linkOf(waits.sentences.back(), QStringLiteral("300 ms")));
        QVERIFY(m_state->zoom().visible() == shown);
    }

    void ofManyWaitsForOneLockTheLongestAreListed()
    {
        Program program(2);
        int length = 10;
        for (const char *name : {"a", "b", "c", "d", "e"}) {
            program.add(program.thread(name), length, {"Main", "Refill", "pthread_mutex_lock"},
                        Doing::blocked());
            length += 10;
        }
        open(program.builder.snapshot());
        const AnswerSection waits = m_view->answers().sections().back();
        QCOMPARE(waits.sentences.size(), std::size_t(1 + 3)); // the first is of the lock
        for (const char *name : {"c", "d", "e"}) {
            const bool isListed =
                std::ranges::any_of(waits.sentences, [&](const Sentence &sentence) {
                    return textOf(sentence).startsWith(QLatin1String(name) + u" waited"_qs);
                });
            QVERIFY2(isListed, name);
        }
    }

    // Every file of Python has code of that name.
    void codeOutsideOfFunctionsHasItsFile()
    {
        Program program(2);
        const auto thread = program.thread("python3");
        program.add(thread, 20, {"<module>@/x/a.py"}, Doing::running())
            .add(thread, 20, {"<module>@/x/b.py"}, Doing::running());
        open(program.builder.snapshot());
        const QString said = textOf(line());
        QVERIFY2(said.contains(u"<module> (a.py) 51 %"_qs) && said.contains(u"<module> (b.py)"_qs),
                 qPrintable(said));
    }

    // The thread that held a lock in the longest wait for it need not have held it in the others.
    void theHolderOfManyWaitsIsThatOfTheLongest()
    {
        Program program(2);
        const auto waiter = program.thread("waiter");
        const auto holder = program.thread("holder");
        for (const int length : {30, 20}) {
            program.add(waiter, 10, {"Main", "Refill"}, Doing::running())
                .add(waiter, length, {"Main", "Refill", "pthread_mutex_lock"}, Doing::blocked());
        }
        program.add(waiter, 10, {"Main", "Refill"}, Doing::running())
            .add(holder, 80, {"Main", "Refill"}, Doing::running());
        open(program.builder.snapshot());
        const QString said = textOf(line());
        QVERIFY2(said.contains(u"waited 500 ms for the lock in Refill, which holder likely held in "
                               "the longest waits"_qs),
                 qPrintable(said));
    }

    // What a sentence says of the whole profile is not looked for in a range.
    void aClickShowsTheFiguresOfASentence()
    {
        open(drawing());
        QSignalSpy pages(&m_view->answers(), &Answers::pageAsked);
        const auto &whole = m_view->answers().sections().front();
        const auto link = linkOf(whole.sentences[2], QStringLiteral("1.15 s"));
        QVERIFY(link);
        m_state->selection().selectRange(TimeRange{atMs(200), atMs(400)});
        m_state->threads().showOnly({ThreadIndex(1)});
        m_view->answers().follow(*link);
        QVERIFY(!m_state->selection().range() && !m_state->threads().isAnyHidden());
        QCOMPARE(pages.count(), 1);
        m_state->sums().history().undo(); // both in one step
        QVERIFY((m_state->selection().range() == TimeRange{atMs(200), atMs(400)}));
        QCOMPARE(m_state->threads().shown().size(), std::size_t(1));
        QVERIFY(pages.front().front().value<FiguresPage>() == FiguresPage::Statistics);
    }

    void framesAreCountedInOneWay()
    {
        QCOMPARE(framesText(1, 0), QStringLiteral("1 slow frame"));
        QCOMPARE(framesText(0, 2), QStringLiteral("2 frozen frames"));
        QCOMPARE(framesText(6, 2), QStringLiteral("6 slow, 2 frozen frames"));
        QCOMPARE(framesText(6, 1), QStringLiteral("6 slow, 1 frozen frame"));
        QCOMPARE(framesText(0, 0), QString());
    }

    void theSummarySaysMore()
    {
        open(drawing());
        const QStringList all = texts(m_view->answers().sections().front().sentences);
        const QString joined = all.join(u'\n');
        QVERIFY2(joined.contains(u"By their samples all threads together ran 1.15 s, waited 150 "
                                 "ms for a CPU and were blocked 1.70 s: futex 1.00 s, poll "
                                 "700 ms."_qs),
                 qPrintable(joined));
        QVERIFY2(joined.contains(u"main used 150 ms of CPU, waited 150 ms for a CPU, was blocked "
                                 "700 ms, most of it in poll; ran most in Draw 100 %."_qs),
                 qPrintable(joined));
        QVERIFY2(!joined.contains(u"idler"_qs), qPrintable(joined));
    }

    void whereNobodyKnowsWhatRanNothingIsSaidToHaveRun()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string("[unknown]");
        Frame frame;
        frame.function = builder.function(function);
        const auto stack = builder.stack(emptyStack, builder.frame(frame));
        for (const int time : {0, 10, 20})
            builder.addSample(thread, {Timestamp(std::chrono::milliseconds(time)), stack, {}});
        open(builder.snapshot());
        const QStringList said = texts(m_view->answers().sections().front().sentences);
        QVERIFY2(said.contains(u"The threads were in calls for 20.0 ms, all together; whether they "
                               "ran is not known."_qs),
                 qPrintable(said.join(u'\n')));
        QVERIFY2(
            said.contains(
                u"Most of it, with the system's code that they called, in: [unknown] 100 %."_qs),
            qPrintable(said.join(u'\n')));
        QVERIFY2(said.contains(u"100 % of what was sampled is in functions without names: code in "
                               "no file."_qs),
                 qPrintable(said.join(u'\n')));
    }

    void whereOnlyRunningIsKnownNothingIsSaidOfWaiting()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string("work");
        Frame frame;
        frame.function = builder.function(function);
        const auto stack = builder.stack(emptyStack, builder.frame(frame));
        const SampleDetail running{.cpuNs = 10'000'000, .state = ThreadState::Running};
        for (const int time : {0, 10, 20})
            builder.addSample(thread, {Timestamp(std::chrono::milliseconds(time)), stack, running});
        open(builder.snapshot());
        const QString said = texts(m_view->answers().sections().front().sentences).join(u'\n');
        QVERIFY2(said.contains(u"used 20.0 ms of CPU"_qs), qPrintable(said));
        QVERIFY2(!said.contains(u"waited"_qs) && !said.contains(u"blocked"_qs), qPrintable(said));
    }

    void aFunctionsLinkSelectsItAndFiltersNothing()
    {
        open(drawing());
        m_state->selection().selectRange(TimeRange{atMs(200), atMs(400)});
        const Narrowing before = m_state->sums().history().now();
        QSignalSpy narrowed(&m_view->answers(), &Answers::narrowed);
        const auto link = linkOf(line(), QStringLiteral("Work"));
        QVERIFY(link);
        m_view->answers().follow(*link);
        QVERIFY(m_state->selection().function() == link->function);
        QVERIFY(m_state->sums().history().now() == before);
        QVERIFY(narrowed.empty());
    }

    // Also if it is in a group that is closed, below what is in sight.
    void aThreadsLinkLeadsToItInTheChart()
    {
        Program program(2);
        for (int number = 1; number <= 60; ++number)
            program.add(program.thread("worker-" + std::to_string(number)), 20, {"Main", "Work"},
                        Doing::running());
        open(program.builder.snapshot());
        Searcher searcher(*m_state);
        FlameChartWidget chart(*m_state, searcher);
        pictureOf(chart, {600, 100});
        const auto follow = [&](const std::vector<ThreadIndex> &threads) {
            AnswerLink link;
            link.threads = threads;
            m_view->answers().follow(link);
        };
        const ThreadIndex far(40);
        follow({far});
        const Lane *lane = chart.chartLayout().laneOf(far);
        QVERIFY(lane && lane->rows == 2);
        QCOMPARE(chart.camera().scrollY, lane->top);
        follow({ThreadIndex(20), far}); // one that waited, and the one that it waited for
        QCOMPARE(chart.camera().scrollY, chart.chartLayout().laneOf(ThreadIndex(20))->top);
        follow({ThreadIndex(5), far, ThreadIndex(7)});
        QCOMPARE(chart.camera().scrollY, chart.chartLayout().laneOf(ThreadIndex(20))->top);
    }

    void aFramesLinkChoosesItAndTheLineSaysWhoHadTheCpu()
    {
        open(drawing());
        m_view->answers().follow(*linkOf(line(), QStringLiteral("1 slow frame")));
        QVERIFY(m_state->frames().chosen());
        EMBER_TRY(textOf(line()).startsWith(u"The frame"_qs));
        QCOMPARE(
            textOf(line()),
            QStringLiteral("The frame, 300 ms, slow: Draw held it up for 100 %; the thread ran "
                           "50 %, waited for a CPU 50 %, which worker and others outside this "
                           "program had."));
        const auto link = linkOf(line(), QStringLiteral("worker"));
        QVERIFY(link);
        m_view->answers().follow(*link);
        QVERIFY((m_state->selection().range() == TimeRange{atMs(200), atMs(500)}));
        QCOMPARE(m_state->threads().shown().size(), std::size_t(2));
        QVERIFY(!m_state->threads().isShown(ThreadIndex(2)));
        m_state->selection().selectRange(std::nullopt);
        EMBER_TRY(textOf(line()).startsWith(u"1.00 s: used"_qs));
    }

    void detailsOfAFrameLinkToWhoHadTheCpu()
    {
        DetailsPanel details(*m_state);
        connect(&details, &DetailsPanel::linkActivated, &m_view->answers(), &Answers::follow);
        auto *rows = details.findChild<QTreeWidget *>();
        const auto found = [&](const QString &value) {
            return rows->findItems(value, Qt::MatchStartsWith | Qt::MatchRecursive, 1);
        };
        open(drawing());
        m_state->frames().choose(m_state->frames().all().front());
        EMBER_TRY(found(QStringLiteral("worker 50 %, 150 ms")).size() == 1);
        QCOMPARE(found(QStringLiteral("worker")).front()->text(0),
                 QStringLiteral("Who had the CPU"));
        QCOMPARE(found(QStringLiteral("50 % no thread of this profile")).size(), 1);
        QVERIFY(found(QStringLiteral("idler")).empty());
        emit rows->itemClicked(found(QStringLiteral("50 % no")).front(), 1);
        QVERIFY(!m_state->threads().isShown(ThreadIndex(1)));
        emit rows->itemClicked(found(QStringLiteral("worker")).front(), 1);
        QVERIFY((m_state->selection().range() == TimeRange{atMs(200), atMs(500)}));
        QVERIFY(m_state->threads().isShown(ThreadIndex(1)));
        QVERIFY(!m_state->threads().isShown(ThreadIndex(2)));
        QVERIFY(m_state->frames().chosen());
    }

    // Threads that had a little each are no reason to say that none had any.
    void manyThreadsThatHadALittleAreNotNobody()
    {
        Program program(4);
        const auto main = program.thread("main");
        program.add(main, 20, {"Main", "poll"}, Doing::blocked(pollCall))
            .add(main, 15, {"Main", "Paint"}, Doing::running())
            .add(main, 15, {"Main", "Paint"}, Doing::runnable())
            .add(main, 51, {"Main", "poll"}, Doing::blocked(pollCall))
            .frameMeasured(200, 500);
        for (int number = 0; number < 6; ++number)
            program.add(program.thread("small"), 101, {"Work"}, Doing::running(1));
        const DetailsPanel details(*m_state);
        open(program.builder.snapshot());
        m_state->frames().choose(m_state->frames().all().front());
        EMBER_TRY(textOf(line()).startsWith(u"The frame"_qs));
        QVERIFY2(textOf(line()).endsWith(
                     u"waited for a CPU 50 %; this program had 15 % of all CPUs' "
                     "time meanwhile; the rest went to other programs or was not used."_qs),
                 qPrintable(textOf(line())));
        const auto *rows = details.findChild<QTreeWidget *>();
        const auto count = [&](const QString &value) {
            return rows->findItems(value, Qt::MatchExactly | Qt::MatchRecursive, 1).size();
        };
        EMBER_TRY(count(QStringLiteral("15 % threads of this program, each a little")) == 1);
        QCOMPARE(count(QStringLiteral("85 % no thread of this profile")), 1);
    }

    // Nothing is said where no wait for a CPU was seen.
    void detailsOfAFrameThatWaitedForNoCpuNameNobody()
    {
        Program program(2);
        const auto main = program.thread("main");
        program.add(main, 100, {"Main", "Paint"}, Doing::running())
            .add(program.thread("worker"), 100, {"Work"}, Doing::running())
            .frameMeasured(200, 500);
        const DetailsPanel details(*m_state);
        open(program.builder.snapshot());
        m_state->frames().choose(m_state->frames().all().front());
        EMBER_TRY(textOf(line()).startsWith(u"The frame"_qs));
        backgroundPool().waitForDone();
        QCoreApplication::processEvents();
        QVERIFY(details.findChild<QTreeWidget *>()
                    ->findItems(QStringLiteral("Who had the CPU"),
                                Qt::MatchExactly | Qt::MatchRecursive)
                    .empty());
    }

    void aComparisonHasBothNamesAndDoesNotHideALongerRun()
    {
        const auto run = [](int count) {
            Program program(1);
            const auto main = program.thread("main");
            program.add(main, 50, {"Main", "Same"}, Doing::running())
                .add(main, count, {"Main", "Evaluate"}, Doing::running())
                .add(main, 1, {"Main"}, Doing::running());
            auto &process = program.builder.process(ProcessIndex(0));
            process.launched = true;
            process.exit = ExitStatus{};
            return program.builder.snapshot();
        };
        open(run(150));
        m_view->answers().setTitle(QStringLiteral("new.ember"));
        m_state->baseline().set(buildSpans(run(50)), QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).startsWith(u"The run took 100 %"_qs));
        QVERIFY2(
            textOf(line()).startsWith(
                u"The run took 100 % longer: new.ember 2.00 s, old.ember 1.00 s; functions' own "
                "time: within noise except Evaluate (1.00 s more)."_qs),
            qPrintable(textOf(line())));
        m_state->baseline().clear();
        EMBER_TRY(textOf(line()).startsWith(u"2.00 s: used"_qs));
    }

    void oneFunctionMoreIsNamedAsOne()
    {
        const auto run = [](int count) {
            Program program(1);
            const auto main = program.thread("main");
            for (const char *function : {"First", "Second", "Third"})
                program.add(main, count, {"Main", function}, Doing::running());
            program.add(main, 1, {"Main"}, Doing::running());
            return program.builder.snapshot();
        };
        open(run(300));
        m_state->baseline().set(buildSpans(run(50)), QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).contains(u" and 1 more function"_qs));
        QVERIFY2(textOf(line()).endsWith(u" and 1 more function."_qs), qPrintable(textOf(line())));
    }

    void betweenOtherProgramsNoneIsFaster()
    {
        const auto run = [](const char *command, const char *function, int count) {
            Program program(1);
            program.add(program.thread("main"), count, {function}, Doing::running());
            auto &process = program.builder.process(ProcessIndex(0));
            process.launched = true;
            process.command = program.builder.string(command);
            process.exit = ExitStatus{};
            return program.builder.snapshot();
        };
        open(run("/build new/bin/work --all", "Main", 201));
        m_view->answers().setTitle(QStringLiteral("new.ember"));
        m_state->baseline().set(buildSpans(run("xz -k file", "Pack", 101)),
                                QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).startsWith(
            u"The programs differ: new.ember lasts 2.00 s, old.ember lasts 1.00 s; "_qs));
        open(run("/new/bin/work-new --all", "Main", 201));
        m_state->baseline().set(buildSpans(run("old/work-old --one", "Main", 101)),
                                QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).startsWith(u"The run took 100 % longer"_qs));
    }

    void aRangeBesideAWholeRunIsSaidToBeOne()
    {
        const auto run = [](int count) {
            Program program(1);
            program.add(program.thread("main"), count, {"Main"}, Doing::running());
            return program.builder.snapshot();
        };
        open(run(201));
        m_view->answers().setTitle(QStringLiteral("new.ember"));
        m_state->baseline().set(buildSpans(run(101)), QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).startsWith(u"new.ember lasts 2.00 s, old.ember lasts"_qs));
        m_state->selection().selectRange(TimeRange{atMs(500), atMs(800)});
        EMBER_TRY(
            textOf(line()).startsWith(u"300 ms of new.ember beside all 1.00 s of old.ember"_qs));
    }

    void muchWaitingForACpuIsSaidInAComparison()
    {
        const auto run = [](int waits) {
            Program program(1);
            program.add(program.thread("main"), 100, {"Main"}, Doing::running())
                .add(ThreadIndex(0), waits, {"Main"}, Doing::runnable());
            return program.builder.snapshot();
        };
        open(run(20));
        m_view->answers().setTitle(QStringLiteral("new.ember"));
        m_state->baseline().set(buildSpans(run(10)), QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).contains(u"; functions' own time: "_qs));
        m_state->baseline().set(buildSpans(run(80)), QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).contains(u"own time, with much waiting for a CPU: "_qs));
        m_state->sums().filters().setCounted(Counted::Running);
        EMBER_TRY(textOf(line()).contains(u"; functions' own time: "_qs));
    }

    void withoutTimesSamplesAreThoseThatWereCounted()
    {
        ProfileBuilder builder(TimeOrigin::None);
        builder.addProcess({});
        const auto thread = builder.addThread({});
        const auto type =
            builder.addValueType({builder.string("samples"), builder.string("count")});
        for (const double count : {5'000.0, 940.0}) {
            builder.addSample(thread, {Timestamp(), emptyStack, {}});
            builder.addSampleValue(thread, type, count);
        }
        open(builder.snapshot());
        QCOMPARE(textOf(line()),
                 QStringLiteral("5940 samples in 2 records of 1 thread, without times."));
    }

    // The headline is not left over from the threads that were checked before.
    void aComparisonWithoutTheCheckedThreadsSaysNothing()
    {
        const auto run = [](const std::vector<std::string> &threads) {
            Program program(1);
            for (const std::string &name : threads)
                program.add(program.thread(name.c_str()), 50, {"Main"}, Doing::running());
            return buildSpans(program.builder.snapshot());
        };
        m_state->open(run({"main", "extra"}));
        m_view->answers().setTitle(QStringLiteral("new.ember"));
        m_state->baseline().set(run({"main"}), QStringLiteral("old.ember"));
        EMBER_TRY(textOf(line()).startsWith(u"new.ember lasts"_qs));
        m_state->threads().showOnly({ThreadIndex(1)});
        EMBER_TRY(textOf(line()).startsWith(u"Only extra"_qs));
        m_state->threads().showOnly({ThreadIndex(0)});
        EMBER_TRY(textOf(line()).startsWith(u"new.ember lasts"_qs));
    }

    void linksAreReachedByKeyboard()
    {
        open(drawing());
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        auto *label = m_view->line().findChild<QLabel *>();
        EMBER_TRY(label->text().contains(u"1 slow frame</a>"_qs)); // what comes and fits last
        label->grab(); // a label that was not painted knows no links: Tab would leave it
        label->setFocus(Qt::TabFocusReason);
        QTest::keyClick(label, Qt::Key_Tab);
        for (int step = 0; step < 8 && !m_state->frames().chosen(); ++step) {
            QTest::keyClick(label, Qt::Key_Return);
            if (m_state->frames().chosen())
                break;
            QTest::keyClick(label, Qt::Key_Tab);
        }
        QVERIFY(m_state->frames().chosen() || !m_state->sums().filters().isEmpty());
        QVERIFY(label->accessibleName().startsWith(u"1.00 s: used"_qs));
    }

    void theSummaryOpensAndClosesAndTheLineComesBack()
    {
        open(drawing());
        m_view->show();
        m_view->toggleSummary();
        QVERIFY(m_view->page().isVisible());
        QVERIFY(m_view->page().toPlainText().contains(u"worker used 1.00 s of CPU"_qs));
        m_view->findChild<QToolButton *>(QStringLiteral("closeAnswer"))->click();
        QVERIFY(m_view->isHidden());
        m_view->toggleSummary();
        QVERIFY(m_view->isVisible() && m_view->page().isVisible());
        m_view->closeLine();
        open(drawing());
        QVERIFY(!m_view->isHidden());
    }

    // What stands between angle brackets is shown, and no file is read.
    void namesAreNeverRichText()
    {
        const std::string hostile = "A<img src='/etc/passwd'><b>bold</b>&amp;";
        open(drawing(hostile));
        m_view->show();
        m_view->toggleSummary();
        const QString name = QString::fromStdString(hostile);
        QVERIFY2(m_view->page().toPlainText().contains(name),
                 qPrintable(m_view->page().toPlainText()));
        QVERIFY(!m_view->page().toHtml().contains(u"<img"_qs));
        auto *label = m_view->line().findChild<QLabel *>();
        QVERIFY2(label->text().contains(name.toHtmlEscaped()), qPrintable(label->text()));
        QVERIFY(!label->text().contains(u"<img"_qs));
        QCOMPARE(m_view->page().loadResource(2, QUrl(u"file:///etc/passwd"_qs)), QVariant());
    }

    void aLineWithoutRoomIsElided()
    {
        open(drawing());
        m_view->show();
        m_view->resize(420, 300);
        auto *label = m_view->line().findChild<QLabel *>();
        EMBER_TRY(label->text().contains(u'…')); // laid out later
        QVERIFY(label->toolTip().contains(u"held up by"_qs));
        m_view->resize(1600, 300);
        EMBER_TRY(!label->text().contains(u'…'));
    }

    void withoutProfileThereIsNothing()
    {
        QVERIFY(m_view->isHidden());
        open(drawing());
        m_state->open(nullptr);
        QVERIFY(m_view->isHidden());
        QVERIFY(line().empty());
    }

private:
    void open(const ProfilePointer &profile)
    {
        m_state->open(buildSpans(profile));
        EMBER_TRY(!line().empty());
    }

    const Sentence &line() const { return m_view->answers().line(); }

    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<AnswerView> m_view;
};

EMBER_TEST(TstAnswer)
#include "tst_answer.moc"
