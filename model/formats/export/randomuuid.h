// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ember::model {

// Returns a new random UUID, version 4, as 32 lower-case hex digits, for profiler_id and chunk_id.
std::string randomUuid();

} // namespace ember::model
