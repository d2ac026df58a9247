// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace ember::capture {

// The vDSO the kernel mapped into this process, as an ELF file; empty if there is none. The same as
// in every other 64-bit process of this machine since it booted.
std::span<const std::byte> ownVdso();

} // namespace ember::capture
