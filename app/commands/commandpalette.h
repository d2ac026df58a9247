// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "views/jobs/newestjob.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QLineEdit;
class QTreeView;

namespace ember::app {

// Scores how well `text` matches: every typed word must occur, in any order, its letters in
// sequence but not necessarily adjacent ("sfl": Show Flame Graph). Letters at word starts and
// adjacent letters score higher, shorter texts slightly higher. Empty: no match. Case-insensitive.
std::optional<int> fuzzyMatch(const QString &typed, const QString &text);

// The same for an item with a name and additional text `more`. A match in the name scores higher.
// More than any scattered letters scores what has the typed text as it is: at the start of a word
// of `more`, of the name, most at the start of the name.
std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more);

// The way in which one of a command's names matches the typed text; the better match is the lesser
// value.
enum class NameMatch : std::uint8_t { Exact, Begins, Otherwise };
NameMatch nameMatch(const QString &typed, const Command &command);

// Table model of the commands that match the typed text, unavailable ones last: those that are
// called so first, then those whose names begin so, then the others, best match first.
class CommandModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Place, Key, ColumnCount };

    explicit CommandModel(Commands commands, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    // Shows these, which match, too, until something else is typed: after those that match alike.
    void setFound(Commands found);
    const Command &at(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    int placeFor(const Command &found) const;

    QString m_typed;
    Commands m_commands;
    std::size_t m_own = 0; // number of commands; behind them is what was found besides
    std::vector<std::size_t> m_shown; // indices into m_commands
};

// A function that was found by a part of its name.
struct FoundFunction {
    QString name;
    QString place; // its module
    std::size_t id = 0;
};

// Finds functions by their names, for the palette.
struct FunctionSearch {
    // Called on threads of the pool; returns the best few, the best first.
    std::function<std::vector<FoundFunction>(const QString &typed)> find;
    std::function<void(std::size_t id)> open; // called on the UI thread
};

// The command palette: a text field and the commands that match. Enter or a click closes the
// palette, restores the focus and runs the command. Arrow keys change the selection while typing.
class CommandPalette : public QDialog {
    Q_OBJECT
public:
    // `functions`: may be empty.
    explicit CommandPalette(Commands commands, FunctionSearch functions = {},
                            QWidget *parent = nullptr);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createView();
    void find(const QString &typed);
    void take(const std::vector<FoundFunction> &functions);
    void showWhetherFound();
    void run(int row);

    CommandModel *m_model;
    FunctionSearch m_functions;
    views::NewestJob<std::vector<FoundFunction>> m_search;
    QLineEdit *m_typed;
    QTreeView *m_view;
    QLabel *m_nothing;
};

} // namespace ember::app
