// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandpalette.h"

#include "views/widgets/tablelook.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPalette>
#include <QStringBuilder>
#include <QStringList>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace ember::app {

namespace {

constexpr int letterWorth = 16;
constexpr int startWorth = 96; // for a letter at the start of a word
constexpr int runWorth = 64; // for a letter adjacent to the one before
constexpr int beginWorth = 1 << 20; // exceeds the score of any name
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
        int best = letter == 0 ? 0 : nowhere; // best score of the letters before, up to here
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
    const bool begins = !start.isEmpty() && name.startsWith(start, Qt::CaseInsensitive);
    return *anywhere + std::max(0, fuzzyMatch(typed, name).value_or(0)) + (begins ? beginWorth : 0);
}

CommandModel::CommandModel(Commands commands, QObject *parent)
    : QAbstractTableModel(parent),
      m_commands(std::move(commands))
{
    setTyped({});
}

void CommandModel::setTyped(const QString &typed)
{
    beginResetModel();
    m_shown.clear();
    std::vector<int> worth(m_commands.size(), 0);
    for (std::size_t place = 0; place < m_commands.size(); ++place) {
        const auto found = fuzzyMatchOfName(typed, m_commands[place].name, m_commands[place].place);
        if (!found)
            continue;
        worth[place] = typed.trimmed().isEmpty() ? 0 : *found; // without a text: menu order
        m_shown.push_back(place);
    }
    std::ranges::stable_sort(m_shown, [&](std::size_t first, std::size_t second) {
        const auto rank = [&](std::size_t place) {
            return std::pair(m_commands[place].available == Available::No, -worth[place]);
        };
        return rank(first) < rank(second);
    });
    endResetModel();
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

CommandPalette::CommandPalette(Commands commands, QWidget *parent)
    : QDialog(parent),
      m_model(new CommandModel(std::move(commands), this)),
      m_typed(new QLineEdit),
      m_view(new QTreeView)
{
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("commandPalette"));
    m_typed->setPlaceholderText(tr("Type a command, a view or a thread"));
    m_typed->setAccessibleName(tr("Command"));
    m_typed->setClearButtonEnabled(true);
    m_typed->installEventFilter(this);
    createView();
    auto *column = new QVBoxLayout(this);
    column->addWidget(m_typed);
    column->addWidget(m_view, 1);
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
