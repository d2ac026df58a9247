// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/legend.h"
#include "views/compare/comparisonmodel.h"
#include "views/graph/graphtext.h"
#include "views/state/viewappearance.h"

#include <memory>
#include <vector>

namespace ember::views {

// Whose calls a difference graph shows.
enum class ShownSide : std::uint8_t { Before, After };

// How much of a change a box's colour tells: -3 gone or halved at least, -2 by a quarter, -1 less,
// 0 within noise or none, 1 more, 2 by a third, 3 doubled at least or new.
int changeStep(const model::ComparedAmount &amount);

// What has changed in each box of a graph of everything, towards callees, of one side.
class ChangeMarks : public GraphMarks {
public:
    ChangeMarks(ComparisonPointer comparison, std::shared_ptr<const model::MergedTree> tree,
                ShownSide side);

    BoxColour colourOf(model::MergedIndex node, const Theme &theme) const override;
    QChar signOf(model::MergedIndex node) const override;
    QString words(model::MergedIndex node) const override;
    model::FrameIndex inOpenProfile(model::FrameIndex frame) const override;

    model::ComparedAmount amountOf(model::MergedIndex node) const;

private:
    model::PathIndex pathOf(model::MergedIndex node) const;
    int stepOf(model::MergedIndex node) const;

    ComparisonPointer m_comparison;
    std::shared_ptr<const model::MergedTree> m_tree;
    ShownSide m_side;
    std::vector<model::FrameIndex> m_openFrames; // by function of the tree; of ShownSide::Before
    mutable std::vector<model::PathIndex> m_paths; // by node, as far as they have been asked for
};

// What the colours of a difference graph mean.
class ChangeLegend : public Legend {
    Q_OBJECT
public:
    explicit ChangeLegend(const ViewAppearance &appearance, QWidget *parent = nullptr);

private:
    void showChanges();

    const ViewAppearance &m_appearance;
};

} // namespace ember::views
