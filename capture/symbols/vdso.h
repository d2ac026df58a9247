// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>

namespace ember::capture {

// The vDSO of this process as the bytes of an ELF file; empty if there is none. All 64-bit
// processes have the same one until the machine reboots.
std::span<const std::byte> ownVdso();

} // namespace ember::capture
