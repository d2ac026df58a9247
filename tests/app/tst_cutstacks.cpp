// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/chunkcontroller.h"
#include "app/session/livefeed.h"
#include "app/window/actions.h"
#include "model/formats/sqlite/sqliteformat.h"
#include "model/tables/fromprofile.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/capturelog/logfixture.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "views/state/baselinechoice.h"

#include <QAction>
#include <QFile>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;
using model::CutStacks;
using model::ThreadIndex;

namespace {

void addSource(model::ProfileBuilder &builder)
{
    model::Source source;
    source.process = builder.addProcess({});
    builder.addSource(source);
}

QString written(model::ProfileBuilder &builder, const QString &path)
{
    const auto tables = model::tables::tablesOf(*builder.snapshot());
    if (!tables || !model::sqlite::writeTables(*tables, path.toStdString()))
        return {};
    return path;
}

// A file with a stack that is cut, between whole ones.
QString cutFile(const Sandbox &sandbox)
{
    model::ProfileBuilder builder(model::TimeOrigin::UnixEpoch);
    addSource(builder);
    addTextThread(builder, "main main mul main main\nwork work . work work\nsum sum . sum sum\n");
    builder.countCut(textStack(builder, "mul"));
    return written(builder, sandbox.path(QStringLiteral("cut.sqlite")));
}

// A file with a function of a script in an interpreter: main > run > alloc.
QString scriptFile(const Sandbox &sandbox)
{
    using namespace model;
    ProfileBuilder builder(TimeOrigin::UnixEpoch);
    addSource(builder);
    const auto frame = [&](const char *name, const char *package, const char *platform) {
        Function function;
        function.name = builder.string(name);
        function.package = builder.string(package);
        Frame made;
        made.function = builder.function(function);
        made.platform = builder.string(platform);
        return builder.frame(made);
    };
    auto stack = builder.stack(emptyStack, frame("main", "/usr/bin/python3.11", "native"));
    stack = builder.stack(stack, frame("run", "shop", "python"));
    stack = builder.stack(stack, frame("alloc", "/usr/bin/python3.11", "native"));
    Thread thread;
    thread.process = ProcessIndex(0);
    thread.id = builder.string("1");
    const auto index = builder.addThread(thread);
    for (const int second : {1, 2})
        builder.addSample(index, {timestampFromNs(second * 1'000'000'000LL), stack, {}});
    return written(builder, sandbox.path(QStringLiteral("script.sqlite")));
}

// The names of the calls of the first thread's first sample.
QStringList callsShown(const MainWindow &window)
{
    const auto &spans = const_cast<MainWindow &>(window).viewState().spans();
    QStringList names;
    for (const auto &row : spans->thread(ThreadIndex(0)).rows)
        names << QString::fromStdString(
            frameName(*spans->profile(), spans->frame(row.boxes[model::BoxIndex(0)])));
    return names;
}

// Outermost calls of the first thread: one, or three where a stack is cut.
std::size_t outermostCalls(const MainWindow &window)
{
    const auto &spans = const_cast<MainWindow &>(window).viewState().spans();
    return spans ? spans->thread(ThreadIndex(0)).rows.at(0).boxes.size() : 0;
}

} // namespace

// How the window shows stacks whose callers the recorder did not find.
class TstCutStacks : public QObject {
    Q_OBJECT

private slots:
    void theyAreBridgedUnlessTheUserWantsThemAsTheyAre()
    {
        const Sandbox sandbox;
        const QString path = cutFile(sandbox);
        {
            MainWindow window;
            openAndWait(window, {path});
            QAction *fillIn = window.actions().at("bridgeCutStacks");
            QVERIFY(fillIn->isChecked());
            QCOMPARE(outermostCalls(window), std::size_t(1));
            auto &state = window.viewState();
            state.selection().select(views::BoxReference{ThreadIndex(0), 2, model::BoxIndex(1)});
            state.baseline().set(state.spans(), QStringLiteral("the same"));
            fillIn->trigger();
            EMBER_TRY(outermostCalls(window) == 3);
            QVERIFY(!state.selection().box());
            QCOMPARE(state.baseline().baseline()->spans->stackChoice().cut, CutStacks::AsRecorded);
            QCOMPARE(window.document().spans(), state.spans());
        }
        MainWindow window; // it is remembered
        QVERIFY(!window.actions().at("bridgeCutStacks")->isChecked());
        openAndWait(window, {path});
        QCOMPARE(outermostCalls(window), std::size_t(3));
        window.actions().at("bridgeCutStacks")->trigger();
        EMBER_TRY(outermostCalls(window) == 1);
        QCOMPARE(Settings().stackChoice().cut, CutStacks::Bridged);
    }

    void functionsOfTheInterpreterAreShownOnDemand()
    {
        const Sandbox sandbox;
        const QString path = scriptFile(sandbox);
        const QStringList raw{QStringLiteral("main"), QStringLiteral("run"),
                              QStringLiteral("alloc")};
        {
            MainWindow window;
            openAndWait(window, {path});
            QAction *interpreter = window.actions().at("interpreterFunctions");
            QVERIFY(!interpreter->isChecked());
            QCOMPARE(callsShown(window), QStringList(QStringLiteral("run")));
            interpreter->trigger();
            EMBER_TRY(callsShown(window) == raw);
        }
        MainWindow window; // it is remembered
        openAndWait(window, {path});
        QCOMPARE(callsShown(window), raw);
        window.actions().at("interpreterFunctions")->trigger();
        EMBER_TRY(callsShown(window).size() == 1);
    }

    void chunksStayAsTheyWereRecorded()
    {
        const Sandbox sandbox;
        MainWindow window;
        openAndWait(window, {cutFile(sandbox)});
        const auto written = [&](const QString &name) {
            const QSignalSpy saved(&partOf<ChunkController>(window), &ChunkController::saved);
            partOf<ChunkController>(window).saveTo(sandbox.path(name), {});
            EMBER_TRY(!saved.isEmpty());
            openAndWait(window, {sandbox.path(name)});
        };
        QCOMPARE(outermostCalls(window), std::size_t(1));
        written(QStringLiteral("a.json"));
        QCOMPARE(outermostCalls(window), std::size_t(3));
    }

    // As they come, and anew when the user changes his mind.
    void aCaptureBridgesThemAsItGrows()
    {
        using namespace model;
        using namespace model::capturelog;
        LogFile log;
        const auto small = beginSmallProcess(log);
        const auto whole = smallStack(log, small, 0x1000);
        const std::array frames{UnwoundFrame{imageAddress + 0x2000, UnwindMethod::Leaf}};
        const auto cut = log->stack(small.process, frames, RootReached::No);
        int tick = 0;
        const auto sample = [&](StackId stack) {
            const TickSample taken{
                small.thread, SampleKind::Taken, stack, {0, 0, ThreadState::Running}};
            return log->tick(tickTime(tick++), {&taken, 1}).has_value();
        };
        for (const auto stack : {whole, cut, whole, cut, cut, whole, whole})
            QVERIFY(sample(stack));
        QVERIFY(log->flush().has_value());
        LiveFeed feed(QString::fromStdString(log.path()), LogOrigin::AnotherMachine,
                      SymbolSettings());
        const auto calls = [&] {
            const auto update = feed.newest();
            return update && update->spans
                ? update->spans->thread(ThreadIndex(0)).rows.at(0).boxes.size()
                : 0;
        };
        EMBER_TRY(calls() == 1);
        const auto profile = feed.newest()->spans->profile();
        for (const auto stack : {cut, whole, cut})
            QVERIFY(sample(stack));
        QVERIFY(log->flush().has_value());
        EMBER_TRY(feed.newest()->spans->recorded()->sampleCount() == 10);
        QCOMPARE(calls(), std::size_t(1));
        QCOMPARE(feed.newest()->spans->profile()->sampleCount(), std::size_t(9)); // one waits
        QVERIFY(isContinued(profile->samples(ThreadIndex(0)),
                            feed.newest()->spans->profile()->samples(ThreadIndex(0))));
        feed.setStackChoice({.cut = CutStacks::AsRecorded});
        EMBER_TRY(calls() == 7);
        feed.setStackChoice({});
        EMBER_TRY(calls() == 1);
        log.finish();
        feed.finish();
        EMBER_TRY(feed.newest()->isComplete);
        QCOMPARE(feed.newest()->spans->profile()->sampleCount(), std::size_t(10));
    }
};

EMBER_TEST(TstCutStacks)
#include "tst_cutstacks.moc"
