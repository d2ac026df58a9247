// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/relay.h"

#include <vector>

namespace ember::model::sentry {

// How what Sentry keeps of an accepted payload differs from it (SENTRY.md §1.3), counted: what
// normalisation takes away (addRelayFindings), metadata that is unused, members that Sentry does
// not know, units that get their long names. `chunk` is what judge() has normalised, `verdict` its
// answer. Empty: Sentry keeps all.
std::vector<Finding> differencesOfNormalForm(const Chunk &chunk, const Verdict &verdict);

} // namespace ember::model::sentry
