// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/pprof/message.h"

#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::pprof {

// The heap profiles gperftools and Go write as text: "heap profile: 1: 2 [3: 4] @ heapprofile"
// (RPROFILE.md §7).
bool isLegacyHeap(std::string_view firstBytes);

// What was sampled is scaled to what was allocated, as the header says. Errors: SyntaxError with
// the line, Cancelled; the subject is `file`.
Result<Message> readLegacyHeap(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop);

} // namespace ember::model::pprof
