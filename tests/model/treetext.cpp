// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/model/treetext.h"

#include <vector>

namespace ember::tests {

using namespace ember::model;

namespace {

QString printed(MergedTree &tree, std::vector<MergedIndex> open, int indent)
{
    QString text;
    while (!open.empty()) {
        const auto at = open.back();
        open.pop_back();
        const MergedNode node = tree.node(at);
        text += QString(int(node.depth) - indent, QLatin1Char(' '))
            + QStringLiteral("%1 %2/%3\n")
                  .arg(nodeName(tree, at))
                  .arg(node.total.time.count() / 1'000'000)
                  .arg(node.self.time.count() / 1'000'000);
        const auto children = tree.children(at);
        for (auto place = children.count; place-- > 0;)
            open.push_back(children.at(place));
    }
    return text;
}

} // namespace

QString nodeName(const MergedTree &tree, MergedIndex node)
{
    const auto frame = tree.node(node).frame;
    return frame.isValid() ? QString::fromStdString(frameName(*tree.calls().profile, frame))
                           : QStringLiteral("*");
}

QString printedTree(MergedTree tree)
{
    return printed(tree, {MergedTree::root()}, 0);
}

QString printedBelowRoot(MergedTree tree)
{
    const auto children = tree.children(MergedTree::root());
    std::vector<MergedIndex> open;
    for (auto place = children.count; place-- > 0;)
        open.push_back(children.at(place));
    return printed(tree, std::move(open), 1);
}

} // namespace ember::tests
