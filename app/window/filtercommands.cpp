// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filtercommands.h"

#include "model/profile/labels.h"
#include "model/query/callfilter.h"
#include "model/query/selection.h"
#include "views/boxes/boxreference.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"

#include <QCoreApplication>
#include <QMenu>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace ember::app {

using namespace model;
using views::ViewState;

namespace {

struct FilterCommands {
    Q_DECLARE_TR_FUNCTIONS(ember::app::FilterCommands)
};

// Returns the test for the function last pointed at, for its module, for the search, or for all;
// empty if there is none of these.
std::optional<CallTest> testBy(CallTest::By by, const ViewState &state)
{
    const Profile &profile = *state.spans()->profile();
    const FrameIndex frame = state.selection().function();
    CallTest test{by, {}};
    switch (by) {
    case CallTest::By::Function:
    case CallTest::By::Module:
        if (!frame.isValid())
            return std::nullopt;
        test = by == CallTest::By::Function ? functionTest(profile, frame)
                                            : moduleTest(profile, frame);
        break;
    case CallTest::By::Name: test.text = state.selection().searchText().toStdString(); break;
    default: return test;
    }
    return test.text.empty() ? std::nullopt : std::optional(test);
}

std::function<void()> adds(CallAction does, CallTest::By by, ViewState &state)
{
    return [does, by, &state] {
        if (!state.spans())
            return;
        if (const auto test = testBy(by, state))
            state.sums().filters().add({does, *test});
    };
}

// Commands for a function or module are never disabled, since the function changes with every
// click.
std::vector<CommandSpec> ofFunction(ViewState &state)
{
    using enum CallAction;
    const auto row = [&state](const char *name, const QString &text, Qt::Key key, CallAction does) {
        return CommandSpec{.name = name,
                           .text = text,
                           .keys = {QKeySequence(Qt::SHIFT | key)},
                           .run = adds(does, CallTest::By::Function, state)};
    };
    return {
        row("focus", FilterCommands::tr("&Focus on the Function"), Qt::Key_F, Focus),
        row("onlyFunction", FilterCommands::tr("&Only Stacks with the Function"), Qt::Key_O, Only),
        row("withoutFunction", FilterCommands::tr("&Leave Out Stacks with the Function"), Qt::Key_D,
            LeaveOut),
        row("mergeFunction", FilterCommands::tr("Hide the Function: &Merge It into Its Callers"),
            Qt::Key_M, Merge),
        row("collapseFunction", FilterCommands::tr("&Collapse What the Function Calls"), Qt::Key_C,
            CollapseCallees),
        row("collapseFunctionRecursion", FilterCommands::tr("Collapse the Function's &Recursion"),
            Qt::Key_R, CollapseRecursion),
    };
}

std::vector<CommandSpec> ofModule(ViewState &state)
{
    using enum CallAction;
    const auto row = [&state](const char *name, const QString &text, CallAction does) {
        return CommandSpec{
            .name = name, .text = text, .run = adds(does, CallTest::By::Module, state)};
    };
    return {
        row("onlyModule", FilterCommands::tr("&Only Stacks with the Module"), Only),
        row("withoutModule", FilterCommands::tr("&Leave Out Stacks with the Module"), LeaveOut),
        row("mergeModule", FilterCommands::tr("Hide the Module: &Merge It into Its Callers"),
            Merge),
        row("collapseModule", FilterCommands::tr("&Collapse Calls within the Module"),
            CollapseNested),
    };
}

// Returns the first label of the selected call's samples, as filters name it; empty if there is
// none.
std::string labelOfCall(const ViewState &state)
{
    const auto &box = state.selection().box();
    if (!state.spans() || !box)
        return {};
    const Profile &profile = *state.spans()->profile();
    const auto &labels = profile.samples(box->thread).labels;
    const Box &call = views::boxAt(*state.spans(), *box);
    for (auto row = call.first.row(); row < std::min(call.end.row(), labels.size()); ++row) {
        const auto json = labels[SampleIndex(row)];
        if (const auto all =
                json.isValid() ? labelsOf(profile.text(json)) : std::vector<SampleLabel>();
            !all.empty())
            return labelText(all.front());
    }
    return {};
}

std::vector<CommandSpec> ofLabel(ViewState &state)
{
    return {
        {.name = "onlyLabel",
         .text = FilterCommands::tr("Only Samples with the Call's Label"),
         .tip = FilterCommands::tr("Its goroutine, in a Go program"),
         .isPossible = [&state] { return !labelOfCall(state).empty(); },
         .run =
             [&state] {
                 if (const auto label = labelOfCall(state); !label.empty()) // may be gone
                     state.sums().filters().add({CallAction::Only, {CallTest::By::Label, label}});
             }}};
}

std::vector<CommandSpec> ofAll(ViewState &state)
{
    using enum CallAction;
    using By = CallTest::By;
    const auto isSearching = [&state] { return !state.selection().searchText().isEmpty(); };
    return {
        {.name = "ownCode",
         .text = FilterCommands::tr("O&wn Code Only"),
         .keys = {QKeySequence(Qt::Key_H)},
         .tip = FilterCommands::tr("Merge system code into its callers"),
         .run = adds(Merge, By::SystemCode, state)},
        {.name = "collapseRecursion",
         .text = FilterCommands::tr("Collapse &All Recursion"),
         .run = adds(CollapseRecursion, By::Everything, state)},
        {.name = "onlyMatches",
         .text = FilterCommands::tr("Only Stacks the &Search Matches"),
         .isPossible = isSearching,
         .run = adds(Only, By::Name, state)},
        {.name = "withoutMatches",
         .text = FilterCommands::tr("Leave Out Stac&ks the Search Matches"),
         .isPossible = isSearching,
         .run = adds(LeaveOut, By::Name, state)},
        {.name = "clearFilters",
         .text = FilterCommands::tr("Cl&ear Filters"),
         .when = When::Always,
         .isPossible = [&state] { return !state.sums().filters().isEmpty(); },
         .run = [&state] { state.sums().filters().clear(); }},
    };
}

std::vector<CommandSpec> ofHistory(ViewState &state)
{
    return {
        {.name = "undoFilter",
         .text = FilterCommands::tr("Undo Filter, Range or &Threads"),
         .keys = {QKeySequence(Qt::CTRL | Qt::Key_Z)},
         .tip =
             FilterCommands::tr("Take back the last filter, selected range or choice of threads"),
         .when = When::Always,
         .isPossible = [&state] { return state.sums().history().canUndo(); },
         .run = [&state] { state.sums().history().undo(); }},
        {.name = "redoFilter",
         .text = FilterCommands::tr("Re&do Filter, Range or Threads"),
         .keys = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z),
                  QKeySequence(Qt::CTRL | Qt::Key_Y)},
         .when = When::Always,
         .isPossible = [&state] { return state.sums().history().canRedo(); },
         .run = [&state] { state.sums().history().redo(); }},
    };
}

// Returns commands for the switch in the row of chips; disabled if the profile does not tell what
// they count.
std::vector<CommandSpec> ofCounted(ViewState &state)
{
    const auto row = [&state](const char *name, const QString &text, Counted counted) {
        return CommandSpec{
            .name = name,
            .text = text,
            .when = When::Always,
            .isPossible =
                [&state, counted] {
                    return state.sums().canCount(Counted::Busy) && state.sums().canCount(counted);
                },
            .isOn = [&state, counted] { return state.sums().countedNow() == counted; },
            .turn = [&state, counted](bool) { state.sums().filters().setCounted(counted); },
            .choice = "counted"};
    };
    return {
        row("countBusy", FilterCommands::tr("Busy Time: All but Idle Waiting"), Counted::Busy),
        row("countRunning", FilterCommands::tr("Running Time Only"), Counted::Running),
        row("countWaiting", FilterCommands::tr("Waiting Time Only"), Counted::Waiting),
        row("countAll", FilterCommands::tr("All Time"), Counted::All),
    };
}

constexpr auto functionFilters = {"focus",         "onlyFunction",     "withoutFunction",
                                  "mergeFunction", "collapseFunction", "collapseFunctionRecursion"};

} // namespace

std::vector<CommandSpec> filterCommands(ViewState &state)
{
    std::vector<CommandSpec> all;
    for (auto rows : {ofFunction(state), ofModule(state), ofLabel(state), ofAll(state),
                      ofHistory(state), ofCounted(state)})
        std::ranges::move(rows, std::back_inserter(all));
    return all;
}

QMenu *addFilterMenu(Actions &actions)
{
    QMenu *module = actions.addMenu("moduleFilters", FilterCommands::tr("Its Mod&ule"));
    actions.fill(*module, {"onlyModule", "withoutModule", "mergeModule", "collapseModule"});
    QMenu *menu = actions.addMenu("filters", FilterCommands::tr("Fi&lter"));
    actions.fill(*menu, functionFilters);
    actions.fill(*menu,
                 {">moduleFilters", "onlyLabel", "", "typeFilter", "ownCode", "collapseRecursion",
                  "onlyMatches", "withoutMatches"});
    menu->addSection(FilterCommands::tr("What Counts"));
    actions.fill(*menu, {"*counted", "", "undoFilter", "redoFilter", "clearFilters"});
    return menu;
}

void addFiltersOfFunction(QMenu &functionMenu, const Actions &actions)
{
    functionMenu.addSeparator();
    actions.fill(functionMenu, functionFilters);
    actions.fill(functionMenu, {"onlyLabel"});
    functionMenu.addMenu(actions.menu("moduleFilters"));
}

} // namespace ember::app
