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

// Scores an item with a name and additional text `more`. A match in the name scores higher. The
// typed text as a whole scores higher than any scattered letters: at the start of a word of `more`,
// higher at that of a word of the name, highest at the start of the name.
std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more);

// The match of a command's names (its `name` and those in `called`) with the typed text; a better
// one has a smaller value.
enum class NameMatch : std::uint8_t { Exact, Begins, Otherwise };
NameMatch nameMatch(const QString &typed, const Command &command);

// The commands that match the typed text, as a table: first those with a name that is the text,
// then those with one that begins with it, then the others, best match first. Unavailable ones come
// last.
class CommandModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Place, Key, ColumnCount };

    explicit CommandModel(Commands commands, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    // Adds further commands that match, until something else is typed; a second call before that
    // adds nothing. A command comes after those whose names match equally well; one whose names
    // match NameMatch::Otherwise comes last of all.
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
    std::size_t m_own = 0; // number of the constructor's commands; those of setFound() follow
    std::vector<std::size_t> m_shown; // indices into m_commands
};

// A function that was found by a part of its name.
struct FoundFunction {
    QString name;
    QString place; // the function's module
    std::size_t id = 0;
};

// The calls by which the palette finds functions by their names, and opens one.
struct FunctionSearch {
    // Returns the few best matches, the best first. Called on threads of the pool.
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
