// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"
#include "model/spans/spantable.h"

#include <span>
#include <string>
#include <string_view>

namespace ember::app {

// The content of `summary --json` as text: threads by activity, the 20 functions with most self
// time, properties of the capture. `weight` as there. In the terminal's encoding.
std::string summaryText(std::span<const model::ImportedProfile> profiles, std::string_view weight);

// The content of `calltree --json` as text: one line per call, indented by depth, with its duration
// or, for samples without time, its values of the type `weight`.
std::string callTreeText(const model::SpanTable &spans, std::span<const model::ThreadIndex> threads,
                         model::ValueTypeIndex weight);

} // namespace ember::app
