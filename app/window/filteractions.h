// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "views/viewstate.h"

#include <QList>
#include <QObject>

#include <vector>

class QAction;
class QMenu;

namespace ember::app {

// The commands that narrow what the views of sums count, of the function pointed at last, of its
// module, and of everything.
class FilterActions : public QObject {
    Q_OBJECT
public:
    // The menu is the window's.
    FilterActions(QWidget &window, QObject *parent);

    QMenu *menu; // all of them
    QAction *type; // in the field for it
    QAction *runningOnly; // checkable; disabled where nothing tells who ran
    QAction *undo;
    QAction *redo;

    void connectTo(views::ViewState &state);
    // What concerns the function pointed at.
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
    void createMenu();
    void trigger(const Command &command);
    void showState();

    views::ViewState *m_state = nullptr;
    std::vector<Command> m_commands;
    QList<QAction *> m_ofFunction;
    QList<QAction *> m_ofModule;
    QAction *m_ownCode = nullptr;
    QAction *m_recursion = nullptr;
    QAction *m_onlyMatches = nullptr;
    QAction *m_withoutMatches = nullptr;
    QAction *m_clear = nullptr;
    QMenu *m_moduleMenu = nullptr;
};

} // namespace ember::app
