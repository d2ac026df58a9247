// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/formatregistry.h"
#include "model/query/functionstatistics.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/state/sumsquery.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/functionmodel.h"
#include "views/tables/topfunctionspanel.h"

#include <QFileInfo>
#include <QLabel>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <cmath>
#include <map>
#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

struct Sums {
    double self = 0;
    double total = 0; // once per stack
    std::uint64_t samples = 0;

    void add(double ownSelf, double ownTotal, std::uint64_t ownSamples)
    {
        self += ownSelf;
        total += ownTotal;
        samples += ownSamples;
    }
};

using ByFunction = std::map<std::string, Sums>;

// Of all nodes of a tree, by function; below a function its own calls do not count again. Expands
// all of it.
ByFunction sumsOf(MergedTree &tree)
{
    ByFunction sums;
    const CallWeights &calls = tree.calls();
    std::vector<int> open(calls.functionCount);
    struct Step {
        MergedIndex node;
        bool isLeave;
    };
    std::vector<Step> steps{{MergedTree::root(), false}};
    while (!steps.empty()) {
        const Step step = steps.back();
        steps.pop_back();
        const MergedNode node = tree.node(step.node);
        if (node.frame.isValid()) {
            int &calling = open[node.function.row()];
            if (step.isLeave) {
                --calling;
                continue;
            }
            const bool isOutermost = calling++ == 0;
            sums[functionIdentity(*calls.profile, node.frame)].add(
                calls.amount(node.self), isOutermost ? calls.amount(node.total) : 0,
                isOutermost ? node.total.samples : 0);
            steps.push_back({step.node, true});
        }
        const auto children = tree.children(step.node);
        for (std::uint32_t place = 0; place < children.count; ++place)
            steps.push_back({children.at(place), false});
    }
    return sums;
}

bool isClose(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1.0});
}

QString difference(const ByFunction &expected, const ByFunction &sums)
{
    if (expected.size() != sums.size())
        return QStringLiteral("%1 functions, not %2").arg(sums.size()).arg(expected.size());
    for (const auto &[function, sum] : expected) {
        const auto found = sums.find(function);
        if (found == sums.end() || !isClose(found->second.self, sum.self)
            || !isClose(found->second.total, sum.total) || found->second.samples != sum.samples)
            return QString::fromStdString(function);
    }
    return {};
}

} // namespace

// The same question to every view: the answers must agree.
class TstSums : public QObject {
    Q_OBJECT

private slots:
    void aTreeWithoutCallsSaysSo()
    {
        ViewState state;
        state.open(buildSpans(textProfile(". . . a a\n")));
        CallTreePanel panel(state);
        pictureOf(panel, {500, 300});
        const auto *view = panel.findChild<QTreeView *>();
        EMBER_TRY(view->model()->rowCount() == 1);
        const auto *words = panel.findChild<QLabel *>(QStringLiteral("nothingSeen"));
        QVERIFY(!words->isVisible());
        const Timestamp start = state.spans()->profile()->timeRange().start;
        state.selection().selectRange(TimeRange{start, start + Nanoseconds(20'000'000)});
        EMBER_TRY(words->isVisible());
        QCOMPARE(view->model()->rowCount(), 0);
        QCOMPARE(words->geometry(), view->viewport()->rect());
        state.selection().selectRange(std::nullopt);
        EMBER_TRY(view->model()->rowCount() == 1);
        QVERIFY(!words->isVisible());
    }

    void viewsAgree_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto *file : {"sentry/real/node_manual_long/001.profile_chunk.json",
                                 "sentry/real/py_manual/001.profile_chunk.json",
                                 "sentry/real/py_trace/028.envelope", "rprofile/pprof/go_cpu.pb.gz",
                                 "rprofile/pprof/go_heap.pb.gz", "rprofile/perf/perf_script.txt"})
            QTest::newRow(file) << QString::fromLatin1(file);
        QTest::newRow("synthetic") << QString();
    }

    void viewsAgree()
    {
        QFETCH(QString, file);
        const ProfilePointer profile = open(file);
        if (!profile)
            QSKIP("no reference data");
        ViewState state;
        TopFunctionsPanel functions(state);
        FlameGraphPanel graph(state);
        CallTreePanel tree(state);
        SandwichPanel sandwich(state);
        state.open(buildSpans(profile));
        std::mt19937 random{11};
        for (int round = 0; round < 5; ++round) {
            const auto range = profile->timeRange();
            if (round == 1)
                state.selection().selectRange(TimeRange{range.start + range.duration() / 3,
                                                        range.start + range.duration() / 2});
            if (round >= 2)
                state.sums().filters().add(randomFilter(*profile, random));
            for (QWidget *panel :
                 {static_cast<QWidget *>(&functions), static_cast<QWidget *>(&graph),
                  static_cast<QWidget *>(&tree), static_cast<QWidget *>(&sandwich)})
                pictureOf(*panel, {600, 300});
            compare(state, functions, graph, tree, sandwich);
            if (QTest::currentTestFailed())
                return;
        }
    }

private:
    static ProfilePointer open(const QString &file)
    {
        if (file.isEmpty())
            return syntheticProfile();
        const QString path = referenceData(file);
        if (!QFileInfo::exists(path))
            return nullptr;
        auto import = builtinFormats().open({path.toStdString()}, {});
        return import && !import->profiles.empty() ? import->profiles.front().profile : nullptr;
    }

    static CallFilter randomFilter(const Profile &profile, std::mt19937 &random)
    {
        const FrameIndex frame(random() % profile.tables().frames.size());
        const auto action = CallAction(random() % 7);
        return {action,
                random() % 2 == 0 ? functionTest(profile, frame) : moduleTest(profile, frame)};
    }

    static void addRow(const ViewState &state, const FunctionStatistics &row, ByFunction &sums)
    {
        const bool byValue = state.sums().unit().has_value();
        sums[functionIdentity(*state.spans()->profile(), row.frame)].add(
            byValue ? row.selfValue : double(row.self.count()),
            byValue ? row.totalValue : double(row.total.count()), row.totalSamples);
    }

    static ByFunction topFunctions(const ViewState &state)
    {
        ByFunction sums;
        for (const auto &row :
             functionStatistics(*state.spans()->profile(), state.sums().selection()))
            addRow(state, row, sums);
        return sums;
    }

    static ByFunction shownRows(const ViewState &state, const FunctionModel &model)
    {
        ByFunction sums;
        for (int row = 0; row < model.rowCount(); ++row)
            addRow(state, model.function(row), sums);
        return sums;
    }

    void compare(ViewState &state, TopFunctionsPanel &functions, FlameGraphPanel &graph,
                 CallTreePanel &tree, SandwichPanel &sandwich)
    {
        const ByFunction expected = topFunctions(state);
        const auto *rows = functions.findChild<FunctionModel *>();
        EMBER_TRY(difference(expected, shownRows(state, *rows)).isEmpty());
        for (auto *inverted : {graph.findChild<QToolButton *>(QStringLiteral("inverted")),
                               tree.findChild<QToolButton *>(QStringLiteral("inverted"))})
            inverted->setChecked(false);
        // Kept for all who ask the same.
        const auto answer =
            state.sums().weigher()->weigh(state.spans()->profile(), state.sums().selection());
        const auto isShown = [&](const MergedTree *shown, TowardsCalls direction) {
            return shown && shown->direction() == direction && shown->sharedCalls() == answer;
        };
        const auto graphOf = [&](TowardsCalls direction) {
            return isShown(graph.graph().viewport().tree(), direction);
        };
        EMBER_TRY(graphOf(TowardsCalls::Callees));
        compareTree(expected, *graph.graph().viewport().tree());
        const auto *model = tree.findChild<CallTreeModel *>();
        EMBER_TRY(isShown(model->tree(), TowardsCalls::Callees));
        graph.findChild<QToolButton *>(QStringLiteral("inverted"))->setChecked(true);
        EMBER_TRY(graphOf(TowardsCalls::Callers));
        compareTree(expected, *graph.graph().viewport().tree());
        if (expected.empty() || QTest::currentTestFailed())
            return;
        const FunctionStatistics busiest = rows->function(0);
        sandwich.showFunction(busiest.frame);
        EMBER_TRY(sandwich.callees().viewport().tree());
        const auto &sum = expected.at(functionIdentity(*state.spans()->profile(), busiest.frame));
        for (GraphWidget *half : {&sandwich.callers(), &sandwich.callees()})
            QVERIFY(isClose(half->viewport().tree()->amount(MergedTree::root()), sum.total));
    }

    static void compareTree(const ByFunction &expected, MergedTree &tree)
    {
        const ByFunction sums = sumsOf(tree);
        QVERIFY2(difference(expected, sums).isEmpty(), qPrintable(difference(expected, sums)));
    }
};

EMBER_TEST(TstSums)
#include "tst_sums.moc"
