// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commandmodel.h"

#include "app/commands/fuzzymatch.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>

namespace ember::app {

CommandModel::CommandModel(Commands commands, QObject *parent)
    : QAbstractTableModel(parent),
      m_commands(std::move(commands))
{
    setTyped({});
}

void CommandModel::setTyped(const QString &typed)
{
    beginResetModel();
    m_shown.clear();
    std::vector<int> worth(m_commands.size(), 0);
    for (std::size_t place = 0; place < m_commands.size(); ++place) {
        const auto found = fuzzyMatchOfName(typed, m_commands[place].name, m_commands[place].place);
        if (!found)
            continue;
        worth[place] = typed.trimmed().isEmpty() ? 0 : *found; // without a text: menu order
        m_shown.push_back(place);
    }
    std::ranges::stable_sort(m_shown, [&](std::size_t first, std::size_t second) {
        const auto rank = [&](std::size_t place) {
            return std::pair(m_commands[place].available == Available::No, -worth[place]);
        };
        return rank(first) < rank(second);
    });
    endResetModel();
}

const Command &CommandModel::at(int row) const
{
    return m_commands[m_shown[static_cast<std::size_t>(row)]];
}

int CommandModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int CommandModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CommandModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Command &command = at(index.row());
    if (role == Qt::ForegroundRole && index.column() != Name)
        return QGuiApplication::palette().placeholderText();
    if (role == Qt::TextAlignmentRole && index.column() == Key)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return command.name;
    case Place: return command.place;
    case Key: return command.keys.value(0).toString(QKeySequence::NativeText);
    default: return {};
    }
}

Qt::ItemFlags CommandModel::flags(const QModelIndex &index) const
{
    const bool isOff = index.isValid() && at(index.row()).available == Available::No;
    return isOff ? Qt::NoItemFlags : Qt::ItemIsEnabled | Qt::ItemIsSelectable;
}

} // namespace ember::app
