// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonlayout.h"
#include "capture/runtimes/framecodec.h"

#include <cstdint>
#include <limits>

namespace ember::capture {

namespace python {
// The place of a frame that has not run an instruction yet.
constexpr auto notStarted = std::numeric_limits<std::uint32_t>::max();
} // namespace python

// Reads the line tables of a version's code objects; LANGUAGES.md §1.5. A place is the offset of an
// instruction from the first one, in bytes.
LineOfPlace pythonLines(PythonVersion version);

} // namespace ember::capture
