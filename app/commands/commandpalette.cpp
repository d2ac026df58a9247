// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandpalette.h"

#include "views/text/plaintexts.h"
#include "views/text/shortname.h"
#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPalette>
#include <QStringBuilder>
#include <QStringList>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>
#include <vector>

namespace ember::app {

namespace {

constexpr int letterWorth = 16;
constexpr int startWorth = 96; // for a letter at the start of a word
constexpr int runWorth = 64; // for a letter adjacent to the one before
// Each of these three exceeds the score of any scattered letters, and the one above it.
constexpr int placeWorth = 1 << 19;
constexpr int wordWorth = 1 << 20;
constexpr int beginWorth = 1 << 21;
constexpr qsizetype leastOfFunctions = 3; // letters to type before functions are looked up
constexpr int nowhere = -1;

bool startsWord(const QString &text, qsizetype place)
{
    return text[place].isLetterOrNumber()
        && (place == 0 || !text[place - 1].isLetterOrNumber()
            || (text[place].isUpper() && text[place - 1].isLower()));
}

// The best score of a word's letters in sequence, by dynamic programming: each row has the scores
// for the last letter at each position.
int bestWay(const QString &word, const QString &text)
{
    std::vector<int> before(static_cast<std::size_t>(text.size()), 0);
    std::vector<int> now(before.size());
    for (qsizetype letter = 0; letter < word.size(); ++letter) {
        // Best score up to the previous letter, left of `place`.
        int best = letter == 0 ? 0 : nowhere;
        for (qsizetype place = 0; place < text.size(); ++place) {
            const auto at = static_cast<std::size_t>(place);
            const int run = letter > 0 && place > 0 && before[at - 1] != nowhere
                ? before[at - 1] + runWorth
                : nowhere;
            const int way = std::max(best, run);
            const bool isHere = word[letter].toCaseFolded() == text[place].toCaseFolded();
            now[at] = isHere && way != nowhere
                ? way + letterWorth + (startsWord(text, place) ? startWorth : 0)
                : nowhere;
            if (letter > 0)
                best = std::max(best, before[at]);
        }
        std::swap(before, now);
    }
    return before.empty() ? nowhere : *std::ranges::max_element(before);
}

// Whether `start` occurs in `text` at the start of a word.
bool beginsWord(const QString &start, const QString &text)
{
    for (qsizetype at = text.indexOf(start, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(start, at + 1, Qt::CaseInsensitive)) {
        if (startsWord(text, at))
            return true;
    }
    return false;
}

constexpr QSize largest(720, 440);

bool choosesRows(int key)
{
    return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp
        || key == Qt::Key_PageDown;
}

} // namespace

std::optional<int> fuzzyMatch(const QString &typed, const QString &text)
{
    int sum = 0;
    for (const QString &word : typed.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const int worth = bestWay(word, text);
        if (worth == nowhere)
            return std::nullopt;
        sum += worth;
    }
    return sum - static_cast<int>(std::min<qsizetype>(text.size(), letterWorth - 1));
}

std::optional<int> fuzzyMatchOfName(const QString &typed, const QString &name, const QString &more)
{
    const auto anywhere = fuzzyMatch(typed, name % QLatin1String("  ") % more);
    if (!anywhere)
        return std::nullopt;
    const QString start = typed.trimmed();
    int literal = 0;
    if (!start.isEmpty())
        literal = name.startsWith(start, Qt::CaseInsensitive) ? beginWorth
            : beginsWord(start, name)                         ? wordWorth
            : beginsWord(start, more)                         ? placeWorth
                                                              : 0;
    return *anywhere + std::max(0, fuzzyMatch(typed, name).value_or(0)) + literal;
}

NameMatch nameMatch(const QString &typed, const Command &command)
{
    const QString text = typed.trimmed();
    if (text.isEmpty())
        return NameMatch::Otherwise;
    auto best = NameMatch::Otherwise;
    const auto compare = [&](const QString &name) {
        if (name.startsWith(text, Qt::CaseInsensitive))
            best =
                std::min(best, name.size() == text.size() ? NameMatch::Exact : NameMatch::Begins);
    };
    compare(command.name);
    for (const QString &name : command.called)
        compare(name);
    return best;
}

CommandModel::CommandModel(Commands commands, QObject *parent)
    : QAbstractTableModel(parent),
      m_commands(std::move(commands)),
      m_own(m_commands.size())
{
    setTyped({});
}

void CommandModel::setTyped(const QString &typed)
{
    beginResetModel();
    m_typed = typed;
    m_shown.clear();
    m_commands.erase(m_commands.begin() + static_cast<std::ptrdiff_t>(m_own), m_commands.end());
    std::vector<int> worth(m_commands.size(), 0);
    for (std::size_t place = 0; place < m_commands.size(); ++place) {
        const Command &command = m_commands[place];
        auto found = fuzzyMatchOfName(typed, command.name, command.place);
        if (!typed.trimmed().isEmpty() && beginsWord(typed.trimmed(), command.words))
            found = std::max(found.value_or(0), placeWorth);
        if (!found)
            continue;
        worth[place] = typed.trimmed().isEmpty() ? 0 : *found; // all equal: menu order
        m_shown.push_back(place);
    }
    std::ranges::stable_sort(m_shown, [&](std::size_t first, std::size_t second) {
        const auto rank = [&](std::size_t place) {
            return std::tuple(m_commands[place].available == Available::No,
                              nameMatch(typed, m_commands[place]), -worth[place]);
        };
        return rank(first) < rank(second);
    });
    endResetModel();
}

void CommandModel::setFound(Commands found)
{
    if (m_commands.size() > m_own)
        return;
    for (Command &command : found) {
        const int row = placeFor(command);
        beginInsertRows({}, row, row);
        m_shown.insert(m_shown.begin() + row, m_commands.size());
        m_commands.push_back(std::move(command));
        endInsertRows();
    }
}

// Returns the row to insert a found command at: that of the first command that matches worse or is
// unavailable; the last if its own match is NameMatch::Otherwise.
int CommandModel::placeFor(const Command &found) const
{
    const NameMatch match = nameMatch(m_typed, found);
    if (match == NameMatch::Otherwise)
        return static_cast<int>(m_shown.size());
    const auto worse = std::ranges::find_if(m_shown, [&](std::size_t place) {
        return m_commands[place].available == Available::No
            || nameMatch(m_typed, m_commands[place]) > match;
    });
    return static_cast<int>(worse - m_shown.begin());
}

const Command &CommandModel::at(int row) const
{
    return m_commands[m_shown[static_cast<std::size_t>(row)]];
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int CommandModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Command &command = at(index.row());
    if (role == Qt::ForegroundRole && index.column() != Name)
        return QGuiApplication::palette().placeholderText();
    if (role == Qt::TextAlignmentRole && index.column() == Key)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return command.name;
    case Place: return command.place;
    case Key: return command.keys.value(0).toString(QKeySequence::NativeText);
    default: return {};
    }
}

Qt::ItemFlags CommandModel::flags(const QModelIndex &index) const
{
    const bool isOff = index.isValid() && at(index.row()).available == Available::No;
    return isOff ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

CommandPalette::CommandPalette(Commands commands, FunctionSearch functions, QWidget *parent)
    : QDialog(parent),
      m_model(new CommandModel(std::move(commands), this)),
      m_functions(std::move(functions)),
      m_search(this, [this](const std::vector<FoundFunction> &found) { take(found); }),
      m_typed(new QLineEdit),
      m_view(new QTreeView),
      m_nothing(new QLabel)
{
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("commandPalette"));
    m_typed->setPlaceholderText(tr("Type a command, a view, a setting, a thread or a function"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->setClearButtonEnabled(true);
    m_typed->installEventFilter(this);
    createView();
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_typed);
    column->addWidget(m_view, 1);
    m_nothing->setObjectName(QStringLiteral("nothingFound"));
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setWordWrap(true);
    column->addWidget(m_nothing);
    connect(m_typed, &QLineEdit::textChanged, this, &CommandPalette::find);
    connect(m_typed, &QLineEdit::returnPressed, this,
            [this] { run(m_view->currentIndex().row()); });
    connect(m_view, &QTreeView::clicked, this,
            [this](const QModelIndex &index) { run(index.row()); });
    find({});
    resize(parent ? largest.boundedTo(parent->size()) : largest);
    m_typed->setFocus();
}

void CommandPalette::createView()
{
    m_view->setModel(m_model);
    views::styleTree(*m_view);
    m_view->setAccessibleName(tr("Commands found"));
    m_view->setFocusPolicy(Qt::NoFocus); // the text field keeps the focus
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setAllColumnsShowFocus(true);
    QHeaderView &header = *m_view->header();
    header.setStretchLastSection(false);
    header.setSectionResizeMode(CommandModel::Name, QHeaderView::Stretch);
    header.setSectionResizeMode(CommandModel::Place, QHeaderView::ResizeToContents);
    header.setSectionResizeMode(CommandModel::Key, QHeaderView::ResizeToContents);
}

void CommandPalette::find(const QString &typed)
{
    m_model->setTyped(typed);
    m_view->setCurrentIndex(m_model->index(0, 0));
    m_search.cancel();
    if (m_functions.find && typed.trimmed().size() >= leastOfFunctions)
        m_search.start([find = m_functions.find, typed = typed.trimmed()] { return find(typed); });
    showWhetherFound();
}

void CommandPalette::take(const std::vector<FoundFunction> &functions)
{
    Commands found;
    for (const FoundFunction &function : functions)
        found.push_back({.id = {},
                         .name = tr("Function %1").arg(views::shortened(function.name)),
                         .place = function.place,
                         .keys = {},
                         .available = Available::Yes,
                         .run = [open = m_functions.open, id = function.id] { open(id); },
                         .called = {function.name, views::shortName(function.name)}});
    const bool isAtFirst = m_view->currentIndex().row() <= 0; // or no row is current
    m_model->setFound(std::move(found));
    if (isAtFirst)
        m_view->setCurrentIndex(m_model->index(0, 0));
    showWhetherFound();
}

void CommandPalette::showWhetherFound()
{
    const bool isNothing = m_model->rowCount() == 0 && !m_search.isPending();
    m_nothing->setVisible(isNothing);
    m_nothing->setText(tr("Nothing matches “%1”: no command, setting, thread or function.")
                           .arg(views::shortened(m_typed->text(), Qt::ElideRight, 60)));
}

void CommandPalette::run(int row)
{
    if (row < 0 || m_model->at(row).available == Available::No)
        return;
    const auto command = m_model->at(row).run;
    accept();
    // Runs the command only after the window is active again.
    QMetaObject::invokeMethod(parent() ? parent() : qApp, command, Qt::QueuedConnection);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_typed && event->type() == QEvent::KeyPress
        && choosesRows(static_cast<QKeyEvent *>(event)->key()))
        return QCoreApplication::sendEvent(m_view, event);
    return QDialog::eventFilter(watched, event);
}

} // namespace ember::app
