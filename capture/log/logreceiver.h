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

// Options of the process that receives a capture of another machine, and outlives the window that
// started it: emberchart-record --receive LOG [--max-size SIZE] -- SSH ARGUMENT…
struct ReceiverOptions {
    std::string logPath;
    std::optional<std::uint64_t> maxSize;
    std::vector<std::string> command; // of ssh, by its path
};

// Errors: InvalidArgument.
model::Result<ReceiverOptions> parseReceiver(std::span<const std::string> arguments);

// Runs that command with our standard input, writes the log that it prints (see ArrivingLog) and
// passes on what it says on standard error, of which a few MB are enough. What is wrong with the
// log comes between, as an error of statuschannel.h, and ends the command. Returns how the command
// ended. Single-threaded. Errors: CaptureFailed (it cannot be started); those of NewLog.
model::Result<model::ExitStatus> receiveLog(const ReceiverOptions &options);

// Ends this process as another one has ended.
[[noreturn]] void endLike(const model::ExitStatus &exit);

} // namespace ember::capture
