// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/longcallmodel.h"

#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"

namespace ember::views {

using namespace model;

void LongCallModel::setCalls(SpanTablePointer spans, std::vector<LongCall> calls, Timestamp origin)
{
    m_spans = std::move(spans);
    m_origin = origin;
    if (calls == m_calls)
        return;
    beginResetModel();
    m_calls = std::move(calls);
    endResetModel();
}

BoxReference LongCallModel::callAt(int row) const
{
    const LongCall &call = m_calls[static_cast<std::size_t>(row)];
    return {call.thread, call.depth, call.box};
}

int LongCallModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_calls.size());
}

int LongCallModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LongCallModel::text(const QModelIndex &index) const
{
    const BoxReference call = callAt(index.row());
    switch (index.column()) {
    case Duration: return durationText(rangeOf(*m_spans, call).duration());
    case Start: return offsetText(rangeOf(*m_spans, call).start - m_origin, Nanoseconds(1'000'000));
    case Thread: return threadTitle(*m_spans->profile(), call.thread).name;
    case Samples: return countText(samplesOf(*m_spans, call));
    default: return {};
    }
}

QVariant LongCallModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    switch (role) {
    case Qt::DisplayRole: return text(index);
    case Qt::TextAlignmentRole:
        return int((index.column() == Thread ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant LongCallModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Duration: return tr("Longest calls");
    case Start: return tr("Start");
    case Thread: return tr("Thread");
    case Samples: return tr("Samples");
    default: return {};
    }
}

} // namespace ember::views
