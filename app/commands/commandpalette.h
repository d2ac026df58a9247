// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

#include <QDialog>

class QLineEdit;
class QTreeView;

namespace ember::app {

class CommandModel;

// A line to type in and what it finds: Enter or a click runs the chosen command, once the palette
// is closed and the keyboard is back where it was. The arrow keys choose while one types.
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
