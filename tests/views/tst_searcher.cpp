// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "views/jobs/viewthreads.h"
#include "views/search/searchbar.h"
#include "views/search/searcher.h"

#include <QCoreApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// Steps that are asked for faster than they are gone.
class TstSearcher : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_searcher = std::make_unique<Searcher>(*m_state);
        m_state->open(buildSpans(textProfile("b a b a b a b a b a b a b a b a b a b a .\n")));
        m_state->selection().setSearchText(QStringLiteral("b"));
        EMBER_TRY(m_state->selection().matches().boxes == 10);
    }

    void cleanup()
    {
        m_searcher.reset();
        m_state.reset();
    }

    void onlySoManyWait()
    {
        for (int press = 0; press < 8; ++press)
            m_searcher->goToMatch(Direction::Forward);
        settle();
        QCOMPARE(selectedBox(), 6); // the fourth match
        m_searcher->goToMatch(Direction::Forward);
        settle();
        QCOMPARE(selectedBox(), 8);
    }

    void whatIsSelectedMeanwhileStays()
    {
        for (int press = 0; press < 3; ++press)
            m_searcher->goToMatch(Direction::Forward);
        m_state->selection().select(BoxReference{ThreadIndex(0), 0, BoxIndex(13)});
        settle();
        QCOMPARE(selectedBox(), 13);
        m_searcher->goToMatch(Direction::Forward);
        settle();
        QCOMPARE(selectedBox(), 14);
    }

    void whatIsAskedForAfterwardsIsGoneFromThere()
    {
        for (int press = 0; press < 3; ++press)
            m_searcher->goToMatch(Direction::Forward);
        m_state->selection().select(BoxReference{ThreadIndex(0), 0, BoxIndex(13)});
        m_searcher->goToMatch(Direction::Backward);
        settle();
        QCOMPARE(selectedBox(), 12);
    }

    // Whatever was counted before is what a search finds: in this profile, and in the next one.
    void whatWasPreparedIsFound()
    {
        for (const int count : {1, 2, 3}) {
            const std::string text = "x " + std::string(count > 1 ? "y x " : "")
                + std::string(count > 2 ? "y x " : "") + ".\n";
            m_state->selection().setSearchText({});
            m_state->open(buildSpans(textProfile(text)));
            m_searcher->prepare();
            if (count != 2)
                settle();
            m_state->selection().setSearchText(QStringLiteral("x"));
            EMBER_TRY(m_state->selection().matches().text == QStringLiteral("x"));
            QCOMPARE(m_state->selection().matches().boxes, std::uint64_t(count));
        }
    }

    void aSearchThatIsOnIsNotDisturbed()
    {
        m_searcher->prepare();
        settle();
        QCOMPARE(m_state->selection().matches().boxes, std::uint64_t(10));
    }

    void whoIsAboutToTypeHasItPrepared()
    {
        m_state->selection().setSearchText({});
        settle();
        QSignalSpy changes(&m_state->selection(), &ViewSelection::matchesChanged);
        QWidget window;
        QLineEdit elsewhere(&window);
        SearchBar bar(*m_state, *m_searcher, &window);
        elsewhere.setFocus();
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QCOMPARE(m_searcher->isPreparing(), false);
        bar.focusText();
        QCOMPARE(m_searcher->isPreparing(), true);
        settle();
        QCOMPARE(m_searcher->isPreparing(), false);
        QCOMPARE(changes.count(), 0);
    }

private:
    // More rounds than steps that were asked for.
    static void settle()
    {
        for (int round = 0; round < 20; ++round) {
            backgroundPool().waitForDone();
            QCoreApplication::processEvents();
        }
    }

    int selectedBox() const
    {
        const auto &box = m_state->selection().box();
        return box ? static_cast<int>(box->box.row()) : -1;
    }

    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<Searcher> m_searcher;
};

EMBER_TEST(TstSearcher)
#include "tst_searcher.moc"
