// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "model/query/selection.h"
#include "views/state/viewstate.h"

#include <QList>
#include <QObject>

#include <utility>
#include <vector>

class QAction;
class QMenu;

namespace ember::app {

// Actions that add filters of calls for the function last pointed at, for its module, or for all.
class FilterActions : public QObject {
    Q_OBJECT
public:
    // The menu belongs to the window.
    FilterActions(QWidget &window, QObject *parent);

    QMenu *menu; // all of them
    QAction *type; // focuses the filter field
    QAction *undo;
    QAction *redo;

    void connectTo(views::ViewState &state);
    // Adds the actions for a function to its context menu.
    void addTo(QMenu &functionMenu) const;

private:
    // Adds a filter of calls when it is triggered.
    struct Command {
        QAction *action;
        model::CallAction does;
        model::CallTest::By by;
    };

    QAction *create(const QString &name, const QString &text, QKeyCombination key);
    QAction *create(const QString &name, const QString &text, model::CallAction does,
                    model::CallTest::By by, QKeyCombination key = Qt::Key_unknown);
    void createFunctionCommands();
    void createModuleCommands();
    void createOthers();
    void createCounted();
    void createMenu();
    void trigger(const Command &command);
    void showState();

    views::ViewState *m_state = nullptr;
    std::vector<Command> m_commands;
    QList<QAction *> m_ofFunction;
    QList<QAction *> m_ofModule;
    // One for each place of the switch; checkable; disabled where the profile does not tell.
    std::vector<std::pair<QAction *, model::Counted>> m_counted;
    QAction *m_ownCode = nullptr;
    QAction *m_recursion = nullptr;
    QAction *m_onlyMatches = nullptr;
    QAction *m_withoutMatches = nullptr;
    QAction *m_clear = nullptr;
    QMenu *m_moduleMenu = nullptr;
};

} // namespace ember::app
