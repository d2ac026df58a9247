// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <sys/types.h>
#include <vector>

namespace ember::tests {

// The addresses of a stopped thread's stack, leaf first, as elfutils' libdw unwinds them.
std::vector<std::uint64_t> dwflFrames(pid_t process, pid_t thread);

} // namespace ember::tests
