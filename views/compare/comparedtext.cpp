// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparedtext.h"

#include "views/amounttext.h"
#include "views/durationtext.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace ember::views {

using namespace model;

namespace {

struct ComparedText {
    Q_DECLARE_TR_FUNCTIONS(ComparedText)
};

constexpr QChar times(0x00d7);

} // namespace

QString comparedText(const Comparison &comparison, double amount)
{
    if (comparison.by == Normalisation::Share)
        return percentText(amount);
    const QString text = amountText(*comparison.after.calls, amount);
    return comparison.by == Normalisation::PerSecond
        ? ComparedText::tr("%1/s", "an amount per second").arg(text)
        : text;
}

QString differenceText(const Comparison &comparison, double difference)
{
    const QString size = comparedText(comparison, std::abs(difference));
    if (difference == 0)
        return size;
    return (difference > 0 ? QChar(u'+') : minusSign) + size;
}

QString ratioText(const ComparedAmount &amount)
{
    const auto ratio = amount.ratio();
    if (!ratio)
        return amount.after > 0 ? ComparedText::tr("new") : QString();
    if (*ratio == 0)
        return ComparedText::tr("gone");
    return times + QLocale().toString(*ratio, 'f', *ratio < 10 ? 2 : 0);
}

QString noiseText(Noise noise)
{
    switch (noise) {
    case Noise::Within: return ComparedText::tr("within noise");
    case Noise::Beyond: return ComparedText::tr("beyond noise");
    case Noise::Unknown: break;
    }
    return ComparedText::tr("not known");
}

QString noiseExplanation(Noise noise)
{
    switch (noise) {
    case Noise::Within:
        return ComparedText::tr("So small a difference may come from having taken samples only.");
    case Noise::Beyond:
        return ComparedText::tr(
            "More than sampling explains. Whether the machine was busier, or another "
            "run would differ as much, samples do not tell.");
    case Noise::Unknown: break;
    }
    return ComparedText::tr("How many events these values are sums of is not known.");
}

} // namespace ember::views
