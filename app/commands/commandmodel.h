// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

#include <QAbstractTableModel>

namespace ember::app {

// Table model of the commands that match the typed text, best match first; unavailable ones last.
class CommandModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Place, Key, ColumnCount };

    explicit CommandModel(Commands commands, QObject *parent = nullptr);

    void setTyped(const QString &typed);
    const Command &at(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    Commands m_commands;
    std::vector<std::size_t> m_shown; // indices into m_commands
};

} // namespace ember::app
