// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/durationtext.h"

#include "model/query/samplingerror.h"
#include "model/query/weights.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ember::views {

using namespace model;

namespace {

struct DurationText {
    Q_DECLARE_TR_FUNCTIONS(DurationText)
};

// Returns the number with three digits: 1.23, 12.3, 123.
QString threeDigits(double value)
{
    const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
    return QLocale().toString(value, 'f', decimals);
}

QString clockedText(std::int64_t seconds)
{
    const auto two = [](std::int64_t number) {
        return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
    };
    if (seconds < 3600)
        return DurationText::tr("%1 min %2 s").arg(seconds / 60).arg(two(seconds % 60));
    return DurationText::tr("%1 h %2 min").arg(seconds / 3600).arg(two(seconds / 60 % 60));
}

} // namespace

QString durationText(Nanoseconds duration)
{
    const auto count = duration.count();
    if (count < 0)
        return QStringLiteral("−") + durationText(Nanoseconds(-count));
    const auto value = static_cast<double>(count);
    if (count < 1000)
        return DurationText::tr("%1 ns").arg(count);
    if (value < 999.5e3)
        return DurationText::tr("%1 µs").arg(threeDigits(value / 1e3));
    if (value < 999.5e6)
        return DurationText::tr("%1 ms").arg(threeDigits(value / 1e6));
    if (value < 99.95e9)
        return DurationText::tr("%1 s").arg(threeDigits(value / 1e9));
    return clockedText(std::llround(value / 1e9));
}

QString offsetText(Nanoseconds offset, Nanoseconds resolution)
{
    int decimals = 0;
    for (std::int64_t unit = 1'000'000'000; unit > resolution.count() && unit > 1; unit /= 10)
        ++decimals;
    const auto seconds = static_cast<double>(offset.count()) / 1e9;
    const QString number = QLocale().toString(std::abs(seconds), 'f', decimals);
    return DurationText::tr("%1%2 s").arg(seconds < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                          number);
}

QString clockText(Timestamp time)
{
    const auto moment = QDateTime::fromMSecsSinceEpoch(toNs(time) / 1'000'000);
    const QLocale locale;
    return locale.toString(moment.date(), QLocale::ShortFormat) + QLatin1Char(' ')
        + moment.time().toString(QStringLiteral("HH:mm:ss.zzz"));
}

double timeShare(Nanoseconds part, Nanoseconds whole)
{
    return whole.count() > 0
        ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
        : 0;
}

QString percentText(double share)
{
    const double percent = share * 100;
    const int decimals = percent >= 99.95 ? 0 : percent >= 9.95 ? 1 : 2;
    return DurationText::tr("%1 %").arg(QLocale().toString(percent, 'f', decimals));
}

QString wholePercentText(double share)
{
    constexpr double least = 0.0001;
    if (share > 0 && share < least / 2)
        return QLatin1Char('<') + percentText(least);
    return share < 0.01 ? percentText(share)
                        : DurationText::tr("%1 %").arg(QLocale().toString(share * 100, 'f', 0));
}

QString confidenceText(std::uint64_t hits, std::uint64_t samples)
{
    const ShareInterval interval = shareInterval(hits, samples);
    return QStringLiteral("%1 … %2").arg(percentText(interval.low), percentText(interval.high));
}

QString countText(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

QString pluralText(std::uint64_t count, QString (*translate)(int number))
{
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    const QString text = translate(static_cast<int>(std::min(count, most)));
    return count <= most ? text : QString(text).replace(countText(most), countText(count));
}

QString samplesText(std::uint64_t count)
{
    return count == 1 ? DurationText::tr("1 sample")
                      : DurationText::tr("%1 samples").arg(countText(count));
}

QString threadsText(std::uint64_t count)
{
    return count == 1 ? DurationText::tr("1 thread")
                      : DurationText::tr("%1 threads").arg(countText(count));
}

QString bytesText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

QString valueText(double value, const QString &unit)
{
    const auto nanoseconds = model::nanosecondsPer(unit.toStdString());
    constexpr double most = 9e18;
    if (nanoseconds)
        return durationText(
            model::Nanoseconds(std::llround(std::clamp(value * *nanoseconds, -most, most))));
    if (unit == QLatin1String("bytes") && value >= 0 && value < most)
        return bytesText(static_cast<std::uint64_t>(value));
    const bool isWhole = std::trunc(value) == value;
    return QLocale().toString(value, 'f', isWhole ? 0 : 2);
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace ember::views
