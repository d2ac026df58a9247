// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/aligned.h"
#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <string_view>

namespace ember::tests {

// A process as a capture or an SDK records it: one thread that runs one function of the user for
// 100 ms from `startMs`, in 11 samples.
struct RecordedProcess {
    std::string_view source = "sentry-v2";
    std::uint32_t pid = 0;
    std::string_view profilerId = {};
    std::string_view function = "work";
    std::string_view file = "/app/main.py";
    std::int64_t startMs = 0;
    model::InApp inApp = model::InApp::Yes;
};

model::ProfilePointer recorded(const RecordedProcess &wanted);

// Both on one clock: thread 0 is of the first, thread 1 of the second.
model::ProfilePointer recordedBeside(const RecordedProcess &first, const RecordedProcess &second);

// What a capture has, and an SDK of the same process.
model::ProfilePointer recordedTwice();

} // namespace ember::tests
