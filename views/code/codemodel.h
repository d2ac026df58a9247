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

// Of a figure: its share of the largest in the column, as a double; none where nothing was spent.
constexpr int heatRole = Qt::UserRole;

// A bar behind a figure, as long as the figure is large: by heatRole.
class HeatDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    HeatDelegate(const ViewAppearance &appearance, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const ViewAppearance &m_appearance;
};

// The colour of the bars: text on it can be read as on the background.
QColor heatColour(const Theme &theme, const QColor &background);

// Rows of a function's code, in words or as instructions, with what was spent at some of them.
class CodeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // Where in the file; Self and Total have a heatRole.
    enum Column { Place, Self, Total, Text, ColumnCount };

    struct ColumnTitle {
        QString text;
        QString tip; // empty: none
    };
    using Titles = std::array<ColumnTitle, ColumnCount>;

    explicit CodeModel(Titles titles, QObject *parent);

    // The next row below or above where a hundredth of the largest total or more was spent, around
    // the ends; -1: there is none.
    int nextHotRow(int row, Direction direction) const;

    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

protected:
    // Rows where a total is that is hot, in their order.
    virtual std::vector<int> hotRows() const = 0;

    void forgetMost() { m_most = {}; }
    // One more row has these.
    void takeLarger(const model::CallWeights &calls, const model::Weight &self,
                    const model::Weight &total);
    bool isHot(const model::CallWeights &calls, const model::Weight &total) const;

    // Of Self or Total; nothing where nothing was spent.
    QVariant figure(const model::CallWeights &calls, int column, const model::Weight &self,
                    const model::Weight &total, int role) const;
    // "Line 12\nitself 3 % of the selection, …", where `text` has places for four of them from %2
    // on; its first is the caller's.
    static QString withShares(const QString &text, const model::CallWeights &calls,
                              const QString &place, const model::Weight &self,
                              const model::Weight &total);

private:
    Titles m_titles;
    struct {
        model::Weight self;
        model::Weight total;
    } m_most; // of each, of whichever row
};

} // namespace ember::views
