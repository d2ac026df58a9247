// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "views/boxes/boxreference.h"
#include "views/state/viewappearance.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <array>
#include <vector>

namespace ember::views {

// A figure's share of the largest in its column, as a double; absent if nothing was spent.
constexpr int heatRole = Qt::UserRole;

// Paints a bar behind a figure, as long as its heatRole.
class HeatDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    HeatDelegate(const ViewAppearance &appearance, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const ViewAppearance &m_appearance;
};

// The colour of the bars: text on it is as readable as on the background.
QColor heatColour(const Theme &theme, const QColor &background);

// Base of tables of a function's code: rows are source lines or instructions, some with weights.
class CodeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // Place is the line or address. Self and Total have a heatRole.
    enum Column { Place, Self, Total, Text, ColumnCount };

    struct ColumnTitle {
        QString text;
        QString tip; // empty: no tip
    };
    using Titles = std::array<ColumnTitle, ColumnCount>;

    explicit CodeModel(Titles titles, QObject *parent);

    // Returns the next row below or above whose total is at least a hundredth of the largest,
    // wrapping around at the ends; -1 if there is none.
    int nextHotRow(int row, Direction direction) const;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

protected:
    // Returns the rows whose total is at least a hundredth of the largest, in order.
    virtual std::vector<int> hotRows() const = 0;

    void forgetMost() { m_most = {}; }
    // Raises the largest figures of both columns (m_most) to those of a further row, if these are
    // larger.
    void takeLarger(const model::CallWeights &calls, const model::Weight &self,
                    const model::Weight &total);
    bool isHot(const model::CallWeights &calls, const model::Weight &total) const;

    // Returns the model data of the columns Self and Total: the amount as text, or for heatRole its
    // share of the largest row's. Empty for other columns, and without samples.
    QVariant figure(const model::CallWeights &calls, int column, const model::Weight &self,
                    const model::Weight &total, int role) const;
    // Returns a tip such as "Line 12\nitself 3 % of the selection, …". `text` has placeholders for
    // four shares from %2 on; %1 is the caller's.
    static QString withShares(const QString &text, const model::CallWeights &calls,
                              const QString &place, const model::Weight &self,
                              const model::Weight &total);

private:
    Titles m_titles;
    struct {
        model::Weight self;
        model::Weight total;
    } m_most; // the largest self and total weight of any row
};

} // namespace ember::views
