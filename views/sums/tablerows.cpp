// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sums/tablerows.h"

#include "views/state/theme.h"
#include "views/state/viewselection.h"
#include "views/widgets/tablelook.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QBrush>
#include <QEvent>
#include <QFont>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <chrono>
#include <utility>

namespace ember::views {

namespace {

constexpr std::chrono::milliseconds shortMoment{200};

} // namespace

ChosenRow::ChosenRow(ViewSelection &selection, QAbstractItemView &view, FrameOf frameOf)
    : QObject(&view),
      m_selection(selection),
      m_view(view),
      m_frameOf(std::move(frameOf))
{
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    // A row that became current only because the view got the focus is not selected.
    connect(view.selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!m_isReplacing && !selected.isEmpty())
                    choose(selected.indexes().first());
            });
    view.installEventFilter(this);
    connect(&view, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex &index) {
        if (!m_view.model()->hasChildren(index.siblingAtColumn(0)))
            emit activated();
    });
    connect(&view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        const QModelIndex index = m_view.indexAt(position);
        if (!index.isValid())
            return;
        choose(index);
        emit contextMenuRequested(m_view.viewport()->mapToGlobal(position));
    });
}

bool ChosenRow::eventFilter(QObject *watched, QEvent *event)
{
    return (watched == &m_view && event->type() == QEvent::KeyPress
            && takeKey(static_cast<const QKeyEvent &>(*event)))
        || QObject::eventFilter(watched, event);
}

bool ChosenRow::takeKey(const QKeyEvent &event)
{
    const bool isEnter = isPlainEnter(event);
    const bool isArrow = event.key() == Qt::Key_Down || event.key() == Qt::Key_Up;
    const bool isAnyChosen = m_view.selectionModel()->hasSelection();
    if (!isEnter && (!isArrow || isAnyChosen))
        return false;
    const QModelIndex current = m_view.currentIndex();
    if (!isAnyChosen)
        m_view.setCurrentIndex(current.isValid() ? current : m_view.model()->index(0, 0));
    if (isEnter && m_view.selectionModel()->hasSelection())
        emit activated();
    return true;
}

void ChosenRow::choose(const QModelIndex &index)
{
    m_selection.setFunction(m_frameOf(index));
}

void ChosenRow::replaceRows(const std::function<void()> &replace)
{
    const int scrolled = m_view.verticalScrollBar()->value();
    const QScopedValueRollback replacing(m_isReplacing, true);
    replace();
    m_view.verticalScrollBar()->setValue(scrolled);
}

void ChosenRow::reveal()
{
    if (m_view.selectionModel()->hasSelection())
        m_view.scrollTo(m_view.currentIndex());
    else
        m_view.scrollToTop();
}

void ChosenRow::followSelection()
{
    const QAbstractItemModel &model = *m_view.model();
    const auto isChosen = [&](const QModelIndex &row) {
        return m_selection.isChosen(m_frameOf(row));
    };
    const auto rows = m_view.selectionModel()->selectedRows();
    if (m_selection.chosen().empty() || (!rows.isEmpty() && isChosen(rows.front())))
        return;
    int row = 0;
    while (row < model.rowCount() && !isChosen(model.index(row, 0)))
        ++row;
    if (row == model.rowCount()) {
        m_view.clearSelection();
        return;
    }
    replaceRows([&] { m_view.setCurrentIndex(model.index(row, 0)); });
    m_view.scrollTo(m_view.currentIndex());
}

QVariant matchLook(const SearchMatches &matches, const Theme &theme, model::FrameIndex function,
                   int role)
{
    if (!matches.isActive())
        return {};
    const bool isMatch = matches.contains(function);
    if (role == Qt::ForegroundRole && !isMatch)
        return QBrush(theme.mutedText);
    if (role == Qt::FontRole && isMatch) {
        QFont font;
        font.setBold(true);
        return font;
    }
    return {};
}

QVariant chosenLook(const ViewSelection &selection, const Theme &theme, model::FrameIndex function)
{
    if (!selection.isChosen(function))
        return {};
    QColor tint = theme.match;
    tint.setAlpha(50);
    return QBrush(tint);
}

NothingSeen::NothingSeen(QAbstractScrollArea &view) : QLabel(view.viewport())
{
    setObjectName(QStringLiteral("nothingSeen"));
    styleHint(*this);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setGeometry(view.viewport()->rect());
    view.viewport()->installEventFilter(this);
    hide();
    m_moment.setSingleShot(true);
    m_moment.setInterval(shortMoment);
    connect(&m_moment, &QTimer::timeout, this, [this] {
        setText(tr("Being summed up…"));
        show();
    });
}

void NothingSeen::await()
{
    if (isHidden() && !m_moment.isActive())
        m_moment.start();
}

void NothingSeen::take(int rows)
{
    m_moment.stop();
    setText(tr("Nothing was seen in this selection."));
    setVisible(rows == 0);
}

void NothingSeen::forget()
{
    m_moment.stop();
    hide();
}

bool NothingSeen::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QLabel::eventFilter(watched, event);
}

} // namespace ember::views
