// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/actions.h"

#include "app/commands/command.h"
#include "app/look/appearance.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace ember::app {

using views::ChartAction;

namespace {

QString nameOf(const char *name)
{
    return QString::fromLatin1(name);
}

// Returns the description of an action: its tip; else, if it is one of the charts' keys, describe()
// of that key; else empty.
QString wordsOf(const CommandSpec &spec)
{
    if (!spec.tip.isEmpty())
        return spec.tip;
    return spec.ofChart ? describe(*spec.ofChart) : QString();
}

// Shows a key in the menus, after the text. For keys that the charts handle; other actions have a
// shortcut.
void showKeyInMenu(QAction &action, const QKeySequence &key)
{
    const QString text = action.text().section(QLatin1Char('\t'), 0, 0);
    const bool isShown = action.shortcut().isEmpty() && !key.isEmpty();
    action.setIconText(withoutMnemonic(text));
    action.setText(isShown ? text % QLatin1Char('\t') % key.toString(QKeySequence::NativeText)
                           : text);
}

} // namespace

Actions::Actions(std::function<bool()> hasProfile, QWidget &window)
    : QObject(&window),
      m_hasProfile(std::move(hasProfile)),
      m_window(window)
{
}

void Actions::add(const std::vector<CommandSpec> &commands)
{
    for (const CommandSpec &spec : commands) {
        auto *action = new QAction(spec.text, this);
        action->setObjectName(nameOf(spec.name));
        action->setShortcuts(spec.keys);
        action->setWhatsThis(spec.words);
        if (const QString words = wordsOf(spec); !words.isEmpty())
            action->setToolTip(words);
        if (spec.icon)
            action->setIcon(symbolIcon(nameOf(spec.icon)));
        action->setCheckable(bool(spec.isOn));
        if (spec.choice) {
            QActionGroup *&group = m_choices[nameOf(spec.choice)];
            if (!group)
                group = new QActionGroup(this);
            group->addAction(action);
        }
        connectRun(spec, *action);
        m_commands.push_back({spec, action});
    }
}

// Runs the command when its action is triggered, and updates all actions afterwards.
void Actions::connectRun(const CommandSpec &spec, QAction &action)
{
    connect(&action, &QAction::triggered, this,
            [this, run = spec.run, turn = spec.turn](bool isOn) {
                if (turn)
                    turn(isOn);
                else if (run)
                    run();
                update();
            });
}

QAction *Actions::at(const char *name) const
{
    auto *action = findChild<QAction *>(nameOf(name), Qt::FindDirectChildrenOnly);
    if (!action)
        qFatal("no action %s", name);
    return action;
}

QList<QAction *> Actions::choices(const char *choice) const
{
    const auto *group = m_choices.value(nameOf(choice));
    if (!group)
        qFatal("no choice %s", choice);
    return group->actions();
}

QMenu *Actions::addMenu(const char *name, const QString &title)
{
    auto *menu = new QMenu(title, &m_window);
    menu->setObjectName(nameOf(name));
    connect(menu, &QMenu::aboutToShow, this, &Actions::update);
    return menu;
}

QMenu *Actions::menu(const char *name) const
{
    auto *menu = m_window.findChild<QMenu *>(nameOf(name));
    if (!menu)
        qFatal("no menu %s", name);
    return menu;
}

void Actions::fill(QMenu &menu, std::initializer_list<const char *> names) const
{
    for (const char *name : names) {
        switch (name[0]) {
        case '\0': menu.addSeparator(); break;
        case '*': menu.addActions(choices(name + 1)); break;
        case '>': menu.addMenu(this->menu(name + 1)); break;
        default: menu.addAction(at(name)); break;
        }
    }
}

void Actions::update()
{
    const bool hasProfile = m_hasProfile();
    for (const Made &command : m_commands)
        updateOne(command, hasProfile);
}

void Actions::updateOne(const Made &command, bool hasProfile)
{
    const CommandSpec &spec = command.spec;
    const QString whyNot = spec.whyNot ? spec.whyNot() : QString();
    const bool isUsable = spec.when == When::Always || hasProfile;
    command.action->setEnabled(isUsable && whyNot.isEmpty()
                               && (!spec.isPossible || spec.isPossible()));
    if (spec.isOn)
        command.action->setChecked(spec.isOn());
    if (spec.tipNow)
        command.action->setToolTip(spec.tipNow());
    if (spec.whyNot)
        command.action->setToolTip(whyNot.isEmpty() ? spec.tip : whyNot);
}

std::optional<ChartAction> Actions::chartActionOf(const QString &name) const
{
    const auto found = std::ranges::find_if(
        m_commands, [&](const Made &command) { return command.action->objectName() == name; });
    return found == m_commands.end() ? std::nullopt : found->spec.ofChart;
}

void Actions::showKeys(const views::KeyMap &keyMap)
{
    for (const auto &[spec, action] : m_commands) {
        if (!spec.ofChart)
            continue;
        const QKeySequence key = keyMap.keyFor(*spec.ofChart);
        const QString words = wordsOf(spec);
        action->setToolTip(key.isEmpty() ? words
                                         : QStringLiteral("%1 (%2)").arg(
                                             words, key.toString(QKeySequence::NativeText)));
        showKeyInMenu(*action, key);
    }
}

} // namespace ember::app
