// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/rangeprompt.h"

#include "views/viewstate.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QInputDialog>
#include <QPushButton>

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
    dialog->setLabelText(Text::tr("From and to, in seconds from the start:"));
    dialog->setTextValue(
        rangeText(state.selectedRange().value_or(state.zoom().visible()), state.origin()));
    QObject::connect(dialog, &QInputDialog::textValueSelected, &state,
                     [&state](const QString &text) {
                         const auto range = rangeFromText(text, state.origin());
                         if (!range)
                             return;
                         state.selectRange(range);
                         state.zoom().remember();
                         state.zoom().reveal(*range);
                     });
    dialog->open();
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    QObject::connect(dialog, &QInputDialog::textValueChanged, ok,
                     [ok, &state](const QString &text) {
                         ok->setEnabled(rangeFromText(text, state.origin()).has_value());
                     });
}

} // namespace ember::app
