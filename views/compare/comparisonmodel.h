// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/comparison.h"
#include "views/sums/sumcolumns.h"

#include <QAbstractTableModel>
#include <QString>

#include <memory>
#include <vector>

namespace ember::views {

class ViewAppearance;
class ViewSelection;

// The sign of negative differences.
inline constexpr QChar minusSign(0x2212);

// Returns a normalised amount of a comparison as a text: "12.3 ms/s", "4.5 %", "1.2 MB".
QString comparedText(const model::Comparison &comparison, double amount);
// Returns a difference with its sign: "+1.2 ms/s", "−3 %", "0 ns".
QString differenceText(const model::Comparison &comparison, double difference);
// Returns the ratio as a text: "×1.25", "new", "gone".
QString ratioText(const model::ComparedAmount &amount);
// Returns the verdict as a text: "within noise", "beyond noise", "not known".
QString noiseText(model::Noise noise);
// Returns why a difference counts as noise, or does not, for tool tips.
QString noiseExplanation(model::Noise noise);

using ComparisonPointer = std::shared_ptr<const model::Comparison>;

enum class ComparedPart : std::uint8_t { Self, Total };

// The table of functions before and after, without those that took nothing on either side.
// Functions within sampling noise are muted and a column tells so; those that do not match the
// search are muted, too. The model sorts, so that an update keeps the order.
class ComparisonModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Before, After, Difference, Ratio, Noise, Module, ColumnCount };
    static std::span<const SumColumn> columns();

    // Both must outlive the model.
    ComparisonModel(const ViewSelection &selection, const ViewAppearance &appearance,
                    QObject *parent = nullptr);

    // Sets the comparison; null: no rows.
    void setComparison(ComparisonPointer comparison);
    const ComparisonPointer &comparison() const { return m_comparison; }
    void setPart(ComparedPart part);
    // How many functions are left out as they took nothing.
    std::size_t leftOut() const;

    const model::ComparedFunction &function(int row) const;
    // Returns the row of the function with the same names; empty if there is none.
    std::optional<int> rowOf(const model::ComparedFunction &wanted) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void chooseRows();
    void sortRows();
    const model::ComparedAmount &amountOf(const model::ComparedFunction &function) const;
    QString text(const model::ComparedFunction &function, int column) const;
    QString toolTip(const model::ComparedFunction &function) const;

    const ViewSelection &m_selection;
    const ViewAppearance &m_appearance;
    ComparisonPointer m_comparison;
    double m_largest = 0; // difference, without its sign
    std::vector<std::size_t> m_order; // rows, as indices into the comparison's functions
    ComparedPart m_part = ComparedPart::Self;
    int m_sortColumn = Difference;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace ember::views
