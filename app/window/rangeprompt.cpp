// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/rangeprompt.h"

#include "views/viewstate.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace ember::app {

using namespace model;

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RangePrompt)
};

const QString dots = QStringLiteral("..");

// In nanoseconds, and added to a time of the clock, these fit into 64 bits.
constexpr double mostSeconds = 3e9;

std::optional<Nanoseconds> secondsFrom(QString text)
{
    bool isNumber = false;
    const double seconds = text.replace(u',', u'.').trimmed().toDouble(&isNumber);
    if (!isNumber || !(std::abs(seconds) <= mostSeconds))
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

// What of it can be selected.
TimeRange recordedPart(TimeRange range, const views::ViewState &state)
{
    const TimeRange all = state.profileRange();
    const Timestamp start = std::max(range.start, all.start);
    return {start, std::max(start, std::min(range.end, all.end))};
}

std::optional<TimeRange> selectable(const QString &text, const views::ViewState &state)
{
    const auto range = rangeFromText(text, state.origin());
    if (!range || recordedPart(*range, state).isEmpty())
        return std::nullopt;
    return recordedPart(*range, state);
}

// Beyond a range that is seen already nothing moves.
void bringIntoView(TimeRange range, views::TimeZoom &zoom)
{
    const TimeRange visible = zoom.visible();
    if (range.start >= visible.start && range.end <= visible.end)
        return;
    const auto margin = range.duration() / 10;
    zoom.remember();
    zoom.show({range.start - margin, range.end + margin});
}

QString promptText(const QString &typed, const views::ViewState &state)
{
    const QString text = Text::tr("From and to, in seconds from the start:");
    if (!rangeFromText(typed, state.origin()) || selectable(typed, state))
        return text;
    return text + QLatin1Char('\n')
        + Text::tr("Nothing was recorded there, only in %1.")
              .arg(rangeText(state.profileRange(), state.origin()));
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

void askForRange(views::ViewState &state, QWidget &window)
{
    auto *dialog = new QInputDialog(&window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("rangePrompt"));
    dialog->setWindowTitle(Text::tr("Select Range"));
    const QString proposed =
        rangeText(state.selectedRange().value_or(state.zoom().visible()), state.origin());
    dialog->setLabelText(promptText(proposed, state));
    dialog->setTextValue(proposed);
    QObject::connect(dialog, &QInputDialog::textValueSelected, &state,
                     [&state](const QString &text) {
                         const auto range = selectable(text, state);
                         if (!range)
                             return;
                         state.selectRange(range);
                         bringIntoView(*range, state.zoom());
                     });
    dialog->open();
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    QObject::connect(dialog, &QInputDialog::textValueChanged, ok,
                     [dialog, ok, &state](const QString &text) {
                         dialog->setLabelText(promptText(text, state));
                         ok->setEnabled(selectable(text, state).has_value());
                     });
}

} // namespace ember::app
