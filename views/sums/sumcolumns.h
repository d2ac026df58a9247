// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QVariant>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

class QHeaderView;

namespace ember::views {

// What the tables of sums tell.
enum class SumColumn : std::uint8_t {
    Name,
    Self,
    SelfShare,
    Total,
    TotalShare,
    Samples,
    Before,
    After,
    Difference,
    Ratio,
    Noise,
    Module
};

// So many are sorted within a frame; more off the UI thread.
inline constexpr std::size_t fewRows = 5000;

// How rows stand below each other.
struct Sorting {
    SumColumn column = SumColumn::Total;
    Qt::SortOrder order = Qt::DescendingOrder;

    friend bool operator==(const Sorting &, const Sorting &) = default;
};

constexpr bool isText(SumColumn column)
{
    return column == SumColumn::Name || column == SumColumn::Noise || column == SumColumn::Module;
}

// Where it stands in a table; -1: it is not in that.
int placeOf(SumColumn column, std::span<const SumColumn> columns);

// Title, and tool tip where there is one.
QVariant headerOf(SumColumn column, int role);

// C++ names are long: they get all the room there is. Where that is little, what can be done
// without is left out until there is more.
class SumColumnWidths : public QObject {
    Q_OBJECT
public:
    // `columns` as they stand in the model. Belongs to the header.
    SumColumnWidths(QHeaderView &header, std::span<const SumColumn> columns);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void fit();

    QHeaderView &m_header;
    std::vector<SumColumn> m_columns;
};

} // namespace ember::views
