// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/cpython/pythonlayout.h"

#include <cstddef>
#include <optional>
#include <span>

namespace ember::capture {

// Offsets in a function's code.
struct CodeOffsets {
    std::size_t start = 0;
    std::size_t end = 0;

    friend bool operator==(const CodeOffsets &, const CodeOffsets &) = default;
};

// The interpreter's function of 3.11 and 3.12 links a structure on the native stack (_PyCFrame) to
// the thread's state, and fills it in some instructions later, in an order that is the compiler's.
// Finds the instructions before which it is linked, but neither it nor the new frame is filled in.
// `code` is the begin of the function, x86-64. Absent: it is of another form, with calls or
// branches between, or of another machine.
std::optional<CodeOffsets> unfilledCFrame(std::span<const std::byte> code,
                                          const PythonLayout &layout);

} // namespace ember::capture
