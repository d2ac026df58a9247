// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/frames/framespanel.h"

#include "views/frames/framechoice.h"
#include "views/frames/framemodel.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

FramesPanel::FramesPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new FrameModel(state, this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_view(new QTableView(this)),
      m_hint(new QLabel(this))
{
    createView();
    m_hint->setText(tr("No slow or frozen frames were seen. Programs report them by Sentry's SDKs, "
                       "by emberchart.h, or are asked by “record --frames”."));
    m_hint->setAlignment(Qt::AlignCenter);
    m_hint->setWordWrap(true);
    m_hint->setMargin(12);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    column->addWidget(m_hint);
    setFocusProxy(m_view);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FramesPanel::showHint);
    connect(&state.frames(), &FrameChoice::chosenChanged, this, &FramesPanel::showChosen);
    showHint();
}

void FramesPanel::createView()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(FrameModel::sortRole);
    m_view->setModel(m_sorted);
    m_view->setAccessibleName(tr("Slow and frozen frames"));
    styleTable(*m_view);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(FrameModel::Duration, Qt::DescendingOrder);
    for (const int section : {FrameModel::Start, FrameModel::Duration, FrameModel::Kind})
        m_view->setColumnWidth(section, 11 * fontMetrics().averageCharWidth());
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!selected.isEmpty())
                    choose(selected.indexes().first());
            });
    // Once more, after the reader has looked elsewhere.
    connect(m_view, &QTableView::clicked, this, &FramesPanel::choose);
    connect(m_view, &QTableView::activated, this, &FramesPanel::choose);
}

void FramesPanel::showHint()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

void FramesPanel::choose(const QModelIndex &index)
{
    const auto row = static_cast<std::size_t>(m_sorted->mapToSource(index).row());
    const SlowFrame &frame = m_state.frames().all()[row];
    if (!m_state.frames().chosen() || *m_state.frames().chosen() != frame)
        m_state.frames().choose(SlowFrame(frame));
}

// It may have been chosen by a key, or in a track.
void FramesPanel::showChosen()
{
    const QSignalBlocker blocker(m_view->selectionModel());
    const SlowFrame *chosen = m_state.frames().chosen();
    const auto &all = m_state.frames().all();
    const auto found = chosen ? std::ranges::find(all, *chosen) : all.end();
    if (found == all.end()) {
        m_view->clearSelection();
    } else {
        const int row = m_sorted->mapFromSource(m_model->index(int(found - all.begin()), 0)).row();
        m_view->selectRow(row);
        m_view->scrollTo(m_sorted->index(row, 0));
    }
    m_view->viewport()->update();
}

} // namespace ember::views
