// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// Bytes of a disk that captures and received envelopes leave free for everything else: 128 MiB, or
// a sixteenth of a small disk.
std::uint64_t diskReserve(std::uint64_t diskBytes);

// Checks that the disk of the file at `path`, open as `fd`, can take `bytes` more without touching
// the reserve. Always true of pipes and of disks that do not report their size. Error: DiskFull.
model::Result<void> checkDiskRoom(int fd, const std::string &path, std::uint64_t bytes);

// Checks that the log's file has a name and at least `bytes` bytes. Errors: FileNotFound (it has no
// name any more, so what is written is lost), Truncated (another process cut it). None for pipes.
model::Result<void> checkStillThere(int fd, const std::string &path, std::uint64_t bytes);
// Whether `path` still leads to the open file. True if `fd` is no regular file.
bool isStillNamed(int fd, const std::string &path);

} // namespace ember::capture
