// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/legend.h"
#include "views/compare/comparisonmodel.h"
#include "views/graph/graphtext.h"
#include "views/state/viewappearance.h"

#include <memory>
#include <vector>

namespace ember::views {

// The profile whose calls a difference graph shows.
enum class ShownSide : std::uint8_t { Before, After };

// Returns the step of a change that a box's colour shows: -3 gone or at least halved, -2 less by a
// quarter, -1 less, 0 within noise or unchanged, 1 more, 2 more by a third, 3 at least doubled or
// new.
int changeStep(const model::ComparedAmount &amount);

// Marks each box of a comparison's graph by its change. The graph shows all functions of one side,
// towards callees.
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
    std::vector<model::FrameIndex> m_openFrames; // by function of `before`; empty for After
    mutable std::vector<model::PathIndex> m_paths; // by node; invalid until asked for
};

// The meanings of a difference graph's colours.
class ChangeLegend : public Legend {
    Q_OBJECT
public:
    explicit ChangeLegend(const ViewAppearance &appearance, QWidget *parent = nullptr);

private:
    void showChanges();

    const ViewAppearance &m_appearance;
};

} // namespace ember::views
