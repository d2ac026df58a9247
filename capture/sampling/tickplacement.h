// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::capture {

// Where in its period a tick is: at its start, or anywhere in it. A program that works in step with
// an even rate is caught at the same moment again and again; with a random one that cannot be.
enum class TickPlacement : std::uint8_t { Even, Random };

} // namespace ember::capture
