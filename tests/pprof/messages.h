// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"
#include "model/formats/pprof/message.h"

#include <QString>

#include <string>

namespace ember::tests {

// Two types, a stack of an inlined function in a caller, a bare address, labels, a mapping.
model::pprof::Message smallMessage();

// Through the importer, as a file of these bytes.
model::Result<model::Import> imported(const std::string &bytes);

// A line per sample: "leaf<root [3, 30] thread: labels"; sorted. For comparisons.
QString printedSamples(const model::Profile &profile);

} // namespace ember::tests
