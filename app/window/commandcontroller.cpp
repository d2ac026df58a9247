// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commandcontroller.h"

#include "app/commands/command.h"
#include "app/commands/commandpalette.h"
#include "app/settings/settings.h"
#include "app/window/actions.h"
#include "app/window/helpdialogs.h"
#include "app/window/panels.h"
#include "app/window/settingsdialog.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/graphwidget.h"
#include "views/lists/framespanel.h"
#include "views/state/gaps.h"
#include "views/tables/calltreepanel.h"
#include "views/text/durationtext.h"
#include "views/text/shortname.h"
#include "views/text/threadtitle.h"
#include "views/timeline/timelineview.h"
#include "views/tracing/spanspanel.h"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QShortcut>
#include <QTextEdit>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace ember::app {

using views::ChartAction;

namespace {

// Returns the chart that receives actions: the widget or one of its ancestors, so that keys work
// while a tool of the chart's panel has the focus; null if there is none.
views::ChartActionTarget *targetAround(QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        for (QWidget *meant : {widget, widget->focusProxy()}) {
            if (auto *target = dynamic_cast<views::ChartActionTarget *>(meant))
                return target;
        }
    }
    return nullptr;
}

// Whether the widget takes letters itself: a field, or a menu.
bool takesLetters(const QWidget &widget)
{
    if (const auto *text = qobject_cast<const QTextEdit *>(&widget); text && text->isReadOnly())
        return false;
    for (const char *kind : {"QLineEdit", "QTextEdit", "QPlainTextEdit", "QAbstractSpinBox",
                             "QComboBox", "QKeySequenceEdit", "QMenuBar", "QMenu"}) {
        if (widget.inherits(kind))
            return true;
    }
    return false;
}

// Whether a key press belongs to the charts though another widget has the focus: letters, digits,
// signs and Escape, which tables would take to search by or ignore. Arrows and the like stay.
bool isForChart(const QKeyEvent &event, QWidget &widget)
{
    if (takesLetters(widget) || dynamic_cast<views::ChartActionTarget *>(&widget))
        return false;
    if (event.key() == Qt::Key_Escape) {
        for (const QWidget *at = &widget; at; at = at->parentWidget()) {
            // Escape closes these two.
            if (at->objectName() == QLatin1String("threadsPopup")
                || at->objectName() == QLatin1String("answer"))
                return false;
        }
    }
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const QString text = event.text();
    return event.key() == Qt::Key_Escape
        || (!text.isEmpty() && text.front().isPrint() && !text.front().isSpace());
}

bool isUndo(const QKeyEvent &event)
{
    return event.matches(QKeySequence::Undo) || event.matches(QKeySequence::Redo);
}

constexpr std::size_t mostFunctions = 20;

// Whether a name begins with the text, with its scopes or without.
bool begins(const QString &name, const QString &text)
{
    return name.startsWith(text, Qt::CaseInsensitive)
        || views::shortName(name).startsWith(text, Qt::CaseInsensitive);
}

// Returns the functions whose names contain the text, mostFunctions at most: those that begin with
// it first, shorter ones before longer ones.
std::vector<FoundFunction> functionsWith(const model::Profile &profile, const QString &typed)
{
    std::map<std::tuple<bool, qsizetype, QString>, FoundFunction> best;
    for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
        const model::FrameIndex frame(row);
        const QString name = views::fromUtf8(frameName(profile, frame));
        const auto at = name.indexOf(typed, 0, Qt::CaseInsensitive);
        if (at < 0)
            continue;
        const auto rank = std::tuple(!begins(name, typed), name.size(), name);
        if (best.size() == mostFunctions && rank >= best.rbegin()->first)
            continue;
        best.try_emplace(rank,
                         FoundFunction{name, views::fromUtf8(moduleName(profile, frame)), row});
        if (best.size() > mostFunctions)
            best.erase(std::prev(best.end()));
    }
    std::vector<FoundFunction> found;
    for (auto &[rank, function] : best)
        found.push_back(std::move(function));
    return found;
}

// Returns the longest call of one of these frames; of equally long ones the first.
std::optional<views::BoxReference> longestCall(const model::SpanTable &spans,
                                               const views::FrameMarks &marks)
{
    std::optional<views::BoxReference> longest;
    model::Nanoseconds most(-1);
    for (std::size_t row = 0; row < spans.threadCount(); ++row) {
        const model::ThreadIndex index(row);
        const model::ThreadSpans &thread = spans.thread(index);
        for (std::size_t depth = 0; depth < thread.depth(); ++depth) {
            thread.rows[depth].boxes.forEach([&](std::size_t place, const model::Box &box) {
                const model::FrameIndex frame = spans.frame(box);
                if (frame.row() >= marks.size() || marks[frame.row()] == 0
                    || thread.duration(box) <= most)
                    return;
                most = thread.duration(box);
                longest = {index, depth, model::BoxIndex(place)};
            });
        }
    }
    return longest;
}

} // namespace

CommandController::CommandController(views::ViewState &state, const Settings &settings,
                                     Actions &actions, Panels &panels, QMainWindow &window)
    : QObject(&window),
      m_state(state),
      m_settings(settings),
      m_actions(actions),
      m_panels(panels),
      m_chart(panels.timeline->chart()),
      m_window(window),
      m_longest(this, [this](const FoundCall &found) { take(found); })
{
    for (const Command &command : menus())
        m_standard.insert(command.id, command.keys);
    applyKeys();
    qApp->installEventFilter(this);
}

Commands CommandController::menus() const
{
    return menuCommands(*m_window.menuBar());
}

Commands CommandController::ofCharts()
{
    Commands commands;
    const QPointer focused = QApplication::focusWidget();
    for (const ChartAction action : views::chartActions())
        commands.push_back({.id = idOf(action),
                            .name = describe(action),
                            .place = tr("In the chart"),
                            .keys = m_state.appearance().keyMap().keysOf(action),
                            .available = m_state.spans() ? Available::Yes : Available::No,
                            .run = [this, action, focused] { perform(action, focused); }});
    return commands;
}

Commands CommandController::threads()
{
    Commands commands;
    if (!m_state.spans())
        return commands;
    for (const model::ThreadIndex thread : m_state.threads().all()) {
        const auto title = views::threadTitle(*m_state.spans()->profile(), thread);
        commands.push_back(
            {.id = {},
             .name = tr("Go to thread %1").arg(title.name),
             .place = title.details,
             .keys = {},
             .available = Available::Yes,
             .run = [this, thread, serial = m_state.profile().serial()] { goTo(thread, serial); },
             .called = {title.name}});
    }
    return commands;
}

// Returns all commands. One that is both in a menu and an action of the charts' keys is listed
// once, with all its keys.
Commands CommandController::commands()
{
    Commands all = menus();
    for (Command &ofChart : ofCharts()) {
        const auto twin = std::ranges::find_if(all, [&](const Command &ofMenu) {
            const auto action = m_actions.chartActionOf(ofMenu.id);
            return action && idOf(*action) == ofChart.id;
        });
        if (twin == all.end())
            all.push_back(std::move(ofChart));
        else
            twin->keys += ofChart.keys;
    }
    std::ranges::move(settingsPages(), std::back_inserter(all));
    std::ranges::move(threads(), std::back_inserter(all));
    return all;
}

// Returns commands that open the pages of the settings, with the names of their fields as further
// words.
Commands CommandController::settingsPages()
{
    Commands commands;
    int page = 0;
    for (const SettingsDialog::Page &known : SettingsDialog::pages())
        commands.push_back({.id = {},
                            .name = tr("Settings: %1").arg(withoutMnemonic(known.name)),
                            .place = known.words,
                            .keys = {},
                            .available = Available::Yes,
                            .run =
                                [this, page = page++] {
                                    m_actions.at("settings")->trigger();
                                    if (auto *dialog = m_window.findChild<SettingsDialog *>())
                                        dialog->showPage(page);
                                },
                            .called = {withoutMnemonic(known.name)}});
    return commands;
}

// Functions are looked up on the pool: a profile may have very many.
FunctionSearch CommandController::functions()
{
    const auto spans = m_state.spans();
    if (!spans)
        return {};
    FunctionSearch search;
    search.find = [profile = spans->profile()](const QString &typed) {
        return functionsWith(*profile, typed);
    };
    search.open = [this, serial = m_state.profile().serial()](std::size_t id) {
        if (serial == m_state.profile().serial()) // not if another profile is shown by now
            showFunction(model::FrameIndex(id));
    };
    return search;
}

void CommandController::showFunction(model::FrameIndex function)
{
    m_state.selection().setFunction(function);
    QWidget *view = &m_panels.currentView();
    if (view == m_panels.frames || view == m_panels.spans)
        view = views::isTimed(*m_state.spans()->profile())
            ? static_cast<QWidget *>(m_panels.timeline)
            : m_panels.flameGraph;
    m_panels.raise(view);
    m_longest.cancel();
    if (view != m_panels.timeline)
        return;
    m_longest.start([spans = m_state.spans(), serial = m_state.profile().serial(),
                     marks = m_state.selection().chosen()] {
        return FoundCall{serial, longestCall(*spans, marks)};
    });
}

void CommandController::take(const FoundCall &found)
{
    const auto &spans = m_state.spans(); // may be a later snapshot, if it is being recorded
    if (!found.call || found.serial != m_state.profile().serial() || !holds(*spans, *found.call)
        || !m_state.selection().isChosen(frameOf(*spans, *found.call)))
        return;
    m_state.selection().select(found.call);
    m_state.zoom().reveal(rangeOf(*spans, *found.call));
}

KeyTable CommandController::keyTable()
{
    Commands standard = ofCharts();
    for (Command &command : standard)
        command.keys = views::KeyMap().keysOf(*views::chartActionOf(command.id));
    for (Command &command : menus()) {
        command.keys = m_standard.value(command.id);
        standard.push_back(std::move(command));
    }
    return {standard, m_settings.keys()};
}

void CommandController::applyKeys()
{
    views::KeyMap keyMap;
    const KeyTable table = keyTable();
    for (const KeyTable::Row &row : table.rows()) {
        if (const auto ofChart = views::chartActionOf(row.id); ofChart && row.isChanged())
            keyMap.setKeys(*ofChart, row.keys);
        else if (auto *action = m_actions.findChild<QAction *>(row.id))
            action->setShortcuts(row.keys);
    }
    m_state.appearance().setKeyMap(keyMap);
    m_actions.showKeys(keyMap);
    applyWindowKeys();
}

bool CommandController::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey = event->type() == QEvent::KeyPress;
    if (!isKey && event->type() != QEvent::ShortcutOverride)
        return QObject::eventFilter(watched, event);
    auto *widget = qobject_cast<QWidget *>(watched);
    if (!widget || widget->window() != &m_window || widget != QApplication::focusWidget())
        return QObject::eventFilter(watched, event);
    auto &key = static_cast<QKeyEvent &>(*event);
    if (isKey)
        return isForChart(key, *widget) && performKey(key, widget);
    // A field takes Undo and Redo for itself; an empty one has nothing to undo.
    const auto *field = qobject_cast<const QLineEdit *>(widget);
    if (!field || !field->text().isEmpty() || !isUndo(key))
        return QObject::eventFilter(watched, event);
    key.ignore();
    return true;
}

// Performs a key of the charts in the chart under the pointer, else in the one that has the focus,
// else in the flamechart.
bool CommandController::performKey(const QKeyEvent &event, QWidget *focused)
{
    const auto action = m_state.appearance().keyMap().actionFor(event);
    if (!action || !m_state.spans())
        return false;
    QWidget *const pointed = QApplication::widgetAt(QCursor::pos());
    for (auto *target :
         {targetAround(pointed && pointed->window() == &m_window ? pointed : nullptr),
          targetAround(focused)}) {
        if (target && target->perform(*action))
            return true;
    }
    for (const char *ofView : {"nextMatch", "previousMatch"}) { // the view in front may have them
        if (m_actions.chartActionOf(QLatin1String(ofView)) == action) {
            m_actions.at(ofView)->trigger();
            return true;
        }
    }
    return m_chart.perform(*action);
}

// Makes some chart keys work in the whole window: Back and Forward, which tables and trees would
// take for arrow keys. Keys that edit text in other widgets stay with the charts.
void CommandController::applyWindowKeys()
{
    constexpr auto commanding = Qt::AltModifier | Qt::ControlModifier | Qt::MetaModifier;
    qDeleteAll(m_windowKeys);
    m_windowKeys.clear();
    for (const ChartAction action : {ChartAction::HistoryBack, ChartAction::HistoryForward}) {
        for (const QKeySequence &key : m_state.appearance().keyMap().keysOf(action)) {
            if (!(key[0].keyboardModifiers() & commanding))
                continue;
            auto *shortcut = new QShortcut(key, &m_window);
            connect(shortcut, &QShortcut::activated, this,
                    [this, action] { perform(action, QApplication::focusWidget()); });
            m_windowKeys.append(shortcut);
        }
    }
    // Following a growing capture concerns all views. A text field with the focus still gets the
    // letter.
    for (const QKeySequence &key :
         m_state.appearance().keyMap().keysOf(ChartAction::ToggleFollow)) {
        auto *shortcut = new QShortcut(key, &m_window);
        connect(shortcut, &QShortcut::activated, m_actions.at("follow"), &QAction::trigger);
        m_windowKeys.append(shortcut);
    }
}

void CommandController::showPalette()
{
    auto *palette = new CommandPalette(commands(), functions(), &m_window);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void CommandController::showKeys()
{
    Commands commands = ofCharts();
    std::ranges::move(menus(), std::back_inserter(commands));
    showKeySheet(&m_window, commands);
}

// Performs a chart action in the focused view, otherwise in the view that would come to the front.
void CommandController::perform(ChartAction action, QWidget *focused)
{
    views::ChartActionTarget *const target = targetAround(focused);
    if ((target && target->perform(action)) || m_chart.perform(action))
        return;
    if (action == ChartAction::ExpandHottestPath) {
        m_panels.raise(m_panels.callTree);
        m_panels.callTree->perform(action);
    } else {
        m_panels.raise(m_panels.flameGraph);
        m_panels.flameGraph->graph().perform(action);
    }
}

void CommandController::goTo(model::ThreadIndex thread, std::uint64_t profileSerial)
{
    // Ignored if the thread's profile is no longer shown.
    if (profileSerial != m_state.profile().serial())
        return;
    m_panels.raise(m_panels.timeline);
    m_state.threads().setShown(thread, views::Shown::Yes);
    m_state.threads().goTo(thread);
    m_chart.setFocus();
}

} // namespace ember::app
