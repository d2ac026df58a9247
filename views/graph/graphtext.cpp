// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphtext.h"

#include "views/boxes/callfigures.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"
#include "views/text/plaintexts.h"

#include <QCoreApplication>

namespace ember::views {

using namespace model;

namespace {

struct GraphText {
    Q_DECLARE_TR_FUNCTIONS(GraphText)
};

QString withShare(const CallWeights &calls, const Weight &weight)
{
    const double amount = calls.amount(weight);
    return QStringLiteral("%1 (%2)").arg(amountText(calls, amount),
                                         percentText(shareOf(calls, amount)));
}

QString restText(const GraphBox &box)
{
    if (box.hidden == 0)
        return GraphText::tr("Calls too narrow to draw one by one. Zoom in to see them.");
    const double share =
        static_cast<double>(box.taken.count()) / static_cast<double>(wholeGraph.duration().count());
    return GraphText::tr("%Ln call(s) too narrow to draw one by one, with all that they call: %1 "
                         "of the whole. Zoom in to see them.",
                         nullptr, static_cast<int>(box.hidden))
        .arg(percentText(share));
}

} // namespace

QString briefText(const MergedTree &tree, MergedIndex node)
{
    const CallWeights &calls = tree.calls();
    const double amount = tree.amount(node);
    return QStringLiteral("%1, %2, %3")
        .arg(fromUtf8(frameName(*calls.profile, tree.node(node).frame)), amountText(calls, amount),
             shareText(calls, amount));
}

QStringList detailTexts(const MergedTree &tree, MergedIndex index, const GraphMarks *marks)
{
    const CallWeights &calls = tree.calls();
    const MergedNode &node = tree.node(index);
    QString amounts = GraphText::tr("total %1").arg(withShare(calls, node.total));
    if (hasSelf(tree, index))
        amounts +=
            QStringLiteral(" · ") + GraphText::tr("self %1").arg(withShare(calls, node.self));
    QStringList lines{amounts};
    const std::uint64_t samples = calls.total.front().samples;
    if (calls.accuracy == Accuracy::Exact)
        lines << GraphText::tr("seen in %1, 95 % confidence: %2")
                     .arg(samplesText(node.total.samples),
                          confidenceText(node.total.samples, samples));
    lines << recursionText(recursionOf(tree, index));
    if (marks)
        lines << marks->words(index);
    QStringList origin{fromUtf8(moduleName(*calls.profile, node.frame)),
                       placeText(*calls.profile, node.frame)};
    origin.removeAll(QString());
    lines << origin.join(QStringLiteral(" · "));
    lines.removeAll(QString());
    return lines;
}

QString toolTipText(const MergedTree &tree, const GraphBox &box, const GraphMarks *marks)
{
    if (box.isRest())
        return restText(box);
    const QString name = fromUtf8(frameName(*tree.calls().profile, tree.node(box.node).frame));
    QString text = QStringLiteral("<b>%1</b>").arg(escaped(name));
    for (const QString &line : detailTexts(tree, box.node, marks))
        text += QStringLiteral("<br>") + escaped(line);
    return text;
}

double matchedShare(const CallWeights &calls, const SearchMatches &matches, const GraphMarks *marks)
{
    std::vector<bool> isMatched(calls.own.size());
    double matched = 0;
    // Callers are stored before their callees.
    for (std::size_t row = 1; row < calls.own.size(); ++row) {
        const PathNode &path = calls.paths[PathIndex(row)];
        const FrameIndex frame = marks ? marks->inOpenProfile(path.frame) : path.frame;
        isMatched[row] = isMatched[path.caller.row()] || matches.contains(frame);
        if (isMatched[row])
            matched += calls.amount(calls.own[row]);
    }
    return shareOf(calls, matched);
}

} // namespace ember::views
