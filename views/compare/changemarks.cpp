// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/changemarks.h"

#include "views/compare/comparisonmodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

struct ChangeMarksText {
    Q_DECLARE_TR_FUNCTIONS(ChangeMarks)
};

} // namespace

int changeStep(const ComparedAmount &amount)
{
    const double difference = amount.difference();
    if (amount.noise == Noise::Within || difference == 0)
        return 0;
    const double part = std::abs(difference) / std::max(amount.before, amount.after);
    const int size = part >= 0.5 ? 3 : part >= 0.25 ? 2 : 1;
    return difference > 0 ? size : -size;
}

ChangeMarks::ChangeMarks(ComparisonPointer comparison, std::shared_ptr<const MergedTree> tree,
                         ShownSide side)
    : m_comparison(std::move(comparison)),
      m_tree(std::move(tree)),
      m_side(side)
{
    if (side == ShownSide::After)
        return;
    const CallWeights &calls = m_tree->calls();
    m_openFrames.resize(calls.functionCount);
    for (const ComparedFunction &function : m_comparison->functions) {
        if (function.before.isValid())
            m_openFrames[calls.functions[function.before].row()] = function.after;
    }
}

FrameIndex ChangeMarks::inOpenProfile(FrameIndex frame) const
{
    if (m_side == ShownSide::After || !frame.isValid())
        return frame;
    return m_openFrames[m_tree->calls().functions[frame].row()];
}

// Returns the call path of a node. The tree has a node for each path: towards callees no paths are
// merged.
PathIndex ChangeMarks::pathOf(MergedIndex node) const
{
    m_paths.resize(m_tree->size());
    m_paths[MergedTree::root().row()] = emptyPath;
    std::vector<MergedIndex> way;
    for (auto at = node; !m_paths[at.row()].isValid(); at = m_tree->node(at).parent)
        way.push_back(at);
    const CallWeights &calls = m_tree->calls();
    for (; !way.empty(); way.pop_back()) {
        const MergedNode &callee = m_tree->node(way.back());
        auto path = calls.firstCallee[m_paths[callee.parent.row()].row()];
        while (calls.paths[path].identity != callee.function)
            path = calls.nextCallee[path.row()];
        m_paths[way.back().row()] = path;
    }
    return m_paths[node.row()];
}

ComparedAmount ChangeMarks::amountOf(MergedIndex node) const
{
    const auto path = pathOf(node);
    return m_side == ShownSide::After
        ? m_comparison->ofPaths(m_comparison->pathBefore[path.row()], path)
        : m_comparison->ofPaths(path, m_comparison->pathAfter[path.row()]);
}

int ChangeMarks::stepOf(MergedIndex node) const
{
    return node == MergedTree::root() ? 0 : changeStep(amountOf(node));
}

BoxColour ChangeMarks::colourOf(MergedIndex node, const Theme &theme) const
{
    return theme.forChange(stepOf(node));
}

QChar ChangeMarks::signOf(MergedIndex node) const
{
    const int step = stepOf(node);
    return step == 0 ? QChar() : step > 0 ? QChar(u'+') : minusSign;
}

QString ChangeMarks::words(MergedIndex node) const
{
    const ComparedAmount amount = amountOf(node);
    const QString before = comparedText(*m_comparison, amount.before);
    const QString after = comparedText(*m_comparison, amount.after);
    const QString difference = differenceText(*m_comparison, amount.difference());
    if (node == MergedTree::root()) // noise is not judged for the sum of all calls
        return ChangeMarksText::tr("before %1, after %2: %3 (%4)")
            .arg(before, after, difference, ratioText(amount));
    return ChangeMarksText::tr("before %1, after %2: %3 (%4), %5")
        .arg(before, after, difference, ratioText(amount), noiseText(amount.noise));
}

ChangeLegend::ChangeLegend(const ViewAppearance &appearance, QWidget *parent)
    : Legend(parent),
      m_appearance(appearance)
{
    setAccessibleName(tr("Legend"));
    setToolTip(
        tr("Boxes are as wide as what they took in the profile that is shown. Changes within "
           "sampling noise have no colour and no sign."));
    connect(&appearance, &ViewAppearance::changed, this, &ChangeLegend::showChanges);
    showChanges();
}

void ChangeLegend::showChanges()
{
    const Theme &theme = m_appearance.theme();
    setMeanings({{tr("− half or gone"), theme.forChange(-3)},
                 {tr("− a quarter"), theme.forChange(-2)},
                 {tr("− less"), theme.forChange(-1)},
                 {tr("within noise"), theme.forChange(0)},
                 {tr("+ more"), theme.forChange(1)},
                 {tr("+ a third"), theme.forChange(2)},
                 {tr("+ double or new"), theme.forChange(3)}});
}

} // namespace ember::views
