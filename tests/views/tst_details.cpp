// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/waits.h"
#include "model/profile/profilebuilder.h"
#include "model/query/stoptimes.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/support/scriptstack.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/threadprogram.h"
#include "views/canvas/boxcolours.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"
#include "views/text/longestwaittext.h"
#include "views/widgets/propertyview.h"
#include "views/widgets/wrappedtext.h"

#include <QLocale>
#include <QTest>
#include <QTextEdit>
#include <QTreeWidget>

#include <algorithm>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;
using namespace std::chrono_literals;

namespace {

// A thread that works in one call for two seconds, a sample every half, held for the first four.
ProfilePointer heldThread()
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    Function function;
    function.name = builder.string("work");
    Frame frame;
    frame.function = builder.function(function);
    const auto stack = builder.stack(emptyStack, builder.frame(frame));
    for (std::uint32_t number = 0; number < 5; ++number) {
        const std::uint32_t stop = number < 4 ? (number + 1) * 1'000'000 : 0;
        builder.addSample(thread,
                          {timestampFromNs(500'000'000LL * number), stack,
                           SampleDetail{.stopNs = stop, .state = ThreadState::Running}});
    }
    auto &statistics = builder.statistics();
    statistics.ticks = 5;
    statistics.stopTotal = 10ms;
    statistics.stopP50 = 2ms;
    statistics.stopP99 = 4ms;
    return builder.snapshot();
}

BoxReference onlyCall()
{
    return {ThreadIndex(0), 0, BoxIndex(0)};
}

QString valueOf(const std::vector<DetailRow> &rows, const QString &name)
{
    const auto row = std::ranges::find(rows, name, &DetailRow::name);
    return row == rows.end() ? QString() : row->value;
}

QString valueOf(const std::vector<PropertyNode> &groups, const QString &group, const QString &name)
{
    const auto node = std::ranges::find(groups, group, &PropertyNode::name);
    if (node == groups.end())
        return {};
    const auto child = std::ranges::find(node->children, name, &PropertyNode::name);
    return child == node->children.end() ? QString() : child->value;
}

// Selected, its details shown; the capture has 100 samples so far.
struct RunningCall {
    ThreadProgram program;
    ViewState state;
    DetailsPanel panel{state};

    RunningCall()
    {
        program.add({QStringLiteral("main"), 100});
        state.open(program.spans());
        pictureOf(panel, {400, 400});
        state.selection().select(onlyCall());
    }
};

} // namespace

// What the window says of a call and of a capture, in words.
class TstDetails : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void linesBreakBehindSignsButNotInNumbers()
    {
        constexpr QChar mayBreak(0x200b);
        const QString figures = withLineBreaks(QStringLiteral("1.25 ms  (33.1 % of 1,204), -5"));
        QCOMPARE(figures.count(mayBreak), 2); // behind ")" and ","
        QVERIFY(figures.startsWith(QStringLiteral("1.25\u00a0ms  (33.1\u00a0% of 1,204)")));
        QCOMPARE(withLineBreaks(QStringLiteral("a/b.c:12")),
                 QStringLiteral("a/\u200bb.\u200bc:\u200b12"));
        QCOMPARE(withLineBreaks(QStringLiteral("12:30:45")), QStringLiteral("12:30:45"));
    }

    // In a narrow pane: names without spaces, and headings.
    void textsThatAreTooLongGoOnInFurtherLines()
    {
        const QString name = QStringLiteral("duration<long,ratio<1l,1000l>>") + QString(80, u'x');
        ProfileBuilder builder;
        const auto stack = textStack(builder, name.toStdString());
        for (int thread = 0; thread < 2; ++thread) {
            const auto index = builder.addThread({});
            for (int sample = 0; sample < 4; ++sample)
                builder.addSample(index, {timestampFromNs(500'000'000LL * sample), stack, {}});
        }
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        state.threads().showOnly({ThreadIndex(0)});
        state.selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(900'000'000LL)});
        DetailsPanel panel(state);
        pictureOf(panel, {200, 600});
        state.selection().select(onlyCall());
        pictureOf(panel, {200, 600});
        const auto *title = panel.findChild<QTextEdit *>(QStringLiteral("detailsTitle"));
        QCOMPARE(title->toPlainText(), name); // as it is copied
        QVERIFY(title->document()->size().width() <= title->viewport()->width());
        QVERIFY(title->viewport()->height() >= title->document()->size().height());
        QVERIFY(title->viewport()->height() > 2 * title->fontMetrics().height());
        const auto *rows = panel.findChild<QTreeWidget *>();
        QTreeWidgetItem *heading = nullptr;
        for (int row = 0; row < rows->topLevelItemCount(); ++row) {
            if (rows->topLevelItem(row)->text(0).startsWith(QStringLiteral("Function, ")))
                heading = rows->topLevelItem(row);
        }
        QVERIFY(heading);
        const QFontMetrics metrics(heading->font(0));
        const QRect place = rows->visualItemRect(heading);
        const QRect room(0, 0, rows->viewport()->width(), 600);
        const int needed = metrics.boundingRect(room, Qt::TextWordWrap, heading->text(0)).height();
        QVERIFY(needed > metrics.height());
        QVERIFY2(place.height() >= needed,
                 qPrintable(QStringLiteral("%1 of %2").arg(place.height()).arg(needed)));
    }

    void theStatesOfACallAreABarInTheColoursOfLanes_data() { addShades(); }

    // One call of a second: it runs for a quarter, and waits for a CPU for the rest.
    void theStatesOfACallAreABarInTheColoursOfLanes()
    {
        QFETCH(const Shade, shade);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "work");
        for (int tenths = 0; tenths <= 40; ++tenths)
            builder.addSample(thread,
                              {timestampFromNs(25'000'000LL * tenths), stack,
                               SampleDetail{.state = tenths < 10 ? ThreadState::Running
                                                                 : ThreadState::Runnable}});
        ViewState state;
        useShade(state, shade);
        DetailsPanel panel(state);
        pictureOf(panel, {416, 400});
        auto *const bar = panel.findChild<QWidget *>(QStringLiteral("detailsStates"));
        state.open(buildSpans(builder.snapshot()));
        QVERIFY(!bar->isVisible());
        state.selection().select(onlyCall());
        QVERIFY(bar->isVisible());
        keepPicture(pictureOf(panel, {416, 400}), QStringLiteral("details-states"));
        const QImage picture = pictureOf(*bar, {400, 15});
        const auto fill = [&](Activity activity) {
            return laneColour(state.theme(), activity).fill;
        };
        QCOMPARE(picture.pixel(97, 1), fill(Activity::Running));
        QCOMPARE(picture.pixel(103, 1), fill(Activity::Runnable));
        QCOMPARE(picture.pixel(398, 1), fill(Activity::Runnable));
        state.open(buildSpans(textProfile("a a a\n"))); // whose states are not known
        state.selection().select(onlyCall());
        QVERIFY(!bar->isVisible());
    }

    void stopsAreCountedWithinTheCallOnly()
    {
        const auto profile = heldThread();
        const auto &samples = profile->samples(ThreadIndex(0));
        const auto all = stopTimes(samples, SampleIndex(0), SampleIndex(5));
        QCOMPARE(all.stops, std::uint64_t(4));
        QCOMPARE(all.total, Nanoseconds(10ms));
        QCOMPARE(all.longest, Nanoseconds(4ms));
        const auto last = stopTimes(samples, SampleIndex(3), SampleIndex(99));
        QCOMPARE(last.stops, std::uint64_t(1));
        QCOMPARE(last.total, Nanoseconds(4ms));
        QCOMPARE(stopTimes({}, SampleIndex(0), SampleIndex(5)).stops, std::uint64_t(0));
    }

    void aCallSaysWhoEndedItsLongestWaitOrWhyThatIsNotKnown()
    {
        const std::vector<std::string> locking{"Main", "Refill", "std::mutex::lock()",
                                               "___pthread_mutex_lock", "__lll_lock_wait"};
        const auto said = [&](const std::vector<std::string> &other,
                              const std::vector<std::string> &third) {
            Program program(2);
            const auto waiter = program.thread("waiter");
            program.add(waiter, 30, locking, Program::Doing::blocked())
                .add(waiter, 10, {"Main"}, Program::Doing::running())
                .add(program.thread("other"), 40, other, Program::Doing::running())
                .add(program.thread("third"), 40, third, Program::Doing::running());
            ViewState state;
            DetailsPanel panel(state);
            state.open(buildSpans(program.builder.snapshot()));
            pictureOf(panel, {400, 400});
            state.selection().select(BoxReference{waiter, 2, BoxIndex(0)});
            QString text;
            const auto isSaid = [&] {
                const auto rows = panel.findChild<QTreeWidget *>()->findItems(
                    QStringLiteral("Longest wait for a lock or thread"),
                    Qt::MatchExactly | Qt::MatchRecursive);
                text = rows.isEmpty() ? QString() : rows.front()->text(1);
                return !rows.isEmpty();
            };
            (void)QTest::qWaitFor(isSaid, int(std::chrono::milliseconds(patience).count()));
            return text;
        };
        QCOMPARE(said({"Main", "Refill"}, {"Else"}),
                 QStringLiteral("waited 300 ms from +0.00 s on: likely held by other"));
        QCOMPARE(said({"Else"}, {"Else"}),
                 QStringLiteral("waited 300 ms from +0.00 s on: no other thread was in the same "
                                "function in its samples at the time, so who held the lock is not "
                                "known"));
        QCOMPARE(said({"Refill"}, {"Refill"}),
                 QStringLiteral("waited 300 ms from +0.00 s on: 2 other threads were in the same "
                                "function in their samples at the time, so who held the lock is "
                                "not known"));
    }

    // Of a caller without a name it is not known who else was in it: nobody was looked for.
    void ofALockWithoutACallerNothingIsSaidOfOthers()
    {
        Program program(1);
        const auto waiter = program.thread("waiter");
        program
            .add(waiter, 30, {"std::mutex::lock()", "___pthread_mutex_lock", "__lll_lock_wait"},
                 Program::Doing::blocked())
            .add(waiter, 10, {"Main"}, Program::Doing::running());
        const auto profile = program.builder.snapshot();
        const auto wait = longestWait(*profile, waiter, TimeRange::everything());
        QVERIFY(wait && wait->cause.kind == FutexUse::Lock);
        QCOMPARE(longestWaitText(*profile, *wait, profile->timeRange().start),
                 QStringLiteral("waited 300 ms from +0.00 s on: its functions do not tell what it "
                                "waited for, so who ended it is not known"));
    }

    void aCallSaysHowLongItWasHeld()
    {
        const auto spans = buildSpans(heldThread());
        const auto rows = callDetails(*spans, onlyCall(), {}, 500ms);
        QCOMPARE(valueOf(rows, QStringLiteral("Stopped by the profiler")),
                 QStringLiteral("%1, in 4 stops, the longest %2")
                     .arg(durationText(10ms), durationText(4ms)));
    }

    void aRunningCallFollowsItsCaptureToTheEnd()
    {
        RunningCall running;
        auto &[program, state, panel] = running;
        const auto *tree = panel.findChild<QTreeWidget *>();
        const auto value = [tree](int group, const char *name) {
            for (int row = 0; row < tree->topLevelItem(group)->childCount(); ++row) {
                const auto *item = tree->topLevelItem(group)->child(row);
                if (item->text(0) == QLatin1String(name))
                    return item->text(1);
            }
            return QString();
        };
        EMBER_TRY(value(1, "Total time").contains(samplesText(100)));
        const auto *end = tree->topLevelItem(0);
        QCOMPARE(value(0, "Seen in"), samplesText(99)); // the last one is where it ends
        const QString endBefore = value(0, "End");
        for (int sample = 100; sample < 300; ++sample) {
            program.work(ThreadIndex(0), sample);
            if (sample % 10 == 9) // the last one is the capture's end
                state.update(program.spans());
        }
        EMBER_TRY(value(1, "Total time").contains(samplesText(300)));
        QCOMPARE(value(0, "Seen in"), samplesText(299));
        QVERIFY(value(0, "Total time").startsWith(durationText(2990ms)));
        QVERIFY(value(0, "End") != endBefore);
        QCOMPARE(tree->topLevelItem(0), end); // the reader's place stays
    }

    void detailsThatWereCoveredAreRightWhenTheyAreSeenAgain()
    {
        RunningCall running;
        auto &[program, state, panel] = running;
        panel.hide();
        program.work(ThreadIndex(0), 100);
        state.update(program.spans());
        panel.show();
        const auto *tree = panel.findChild<QTreeWidget *>();
        EMBER_TRY(
            !tree->findItems(samplesText(100), Qt::MatchExactly | Qt::MatchRecursive, 1).isEmpty());
    }

    void aFunctionsFiguresAreOfTheCheckedThreadsAndSaySo()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a a a a\n", "1", "main");
        const ThreadIndex second = addTextThread(builder, "a a\n", "2", "worker");
        ViewState state;
        DetailsPanel panel(state);
        state.open(buildSpans(builder.snapshot()));
        pictureOf(panel, {400, 400});
        state.selection().setFunction(frameCalled(*state.spans()->profile(), "a"));
        const auto *tree = panel.findChild<QTreeWidget *>();
        const auto says = [&](std::uint64_t samples, const char *title) {
            const auto *group = tree->topLevelItem(0);
            return group && group->text(0) == QLatin1String(title) && group->childCount() > 0
                && group->child(0)->text(1).contains(samplesText(samples));
        };
        EMBER_TRY(says(7, "Function, all calls"));
        state.threads().countAlone(second); // as a click on a span does
        EMBER_TRY(says(2, "Function, in the chosen threads"));
        state.selection().selectRange(TimeRange{timestampFromNs(0), timestampFromNs(10'000'000)});
        EMBER_TRY(says(1, "Function, in the chosen threads and the selected range"));
        state.threads().showUsual();
        EMBER_TRY(says(2, "Function, in the selected range"));
    }

    void aWholeDocumentIsShownByItsBeginning()
    {
        PropertyView view;
        const auto document = QString(1'000'000, QLatin1Char('x'));
        view.setGroups({{QStringLiteral("Source"),
                         {},
                         {{QStringLiteral("transaction"), document, {}},
                          {QStringLiteral("name"), QStringLiteral("a"), {}}}}});
        const auto *group = view.topLevelItem(0);
        QCOMPARE(group->child(0)->text(1), document.left(1000) + QStringLiteral("…"));
        QCOMPARE(group->child(0)->toolTip(1), group->child(0)->text(1));
        QCOMPARE(group->child(1)->text(1), QStringLiteral("a"));
    }

    void sharesSayOfWhat()
    {
        const auto spans = buildSpans(heldThread());
        const auto rows = callDetails(*spans, onlyCall(), {}, 500ms);
        QCOMPARE(valueOf(rows, QStringLiteral("Total time")),
                 QStringLiteral("%1  (%2 of the thread)").arg(durationText(2s), percentText(1)));
        QCOMPARE(valueOf(rows, QStringLiteral("State")),
                 QStringLiteral("running %1").arg(percentText(1)));
        const QString toolTip = toolTipText(*spans, onlyCall(), 500ms);
        QVERIFY2(toolTip.contains(QStringLiteral("its samples: running")), qPrintable(toolTip));
    }

    void labelsOfItsSamplesAreSaid()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        const auto thread = addTextThread(builder, "a a a a a .\n");
        auto samples = *builder.snapshot()->sharedSamples(thread);
        for (const char *json :
             {"[[\"goroutine\",7,\"\"]]", "[[\"<b>\",\"k\"]]", "[[\"goroutine\",7,\"\"]]",
              "[[\"size\",5,\"bytes\"],[\"k\",\"v\"]]", "[[\"k\",\"w\"]]"})
            samples.labels.append(builder.string(json));
        samples.labels.append({});
        builder.setSamples(thread, std::move(samples));
        const auto spans = buildSpans(builder.snapshot());
        const auto text =
            valueOf(callDetails(*spans, onlyCall(), {}, 10ms), QStringLiteral("Labels"));
        QVERIFY2(text.startsWith(QStringLiteral("goroutine=7 %1; ").arg(percentText(0.4))),
                 qPrintable(text));
        QVERIFY2(text.endsWith(QStringLiteral("; 1 more")), qPrintable(text));
        const auto tip = toolTipText(*spans, onlyCall(), 10ms);
        QVERIFY2(tip.contains(QStringLiteral("labels: goroutine=7 ")), qPrintable(tip));
        QVERIFY(!tip.contains(QStringLiteral("<b>=k")));
    }

    void aCaptureSaysWhatItCost()
    {
        const auto groups = profileProperties(*heldThread(), {});
        QCOMPARE(valueOf(groups, QStringLiteral("Capture"), QStringLiteral("Stop time")),
                 QStringLiteral("median %1, 99 % of the stops under %2")
                     .arg(durationText(2ms), durationText(4ms)));
        QCOMPARE(valueOf(groups, QStringLiteral("Capture"), QStringLiteral("Stopped in all")),
                 QStringLiteral("%1, %2 of the threads' time")
                     .arg(durationText(10ms), percentText(0.005)));
    }

    void oneIsNotMany()
    {
        QCOMPARE(samplesText(1), QStringLiteral("1 sample"));
        QCOMPARE(samplesText(2), QStringLiteral("2 samples"));
        // More than a translation takes.
        const auto lost = [](int number) -> QString {
            return QLocale().toString(number) + QStringLiteral(" lost");
        };
        for (const std::uint64_t count : {1ULL, 5'000'000'000ULL})
            QCOMPARE(pluralText(count, lost), countText(count) + QStringLiteral(" lost"));
        QCOMPARE(threadsText(1), QStringLiteral("1 thread"));
        QCOMPARE(threadsText(0), QStringLiteral("0 threads"));
    }

    // Nobody may be named as the caller, and not "nobody" either.
    void whoseCallersWereNotFoundIsNotCalledByNobody()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder, "mul!libgmp mul!libgmp .\n");
        QCOMPARE(unknownCallersText(*buildSpans(builder.snapshot()), onlyCall()), QString());
        builder.countCut(textStack(builder, "mul!libgmp"));
        const auto spans = buildSpans(builder.snapshot());
        const auto text = unknownCallersText(*spans, onlyCall());
        QVERIFY2(text.contains(
                     QStringLiteral("callers unknown: the recorder found no way out of libgmp")),
                 qPrintable(text));
        QVERIFY(toolTipText(*spans, onlyCall(), 10ms).contains(text));
    }

    // Below callers of other samples: said of the call itself, and in the list of callers.
    void callersOfOtherSamplesAreSaidToBeThat()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder,
                      "main main mul main\n"
                      "work work .   work\n"
                      "sum  sum  .   sum\n");
        builder.countCut(textStack(builder, "mul"));
        const auto spans = buildSpans(builder.snapshot(), StackChoice());
        const BoxReference sum{ThreadIndex(0), 2, BoxIndex(0)};
        const BoxReference mul{ThreadIndex(0), 2, BoxIndex(1)};
        QCOMPARE(unknownCallersText(*spans, sum), QString());
        QCOMPARE(unknownCallersText(*spans, mul), bridgedCallersText());
        QVERIFY(toolTipText(*spans, mul, 10ms).contains(bridgedCallersText()));
        ViewState state;
        DetailsPanel panel(state);
        panel.resize(400, 600);
        panel.show();
        state.open(spans);
        const auto *tree = panel.findChild<QTreeWidget *>();
        const auto isSaid = [&] {
            return !tree->findItems(bridgedCallersText(), Qt::MatchExactly | Qt::MatchRecursive, 1)
                        .isEmpty();
        };
        state.selection().select(sum);
        EMBER_TRY(tree->topLevelItemCount() > 0);
        QVERIFY(!isSaid());
        state.selection().select(mul);
        EMBER_TRY(isSaid());
    }

    // The thread that has it is the only one that runs code of the interpreter meanwhile.
    void callsOfPythonSayHowLongTheyWaitForTheGil()
    {
        ProfileBuilder builder;
        const auto process = builder.addProcess({});
        const auto add = [&](const char *name, ThreadState state, const QString &stack) {
            Thread thread;
            thread.process = process;
            thread.name = builder.string(name);
            const auto index = builder.addThread(thread);
            SampleDetail detail;
            detail.state = state;
            for (const int ms : {0, 10, 20})
                builder.addSample(
                    index,
                    {timestampFromNs(ms * 1'000'000LL), scriptStack(builder, stack), detail});
        };
        add("main", ThreadState::Blocked,
            QStringLiteral("f() take_gil@python3.11 pthread_cond_timedwait@libc.so.6"));
        add("worker", ThreadState::Running, QStringLiteral("g()"));
        const auto spans = buildSpans(builder.snapshot(), StackChoice());
        const auto waits = [&](ThreadIndex thread) {
            const BoxReference call{thread, 0, BoxIndex(0)};
            QStringList values;
            for (const auto &row : callDetails(*spans, call, timestampFromNs(0), 10ms))
                if (row.name == QLatin1String("Waits for the GIL"))
                    values << row.value;
            return values;
        };
        QCOMPARE(waits(ThreadIndex(0)).size(), 1);
        const QString text = waits(ThreadIndex(0)).front();
        QVERIFY2(text.startsWith(percentText(1.0)) && text.contains(QStringLiteral("worker")),
                 qPrintable(text));
        QVERIFY(toolTipText(*spans, {ThreadIndex(0), 0, BoxIndex(0)}, 10ms)
                    .contains(QStringLiteral("GIL")));
        QVERIFY(waits(ThreadIndex(1)).isEmpty());
    }

    // Samples without the call, between samples that have it.
    void callsSayHowManySamplesWereFilledIn()
    {
        ProfileBuilder builder;
        builder.addProcess({});
        addTextThread(builder,
                      "main main mul main\n"
                      "work work .   work\n"
                      "sum  sum  .   sum\n");
        builder.countCut(textStack(builder, "mul"));
        const auto spans = buildSpans(builder.snapshot(), StackChoice());
        const auto filledIn = [&](std::size_t depth, std::size_t box) {
            const BoxReference call{ThreadIndex(0), depth, BoxIndex(box)};
            const auto rows = callDetails(*spans, call, timestampFromNs(0), 10ms);
            return std::ranges::any_of(rows, [](const DetailRow &row) {
                return row.name == QLatin1String("Filled in")
                    && row.value.startsWith(samplesText(1));
            });
        };
        QVERIFY(filledIn(0, 0));
        QVERIFY(filledIn(1, 0));
        QVERIFY(!filledIn(2, 0));
        QVERIFY(!filledIn(2, 1)); // mul was there itself
    }
};

EMBER_TEST(TstDetails)
#include "tst_details.moc"
