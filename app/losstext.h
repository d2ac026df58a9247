// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

#include <QString>

#include <string>

namespace ember::app {

// Returns what a written file does not have, in the user's language: "lines of frames (400)". The
// count comes after the text, which is then right for one and for many.
QString lossText(const model::Loss &loss);

// Whether a reader of the file would hardly notice the loss: views show the lost data as a detail
// at most.
bool isTechnical(const model::Loss &loss);

// Translates a text of the model about what is left out, without a count. Names from the profile,
// with which some texts end, stay as they are.
QString leftOutText(const std::string &what);

} // namespace ember::app
