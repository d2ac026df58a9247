// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filteractions.h"

#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace ember::app {

using namespace model;
using views::FilterStack;

FilterActions::FilterActions(QWidget &window, QObject *parent)
    : QObject(parent),
      menu(new QMenu(&window))
{
    createFunctionCommands();
    createModuleCommands();
    createOthers();
    createCounted();
    createMenu();
}

QAction *FilterActions::create(const QString &name, const QString &text, QKeyCombination key)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    if (key.key() != Qt::Key_unknown)
        action->setShortcut(QKeySequence(key));
    return action;
}

QAction *FilterActions::create(const QString &name, const QString &text, CallAction does,
                               CallTest::By by, QKeyCombination key)
{
    QAction *action = create(name, text, key);
    m_commands.push_back({action, does, by});
    return action;
}

void FilterActions::createFunctionCommands()
{
    using enum CallAction;
    constexpr auto by = CallTest::By::Function;
    m_ofFunction = {
        create(QStringLiteral("focus"), tr("&Focus on the Function"), Focus, by,
               Qt::SHIFT | Qt::Key_F),
        create(QStringLiteral("onlyFunction"), tr("&Only Stacks with the Function"), Only, by,
               Qt::SHIFT | Qt::Key_O),
        create(QStringLiteral("withoutFunction"), tr("&Leave Out Stacks with the Function"),
               LeaveOut, by, Qt::SHIFT | Qt::Key_D),
        create(QStringLiteral("mergeFunction"), tr("Hide the Function: &Merge It into Its Callers"),
               Merge, by, Qt::SHIFT | Qt::Key_M),
        create(QStringLiteral("collapseFunction"), tr("&Collapse What the Function Calls"),
               CollapseCallees, by, Qt::SHIFT | Qt::Key_C),
        create(QStringLiteral("collapseFunctionRecursion"),
               tr("Collapse the Function's &Recursion"), CollapseRecursion, by,
               Qt::SHIFT | Qt::Key_R),
    };
}

void FilterActions::createModuleCommands()
{
    using enum CallAction;
    constexpr auto by = CallTest::By::Module;
    m_ofModule = {
        create(QStringLiteral("onlyModule"), tr("&Only Stacks with the Module"), Only, by),
        create(QStringLiteral("withoutModule"), tr("&Leave Out Stacks with the Module"), LeaveOut,
               by),
        create(QStringLiteral("mergeModule"), tr("Hide the Module: &Merge It into Its Callers"),
               Merge, by),
        create(QStringLiteral("collapseModule"), tr("&Collapse Calls within the Module"),
               CollapseNested, by),
    };
}

void FilterActions::createOthers()
{
    using enum CallAction;
    using By = CallTest::By;
    m_ownCode =
        create(QStringLiteral("ownCode"), tr("Own Code &Only"), Merge, By::SystemCode, Qt::Key_H);
    m_ownCode->setToolTip(tr("Merge system code into its callers"));
    m_recursion = create(QStringLiteral("collapseRecursion"), tr("Collapse All &Recursion"),
                         CollapseRecursion, By::Everything);
    m_onlyMatches = create(QStringLiteral("onlyMatches"), tr("Only Stacks the &Search Matches"),
                           Only, By::Name);
    m_withoutMatches = create(QStringLiteral("withoutMatches"),
                              tr("Leave Out Stacks the Search &Matches"), LeaveOut, By::Name);
    type = create(QStringLiteral("typeFilter"), tr("Filter by Te&xt"),
                  Qt::CTRL | Qt::SHIFT | Qt::Key_F);
    undo = create(QStringLiteral("undoFilter"), tr("&Undo Filter, Range or Threads"),
                  Qt::CTRL | Qt::Key_Z);
    undo->setToolTip(tr("Take back the last filter, selected range or choice of threads"));
    redo = create(QStringLiteral("redoFilter"), tr("Re&do Filter, Range or Threads"),
                  Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    redo->setShortcuts({redo->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    m_clear = create(QStringLiteral("clearFilters"), tr("Cl&ear Filters"), Qt::Key_unknown);
}

void FilterActions::createCounted()
{
    auto *group = new QActionGroup(this);
    const auto add = [&](const QString &name, const QString &text, Counted counted) {
        QAction *action = create(name, text, Qt::Key_unknown);
        action->setCheckable(true);
        group->addAction(action);
        m_counted.emplace_back(action, counted);
    };
    add(QStringLiteral("countBusy"), tr("Busy Time: All but Idle Waiting"), Counted::Busy);
    add(QStringLiteral("countRunning"), tr("Running Time Only"), Counted::Running);
    add(QStringLiteral("countWaiting"), tr("Waiting Time Only"), Counted::Waiting);
    add(QStringLiteral("countAll"), tr("All Time"), Counted::All);
}

void FilterActions::createMenu()
{
    menu->setTitle(tr("Fi&lter"));
    menu->addActions(m_ofFunction);
    m_moduleMenu = menu->addMenu(tr("Its Mod&ule"));
    m_moduleMenu->addActions(m_ofModule);
    menu->addSeparator();
    menu->addActions({type, m_ownCode, m_recursion, m_onlyMatches, m_withoutMatches});
    menu->addSection(tr("What Counts"));
    for (const auto &[action, counted] : m_counted)
        menu->addAction(action);
    menu->addSeparator();
    menu->addActions({undo, redo, m_clear});
}

void FilterActions::addTo(QMenu &functionMenu) const
{
    functionMenu.addSeparator();
    functionMenu.addActions(m_ofFunction);
    functionMenu.addMenu(m_moduleMenu);
}

void FilterActions::connectTo(views::ViewState &state)
{
    m_state = &state;
    FilterStack &filters = state.sums().filters();
    for (const Command &command : m_commands)
        connect(command.action, &QAction::triggered, this, [this, command] { trigger(command); });
    for (const auto &[action, counted] : m_counted)
        connect(action, &QAction::triggered, this,
                [&filters, counted = counted] { filters.setCounted(counted); });
    views::NarrowingHistory &history = state.sums().history();
    connect(undo, &QAction::triggered, &history, &views::NarrowingHistory::undo);
    connect(redo, &QAction::triggered, &history, &views::NarrowingHistory::redo);
    connect(&history, &views::NarrowingHistory::changed, this, &FilterActions::showState);
    connect(m_clear, &QAction::triggered, &filters, &FilterStack::clear);
    connect(&state.sums(), &views::SumsQuery::changed, this, &FilterActions::showState);
    connect(&state.profile(), &views::OpenProfile::changed, this, &FilterActions::showState);
    connect(&state.selection(), &views::ViewSelection::searchTextChanged, this,
            &FilterActions::showState);
    connect(menu, &QMenu::aboutToShow, this, &FilterActions::showState);
    showState();
}

void FilterActions::trigger(const Command &command)
{
    if (!m_state->spans())
        return;
    const Profile &profile = *m_state->spans()->profile();
    const FrameIndex frame = m_state->selection().function();
    CallTest test{command.by, {}};
    switch (command.by) {
    case CallTest::By::Function:
    case CallTest::By::Module:
        if (!frame.isValid())
            return;
        test = command.by == CallTest::By::Function ? functionTest(profile, frame)
                                                    : moduleTest(profile, frame);
        if (test.text.empty()) // the function has no module
            return;
        break;
    case CallTest::By::Name:
        if (m_state->selection().searchText().isEmpty())
            return;
        test.text = m_state->selection().searchText().toStdString();
        break;
    default: break;
    }
    m_state->sums().filters().add({command.does, test});
}

// Updates the actions. Those for a function are never disabled, since the function changes with
// every click.
void FilterActions::showState()
{
    const FilterStack &filters = m_state->sums().filters();
    const bool isOpen = m_state->spans() != nullptr;
    for (const Command &command : m_commands)
        command.action->setEnabled(isOpen);
    for (QAction *action : {m_onlyMatches, m_withoutMatches})
        action->setEnabled(isOpen && !m_state->selection().searchText().isEmpty());
    const views::SumsQuery &sums = m_state->sums();
    for (const auto &[action, counted] : m_counted) {
        action->setEnabled(sums.canCount(Counted::Busy) && sums.canCount(counted));
        action->setChecked(sums.countedNow() == counted);
    }
    type->setEnabled(isOpen);
    undo->setEnabled(m_state->sums().history().canUndo());
    redo->setEnabled(m_state->sums().history().canRedo());
    m_clear->setEnabled(!filters.isEmpty());
}

} // namespace ember::app
