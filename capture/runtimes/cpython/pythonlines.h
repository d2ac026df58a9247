// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonlayout.h"

#include <cstdint>
#include <span>

namespace ember::capture {

// The line of an instruction, from the line table of its code object; LANGUAGES.md §1.5. The table
// is not trusted. `offset` is that of the instruction from the first one, in bytes, −1: not
// started. Returns `firstLine` where the table has no line.
std::uint32_t pythonLine(PythonVersion version, std::span<const std::byte> table,
                         std::uint32_t firstLine, std::int64_t offset);

} // namespace ember::capture
