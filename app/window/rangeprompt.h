// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QString>

#include <optional>

class QWidget;

namespace ember::views {
class ViewState;
}

namespace ember::app {

// A range as people type it: "1.25..1.5", in seconds from `origin`; a comma does for the point.
// None: it is no range, or an empty one.
std::optional<model::TimeRange> rangeFromText(const QString &text, model::Timestamp origin);
// The same, to the nanosecond.
QString rangeText(model::TimeRange range, model::Timestamp origin);

// Asks for the range that is to be selected, and shows it. The dialog belongs to the window.
void askForRange(views::ViewState &state, QWidget &window);

} // namespace ember::app
