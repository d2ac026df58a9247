// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tablelook.h"

#include "views/text/plaintexts.h"
#include "views/widgets/wrappedtext.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QStyle>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

namespace {

constexpr int roomAroundText = 6;

// Makes rows of trees as high as those of tables.
class RoomyRows : public ShortTexts {
public:
    using ShortTexts::ShortTexts;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize size = ShortTexts::sizeHint(option, index);
        return size.expandedTo({0, option.fontMetrics.height() + roomAroundText});
    }
};

// Breaks texts into lines and makes rows high enough for these. A word that is wider than its cell
// is elided in the middle.
class WrappedRows : public RoomyRows {
public:
    explicit WrappedRows(QTreeView &view) : RoomyRows(mostLetters, &view), m_view(view) { }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        constexpr int mostLines = 8;
        QSize size = RoomyRows::sizeHint(option, index);
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const int margin = m_view.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
        const int width = std::max(1, widthOf(index) - 2 * margin);
        const QFontMetrics metrics(item.font);
        const QRect room(0, 0, width, mostLines * metrics.lineSpacing());
        const int text = metrics.boundingRect(room, Qt::TextWordWrap, item.text).height();
        size.setHeight(std::max(size.height(), std::min(text, room.height()) + roomAroundText));
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        RoomyRows::initStyleOption(option, index);
        option->text = withLineBreaks(option->text);
        option->displayAlignment = Qt::AlignLeft | Qt::AlignTop;
    }

private:
    // Returns a cell's width: its column's, or that of all columns if the cell spans them.
    int widthOf(const QModelIndex &index) const
    {
        if (index.column() > 0)
            return m_view.columnWidth(index.column());
        int indents = m_view.rootIsDecorated() ? 1 : 0;
        for (auto parent = index.parent(); parent.isValid(); parent = parent.parent())
            ++indents;
        const bool isSpanning = m_view.isFirstColumnSpanned(index.row(), index.parent());
        return (isSpanning ? m_view.header()->length() : m_view.columnWidth(0))
            - indents * m_view.indentation();
    }

    QTreeView &m_view;
};

// Sorts by the next column with a key, in the other direction with Shift: headings get no focus.
class SortKey : public QObject {
public:
    SortKey(QAbstractItemView &view, QHeaderView &header)
        : QObject(&view),
          m_view(view),
          m_header(header)
    {
        view.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched != &m_view || event->type() != QEvent::KeyPress || !isSortable())
            return QObject::eventFilter(watched, event);
        const auto &key = static_cast<const QKeyEvent &>(*event);
        if (key.key() != sortKey)
            return QObject::eventFilter(watched, event);
        if (key.modifiers() == Qt::NoModifier)
            sortByNextColumn(m_header);
        else if (key.modifiers() == Qt::ShiftModifier)
            reverseOrder(m_header);
        else
            return QObject::eventFilter(watched, event);
        return true;
    }

private:
    bool isSortable() const
    {
        const auto *table = qobject_cast<const QTableView *>(&m_view);
        const auto *tree = qobject_cast<const QTreeView *>(&m_view);
        return (table && table->isSortingEnabled()) || (tree && tree->isSortingEnabled());
    }

    QAbstractItemView &m_view;
    QHeaderView &m_header;
};

// Makes Home and End go to the first and last row, and choose it: a table would go along its row,
// and with Ctrl the selection would stay behind.
class KeysToEnds : public QObject {
public:
    explicit KeysToEnds(QAbstractItemView &view) : QObject(&view), m_view(view)
    {
        view.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched != &m_view || event->type() != QEvent::KeyPress)
            return QObject::eventFilter(watched, event);
        const auto &key = static_cast<const QKeyEvent &>(*event);
        const auto held = key.modifiers() & ~Qt::KeypadModifier;
        const bool isEnd = key.key() == Qt::Key_End;
        if ((!isEnd && key.key() != Qt::Key_Home) || (held && held != Qt::ControlModifier))
            return QObject::eventFilter(watched, event);
        const QModelIndex row = isEnd ? last() : seenRow({}, Rows::First);
        if (!row.isValid())
            return true;
        const bool isChoice = m_view.selectionMode() != QAbstractItemView::NoSelection;
        m_view.selectionModel()->setCurrentIndex(
            row.siblingAtColumn(std::max(m_view.currentIndex().column(), 0)),
            isChoice ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                     : QItemSelectionModel::NoUpdate);
        return true;
    }

private:
    enum class Rows : std::uint8_t { First, Last };

    QModelIndex last() const
    {
        const auto *tree = qobject_cast<const QTreeView *>(&m_view);
        QModelIndex row = seenRow({}, Rows::Last);
        while (tree && row.isValid() && tree->isExpanded(row)) {
            const QModelIndex below = seenRow(row, Rows::Last);
            if (!below.isValid())
                break;
            row = below;
        }
        return row;
    }

    // Returns the first or last of the rows below `parent` that is not hidden.
    QModelIndex seenRow(const QModelIndex &parent, Rows end) const
    {
        const auto *tree = qobject_cast<const QTreeView *>(&m_view);
        const QAbstractItemModel &model = *m_view.model();
        const int count = model.rowCount(parent);
        for (int place = 0; place < count; ++place) {
            const int row = end == Rows::First ? place : count - 1 - place;
            if (!tree || !tree->isRowHidden(row, parent))
                return model.index(row, 0, parent);
        }
        return {};
    }

    QAbstractItemView &m_view;
};

} // namespace

void sortByNextColumn(QHeaderView &header)
{
    int place = header.visualIndex(std::max(header.sortIndicatorSection(), 0));
    for (int step = 0; step < header.count(); ++step) {
        place = (place + 1) % header.count();
        const int column = header.logicalIndex(place);
        if (header.isSectionHidden(column))
            continue;
        const QModelIndex cell = header.model()->index(0, column);
        const bool isNumber = cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
        header.setSortIndicator(column, isNumber ? Qt::DescendingOrder : Qt::AscendingOrder);
        return;
    }
}

void reverseOrder(QHeaderView &header)
{
    const bool isRising = header.sortIndicatorOrder() == Qt::AscendingOrder;
    header.setSortIndicator(header.sortIndicatorSection(),
                            isRising ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void ShortTexts::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->text = shortened(option->text, option->textElideMode, m_most);
    if (!option->features.testFlag(QStyleOptionViewItem::WrapText))
        option->text = oneLine(option->text);
}

void styleTable(QTableView &view)
{
    view.setItemDelegate(new ShortTexts(mostLetters, &view));
    view.setShowGrid(false);
    view.setFrameShape(QFrame::NoFrame);
    view.setAlternatingRowColors(true);
    view.setWordWrap(false);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setTabKeyNavigation(false);
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + roomAroundText);
    view.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setStretchLastSection(true);
    new KeysToEnds(view);
    new SortKey(view, *view.horizontalHeader());
}

bool isPlainEnter(const QKeyEvent &event)
{
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
        && !(event.modifiers() & ~Qt::KeypadModifier);
}

QList<int> selectedRows(const QAbstractItemView &view)
{
    QList<int> rows;
    for (const QModelIndex &index : view.selectionModel()->selectedRows())
        rows.append(index.row());
    std::ranges::sort(rows);
    return rows;
}

void styleTree(QTreeView &view)
{
    view.setFrameShape(QFrame::NoFrame);
    view.setItemDelegate(new RoomyRows(mostLetters, &view));
    view.setUniformRowHeights(true);
    view.setAlternatingRowColors(true);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    new KeysToEnds(view);
    new SortKey(view, *view.header());
}

void wrapValues(QTreeView &view)
{
    view.setItemDelegate(new WrappedRows(view));
    view.setUniformRowHeights(false);
    view.setWordWrap(true);
    view.setTextElideMode(Qt::ElideMiddle);
    QObject::connect(view.header(), &QHeaderView::sectionResized, &view, &QTreeView::doItemsLayout,
                     Qt::QueuedConnection);
}

void styleHint(QLabel &hint)
{
    hint.setAlignment(Qt::AlignCenter);
    hint.setWordWrap(true);
    hint.setMargin(12);
    hint.setForegroundRole(QPalette::PlaceholderText);
}

void layOutList(QWidget &panel, QAbstractItemView &list, QLabel &hint)
{
    styleHint(hint);
    auto *column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(&list);
    column->addWidget(&hint);
    panel.setFocusProxy(&list);
}

} // namespace ember::views
