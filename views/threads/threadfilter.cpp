// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadfilter.h"

#include "views/threads/threadmodel.h"

#include <algorithm>

namespace ember::views {

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
        return false; // a group: shown if one of its threads is
    const auto columns = {ThreadModel::Name, ThreadModel::Id, ThreadModel::Process};
    return std::ranges::any_of(columns, [&](int column) {
        return threads.index(row, column, parent)
            .data(Qt::DisplayRole)
            .toString()
            .contains(m_text, Qt::CaseInsensitive);
    });
}

} // namespace ember::views
