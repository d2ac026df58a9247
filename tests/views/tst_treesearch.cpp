// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/jobs/pacedjob.h"
#include "views/jobs/viewthreads.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/treesearch.h"

#include <QCoreApplication>
#include <QTest>
#include <QThreadPool>
#include <QTreeView>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

StackIndex called(ProfileBuilder &builder, StackIndex caller, const std::string &name)
{
    Function function;
    function.name = builder.string(name);
    Frame frame;
    frame.function = builder.function(function);
    return builder.stack(caller, builder.frame(frame));
}

// Each sample of the time of one.
void addSamples(ProfileBuilder &builder, const std::vector<StackIndex> &stacks)
{
    const auto thread = builder.addThread({});
    std::int64_t time = 0;
    for (const StackIndex stack : stacks)
        builder.addSample(thread, {timestampFromNs(++time * 1'000'000), stack, {}});
    builder.addSample(thread, {timestampFromNs(++time * 1'000'000), emptyStack, {}});
}

} // namespace

// Call trees of very deep stacks.
class TstTreeSearch : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_watched = std::make_unique<WatchedPanel<CallTreePanel>>();
        m_state = &m_watched->state;
        m_view = m_watched->panel.findChild<QTreeView *>();
        m_model = m_watched->panel.findChild<CallTreeModel *>();
    }

    void cleanup() { m_watched.reset(); }

    // It would have to be opened, which the view does by recursion.
    void aMatchFarDownIsShownByARowAroundIt()
    {
        ProfileBuilder builder;
        StackIndex stack = called(builder, emptyStack, "deep");
        for (int level = 1; level < 20'000; ++level)
            stack = called(builder, stack, "level" + std::to_string(level % 7));
        addSamples(
            builder,
            {called(builder, stack, "needle"), stack, called(builder, emptyStack, "needle")});
        show(builder.snapshot());
        search(QStringLiteral("needle"));
        QTest::keyClick(m_view, Qt::Key_N);
        EMBER_TRY(depth() > 100);
        QVERIFY(depth() <= 500);
        const QModelIndex around = m_view->currentIndex();
        // On from the match, not from the row around it.
        QTest::keyClick(m_view, Qt::Key_N);
        EMBER_TRY(depth() == 1);
        QCOMPARE(m_view->currentIndex().data().toString(), QStringLiteral("needle"));
        QTest::keyClick(m_view, Qt::Key_N, Qt::ShiftModifier);
        EMBER_TRY(m_view->currentIndex() == around);
    }

    // A tree of callers has a way for each sample: of 1700 levels they are 1.4 million calls.
    void aSearchFindsOnlySoMuchOfATree()
    {
        ProfileBuilder builder;
        std::vector<StackIndex> stacks{called(builder, emptyStack, "level0")};
        for (int level = 1; level < 1'700; ++level)
            stacks.push_back(called(builder, stacks.back(), "level" + std::to_string(level)));
        addSamples(builder, stacks);
        show(builder.snapshot());
        QTest::keyClick(m_view, Qt::Key_I);
        EMBER_TRY(m_model->rowCount() == 1'700 && isSettled());
        search(QStringLiteral("nothing of that name"));
        const auto *look = m_watched->panel.findChild<TreeSearch *>();
        QTest::keyClick(m_view, Qt::Key_N);
        EMBER_TRY(!look->isLooking());
        QVERIFY(m_model->tree()->size() > 900'000);
        QVERIFY(m_model->tree()->size() < 1'100'000);
        QTest::keyClick(m_view, Qt::Key_N); // asked again, it gets to the end
        EMBER_TRY(!look->isLooking());
        QVERIFY(m_model->tree()->size() > 1'400'000);
    }

private:
    void show(const ProfilePointer &profile)
    {
        m_state->open(buildSpans(profile));
        pictureOf(m_watched->panel, {900, 400});
        EMBER_TRY(m_model->rowCount() > 0);
    }

    // Whether no other tree is on its way, as after an estimate: it would end a search.
    static bool isSettled()
    {
        for (int round = 0; round < 3; ++round) {
            backgroundPool().waitForDone();
            QCoreApplication::processEvents(); // jobs deliver through the event loop
        }
        return !Delay::isAnyRunning() && backgroundPool().waitForDone(0);
    }

    void search(const QString &text)
    {
        m_state->selection().setSearchText(text);
        EMBER_TRY(m_state->selection().matches().text == text);
    }

    std::uint32_t depth() const
    {
        return m_model->tree()->node(m_model->nodeAt(m_view->currentIndex())).depth;
    }

    std::unique_ptr<WatchedPanel<CallTreePanel>> m_watched;
    ViewState *m_state = nullptr;
    QTreeView *m_view = nullptr;
    CallTreeModel *m_model = nullptr;
};

EMBER_TEST(TstTreeSearch)
#include "tst_treesearch.moc"
