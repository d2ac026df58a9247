// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"
#include "app/stores/viewstore.h"
#include "app/window/actions.h"
#include "model/formats/capturelog/appendrecords.h"
#include "tests/app/openandwait.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/contentof.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "views/filters/filtertext.h"
#include "views/filters/keptview.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"

#include <QAction>
#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;
using model::CallAction;
using model::CallTest;

// Filters that are there again with their file.
class TstFilterStore : public QObject {
    Q_OBJECT

private slots:
    void aFileThatIsOpenedAgainHasItsFilters()
    {
        const Sandbox sandbox;
        const QString first = sandbox.write(QStringLiteral("a.json"), smallChunk());
        const QString second = sandbox.write(QStringLiteral("b.json"), smallChunk());
        {
            MainWindow window;
            openAndWait(window, {first});
            auto &filters = window.viewState().sums().filters();
            filters.add({CallAction::Only, views::textPattern(QStringLiteral("ma.n")).test});
            filters.add({CallAction::LeaveOut, {CallTest::By::Name, "x"}});
            filters.move(0, 1);
            openAndWait(window, {second});
            QVERIFY(filters.isEmpty());
        }
        MainWindow window;
        openAndWait(window, {first});
        auto &filters = window.viewState().sums().filters();
        QCOMPARE(filters.calls().size(), std::size_t(2));
        QCOMPARE(filters.calls().back().calls.text, std::string("ma.n"));
        QVERIFY(filters.calls().back().calls.pattern);
        auto &history = window.viewState().sums().history();
        history.undo();
        QVERIFY(filters.isEmpty() && !history.canUndo());
        history.redo();
        QCOMPARE(filters.calls().size(), std::size_t(2));
        filters.clear();
        openAndWait(window, {first});
        QVERIFY(filters.isEmpty());
        QVERIFY(Settings().filters().files.isEmpty());
    }

    void rangeAndHiddenThreadsAreThereAgainAsWell()
    {
        const Sandbox sandbox;
        const QString file = sandbox.write(QStringLiteral("a.json"), smallChunk());
        std::optional<model::TimeRange> range;
        std::vector<model::ThreadIndex> shown;
        {
            MainWindow window;
            openAndWait(window, {file});
            auto &state = window.viewState();
            range = {state.profile().origin(), state.profile().origin() + state.profile().period()};
            state.selection().selectRange(range);
            state.threads().setShown(state.threads().all().front(), views::Shown::No);
            shown = state.threads().shown();
            EMBER_TRY(Settings().filters().files.size() == 1);
        }
        MainWindow window;
        openAndWait(window, {file});
        QVERIFY(window.viewState().selection().range() == range);
        QCOMPARE(window.viewState().threads().shown(), shown);
        openAndWait(window, {file}); // what opening it clears was not taken for a wish
        QVERIFY(window.viewState().selection().range() == range);
    }

    void whatIsFoldedIsFoldedAgain()
    {
        const Sandbox sandbox;
        for (const QString &file : {sandbox.write(QStringLiteral("a.json"), smallChunk()),
                                    fileOfUser(sandbox), capture()}) {
            {
                MainWindow window;
                openAndWait(window, {file});
                views::ThreadChoice &threads = window.viewState().threads();
                QVERIFY(!threads.isCollapsed(threads.all().front()));
                threads.setCollapsed(threads.all().front(), views::Collapsed::Yes);
                EMBER_TRY(keptIn(file).has_value() || PendingViews::remembered().of(file)
                          || Settings().filters().files.size() == 1);
                EMBER_TRY(!partOf<FilterStore>(window).logs().isBusy());
            }
            MainWindow window;
            openAndWait(window, {file});
            const views::ThreadChoice &threads = window.viewState().threads();
            QVERIFY(threads.isCollapsed(threads.all().front()));
            Settings().setFilters({});
        }
    }

    void aCaptureTakesThemAlong()
    {
        const Sandbox sandbox;
        const QString log = capture();
        std::optional<model::KeptView> left;
        {
            MainWindow window;
            openAndWait(window, {log});
            left = narrow(window);
            EMBER_TRY(keptIn(log) == left);
            QVERIFY(Settings().filters().files.isEmpty());
        }
        const QString copy = sandbox.path(QStringLiteral("elsewhere.ember"));
        QVERIFY(QFile::copy(log, copy));
        MainWindow window;
        openAndWait(window, {copy});
        QVERIFY(keptViewOf(window.viewState().profile(), window.viewState().threads(),
                           window.viewState().sums())
                == left);
        auto &history = window.viewState().sums().history();
        history.undo();
        QVERIFY(!history.canUndo());
        QVERIFY(keptViewOf(window.viewState().profile(), window.viewState().threads(),
                           window.viewState().sums())
                == model::KeptView());
        EMBER_TRY(PendingViews::remembered().of(copy) == model::KeptView());
        QVERIFY(keptIn(copy) == left);
        QVERIFY(keptIn(log) == left);
    }

    void aFileThatTheUserNamedIsNotChanged()
    {
        const Sandbox sandbox;
        const QString log = fileOfUser(sandbox);
        const QByteArray before = contentOf(log);
        std::optional<model::KeptView> left;
        {
            MainWindow window;
            openAndWait(window, {log});
            left = narrow(window);
            EMBER_TRY(PendingViews::remembered().of(log) == left);
            QVERIFY(!partOf<FilterStore>(window).logs().isBusy());
        }
        MainWindow window;
        QVERIFY(!partOf<FilterStore>(window).logs().isBusy());
        openAndWait(window, {log});
        QVERIFY(keptViewOf(window.viewState().profile(), window.viewState().threads(),
                           window.viewState().sums())
                == left);
        QCOMPARE(contentOf(log), before);
    }

    void whoOnlyLooksChangesNothing()
    {
        const Sandbox sandbox;
        const QString log = capture();
        QVERIFY(model::capturelog::keepView(log.toStdString(),
                                            {.range = {},
                                             .filters = {"newer", "name", "a"},
                                             .order = model::KeptOrder::Name,
                                             .others = model::OtherThreads::Shown,
                                             .threads = {{"none", "1", {}, true, true}}}));
        const QByteArray before = contentOf(log);
        MainWindow window;
        openAndWait(window, {log});
        QCOMPARE(window.viewState().threads().order().sortedBy(), views::ThreadSort::Name);
        auto &filters = window.viewState().sums().filters();
        filters.add({CallAction::Only, {CallTest::By::Name, "x"}});
        filters.clear(); // as it was
        window.viewState().threads().reveal(window.viewState().threads().all().front());
        openAndWait(window, {fileOfUser(sandbox)});
        EMBER_TRY(!partOf<FilterStore>(window).logs().isBusy());
        QCOMPARE(contentOf(log), before);
    }

    void aCaptureThatIsInUseGetsThemLater()
    {
        const Sandbox sandbox;
        const QString log = capture();
        const QByteArray before = contentOf(log);
        const int other = ::open(QFile::encodeName(log).constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(flock(other, LOCK_EX | LOCK_NB) == 0);
        MainWindow window;
        openAndWait(window, {log});
        const auto left = narrow(window);
        EMBER_TRY(PendingViews::remembered().of(log) == left);
        openAndWait(window, {log});
        QVERIFY(keptViewOf(window.viewState().profile(), window.viewState().threads(),
                           window.viewState().sums())
                == left); // not in the log yet, but there
        QCOMPARE(contentOf(log), before);
        ::close(other);
        EMBER_TRY(!partOf<FilterStore>(window).logs().isBusy());
        QVERIFY(keptIn(log) == left);
        QVERIFY(PendingViews::remembered().paths().isEmpty());
    }

    void whatTheProgramLeftBehindIsWrittenByTheNextOne()
    {
        const Sandbox sandbox; // the library's place
        const QString log = capture();
        const model::KeptView left{.range = {},
                                   .filters = {"running"},
                                   .order = model::KeptOrder::Start,
                                   .others = model::OtherThreads::Shown,
                                   .threads = {}};
        PendingViews pending;
        pending.set(CaptureLibrary().create({})->logPath(), left); // is not there
        pending.set(log, left);
        const QByteArray before = contentOf(log);
        {
            const MainWindow picture(Remember::No);
            EMBER_TRY(!picture.isVisible());
        }
        QCOMPARE(contentOf(log), before);
        const MainWindow window;
        EMBER_TRY(PendingViews::remembered().paths().isEmpty());
        QVERIFY(keptIn(log) == left);
    }

    void whatSettingsHadOfACaptureCountsUntilItHasItsOwn()
    {
        const Sandbox sandbox;
        const QString log = capture();
        FilterSettings settings;
        settings.set(log, {QStringLiteral("running")});
        Settings().setFilters(settings);
        MainWindow window;
        openAndWait(window, {log});
        auto &filters = window.viewState().sums().filters();
        QCOMPARE(filters.counted(), views::Counted::Running);
        filters.clear();
        EMBER_TRY(keptIn(log) == model::KeptView());
        EMBER_TRY(Settings().filters().files.isEmpty());
        Settings().setFilters(settings);
        openAndWait(window, {log});
        QVERIFY(filters.isEmpty());
    }

    void onlyTheLastFilesAreRemembered()
    {
        FilterSettings settings;
        const QStringList words{QStringLiteral("a"), QString(), QStringLiteral("c,\"d\"")};
        for (int file = 0; file < 60; ++file)
            settings.set(QString::number(file), words);
        settings.set(QStringLiteral("59"), {});
        QCOMPARE(settings.files.size(), 49);
        QCOMPARE(settings.of(QStringLiteral("58")), words);
        QVERIFY(settings.of(QStringLiteral("0")).isEmpty());
        const Sandbox sandbox;
        Settings().setFilters(settings);
        QCOMPARE(Settings().filters().files, settings.files);
    }

private:
    static QByteArray logBytes()
    {
        return contentOf(
            QStringLiteral(EMBER_SOURCE_DIR "/tests/fuzz/corpus/capturelog/segments.ember"));
    }

    // A log of the library.
    static QString capture()
    {
        const auto folder = CaptureLibrary().create({});
        QFile file(folder->logPath());
        if (!file.open(QIODevice::WriteOnly) || file.write(logBytes()) < 0)
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }

    static QString fileOfUser(const Sandbox &sandbox)
    {
        return sandbox.write(QStringLiteral("a.ember"), logBytes());
    }

    static std::optional<model::KeptView> keptIn(const QString &log)
    {
        return model::capturelog::viewIn(contentOf(log).toStdString());
    }

    // Chooses something of everything; says what.
    static model::KeptView narrow(MainWindow &window)
    {
        auto &state = window.viewState();
        state.sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "x"}});
        state.selection().selectRange(model::TimeRange{
            state.profile().origin(), state.profile().origin() + state.profile().period()});
        state.threads().setPinned(state.threads().all().back(), views::Pinned::Yes);
        state.threads().setShown(state.threads().all().front(), views::Shown::No);
        return keptViewOf(state.profile(), state.threads(), state.sums());
    }
};

EMBER_TEST(TstFilterStore)
#include "tst_filterstore.moc"
