// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/amounttext.h"

#include "views/text/durationtext.h"

namespace ember::views {

using namespace model;

QString withAccuracy(Accuracy accuracy, const QString &text)
{
    return accuracy == Accuracy::Exact ? text : QStringLiteral("≈ ") + text;
}

QString amountText(const CallWeights &calls, double amount)
{
    const auto text = [&] {
        switch (calls.measure) {
        case Measure::Time: return durationText(Nanoseconds(static_cast<std::int64_t>(amount)));
        case Measure::Samples: return samplesText(static_cast<std::uint64_t>(amount));
        case Measure::Value: break;
        }
        const Profile &profile = *calls.profile;
        const auto unit = profile.tables().valueTypes[calls.type].unit;
        return valueText(amount, fromUtf8(profile.text(unit)));
    };
    return withAccuracy(calls.accuracy, text());
}

double shareOf(const CallWeights &calls, double amount)
{
    return calls.whole() > 0 ? amount / calls.whole() : 0;
}

QString shareText(const CallWeights &calls, double amount)
{
    return withAccuracy(calls.accuracy, percentText(shareOf(calls, amount)));
}

bool hasSelf(const MergedTree &tree, MergedIndex node)
{
    return tree.direction() == TowardsCalls::Callees || tree.node(node).depth <= 1;
}

} // namespace ember::views
