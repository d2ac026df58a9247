// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/rangeprompt.h"

#include "views/state/openprofile.h"
#include "views/state/timezoom.h"
#include "views/state/viewselection.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QPushButton>
#include <QStringBuilder>

#include <algorithm>
#include <cmath>

namespace ember::app {

using namespace model;

namespace {

struct RangePromptText {
    Q_DECLARE_TR_FUNCTIONS(RangePrompt)
};

const QString dots = QStringLiteral("..");
const QString example = QStringLiteral("1.25..1.5");

// Limit so that nanoseconds plus a clock time fit into 64 bits.
constexpr double maxSeconds = 3e9;

// Shortens a text to one line of the dialog.
QString shortened(const QString &text)
{
    constexpr qsizetype longest = 24;
    return text.size() <= longest ? text : QString(text.left(longest) % QStringLiteral("…"));
}

double numberFrom(QString text, bool &isNumber)
{
    return text.replace(u',', u'.').trimmed().toDouble(&isNumber);
}

std::optional<Nanoseconds> secondsFrom(const QString &text)
{
    bool isNumber = false;
    const double seconds = numberFrom(text, isNumber);
    if (!isNumber || !(std::abs(seconds) <= maxSeconds))
        return std::nullopt;
    return Nanoseconds(std::llround(seconds * 1e9));
}

QString secondsText(Nanoseconds time)
{
    QString text = QString::number(static_cast<double>(time.count()) / 1e9, 'f', 9);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

// Returns the recorded part of a range.
TimeRange recordedPart(TimeRange range, const views::OpenProfile &profile)
{
    const TimeRange all = profile.range();
    const Timestamp start = std::max(range.start, all.start);
    return {start, std::max(start, std::min(range.end, all.end))};
}

std::optional<TimeRange> selectable(const QString &text, const views::OpenProfile &profile)
{
    const auto range = rangeFromText(text, profile.origin());
    if (!range || recordedPart(*range, profile).isEmpty())
        return std::nullopt;
    return recordedPart(*range, profile);
}

// Scrolls to the range unless it is visible already.
void bringIntoView(TimeRange range, views::TimeZoom &zoom)
{
    const TimeRange visible = zoom.visible();
    if (range.start >= visible.start && range.end <= visible.end)
        return;
    const auto margin = range.duration() / 10;
    zoom.remember();
    zoom.show({range.start - margin, range.end + margin});
}

// Returns the error in one end of a range; empty: none.
QString numberFault(const QString &typed, const QString &whenMissing)
{
    const QString text = typed.trimmed();
    if (text.isEmpty())
        return whenMissing;
    bool isNumber = false;
    const double seconds = numberFrom(text, isNumber);
    if (!isNumber || std::isnan(seconds))
        return RangePromptText::tr("“%1” is not a number of seconds.").arg(shortened(text));
    return std::abs(seconds) <= maxSeconds
        ? QString()
        : RangePromptText::tr("“%1” is too far away.").arg(shortened(text));
}

// Returns the error in the typed range; empty: none.
QString faultOf(const QString &typed, const views::OpenProfile &profile)
{
    if (typed.trimmed().isEmpty())
        return RangePromptText::tr("Type two times, as in “%1”.").arg(example);
    const auto place = typed.indexOf(dots);
    if (place < 0)
        return RangePromptText::tr("There is no “%1” between two times, as in “%2”.")
            .arg(dots, example);
    const QString start = typed.left(place);
    const QString end = typed.mid(place + dots.size());
    QString fault =
        numberFault(start, RangePromptText::tr("No time stands before “%1”.").arg(dots));
    if (fault.isEmpty())
        fault = numberFault(end, RangePromptText::tr("No time stands behind “%1”.").arg(dots));
    if (!fault.isEmpty() || selectable(typed, profile))
        return fault;
    if (!rangeFromText(typed, profile.origin()))
        return RangePromptText::tr("The end, %1, is not later than the start, %2.")
            .arg(shortened(end.trimmed()), shortened(start.trimmed()));
    return RangePromptText::tr("Nothing was recorded there, only in %1.")
        .arg(rangeText(profile.range(), profile.origin()));
}

QString promptText(const QString &typed, const views::OpenProfile &profile)
{
    const QString text = RangePromptText::tr("From and to, in seconds from the start:");
    const QString fault = faultOf(typed, profile);
    return fault.isEmpty() ? text : QString(text % QLatin1Char('\n') % fault);
}

} // namespace

std::optional<TimeRange> rangeFromText(const QString &text, Timestamp origin)
{
    const auto place = text.indexOf(dots);
    if (place < 0)
        return std::nullopt;
    const auto start = secondsFrom(text.left(place));
    const auto end = secondsFrom(text.mid(place + dots.size()));
    if (!start || !end || *start >= *end)
        return std::nullopt;
    return TimeRange{origin + *start, origin + *end};
}

QString rangeText(TimeRange range, Timestamp origin)
{
    return secondsText(range.start - origin) + dots + secondsText(range.end - origin);
}

void askForRange(const views::OpenProfile &profile, views::ViewSelection &selection,
                 views::TimeZoom &zoom, QWidget &window)
{
    auto *dialog = new QInputDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("rangePrompt"));
    dialog->setWindowTitle(RangePromptText::tr("Select Range"));
    const QString proposed =
        rangeText(selection.range().value_or(zoom.visible()), profile.origin());
    dialog->setLabelText(promptText(proposed, profile));
    dialog->setTextValue(proposed);
    QObject::connect(dialog, &QInputDialog::textValueSelected, &selection,
                     [&profile, &selection, &zoom](const QString &text) {
                         const auto range = selectable(text, profile);
                         if (!range)
                             return;
                         selection.selectRange(range);
                         bringIntoView(*range, zoom);
                     });
    dialog->open();
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    QObject::connect(dialog, &QInputDialog::textValueChanged, ok,
                     [dialog, ok, &profile](const QString &text) {
                         dialog->setLabelText(promptText(text, profile));
                         ok->setEnabled(selectable(text, profile).has_value());
                     });
}

} // namespace ember::app
