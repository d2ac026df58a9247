// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/filtersettings.h"
#include "app/window/actions.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "views/filters/filterstack.h"
#include "views/filters/textpattern.h"
#include "views/sumsquestion.h"

#include <QAction>
#include <QTest>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;
using model::CallAction;
using model::CallTest;

// Filters that are there again with their file.
class TstFilterKeeper : public QObject {
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
        QVERIFY(!window.viewState().sums().history().canUndo());
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
            range = {state.origin(), state.origin() + state.period()};
            state.selectRange(range);
            state.setShown(state.threads().front(), views::Shown::No);
            shown = state.shownThreads();
            EMBER_TRY(Settings().filters().files.size() == 1);
        }
        MainWindow window;
        openAndWait(window, {file});
        QVERIFY(window.viewState().selectedRange() == range);
        QCOMPARE(window.viewState().shownThreads(), shown);
        openAndWait(window, {file}); // what opening it clears was not taken for a wish
        QVERIFY(window.viewState().selectedRange() == range);
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
};

EMBER_TEST(TstFilterKeeper)
#include "tst_filterkeeper.moc"
