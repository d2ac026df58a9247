// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ember::model {

// A new random UUID, version 4, as 32 lower-case hex digits: what profiler_id and chunk_id are made
// of.
std::string randomUuid();

} // namespace ember::model
