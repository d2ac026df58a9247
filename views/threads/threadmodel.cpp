// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadmodel.h"

#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t sparklineBuckets = 60;
constexpr quintptr topLevel = 0;
constexpr quintptr inGroup = 1;

int count(std::size_t size)
{
    return static_cast<int>(size);
}

} // namespace

std::vector<ThreadRow> threadRows(const SpanTable &spans)
{
    const Profile &profile = *spans.profile();
    const auto statistics = threadStatistics(spans);
    std::vector<ThreadRow> rows;
    rows.reserve(statistics.size());
    for (const ThreadIndex index : threadsByActivity(spans)) {
        const Thread &thread = profile.thread(index);
        ThreadRow row{.statistics = statistics[index.row()],
                      .name = threadTitle(profile, index).name,
                      .id = fromUtf8(profile.text(thread.id)),
                      .process = processTitle(profile, thread.process),
                      .priority = thread.priority,
                      .activity = {}};
        if (row.statistics.samples > 0)
            row.activity =
                threadActivity(spans.thread(index), profile.timeRange(), sparklineBuckets);
        rows.push_back(std::move(row));
    }
    return rows;
}

ThreadModel::ThreadModel(ViewState &state, QObject *parent)
    : QAbstractItemModel(parent),
      m_state(state)
{
    connect(&state, &ViewState::threadsChanged, this, [this] {
        if (!m_busy.empty())
            emit dataChanged(index(0, Name), index(count(m_busy.size()) - 1, Name),
                             {Qt::CheckStateRole});
    });
}

void ThreadModel::setRows(std::vector<ThreadRow> rows)
{
    beginResetModel();
    m_busy.clear();
    m_empty.clear();
    for (ThreadRow &row : rows)
        (row.statistics.samples > 0 ? m_busy : m_empty).push_back(std::move(row));
    endResetModel();
}

bool ThreadModel::isGroup(const QModelIndex &index) const
{
    return index.isValid() && index.internalId() == topLevel && index.row() == count(m_busy.size());
}

const ThreadRow *ThreadModel::rowAt(const QModelIndex &index) const
{
    if (!index.isValid() || isGroup(index))
        return nullptr;
    const auto &rows = index.internalId() == topLevel ? m_busy : m_empty;
    return &rows[static_cast<std::size_t>(index.row())];
}

ThreadIndex ThreadModel::threadAt(const QModelIndex &index) const
{
    const ThreadRow *row = rowAt(index);
    return row ? row->statistics.thread : ThreadIndex();
}

QModelIndex ThreadModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? inGroup : topLevel);
}

QModelIndex ThreadModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == topLevel)
        return {};
    return createIndex(count(m_busy.size()), 0, topLevel);
}

int ThreadModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return count(m_busy.size()) + (m_empty.empty() ? 0 : 1);
    return isGroup(parent) && parent.column() == 0 ? count(m_empty.size()) : 0;
}

int ThreadModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

Qt::ItemFlags ThreadModel::flags(const QModelIndex &index) const
{
    auto flags = QAbstractItemModel::flags(index);
    if (index.isValid() && index.internalId() == topLevel && !isGroup(index)
        && index.column() == Name)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant ThreadModel::text(const ThreadRow &row, int column) const
{
    switch (column) {
    case Name: return row.name;
    case Id: return row.id;
    case Process: return row.process;
    case Priority: return row.priority ? QString::number(*row.priority) : QString();
    case Samples: return countText(row.statistics.samples);
    case Running: return durationText(row.statistics.running);
    default: return {};
    }
}

QVariant ThreadModel::sortKey(const ThreadRow &row, int column) const
{
    switch (column) {
    case Priority: return row.priority.value_or(0);
    case Samples: return static_cast<qulonglong>(row.statistics.samples);
    case Running:
    case Activity: return static_cast<qlonglong>(row.statistics.running.count());
    case Id: {
        bool isNumber = false;
        const auto number = row.id.toULongLong(&isNumber);
        return isNumber ? QVariant(number) : QVariant(row.id);
    }
    default: return text(row, column);
    }
}

QVariant ThreadModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ThreadRow *row = rowAt(index);
    if (!row)
        return role == Qt::DisplayRole && index.column() == Name
            ? QVariant(tr("No samples (%1)").arg(m_empty.size()))
            : QVariant();
    switch (role) {
    case Qt::DisplayRole: return text(*row, index.column());
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2 · %3").arg(row->name, row->id, row->process);
    case SortRole: return sortKey(*row, index.column());
    case ActivityRole:
        return index.column() == Activity ? QVariant::fromValue(row->activity) : QVariant();
    case Qt::CheckStateRole:
        if (index.column() != Name || index.internalId() != topLevel)
            return {};
        return int(m_state.isShown(row->statistics.thread) ? Qt::Checked : Qt::Unchecked);
    case Qt::TextAlignmentRole:
        return index.column() == Name || index.column() == Process
            ? int(Qt::AlignLeft | Qt::AlignVCenter)
            : int(Qt::AlignRight | Qt::AlignVCenter);
    default: return {};
    }
}

bool ThreadModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    const ThreadRow *row = rowAt(index);
    if (!row || role != Qt::CheckStateRole)
        return false;
    m_state.setShown(row->statistics.thread,
                     value.toInt() == int(Qt::Checked) ? Shown::Yes : Shown::No);
    return true;
}

QVariant ThreadModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Thread");
    case Id: return tr("ID");
    case Process: return tr("Process");
    case Priority: return tr("Priority");
    case Samples: return tr("Samples");
    case Running: return tr("Running");
    case Activity: return tr("Activity");
    default: return {};
    }
}

ThreadFilter::ThreadFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
    setSortRole(ThreadModel::SortRole);
    setDynamicSortFilter(true);
}

void ThreadFilter::setText(const QString &text)
{
    m_text = text;
    invalidateFilter();
}

bool ThreadFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const auto &threads = static_cast<const ThreadModel &>(*sourceModel());
    if (m_text.isEmpty())
        return true;
    if (!threads.threadAt(threads.index(row, 0, parent)).isValid())
        return false; // the group: shown if one of its threads is
    for (const int column : {ThreadModel::Name, ThreadModel::Id, ThreadModel::Process}) {
        if (threads.index(row, column, parent)
                .data(Qt::DisplayRole)
                .toString()
                .contains(m_text, Qt::CaseInsensitive))
            return true;
    }
    return false;
}

bool ThreadFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const auto &threads = static_cast<const ThreadModel &>(*sourceModel());
    const bool leftIsGroup = !threads.threadAt(left).isValid();
    const bool rightIsGroup = !threads.threadAt(right).isValid();
    if (leftIsGroup || rightIsGroup) // last, whichever way the rest is sorted
        return (sortOrder() == Qt::AscendingOrder) ? rightIsGroup && !leftIsGroup
                                                   : leftIsGroup && !rightIsGroup;
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace ember::views
