// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/search/searcher.h"
#include "views/state/sumsquery.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/functionmodel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/tracks/minimapwidget.h"

#include <QLabel>
#include <QLocale>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr QSize viewSize(600, 300);

bool hasColour(const QImage &picture, const QRect &part, QRgb colour)
{
    for (int y = part.top(); y <= part.bottom(); ++y) {
        for (int x = part.left(); x <= part.right(); ++x) {
            if (picture.pixel(x, y) == colour)
                return true;
        }
    }
    return false;
}

} // namespace

// A function or call that is selected in one view is selected in all of them.
class TstOneSelection : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_state->open(buildSpans(textProfile("a a b b a c\n"
                                             "f f g g f g\n")));
    }

    void cleanup() { m_state.reset(); }

    void aFunctionOfATableIsMarkedInTheChart()
    {
        Searcher searcher(*m_state);
        FlameChartWidget chart(*m_state, searcher);
        const QRgb match = m_state->theme().match.rgb();
        QVERIFY(!hasColour(pictureOf(chart, viewSize), QRect({}, viewSize - QSize(20, 0)), match));
        TopFunctionsPanel panel(*m_state);
        choose(panel, "f");
        const QImage picture = pictureOf(chart, viewSize);
        const auto at = [&](int ms) {
            return int(chart.camera().scale.toX(timestampFromNs(ms * 1'000'000LL)));
        };
        const Lane lane = chart.chartLayout().lanes().front();
        const int top = chart.chartLayout().rowTop(lane, 1);
        QVERIFY(hasColour(picture, QRect(at(5), top, 3, 1), match)); // f
        QVERIFY(hasColour(picture, QRect(at(45), top, 3, 1), match)); // f again
        QVERIFY(!hasColour(picture, QRect(at(25), top, 3, 1), match)); // g
        QVERIFY(!hasColour(picture, QRect(at(5), top - 17, 3, 1), match)); // a
    }

    // Not to the outermost call, which is none of that function.
    void theKeysGoToCallsOfAFunctionOfATable()
    {
        Searcher searcher(*m_state);
        FlameChartWidget chart(*m_state, searcher);
        pictureOf(chart, viewSize);
        using Call = std::pair<std::string, Timestamp>;
        const auto selected = [&] {
            const auto &box = m_state->selection().box();
            return box ? Call(frameName(profile(), frameOf(*m_state->spans(), *box)),
                              rangeOf(*m_state->spans(), *box).start)
                       : Call();
        };
        m_state->selection().setFunction(frameCalled("f"));
        QVERIFY(chart.perform(ChartAction::SelectNextSameFunction));
        QCOMPARE(selected(), Call("f", timestampFromNs(0)));
        QVERIFY(chart.perform(ChartAction::SelectNextSameFunction));
        QCOMPARE(selected(), Call("f", timestampFromNs(40'000'000)));

        m_state->selection().setFunction(frameCalled("g"));
        QVERIFY(!m_state->selection().box());
        QVERIFY(chart.perform(ChartAction::SelectPreviousSameFunction));
        QCOMPARE(selected().first, std::string("g"));
    }

    void aCallOfTheChartIsARowOfTheFunctions()
    {
        TopFunctionsPanel panel(*m_state);
        QTableView &view = table(panel);
        m_state->selection().select(BoxReference{ThreadIndex(0), 1, BoxIndex(1)});
        QCOMPARE(view.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("g"));
        QVERIFY(view.selectionModel()->hasSelection());
        QVERIFY(m_state->selection().box()); // the row was not chosen by the user
        m_state->selection().setFunction(frameCalled("a"));
        QCOMPARE(view.currentIndex().siblingAtColumn(0).data().toString(), QStringLiteral("a"));
    }

    void anotherFunctionTakesTheSelectedCallBack()
    {
        m_state->selection().select(BoxReference{ThreadIndex(0), 1, BoxIndex(0)});
        m_state->selection().setFunction(frameCalled("f")); // the call's own
        QVERIFY(m_state->selection().box());
        m_state->selection().setFunction(frameCalled("g"));
        QVERIFY(!m_state->selection().box());
    }

    void graphsMarkItAndLetGoOfAnother()
    {
        FlameGraphPanel panel(*m_state);
        pictureOf(panel, viewSize);
        GraphViewport &viewport = panel.graph().viewport();
        EMBER_TRY(!viewport.layout().rows().empty());
        const auto nodeOf = [&](std::string_view name) {
            for (const auto &row : viewport.layout().rows()) {
                for (const GraphBox &box : row) {
                    if (frameName(profile(), viewport.tree()->node(box.node).frame) == name)
                        return box.node;
                }
            }
            return MergedIndex();
        };
        viewport.select(nodeOf("f"));
        m_state->selection().setFunction(frameCalled("g"));
        QVERIFY(!viewport.selected());
        const QImage picture = pictureOf(panel.graph(), viewSize);
        const QRgb match = m_state->theme().match.rgb();
        QVERIFY(hasColour(picture, viewport.rectOf(nodeOf("g")).toRect(), match));
        QVERIFY(!hasColour(picture, viewport.rectOf(nodeOf("f")).toRect(), match));
    }

    void rowsOfTheCallTreeAreMarked()
    {
        CallTreePanel panel(*m_state);
        pictureOf(panel, viewSize);
        auto &view = *panel.findChild<QTreeView *>();
        EMBER_TRY(view.model()->rowCount() == 3);
        m_state->selection().setFunction(frameCalled("b"));
        for (int row = 0; row < 3; ++row) {
            const QModelIndex index = view.model()->index(row, CallTreeModel::Name);
            QCOMPARE(index.data(Qt::BackgroundRole).isValid(), index.data() == QLatin1String("b"));
        }
    }

    void detailsDescribeAFunctionAndBeginWithTheAnswer()
    {
        DetailsPanel details(*m_state);
        pictureOf(details, viewSize);
        const auto &answer = *details.findChild<QLabel *>(QStringLiteral("detailsAnswer"));
        m_state->selection().setFunction(frameCalled("f"));
        EMBER_TRY(answer.text()
                  == QStringLiteral("60.0 % of the time was spent in it, 60.0 % in its own code."));
        m_state->sums().filters().add(
            {CallAction::Only, functionTest(*m_state->spans()->profile(), frameCalled("f"))});
        EMBER_TRY(answer.text()
                  == QStringLiteral("100 % of what the filters leave was spent in it, 100 % in its "
                                    "own code."));
        m_state->sums().filters().clear();
        m_state->selection().select(BoxReference{ThreadIndex(0), 0, BoxIndex(0)});
        QCOMPARE(answer.text(), QStringLiteral("This call took 20.0 ms."));
        m_state->selection().setFunction(frameCalled("c"));
        EMBER_TRY(answer.text().contains(QStringLiteral("of the time was spent in it")));
    }

    void theOverviewHasTicksOfMatchesAndOfTheFunction()
    {
        Searcher searcher(*m_state);
        MinimapWidget overview(*m_state);
        const QSize wide(600, 39);
        const auto column = [](int ms) { return QRect(ms * 600 / 50, 6, 3, 8); };
        const QRgb match = m_state->theme().match.rgb();
        const QRgb text = m_state->theme().text.rgb();
        m_state->selection().setFunction(frameCalled("g"));
        EMBER_TRY(hasColour(pictureOf(overview, wide), column(30), text));
        QVERIFY(!hasColour(pictureOf(overview, wide), column(10), text));
        QVERIFY(!hasColour(pictureOf(overview, wide), column(10), match));
        m_state->selection().setSearchText(QStringLiteral("f"));
        EMBER_TRY(hasColour(pictureOf(overview, wide), column(10), match));
        QVERIFY(!hasColour(pictureOf(overview, wide), column(30), match));
    }

    void callersAndCalleesHaveNumbersBesideThePicture()
    {
        SandwichPanel panel(*m_state);
        pictureOf(panel, {900, 400});
        panel.showFunction(frameCalled("g"));
        auto *callers = panel.findChild<NeighbourList *>(QStringLiteral("callerList"));
        const auto *callees = panel.findChild<NeighbourList *>(QStringLiteral("calleeList"));
        EMBER_TRY(callers->topLevelItemCount() > 0);
        const QTreeWidgetItem &first = *callers->topLevelItem(0);
        QCOMPARE(first.text(NeighbourList::Name), QStringLiteral("b"));
        QCOMPARE(first.text(NeighbourList::Amount), QStringLiteral("20.0 ms"));
        QCOMPARE(first.text(NeighbourList::Share), QStringLiteral("100 %"));
        QCOMPARE(callees->topLevelItemCount(), 0);
        callers->setCurrentItem(callers->topLevelItem(0));
        QCOMPARE(frameName(profile(), m_state->selection().function()), "b");
        QCOMPARE(frameName(profile(), panel.function()), "g"); // what is shown stays
    }

private:
    const Profile &profile() const { return *m_state->spans()->profile(); }

    FrameIndex frameCalled(std::string_view name) const
    {
        return ember::tests::frameCalled(profile(), name);
    }

    static QTableView &table(TopFunctionsPanel &panel)
    {
        pictureOf(panel, viewSize);
        auto &view = *panel.findChild<QTableView *>();
        if (!QTest::qWaitFor([&] { return view.model()->rowCount() > 0; }, 60'000))
            QTest::qFail("no rows", __FILE__, __LINE__);
        return view;
    }

    static void choose(TopFunctionsPanel &panel, const char *name)
    {
        QTableView &view = table(panel);
        for (int row = 0; row < view.model()->rowCount(); ++row) {
            if (view.model()->index(row, FunctionModel::Name).data() == QLatin1String(name))
                view.selectRow(row);
        }
    }

    std::unique_ptr<ViewState> m_state;
};

EMBER_TEST(TstOneSelection)
#include "tst_oneselection.moc"
