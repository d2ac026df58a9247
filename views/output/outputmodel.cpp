// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/output/outputmodel.h"

#include "views/durationtext.h"

#include <QFontDatabase>

namespace ember::views {

using namespace model;

namespace {

int lineCount(const ProfilePointer &profile)
{
    return profile ? static_cast<int>(profile->tables().output.size()) : 0;
}

} // namespace

void OutputModel::open(ProfilePointer profile)
{
    beginResetModel();
    m_profile = std::move(profile);
    m_rows = lineCount(m_profile);
    endResetModel();
}

void OutputModel::update(ProfilePointer profile)
{
    const int rows = lineCount(profile);
    if (rows <= m_rows) {
        m_profile = std::move(profile);
        return;
    }
    beginInsertRows({}, m_rows, rows - 1);
    m_profile = std::move(profile);
    m_rows = rows;
    endInsertRows();
}

const OutputLine &OutputModel::line(int row) const
{
    return m_profile->tables()
        .output[decltype(m_profile->tables().output.nextIndex())(static_cast<std::size_t>(row))];
}

int OutputModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int OutputModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OutputModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const OutputLine &shown = line(index.row());
    if (role == Qt::FontRole)
        return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (role == Qt::TextAlignmentRole && index.column() == Time)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return shown.stream == OutputStream::Error ? tr("standard error") : tr("standard output");
    if (role != Qt::DisplayRole)
        return {};
    if (index.column() == Time)
        return offsetText(shown.time - m_profile->timeRange().start, Nanoseconds(1'000'000));
    return fromUtf8(m_profile->text(shown.text));
}

QVariant OutputModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Time ? tr("Time") : tr("Output");
}

} // namespace ember::views
