// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/sample.h"
#include "views/state/theme.h"
#include "views/widgets/tablelook.h"

#include <QObject>
#include <QVariant>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

class QHeaderView;
class QPoint;

namespace ember::views {

class ViewAppearance;

// The columns of the tables of sums.
enum class SumColumn : std::uint8_t {
    Name,
    Self,
    SelfShare,
    Total,
    TotalShare,
    Running,
    Runnable,
    Blocked,
    Samples,
    Before,
    After,
    Difference,
    Ratio,
    Noise,
    Module
};

// Up to this number, rows are sorted at once in the UI thread; more are sorted off it.
inline constexpr std::size_t fewRows = 5000;

// The order of rows.
struct Sorting {
    SumColumn column = SumColumn::Total;
    Qt::SortOrder order = Qt::DescendingOrder;

    friend bool operator==(const Sorting &, const Sorting &) = default;
};

constexpr bool isText(SumColumn column)
{
    return column == SumColumn::Name || column == SumColumn::Noise || column == SumColumn::Module;
}

// Returns the column's place in a table; -1 if the table does not have it.
int placeOf(SumColumn column, std::span<const SumColumn> columns);

// Returns the column's title for Qt::DisplayRole, its tip for Qt::ToolTipRole; empty if there is
// none.
QVariant headerOf(SumColumn column, int role);

// Sets the widths of columns: names and modules share the remaining width. If that is little,
// dispensable columns are hidden until there is more. The menu of the header shows and hides
// columns, which the appearance remembers.
class SumColumnWidths : public QObject {
    Q_OBJECT
public:
    // `columns` in the model's order; `table`: the name under which hidden columns are remembered.
    // Owned by the header; the appearance must outlive it.
    SumColumnWidths(QHeaderView &header, std::span<const SumColumn> columns,
                    ViewAppearance &appearance, const QString &table);

    // Sets whether times by state are known; until then their columns are hidden.
    void setStatesKnown(bool areKnown);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();
    bool isOffered(SumColumn column) const;
    bool isUnwanted(SumColumn column) const;
    void setWanted(SumColumn column, bool isWanted);
    void openMenu(const QPoint &place);

    QHeaderView &m_header;
    std::vector<SumColumn> m_columns;
    ViewAppearance &m_appearance;
    QString m_table;
    bool m_areStatesKnown = false;
};

// Role for the length of a cell's bar, 0 … 1; for a difference −1 … 1, from the middle of the cell.
// Without a value there is no bar.
inline constexpr int barRole = Qt::UserRole + 1;

// Returns the state whose time a column shows; Unknown: any.
model::ThreadState stateOf(SumColumn column);

// Returns the colour of a column's bars, with a contrast of 3:1 against the background.
QColor barColour(const Theme &theme, model::ThreadState state);

// Draws cells of sums with their bars, a line below the text. Names of functions that do not fit
// lose first their arguments, then their scopes; if still too long, they are elided at the end.
class SumCells : public ShortTexts {
public:
    // `columns` in the model's order.
    SumCells(std::span<const SumColumn> columns, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    SumColumn columnOf(const QModelIndex &index) const
    {
        return m_columns[static_cast<std::size_t>(index.column())];
    }

    std::vector<SumColumn> m_columns;
};

} // namespace ember::views
