// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

#include <QString>

#include <string>

namespace ember::app {

// Names what a written file does not have, in the user's language: "lines of frames (400)". The
// count stands behind, so that the text is right for one and for many.
QString lossText(const model::Loss &loss);

// Whether no reader of the file would miss it: no view has it, or only as a detail.
bool isTechnical(const model::Loss &loss);

// A text of the model about what is left out, without its count. Names out of the profile, which
// some end with, stay as they are.
QString leftOutText(const std::string &what);

} // namespace ember::app
