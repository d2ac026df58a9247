// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QString>

#include <optional>

class QLineEdit;
class QTreeView;

namespace ember::app {

// Scores how well `text` matches: every typed word must occur, in any order, its letters in
// sequence but not necessarily adjacent ("sfl": Show Flame Graph). Letters at word starts and
// adjacent letters score higher, shorter texts slightly higher. Empty: no match. Case-insensitive.
std::optional<int> fuzzyMatch(const QString &typed, const QString &text);

// The same for an item with a name and additional text `more`; a match in the name scores higher,
// most if the name starts with the typed text.
std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more);

// Table model of the commands that match the typed text, best match first; unavailable ones last.
class CommandModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Place, Key, ColumnCount };

    explicit CommandModel(Commands commands, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    const Command &at(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    Commands m_commands;
    std::vector<std::size_t> m_shown; // indices into m_commands
};

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
