// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/chunkspanel.h"

#include "views/state/openprofile.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"
#include "views/text/durationtext.h"
#include "views/widgets/tablelook.h"

#include <QAction>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

int rowNumber(std::size_t size)
{
    return static_cast<int>(size);
}

QString verdictText(const ChunkRow &row)
{
    switch (row.verdict) {
    case ChunkVerdict::Unknown: return QStringLiteral("–");
    case ChunkVerdict::Accepted: return ChunkModel::tr("accepted");
    case ChunkVerdict::Rejected: return ChunkModel::tr("rejected");
    }
    return {};
}

QString sentText(const ChunkRow &row)
{
    switch (row.sent) {
    case ChunkSent::No: return ChunkModel::tr("no");
    case ChunkSent::Sending: return ChunkModel::tr("sending …");
    case ChunkSent::Yes: return row.receipt.isEmpty() ? ChunkModel::tr("yes") : row.receipt;
    case ChunkSent::Failed: return ChunkModel::tr("failed");
    }
    return {};
}

} // namespace

ChunkModel::ChunkModel(QObject *parent) : ColumnsModel(columnsOf(*this), parent) { }

// Columns without a tip of their own show the cell's text as tip: columns are narrow.
ChunkModel::Columns ChunkModel::columnsOf(const ChunkModel &model)
{
    Columns columns{
        {tr("Start"),
         [&model](const ChunkRow &row) {
             return offsetText(row.range.start - model.m_origin, Nanoseconds(1'000'000));
         },
         Qt::AlignRight},
        {tr("Duration"), [](const ChunkRow &row) { return durationText(row.range.duration()); },
         Qt::AlignRight},
        {tr("Threads"), [](const ChunkRow &row) { return countText(row.threads); }, Qt::AlignRight},
        {tr("Samples"), [](const ChunkRow &row) { return countText(row.samples); }, Qt::AlignRight},
        {tr("Size"),
         [](const ChunkRow &row) { return row.bytes == 0 ? QString() : bytesText(row.bytes); },
         Qt::AlignRight},
        {tr("Verdict"), verdictText, Qt::AlignLeft, &ChunkRow::verdictText},
        {tr("Sent"), sentText, Qt::AlignLeft, &ChunkRow::sentText},
        {tr("Chunk"),
         [](const ChunkRow &row) {
             return row.chunkId.isEmpty() ? tr("given when written") : row.chunkId;
         }},
        {tr("Profiler"), &ChunkRow::profilerId}};
    for (auto &column : columns) {
        if (!column.tip)
            column.tip = column.text;
    }
    return columns;
}

void ChunkModel::setRows(std::vector<ChunkRow> rows, Timestamp origin)
{
    m_origin = origin;
    const std::size_t kept = std::min(rows.size(), m_rows.size());
    if (rows.size() < m_rows.size()) {
        beginRemoveRows({}, rowNumber(kept), rowNumber(m_rows.size()) - 1);
        m_rows.resize(kept);
        endRemoveRows();
    }
    std::copy_n(rows.begin(), kept, m_rows.begin());
    if (kept > 0)
        emit dataChanged(index(0, 0), index(rowNumber(kept) - 1, ColumnCount - 1));
    if (rows.size() > kept) {
        beginInsertRows({}, rowNumber(kept), rowNumber(rows.size()) - 1);
        m_rows = std::move(rows);
        endInsertRows();
    }
}

int ChunkModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : rowNumber(m_rows.size());
}

ChunksPanel::ChunksPanel(OpenProfile &profile, TimeZoom &zoom, ViewSelection &selection,
                         QWidget *parent)
    : QWidget(parent),
      m_profile(profile),
      m_zoom(zoom),
      m_selection(selection),
      m_model(new ChunkModel(this)),
      m_view(new QTableView(this))
{
    styleTable(*m_view);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Chunks"));
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    QHeaderView &header = *m_view->horizontalHeader();
    header.setResizeContentsPrecision(0); // measures visible rows only: there may be thousands
    for (int column = 0; column < ChunkModel::ChunkId; ++column)
        header.setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_view->setColumnWidth(ChunkModel::ChunkId, 250);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ChunksPanel::mark);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        m_zoom.remember();
        m_zoom.show(rows()[static_cast<std::size_t>(index.row())].range);
    });
}

void ChunksPanel::setRows(std::vector<ChunkRow> rows)
{
    std::vector<TimeRange> ranges;
    for (const ChunkRow &row : rows)
        ranges.push_back(row.range);
    m_model->setRows(std::move(rows), m_profile.origin());
    m_profile.setChunkRanges(std::move(ranges));
    mark();
}

const std::vector<ChunkRow> &ChunksPanel::rows() const
{
    return m_model->rows();
}

std::vector<std::size_t> ChunksPanel::selectedRows() const
{
    const auto rows = views::selectedRows(*m_view);
    return {rows.begin(), rows.end()};
}

void ChunksPanel::mark()
{
    std::vector<TimeRange> ranges;
    for (const std::size_t place : selectedRows())
        ranges.push_back(rows()[place].range);
    m_selection.setMarkedRanges(std::move(ranges));
}

void ChunksPanel::addMenuAction(QAction *action)
{
    m_view->addAction(action);
}

} // namespace ember::views
