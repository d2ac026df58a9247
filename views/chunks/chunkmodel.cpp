// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/chunks/chunkmodel.h"

#include "views/durationtext.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

int rowNumber(std::size_t size)
{
    return static_cast<int>(size);
}

} // namespace

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

int ChunkModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ChunkModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ChunkRow &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return textOf(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() == Verdict)
            return row.verdictText;
        return index.column() == Sent ? row.sentText : textOf(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() < Verdict ? int(Qt::AlignRight | Qt::AlignVCenter)
                                        : int(Qt::AlignLeft | Qt::AlignVCenter);
    default: return {};
    }
}

QString ChunkModel::textOf(const ChunkRow &row, int column) const
{
    switch (column) {
    case Start: return offsetText(row.range.start - m_origin, Nanoseconds(1'000'000));
    case Duration: return durationText(row.range.duration());
    case Threads: return countText(row.threads);
    case Samples: return countText(row.samples);
    case Bytes: return row.bytes == 0 ? QString() : bytesText(row.bytes);
    case ChunkId: return row.chunkId.isEmpty() ? tr("given when written") : row.chunkId;
    case ProfilerId: return row.profilerId;
    case Verdict:
        switch (row.verdict) {
        case ChunkVerdict::Unknown: return QStringLiteral("–");
        case ChunkVerdict::Accepted: return tr("accepted");
        case ChunkVerdict::Rejected: return tr("rejected");
        }
        return {};
    case Sent:
        switch (row.sent) {
        case ChunkSent::No: return tr("no");
        case ChunkSent::Sending: return tr("sending …");
        case ChunkSent::Yes: return row.receipt.isEmpty() ? tr("yes") : row.receipt;
        case ChunkSent::Failed: return tr("failed");
        }
        return {};
    default: return {};
    }
}

QVariant ChunkModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Start: return tr("Start");
    case Duration: return tr("Duration");
    case Threads: return tr("Threads");
    case Samples: return tr("Samples");
    case Bytes: return tr("Size");
    case Verdict: return tr("Verdict");
    case Sent: return tr("Sent");
    case ChunkId: return tr("Chunk");
    case ProfilerId: return tr("Profiler");
    default: return {};
    }
}

} // namespace ember::views
