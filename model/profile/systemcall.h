// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// A call into the kernel by its number, as x86-64 Linux counts (asm/unistd_64.h).
enum class SystemCall : std::uint16_t {};

constexpr SystemCall noSystemCall{0xffff};

// As in its manual page, "futex"; empty: not known, or none.
std::string_view systemCallName(SystemCall call);
// The name, else the number; empty: none.
std::string systemCallText(SystemCall call);

} // namespace ember::model
