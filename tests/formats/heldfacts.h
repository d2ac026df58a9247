// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/losses.h"

#include <set>
#include <string>

namespace ember::tests {

// What functions are called in facts: some formats have one name for them only.
enum class Called : std::uint8_t { ByName, ByRawName };

// What a profile says of one part, a fact per text, without the numbers of its rows. What was
// written is held if its facts are among those of what was read again: readers may say more.
std::set<std::string> factsOf(const model::Profile &profile, model::Part part,
                              Called called = Called::ByName);

// When the last samples of threads end, as a fact of Part::LastDurations: readers may have made an
// end of its own of what a last sample lasts.
std::set<std::string> lastEnds(const model::Profile &profile);

} // namespace ember::tests
