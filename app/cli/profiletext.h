// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"
#include "model/spans/spantable.h"

#include <span>
#include <string>
#include <string_view>

namespace ember::app {

// What `summary --json` says, for people: threads by activity, the 20 functions with most self
// time, the capture's figures. `weight` as there. In the terminal's encoding.
std::string summaryText(std::span<const model::ImportedProfile> profiles, std::string_view weight);

// What `calltree --json` says, for people: a line per call, indented by depth, with its duration,
// or of samples without time with its values as weightType() takes `weight`.
std::string callTreeText(const model::SpanTable &spans, std::span<const model::ThreadIndex> threads,
                         model::ValueTypeIndex weight);

} // namespace ember::app
