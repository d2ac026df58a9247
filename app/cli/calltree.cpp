// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/calltree.h"

#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/openfiles.h"
#include "app/cli/sharedarguments.h"
#include "model/formats/report/figures.h"
#include "model/formats/report/reportjson.h"
#include "model/query/selectedsamples.h"
#include "model/query/weights.h"
#include "model/spans/spanbuilder.h"

#include <QCoreApplication>

#include <algorithm>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ember::app {

namespace {

using namespace model;
using report::milliseconds;
using report::plainNumber;

QString valueCell(const CallNode &node, ValueTypeIndex weight)
{
    constexpr int width = 16;
    return right(plainNumber(weight.isValid() ? node.value : static_cast<double>(node.samples)),
                 width);
}

// Indentation, which stops growing at 100 levels; deeper calls have their depth as a number after
// it. Recursion of a hundred thousand levels would print gigabytes of blanks.
QString indentation(std::size_t depth)
{
    constexpr std::size_t deepest = 100;
    const QString blanks(static_cast<qsizetype>(std::min(depth, deepest)) * 2, u' ');
    return depth > deepest ? QString(blanks + u'[' + QString::number(depth) + QStringLiteral("] "))
                           : blanks;
}

// Prints the content of `calltree --json` as text: one line per call, indented by depth, with its
// duration or, for samples without time, its values of the type `weight`. Prints piece by piece, as
// the whole text would need much memory. Returns whether all was printed.
bool printCallTree(const SpanTable &spans, std::span<const ThreadIndex> threads,
                   ValueTypeIndex weight)
{
    constexpr qsizetype piece = 1'000'000; // letters
    const Profile &profile = *spans.profile();
    const bool isTimed = profile.tables().origin != TimeOrigin::None;
    QString lines;
    weight = weightType(profile, weight);
    if (!isTimed)
        lines += QCoreApplication::translate("cli", "calls by %1")
                     .arg(cellText(weightName(profile, weight)))
            + u'\n';
    for (const auto index : threads) {
        const Thread &thread = profile.thread(index);
        lines += QCoreApplication::translate("cli", "thread %1 %2")
                     .arg(cellText(profile.text(thread.id)), cellText(profile.text(thread.name)))
            + u'\n';
        const CallTree tree = callTree(spans, index, weight);
        for (const CallNode &node : tree.nodes) {
            lines += (isTimed ? QString(right(milliseconds(node.duration)) + QStringLiteral(" ms"))
                              : valueCell(node, weight))
                + QStringLiteral("  ") + indentation(node.depth)
                + cellText(frameName(profile, node.frame)) + u'\n';
            if (lines.size() >= piece
                && !printResult(std::exchange(lines, {}).toLocal8Bit().toStdString()))
                return false;
        }
    }
    return printResult(lines.toLocal8Bit().toStdString());
}

constexpr std::array callTreeOptions{
    OptionSpec{.name = "json", .help = QT_TRANSLATE_NOOP("cli", "Nested objects for scripts.")},
    OptionSpec{.name = "weight",
               .value = "TYPE",
               .help = QT_TRANSLATE_NOOP(
                   "cli", "Weigh calls by the values of this type, where samples have no time.")},
};

int calltree(const CommandParser &parser)
{
    if (const auto fault = selectionFault(parser))
        return parser.usageError(*fault);
    auto opened = openFirst(parser.positionalArguments().front(), symbolSettings(parser));
    if (!opened)
        return exitcode::bad;
    showStacks(opened->profile);
    const auto selection =
        selectionOf(parser, *opened->profile, parser.positionalArguments().front().toStdString());
    if (!selection)
        return exitcode::bad;
    const auto profile = excerpt(opened->profile, *selection).profile;
    const auto threads = selectedThreads(*profile, *selection);
    const auto type = weightArgument(parser);
    if (!type.empty() && profile->tables().origin != TimeOrigin::None) {
        printError({ErrorCode::InvalidArgument, type, "calls in time are not weighed"});
        return exitcode::bad;
    }
    if (!haveWeight({&*opened, 1}, type))
        return exitcode::bad;
    const auto weight = findValueType(*profile, type);
    try {
        const auto spans = buildSpans(profile);
        const bool isPrinted = parser.has("json")
            ? report::callTreeJson(*spans, threads, weight, printJson)
            : printCallTree(*spans, threads, weight);
        return isPrinted ? exitcode::done : exitcode::bad;
    } catch (const std::bad_alloc &) {
        printError({ErrorCode::FileTooBig, parser.positionalArguments().front().toStdString(),
                    "not enough memory"});
        return exitcode::bad;
    }
}

} // namespace

constinit const CommandSpec calltreeCommand{
    .name = "calltree",
    .summary = QT_TRANSLATE_NOOP("cli", "the calls of each thread in time order"),
    .description = QT_TRANSLATE_NOOP("cli", "The calls of each thread in time order."),
    .operands = {{{"FILE", QT_TRANSLATE_NOOP("cli", "The profile to read.")}}},
    .leastOperands = 1,
    .mostOperands = 1,
    .operandFault = QT_TRANSLATE_NOOP("cli", "calltree needs one file"),
    .options = {callTreeOptions, selectionOptionSpecs, rangeEndOptionSpecs, symbolOptionSpecs},
    .run = calltree,
};

} // namespace ember::app
