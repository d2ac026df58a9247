// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QString>

#include <optional>

class QWidget;

namespace ember::views {
class OpenProfile;
class TimeZoom;
class ViewSelection;
} // namespace ember::views

namespace ember::app {

// Parses a range such as "1.25..1.5", in seconds from `origin`; a decimal comma works, too. Empty
// if it is not a range or has no length.
std::optional<model::TimeRange> rangeFromText(const QString &text, model::Timestamp origin);
// Formats a range as rangeFromText() takes it, exact to the nanosecond.
QString rangeText(model::TimeRange range, model::Timestamp origin);

// Shows a dialog that asks for a range of the profile to select and to show. The arguments must
// outlive the window.
void askForRange(const views::OpenProfile &profile, views::ViewSelection &selection,
                 views::TimeZoom &zoom, QWidget &window);

} // namespace ember::app
