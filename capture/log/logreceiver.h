// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/threads.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ember::capture {

// Options of the process that receives a capture from another machine and outlives the window that
// started it: emberchart-record --receive LOG [--max-size SIZE] -- SSH ARGUMENT…
struct ReceiverOptions {
    std::string logPath;
    std::optional<std::uint64_t> maxSize;
    std::vector<std::string> command; // ssh by its path, and its arguments
};

// Errors: InvalidArgument.
model::Result<ReceiverOptions> parseReceiver(std::span<const std::string> arguments);

// Runs the command with our standard input and writes the log that it prints (see ArrivingLog). Its
// standard error is passed on, up to a few MB. An error of the log is written to standard error as
// a line of statuschannel.h and ends the command. Returns how the command ended. Single-threaded.
// Errors: CaptureFailed (the command cannot be started); those of NewLog.
model::Result<model::ExitStatus> receiveLog(const ReceiverOptions &options);

// Ends this process with the same exit status or signal as another process.
[[noreturn]] void endLike(const model::ExitStatus &exit);

} // namespace ember::capture
