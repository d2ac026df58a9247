// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QAbstractTableModel>

namespace ember::views {

struct Bookmark;

// Bookmarks as rows, by time. Notes can be edited.
class BookmarkModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Start, Duration, Thread, Note, ColumnCount };

    explicit BookmarkModel(ViewState &state, QObject *parent = nullptr);

    std::uint64_t numberAt(const QModelIndex &index) const;
    QModelIndex indexOf(std::uint64_t number, Column column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void showBookmarks();
    QString threadText(const Bookmark &bookmark) const;

    ViewState &m_state;
    std::vector<std::uint64_t> m_rows; // numbers
};

} // namespace ember::views
