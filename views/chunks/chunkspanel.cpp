// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/chunks/chunkspanel.h"

#include "views/chunks/chunkmodel.h"
#include "views/tables/tablelook.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

ChunksPanel::ChunksPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new ChunkModel(this)),
      m_view(new QTableView(this))
{
    styleTable(*m_view);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Chunks"));
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    QHeaderView &header = *m_view->horizontalHeader();
    header.setResizeContentsPrecision(0); // of the rows in sight: there may be thousands
    for (int column = 0; column < ChunkModel::ChunkId; ++column)
        header.setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_view->setColumnWidth(ChunkModel::ChunkId, 250);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ChunksPanel::mark);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        m_state.zoom().remember();
        m_state.zoom().show(rows()[static_cast<std::size_t>(index.row())].range);
    });
}

void ChunksPanel::setRows(std::vector<ChunkRow> rows)
{
    std::vector<TimeRange> ranges;
    for (const ChunkRow &row : rows)
        ranges.push_back(row.range);
    m_model->setRows(std::move(rows), m_state.origin());
    m_state.setChunkRanges(std::move(ranges));
    mark();
}

const std::vector<ChunkRow> &ChunksPanel::rows() const
{
    return m_model->rows();
}

std::vector<std::size_t> ChunksPanel::selectedRows() const
{
    std::vector<std::size_t> places;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows())
        places.push_back(static_cast<std::size_t>(index.row()));
    std::ranges::sort(places);
    return places;
}

void ChunksPanel::mark()
{
    std::vector<TimeRange> ranges;
    for (const std::size_t place : selectedRows())
        ranges.push_back(rows()[place].range);
    m_state.setMarkedRanges(std::move(ranges));
}

void ChunksPanel::addMenuAction(QAction *action)
{
    m_view->addAction(action);
}

} // namespace ember::views
