// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace ember::views {

// The threads whose name, id or process contains a text, and the groups they stand in. Does not
// sort: ThreadModel is in order.
class ThreadFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ThreadFilter(QObject *parent = nullptr);

    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_text;
};

} // namespace ember::views
