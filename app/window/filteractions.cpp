// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filteractions.h"

#include "model/spans/idlestacks.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"

#include <QAction>
#include <QMenu>

namespace ember::app {

using namespace model;
using views::FilterStack;

namespace {

// Whether the profile shows when threads ran: by states, or by calls that mark a thread as idle.
bool hasStates(const Profile &profile)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (!profile.samples(ThreadIndex(row)).details.isEmpty())
            return true;
    }
    return idleStacks(profile) != nullptr;
}

} // namespace

FilterActions::FilterActions(QWidget &window, QObject *parent)
    : QObject(parent),
      menu(new QMenu(&window))
{
    createFunctionCommands();
    createModuleCommands();
    createOthers();
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
    runningOnly = create(QStringLiteral("runningOnly"), tr("R&unning Only"), Qt::Key_unknown);
    runningOnly->setCheckable(true);
    runningOnly->setToolTip(tr("Leave out the time in which threads waited or were idle"));
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

void FilterActions::createMenu()
{
    menu->setTitle(tr("Fi&lter"));
    menu->addActions(m_ofFunction);
    m_moduleMenu = menu->addMenu(tr("Its Mod&ule"));
    m_moduleMenu->addActions(m_ofModule);
    menu->addSeparator();
    menu->addActions({type, m_ownCode, runningOnly, m_recursion, m_onlyMatches, m_withoutMatches});
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
    connect(runningOnly, &QAction::triggered, this, [&filters](bool isOn) {
        filters.setCounted(isOn ? views::Counted::Running : views::Counted::All);
    });
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

// Whether the profile shows when threads ran. Cached per snapshot: all functions may have to be
// checked.
bool FilterActions::tellsWhoRan(const ProfilePointer &profile)
{
    if (m_asked.lock() != profile)
        m_tellsWhoRan = hasStates(*profile);
    m_asked = profile;
    return m_tellsWhoRan;
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
    runningOnly->setEnabled(isOpen && tellsWhoRan(m_state->spans()->profile()));
    runningOnly->setChecked(filters.counted() == views::Counted::Running);
    type->setEnabled(isOpen);
    undo->setEnabled(m_state->sums().history().canUndo());
    redo->setEnabled(m_state->sums().history().canRedo());
    m_clear->setEnabled(!filters.isEmpty());
}

} // namespace ember::app
