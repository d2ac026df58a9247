// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadmodel.h"

#include "views/state/gaps.h"
#include "views/state/recordings.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"

#include <QDataStream>
#include <QFont>
#include <QHash>
#include <QIODevice>
#include <QList>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t sparklineBuckets = 60;

// Appends `detail` to names that are not unique, unless they end with it, as names made of an id
// do.
void tellApartBy(QString ThreadRow::*detail, std::vector<ThreadRow> &rows)
{
    QHash<QString, int> counts;
    for (const ThreadRow &row : rows)
        ++counts[row.name];
    for (ThreadRow &row : rows) {
        const QString &text = row.*detail;
        if (counts.value(row.name) > 1 && !text.isEmpty() && !row.name.endsWith(u' ' + text))
            row.name += QStringLiteral(" · ") + text;
    }
}

// Makes names unique: unnamed threads all have the program's name, and several processes may have
// equal ids.
void tellApart(std::vector<ThreadRow> &rows)
{
    tellApartBy(&ThreadRow::id, rows);
    tellApartBy(&ThreadRow::process, rows);
}

} // namespace

std::vector<ThreadRow> threadRows(const SpanTable &spans)
{
    const Profile &profile = *spans.profile();
    const auto statistics = threadStatistics(spans);
    const auto names = formerNames(profile);
    const RecordingNames recordings(profile);
    std::vector<ThreadRow> rows;
    rows.reserve(statistics.size());
    for (const ThreadIndex index : threadsByActivity(spans)) {
        const Thread &thread = profile.thread(index);
        ThreadRow row{.statistics = statistics[index.row()],
                      .name = recordings.beside(threadName(profile, index), index),
                      .id = fromUtf8(profile.text(thread.id)),
                      .process = processTitle(profile, thread.process),
                      .formerNames = formerNamesText(profile, names, index),
                      .priority = thread.priority,
                      .start = thread.start,
                      .activity = {}};
        if (row.statistics.samples > 0) {
            if (!row.start)
                row.start = profile.samples(index).times[SampleIndex(0)];
            row.activity =
                threadActivity(spans.thread(index), profile.timeRange(), sparklineBuckets);
        }
        rows.push_back(std::move(row));
    }
    tellApart(rows);
    return rows;
}

ThreadRow sumOf(const std::vector<const ThreadRow *> &rows)
{
    ThreadRow sum;
    for (const ThreadRow *row : rows) {
        sum.statistics.samples += row->statistics.samples;
        sum.statistics.running += row->statistics.running;
        sum.activity.resize(std::max(sum.activity.size(), row->activity.size()));
        for (std::size_t bucket = 0; bucket < row->activity.size(); ++bucket)
            sum.activity[bucket] += row->activity[bucket];
    }
    if (sum.activity.empty())
        return sum;
    const float most = std::max(1.0F, *std::ranges::max_element(sum.activity));
    for (float &share : sum.activity)
        share /= most;
    return sum;
}

namespace {

constexpr quintptr topLevel = 0;

int count(std::size_t size)
{
    return static_cast<int>(size);
}

QString emptyKey()
{
    return QStringLiteral("empty");
}

// A column of the thread selector.
struct ThreadColumn {
    const char *title;
    // Returns the text of a cell; `figures` are those of the selection. nullptr: the cell is
    // painted instead.
    QString (*text)(const ThreadRow &row, const ThreadFigures &figures,
                    const OpenProfile &profile) = nullptr;
    Qt::AlignmentFlag alignment = Qt::AlignRight;
    bool isOfSelection = false; // the column shows figures of the selection
};

QString startText(const ThreadRow &row, const ThreadFigures &, const OpenProfile &profile)
{
    return row.start ? offsetText(*row.start - profile.origin(), Nanoseconds(1'000'000))
                     : QString();
}

QString runningText(const ThreadRow &, const ThreadFigures &figures, const OpenProfile &profile)
{
    return profile.spans() && !isTimed(*profile.spans()->profile()) ? QString()
                                                                    : durationText(figures.running);
}

// All columns: first those of ThreadModel::Column, which views know, then any others.
constexpr std::array columnTable{
    ThreadColumn{
        QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Thread"),
        [](const ThreadRow &row, const ThreadFigures &, const OpenProfile &) { return row.name; },
        Qt::AlignLeft},
    ThreadColumn{
        QT_TRANSLATE_NOOP("ember::views::ThreadModel", "ID"),
        [](const ThreadRow &row, const ThreadFigures &, const OpenProfile &) { return row.id; }},
    ThreadColumn{QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Process"),
                 [](const ThreadRow &row, const ThreadFigures &, const OpenProfile &) {
                     return row.process;
                 },
                 Qt::AlignLeft},
    ThreadColumn{QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Priority"),
                 [](const ThreadRow &row, const ThreadFigures &, const OpenProfile &) {
                     return row.priority ? QString::number(*row.priority) : QString();
                 }},
    ThreadColumn{QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Start"), startText},
    ThreadColumn{QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Samples"),
                 [](const ThreadRow &, const ThreadFigures &figures, const OpenProfile &) {
                     return countText(figures.samples);
                 },
                 Qt::AlignRight, true},
    ThreadColumn{QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Running"), runningText,
                 Qt::AlignRight, true},
    ThreadColumn{QT_TRANSLATE_NOOP("ember::views::ThreadModel", "Activity")},
};

const ThreadColumn &columnOf(const QModelIndex &index)
{
    return columnTable.at(static_cast<std::size_t>(index.column()));
}

} // namespace

ThreadModel::ThreadModel(const OpenProfile &profile, ThreadChoice &threads, QObject *parent)
    : QAbstractItemModel(parent),
      m_profile(profile),
      m_threads(threads)
{
    connect(&threads, &ThreadChoice::changed, this, &ThreadModel::followOrder);
}

void ThreadModel::setRows(std::vector<ThreadRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    arrange();
    endResetModel();
    emit headerDataChanged(Qt::Horizontal, Running, Running);
}

void ThreadModel::setFigures(std::vector<ThreadFigures> figures, const QString &scope)
{
    if (scope.isEmpty() && m_scope.isEmpty())
        return;
    m_figures = std::move(figures);
    m_scope = scope;
    const auto tell = [this](const QModelIndex &parent) {
        if (const int below = rowCount(parent); below > 0)
            emit dataChanged(index(0, Samples, parent), index(below - 1, columnCount() - 1, parent),
                             {Qt::DisplayRole, Qt::ToolTipRole});
    };
    tell({});
    for (int row = 0; row < count(m_units.size()); ++row)
        tell(index(row, Name));
    emit headerDataChanged(Qt::Horizontal, Samples, Running);
}

void ThreadModel::followOrder()
{
    if (m_order != m_threads.order().groups()) {
        beginResetModel();
        arrange();
        endResetModel();
        return;
    }
    for (int row = -1; row < count(m_units.size()); ++row) {
        const QModelIndex parent = row < 0 ? QModelIndex() : index(row, Name);
        if (const int below = rowCount(parent); below > 0)
            emit dataChanged(index(0, Name, parent), index(below - 1, Name, parent),
                             {Qt::CheckStateRole, Qt::DisplayRole, Qt::ToolTipRole});
    }
}

void ThreadModel::arrange()
{
    m_units.clear();
    m_order = m_threads.order().groups();
    std::unordered_map<ThreadIndex, std::size_t> places;
    std::vector<std::size_t> empty;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (m_rows[row].statistics.samples > 0)
            places.emplace(m_rows[row].statistics.thread, row);
        else
            empty.push_back(row);
    }
    for (const ThreadGroup &group : m_order) {
        std::vector<std::size_t> rows;
        for (const ThreadIndex thread : group.threads) {
            if (const auto place = places.find(thread); place != places.end()) {
                rows.push_back(place->second);
                places.erase(place);
            }
        }
        const QString name = group.kind == ThreadGroup::Kind::Idle ? tr("Idle") : group.name;
        addUnit(group.key, besideRecording(name, group.recording), std::move(rows));
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        if (places.contains(m_rows[row].statistics.thread))
            addUnit({}, {}, {row});
    }
    addUnit(emptyKey(), tr("No samples"), std::move(empty));
}

void ThreadModel::addUnit(const QString &key, const QString &name, std::vector<std::size_t> rows)
{
    if (rows.empty())
        return;
    Unit unit{key, {}, std::move(rows)};
    if (!key.isEmpty()) {
        std::vector<const ThreadRow *> members;
        for (const std::size_t row : unit.rows)
            members.push_back(&m_rows[row]);
        unit.sums = sumOf(members);
        unit.sums.name = QStringLiteral("%1 (%2)").arg(name, countText(unit.rows.size()));
    }
    m_units.push_back(std::move(unit));
}

bool ThreadModel::hasGroups() const
{
    return std::ranges::any_of(m_units, [](const Unit &unit) { return !unit.key.isEmpty(); });
}

// Returns the group of a row; null for a thread's row.
const ThreadModel::Unit *ThreadModel::groupAt(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() != topLevel)
        return nullptr;
    const Unit &unit = m_units[static_cast<std::size_t>(index.row())];
    return unit.key.isEmpty() ? nullptr : &unit;
}

const ThreadRow &ThreadModel::rowAt(const QModelIndex &index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() != topLevel)
        return m_rows[m_units[index.internalId() - 1].rows[row]];
    const Unit &unit = m_units[row];
    return unit.key.isEmpty() ? m_rows[unit.rows.front()] : unit.sums;
}

ThreadIndex ThreadModel::threadAt(const QModelIndex &index) const
{
    return index.isValid() && !groupAt(index) ? rowAt(index).statistics.thread : ThreadIndex();
}

std::vector<ThreadIndex> ThreadModel::threadsAt(const QModelIndex &index) const
{
    std::vector<ThreadIndex> threads;
    if (const Unit *group = groupAt(index)) {
        for (const std::size_t row : group->rows)
            threads.push_back(m_rows[row].statistics.thread);
    } else if (index.isValid()) {
        threads.push_back(rowAt(index).statistics.thread);
    }
    return threads;
}

QModelIndex ThreadModel::indexOf(ThreadIndex thread) const
{
    for (std::size_t place = 0; place < m_units.size(); ++place) {
        const Unit &unit = m_units[place];
        const auto member = std::ranges::find_if(
            unit.rows, [&](std::size_t row) { return m_rows[row].statistics.thread == thread; });
        if (member == unit.rows.end())
            continue;
        const QModelIndex top = index(count(place), Name);
        return unit.key.isEmpty() ? top
                                  : index(static_cast<int>(member - unit.rows.begin()), Name, top);
    }
    return {};
}

QModelIndex ThreadModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column,
                       parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : topLevel);
}

QModelIndex ThreadModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == topLevel)
        return {};
    return createIndex(static_cast<int>(index.internalId()) - 1, 0, topLevel);
}

int ThreadModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return count(m_units.size());
    const Unit *group = parent.column() == 0 ? groupAt(parent) : nullptr;
    return group ? count(group->rows.size()) : 0;
}

int ThreadModel::columnCount(const QModelIndex &) const
{
    return count(columnTable.size());
}

// Whether the chart could draw the thread.
bool ThreadModel::canBeShown(const QModelIndex &index) const
{
    return rowAt(index).statistics.samples > 0;
}

bool ThreadModel::isSecondRecord(const QModelIndex &index) const
{
    return m_threads.areSecondRecords(threadsAt(index));
}

Qt::ItemFlags ThreadModel::flags(const QModelIndex &index) const
{
    auto flags = QAbstractItemModel::flags(index);
    if (!index.isValid() || groupAt(index))
        flags |= Qt::ItemIsDropEnabled; // dropped between the rows below it
    if (index.isValid() && canBeShown(index)) {
        flags |= Qt::ItemIsDragEnabled;
        if (index.column() == Name)
            flags |= Qt::ItemIsUserCheckable;
    }
    return flags;
}

// Returns a row's figures; a thread that is newer than the figures has none yet.
ThreadFigures ThreadModel::figuresAt(const QModelIndex &index) const
{
    const ThreadRow &row = rowAt(index);
    if (m_scope.isEmpty())
        return {row.statistics.samples, row.statistics.running};
    ThreadFigures sum;
    for (const ThreadIndex thread : threadsAt(index)) {
        if (thread.row() >= m_figures.size())
            continue;
        sum.samples += m_figures[thread.row()].samples;
        sum.running += m_figures[thread.row()].running;
    }
    return sum;
}

bool ThreadModel::isRunningKnown() const
{
    return m_rows.empty() || std::ranges::any_of(m_rows, [](const ThreadRow &row) {
               return row.statistics.isRunningKnown;
           });
}

// Returns the name of the selection that the figures are of.
QString ThreadModel::scopeText() const
{
    return m_scope.isEmpty() ? tr("of the whole profile") : m_scope;
}

QString ThreadModel::text(const QModelIndex &index) const
{
    const ThreadRow &row = rowAt(index);
    if (index.column() == Name && isSecondRecord(index))
        return recordedTwiceName(row.name);
    const ThreadColumn &column = columnOf(index);
    if (!column.text)
        return {};
    return column.text(row, column.isOfSelection ? figuresAt(index) : ThreadFigures(), m_profile);
}

QString ThreadModel::toolTip(const QModelIndex &index) const
{
    const ThreadRow &row = rowAt(index);
    QStringList lines{row.name};
    if (!groupAt(index))
        lines << QStringLiteral("%1 · %2").arg(row.id, row.process);
    if (!row.formerNames.isEmpty())
        lines << tr("earlier: %1").arg(row.formerNames);
    if (isSecondRecord(index))
        lines << recordedTwiceTip();
    if (!groupAt(index) && m_threads.order().isPinned(row.statistics.thread))
        lines << tr("pinned to the top");
    if (columnOf(index).isOfSelection)
        lines << scopeText();
    return lines.join(QLatin1Char('\n'));
}

Qt::CheckState ThreadModel::checkState(const QModelIndex &index) const
{
    const auto threads = threadsAt(index);
    const auto shown = std::ranges::count_if(
        threads, [this](ThreadIndex thread) { return m_threads.isShown(thread); });
    if (shown == 0)
        return Qt::Unchecked;
    return static_cast<std::size_t>(shown) == threads.size() ? Qt::Checked : Qt::PartiallyChecked;
}

QVariant ThreadModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ThreadRow &row = rowAt(index);
    switch (role) {
    case Qt::DisplayRole: return text(index);
    case Qt::ToolTipRole: return toolTip(index);
    case ActivityRole:
        return index.column() == Activity ? QVariant::fromValue(row.activity) : QVariant();
    case GroupKeyRole: {
        const Unit *group = groupAt(index);
        return group ? QVariant(group->key) : QVariant();
    }
    case Qt::CheckStateRole:
        return index.column() == Name && canBeShown(index) ? QVariant(int(checkState(index)))
                                                           : QVariant();
    case Qt::FontRole: {
        QFont font;
        font.setBold(m_threads.order().isPinned(threadAt(index)));
        return font.bold() ? QVariant(font) : QVariant();
    }
    case Qt::TextAlignmentRole: return int(columnOf(index).alignment | Qt::AlignVCenter);
    default: return {};
    }
}

bool ThreadModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    m_threads.setShown(threadsAt(index),
                       value.toInt() == int(Qt::Checked) ? Shown::Yes : Shown::No);
    return true;
}

QVariant ThreadModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Samples)
        return tr("Samples %1").arg(scopeText());
    if (role == Qt::ToolTipRole && section == Running)
        return isRunningKnown()
            ? tr("Time running %1; click to have who ran longest first").arg(scopeText())
            : tr("Time with samples that are not idle, %1; whether the threads ran the file does "
                 "not say. Click to have who has most first")
                  .arg(scopeText());
    if (role != Qt::DisplayRole)
        return {};
    if (section < 0 || section >= columnCount())
        return {};
    if (section == Running && !isRunningKnown())
        return tr("Sampled");
    return tr(columnTable.at(static_cast<std::size_t>(section)).title);
}

QStringList ThreadModel::mimeTypes() const
{
    return {threadMimeType()};
}

QMimeData *ThreadModel::mimeData(const QModelIndexList &indexes) const
{
    std::vector<ThreadIndex> threads;
    for (const QModelIndex &index : indexes) {
        if (index.column() != Name)
            continue;
        const auto more = threadsAt(index);
        threads.insert(threads.end(), more.begin(), more.end());
    }
    return threadMimeData(threads);
}

bool ThreadModel::dropMimeData(const QMimeData *data, Qt::DropAction, int row, int,
                               const QModelIndex &parent)
{
    // A drop on a group goes before its first thread; a drop after a group's last thread goes
    // before the next row of the top level.
    QModelIndex below = index(std::max(row, 0), Name, parent);
    if (row < 0 && !parent.isValid())
        below = {};
    else if (!below.isValid() && parent.isValid())
        below = index(parent.row() + 1, Name);
    const auto before = threadsAt(below);
    m_threads.move(draggedThreads(*data), before.empty() ? ThreadIndex() : before.front());
    return true;
}

QString threadMimeType()
{
    return QStringLiteral("application/x-emberchart-threads");
}

QMimeData *threadMimeData(const std::vector<ThreadIndex> &threads)
{
    QList<quint32> rows;
    for (const ThreadIndex thread : threads)
        rows.append(thread.raw());
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream << rows;
    auto *data = new QMimeData;
    data->setData(threadMimeType(), bytes);
    return data;
}

std::vector<ThreadIndex> draggedThreads(const QMimeData &data)
{
    QList<quint32> rows;
    QDataStream stream(data.data(threadMimeType()));
    stream >> rows;
    return {rows.begin(), rows.end()};
}

ThreadFilter::ThreadFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
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
        return false; // a group is shown if one of its threads is
    const auto columns = {ThreadModel::Name, ThreadModel::Id, ThreadModel::Process};
    return std::ranges::any_of(columns, [&](int column) {
        return threads.index(row, column, parent)
            .data(Qt::DisplayRole)
            .toString()
            .contains(m_text, Qt::CaseInsensitive);
    });
}

} // namespace ember::views
