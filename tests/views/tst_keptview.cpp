// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "tests/views/threadprogram.h"
#include "views/filters/keptview.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QSignalSpy>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

SpanTablePointer server()
{
    ThreadProgram program;
    program.addServer();
    return program.spans();
}

} // namespace

// Filters, range and threads on their way into a file and back.
class TstKeptView : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_state->open(server());
    }

    void cleanup() { m_state.reset(); }

    void nothingChosenIsNothingKept()
    {
        QVERIFY(keptViewOf(m_state->profile(), m_state->threads(), m_state->sums()) == KeptView());
    }

    void allOfItIsThereAgain()
    {
        m_state->selection().selectRange(
            TimeRange{m_state->profile().origin() + m_state->profile().period(),
                      m_state->profile().range().end});
        filters(*m_state).add({CallAction::Focus, {CallTest::By::Name, "späť"}});
        filters(*m_state).setCounted(Counted::Running);
        m_state->threads().setShown({thread(3), thread(7)}, Shown::No);
        m_state->threads().setPinned({thread(20), thread(5)}, Pinned::Yes);
        m_state->threads().move({thread(14)}, thread(1));
        const KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        const ViewState &again = restored(kept);
        QVERIFY(again.selection().range() == m_state->selection().range());
        QVERIFY(again.sums().filters().now() == m_state->sums().filters().now());
        QCOMPARE(again.threads().shown(), m_state->threads().shown());
        QVERIFY(again.threads().order().arrangement() == m_state->threads().order().arrangement());
        QVERIFY(keptViewOf(again.profile(), again.threads(), again.sums()) == kept);
    }

    void whatIsFoldedIsFoldedAgain()
    {
        ThreadChoice &threads = m_state->threads();
        const auto groups = threads.order().groups();
        const auto group = std::ranges::find_if(
            groups, [](const ThreadGroup &one) { return one.kind == ThreadGroup::Kind::Alike; });
        QVERIFY(group != groups.end());
        const Open open = threads.order().isOpen(*group) ? Open::No : Open::Yes;
        threads.setGroupOpen(group->key, open);
        threads.setCollapsed(thread(3), Collapsed::Yes);
        const KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        ViewState &again = restored(kept);
        QVERIFY(again.threads().isCollapsed(thread(3)));
        QVERIFY(again.threads().isFoldedByHand(thread(3)));
        QVERIFY(!again.threads().isFoldedByHand(thread(7)));
        QCOMPARE(again.threads().order().isOpen(group->key), open == Open::Yes);
        QVERIFY(!again.sums().history().canUndo());
        QVERIFY(keptViewOf(again.profile(), again.threads(), again.sums()) == kept);
        const auto words = foldWords(*m_state->spans()->profile(), threads.foldsByHand());
        QVERIFY(foldsOf(*m_state->spans()->profile(), words) == threads.foldsByHand());
        // All that are lanes, but for one.
        threads.setLanesOnly(LanesOnly::Yes);
        threads.setCollapsed(thread(3), Collapsed::No);
        ViewState &lanes =
            restored(keptViewOf(m_state->profile(), m_state->threads(), m_state->sums()));
        QCOMPARE(lanes.threads().lanesOnly(), LanesOnly::Yes);
        QVERIFY(lanes.threads().isCollapsed(thread(7)) && !lanes.threads().isCollapsed(thread(3)));
    }

    // What was folded before everything became lanes is there when lanes are left.
    void lanesAreLeftAsTheyWereEntered()
    {
        ThreadChoice &threads = m_state->threads();
        const auto groups = threads.order().groups();
        const auto group = std::ranges::find_if(
            groups, [](const ThreadGroup &one) { return one.kind == ThreadGroup::Kind::Alike; });
        QVERIFY(group != groups.end());
        threads.setGroupOpen(group->key, Open::No);
        threads.setCollapsed(thread(3), Collapsed::Yes);
        const ThreadFolds before = threads.foldsByHand();
        threads.setLanesOnly(LanesOnly::Yes);
        threads.setGroupOpen(group->key, Open::Yes);
        threads.setCollapsed(thread(7), Collapsed::No);
        const ThreadFolds lanes = threads.foldsByHand();
        const Profile &profile = *m_state->spans()->profile();
        QVERIFY(foldsOf(profile, foldWords(profile, lanes)) == lanes);
        threads.setLanesOnly(LanesOnly::No);
        QVERIFY(threads.foldsByHand() == before);
        // The same in another window.
        ThreadChoice &again = restored({}).threads();
        again.fold(lanes);
        QVERIFY(again.foldsByHand() == lanes);
        QVERIFY(again.order().isOpen(group->key));
        QVERIFY(!again.isCollapsed(thread(7)));
        again.setLanesOnly(LanesOnly::No);
        QVERIFY(again.foldsByHand() == before);
        QVERIFY(!again.order().isOpen(group->key));
        QVERIFY(again.isCollapsed(thread(3)));
    }

    // A list may be full before all that are folded are in it.
    void whatIsHiddenIsListedBeforeWhatIsOnlyFolded()
    {
        m_state->threads().setAllCollapsed(Collapsed::Yes);
        m_state->threads().setShown(m_state->threads().all().back(), Shown::No);
        const KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        QCOMPARE(kept.threads.size(), m_state->threads().all().size());
        QVERIFY(kept.threads.front().isHidden);
    }

    void oneChosenThreadOfManyIsOne()
    {
        m_state->threads().showOnly({thread(9)});
        const KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        QCOMPARE(kept.threads.size(), std::size_t(1));
        QCOMPARE(restored(kept).threads().shown(), std::vector{thread(9)});
    }

    void whatIsRestoredCanBeTakenBack()
    {
        filters(*m_state).add({CallAction::Focus, {CallTest::By::Name, "a"}});
        m_state->threads().setShown(thread(3), Shown::No);
        m_state->threads().move({thread(14)}, thread(1));
        const KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        ViewState &again = restored(kept);
        auto &history = again.sums().history();
        QVERIFY(history.canUndo());
        history.undo();
        QVERIFY(!history.canUndo());
        QVERIFY(keptViewOf(again.profile(), again.threads(), again.sums()) == KeptView());
        history.redo();
        QVERIFY(keptViewOf(again.profile(), again.threads(), again.sums()) == kept);
    }

    void anOrderAloneCanBeTakenBackAsWell()
    {
        m_state->threads().setPinned(thread(20), Pinned::Yes);
        ViewState &again =
            restored(keptViewOf(m_state->profile(), m_state->threads(), m_state->sums()));
        QCOMPARE(again.threads().all().front(), thread(20));
        again.sums().history().undo();
        QVERIFY(keptViewOf(again.profile(), again.threads(), again.sums()) == KeptView());
    }

    void nothingRestoredIsNoStep()
    {
        ViewState &again = restored({});
        QVERIFY(!again.sums().history().canUndo());
    }

    void strangersAreLeftOut()
    {
        m_state->threads().setShown(thread(3), Shown::No);
        KeptView kept = keptViewOf(m_state->profile(), m_state->threads(), m_state->sums());
        kept.threads.push_back({"none", "none", {}, true, true});
        kept.filters = {"focus", "name", "a", "newer", "name", "b", "odd"};
        kept.order = KeptOrder::Listed;
        const ViewState &again = restored(kept);
        QCOMPARE(again.sums().filters().calls().size(), std::size_t(1));
        QCOMPARE(again.threads().all().size(), m_state->threads().all().size());
        QCOMPARE(again.threads().all().front(), thread(3)); // the others stand behind it
        QVERIFY(!again.threads().isShown(thread(3)));
    }

private:
    static ThreadIndex thread(std::uint32_t row) { return ThreadIndex(row); }

    static FilterStack &filters(ViewState &state) { return state.sums().filters(); }

    // Another window with the same profile.
    ViewState &restored(const KeptView &view)
    {
        m_again = std::make_unique<ViewState>();
        m_again->open(server());
        restoreView(m_again->profile(), m_again->threads(), m_again->sums(), view);
        return *m_again;
    }

    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<ViewState> m_again;
};

EMBER_TEST(TstKeptView)
#include "tst_keptview.moc"
