// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

#include <QDialog>

class QLineEdit;
class QTreeView;

namespace ember::app {

class CommandModel;

// The command palette: a text field and the commands that match. Enter or a click closes the
// palette, restores the focus and runs the command. Arrow keys change the selection while typing.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    explicit CommandPalette(Commands commands, QWidget *parent = nullptr);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createView();
    void find(const QString &typed);
    void run(int row);

    CommandModel *m_model;
    QLineEdit *m_typed;
    QTreeView *m_view;
};

} // namespace ember::app
