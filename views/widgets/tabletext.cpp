// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tabletext.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QTableView>
#include <QTreeView>

namespace ember::views {

namespace {

struct TableStrings {
    Q_DECLARE_TR_FUNCTIONS(TableText)
};

constexpr int mostRows = 10'000;

const QHeaderView &headerOf(const QAbstractItemView &view)
{
    const auto *tree = qobject_cast<const QTreeView *>(&view);
    return tree ? *tree->header() : *static_cast<const QTableView &>(view).horizontalHeader();
}

// Returns the visible model columns in the order on the screen.
std::vector<int> shownColumns(const QHeaderView &header)
{
    std::vector<int> columns;
    for (int place = 0; place < header.count(); ++place) {
        if (!header.isSectionHidden(header.logicalIndex(place)))
            columns.push_back(header.logicalIndex(place));
    }
    return columns;
}

int depthOf(QModelIndex index)
{
    int depth = 0;
    for (index = index.parent(); index.isValid(); index = index.parent())
        ++depth;
    return depth;
}

// Escapes Markdown: nothing in the cell becomes a tag, entity, picture, link or emphasis.
QString markdownCell(const QString &text)
{
    constexpr QStringView special = u"\\`*_~[]<>|&@$";
    QString cell;
    for (qsizetype place = 0; place < text.size(); ++place) {
        const QChar letter = text[place];
        const bool beginsLink = letter == QLatin1Char(':')
            ? text.mid(place + 1, 2) == QLatin1String("//")
            : letter == QLatin1Char('.')
                && cell.endsWith(QLatin1String("www"), Qt::CaseInsensitive);
        if (beginsLink || special.contains(letter))
            cell += QLatin1Char('\\');
        cell +=
            letter == QLatin1Char('\n') || letter == QLatin1Char('\r') ? QLatin1Char(' ') : letter;
    }
    return cell;
}

QString lineOf(const QStringList &cells, TextKind kind)
{
    if (kind == TextKind::Plain)
        return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    QStringList escapedCells;
    for (const QString &cell : cells)
        escapedCells << markdownCell(cell);
    return QStringLiteral("| %1 |\n").arg(escapedCells.join(QLatin1String(" | ")));
}

// Returns the line below a Markdown table's head: figures are right-aligned.
QString ruleOf(const QAbstractItemModel &model, const std::vector<int> &columns)
{
    QStringList cells;
    for (const int column : columns) {
        const int alignment = model.index(0, column).data(Qt::TextAlignmentRole).toInt();
        cells << (alignment & Qt::AlignRight ? QStringLiteral("---:") : QStringLiteral("---"));
    }
    return QStringLiteral("|%1|\n").arg(cells.join(QLatin1Char('|')));
}

QStringList cellsOf(const QModelIndex &row, const std::vector<int> &columns, TextKind kind)
{
    // Markdown drops leading spaces.
    const QChar space(kind == TextKind::Markdown ? 0x00a0 : ' ');
    QStringList cells;
    for (const int column : columns)
        cells << row.siblingAtColumn(column).data().toString();
    cells.front().prepend(QString(2 * depthOf(row), space));
    return cells;
}

QModelIndex rowBelow(const QAbstractItemView &view, const QModelIndex &row)
{
    if (const auto *tree = qobject_cast<const QTreeView *>(&view))
        return tree->indexBelow(row);
    return view.model()->index(row.row() + 1, 0);
}

QString restText(const QAbstractItemView &view, const QModelIndex &next)
{
    if (qobject_cast<const QTreeView *>(&view))
        return TableStrings::tr("… and more") + QLatin1Char('\n');
    return TableStrings::tr("… and %n more", nullptr, view.model()->rowCount() - next.row())
        + QLatin1Char('\n');
}

} // namespace

TableText::TableText(const QAbstractItemView &view, TextKind kind)
    : m_view(view),
      m_kind(kind),
      m_columns(shownColumns(headerOf(view)))
{
    const QAbstractItemModel &model = *view.model();
    if (m_columns.empty())
        return;
    const bool hasTitles = !headerOf(view).isHidden();
    QStringList titles;
    for (const int column : m_columns)
        titles << (hasTitles ? model.headerData(column, Qt::Horizontal).toString() : QString());
    if (hasTitles || kind == TextKind::Markdown)
        m_text = lineOf(titles, kind);
    if (kind == TextKind::Markdown)
        m_text += ruleOf(model, m_columns);
    m_row = model.index(0, 0);
    m_isOfSelection = view.selectionModel() && view.selectionModel()->hasSelection();
    skipUnselected();
}

void TableText::skipUnselected()
{
    while (m_isOfSelection && m_row.isValid() && !m_view.selectionModel()->isSelected(m_row))
        m_row = rowBelow(m_view, m_row);
}

void TableText::addRow()
{
    if (m_count++ == mostRows) {
        m_text += restText(m_view, m_row);
        m_row = {};
        return;
    }
    m_text += lineOf(cellsOf(m_row, m_columns, m_kind), m_kind);
    m_row = rowBelow(m_view, m_row);
    skipUnselected();
}

TableCopy::TableCopy(QAbstractItemView &view, TextKind kind, std::chrono::milliseconds step)
    : QObject(&view),
      m_view(view),
      m_kind(kind),
      m_step(step)
{
    const QAbstractItemModel *model = view.model();
    connect(model, &QAbstractItemModel::modelReset, this, &TableCopy::startOver);
    connect(model, &QAbstractItemModel::layoutChanged, this, &TableCopy::startOver);
    connect(model, &QAbstractItemModel::rowsInserted, this, &TableCopy::startOver);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &TableCopy::startOver);
    connect(&m_timer, &QTimer::timeout, this, &TableCopy::copyNext);
    m_timer.start(0);
    m_text.emplace(view, kind);
    copyNext();
}

void TableCopy::startOver()
{
    m_text.emplace(m_view, m_kind);
    m_step *= 2;
}

void TableCopy::copyNext()
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + m_step;
    while (!m_text->isComplete() && Clock::now() < end)
        m_text->addRow();
    if (!m_text->isComplete())
        return;
    QGuiApplication::clipboard()->setText(m_text->text());
    m_timer.stop();
    deleteLater();
}

} // namespace ember::views
