// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// The CPU profile gperftools writes: words of 4 or 8 bytes in either order, then the memory map as
// text; the form Java programs write has names instead (RPROFILE.md §7).
bool isLegacyCpu(std::string_view firstBytes);

// Frames that only the signal handler put there are left out, as the reference reader does. Errors:
// Truncated, Cancelled; the subject is `file`.
Result<Message> readLegacyCpu(const std::string &file, std::string_view bytes,
                              const std::stop_token &stop);

} // namespace ember::model::pprof
