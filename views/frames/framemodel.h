// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace ember::views {

// Slow and frozen frames as rows, with the function that held each up: that is looked for when the
// row is seen.
class FrameModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Start, Duration, Kind, HeldUpBy, ColumnCount };
    static constexpr int sortRole =
        Qt::UserRole; // durations where a column has no order of its own

    explicit FrameModel(ViewState &state, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void showFrames();
    void forgetEmptyBlames();
    QString text(const QModelIndex &index) const;
    // The function, or in brackets why there is none.
    struct HeldUp {
        QString text;
        bool isByCall = false;
    };

    const HeldUp &heldUp(std::size_t row) const;

    ViewState &m_state;
    std::size_t m_rows = 0;
    mutable std::vector<std::optional<HeldUp>> m_blames; // by row
};

} // namespace ember::views
