// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/functionfigures.h"

#include "views/amounttext.h"
#include "views/details/propertygroup.h"
#include "views/durationtext.h"
#include "views/timed.h"

#include <QCoreApplication>

namespace ember::views {

using namespace model;

namespace {

struct FunctionFiguresText {
    Q_DECLARE_TR_FUNCTIONS(FunctionFigures)
};

QString amountWithShare(const CallWeights &calls, const Weight &weight)
{
    const double amount = calls.amount(weight);
    return QStringLiteral("%1  (%2)")
        .arg(amountText(calls, amount), percentText(shareOf(calls, amount)));
}

QString callsText(const FunctionCalls &function)
{
    QStringList parts{countText(function.calls)};
    if (function.nested > 0)
        parts << FunctionFiguresText::tr("%1 of them within another one")
                     .arg(countText(function.nested));
    if (function.cut > 0)
        parts << FunctionFiguresText::tr("%1 reach out of the range").arg(countText(function.cut));
    return parts.join(QStringLiteral(", "));
}

PropertyNode shareGroup(const FunctionCalls &function, const CallWeights &calls)
{
    PropertyGroup group(*calls.profile, FunctionFiguresText::tr("In the selection"));
    group.add(FunctionFiguresText::tr("Total"), amountWithShare(calls, function.total));
    group.add(FunctionFiguresText::tr("Self"), amountWithShare(calls, function.self));
    group.add(FunctionFiguresText::tr("Seen in"),
              FunctionFiguresText::tr("%1 of %2")
                  .arg(countText(function.total.samples), samplesText(function.whole.samples)));
    group.add(FunctionFiguresText::tr("95 % sure"),
              confidenceText(function.total.samples, function.whole.samples));
    return group.take();
}

PropertyNode callsGroup(const FunctionCalls &function, const CallWeights &calls, Nanoseconds period)
{
    PropertyGroup group(*calls.profile, FunctionFiguresText::tr("Calls"), callsText(function));
    if (function.calls == 0 || !isTimed(*calls.profile))
        return group.take();
    group.add(FunctionFiguresText::tr("Shortest"), durationText(function.shortest));
    group.add(FunctionFiguresText::tr("Median"), durationText(function.median));
    group.add(FunctionFiguresText::tr("Mean"), durationText(function.mean));
    group.add(FunctionFiguresText::tr("95 of 100 last at most"),
              durationText(function.percentile95));
    group.add(FunctionFiguresText::tr("Longest"), durationText(function.longest));
    group.add(FunctionFiguresText::tr("Uncertainty"),
              FunctionFiguresText::tr("± %1 each: the time between two samples")
                  .arg(durationText(period)));
    return group.take();
}

} // namespace

std::vector<PropertyNode> functionFigures(const FunctionCalls &function, const CallWeights &calls,
                                          Nanoseconds period)
{
    return {shareGroup(function, calls), callsGroup(function, calls, period)};
}

} // namespace ember::views
