// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// What a capture leaves free of a disk, for the target and everybody else: 128 MiB, or a sixteenth
// of a small disk.
std::uint64_t diskReserve(std::uint64_t diskBytes);

// Whether so many more bytes leave the reserve free on the disk of the log at `path`, which is open
// as `fd`. What is no file, or does not tell, has room. Errors: DiskFull.
model::Result<void> checkDiskRoom(int fd, const std::string &path, std::uint64_t bytes);

// Checks that a log of so many bytes is still there. FileNotFound: the file has no name any more,
// what is written into it goes nowhere. Truncated: somebody has cut it, what was written is gone.
model::Result<void> checkStillThere(int fd, const std::string &path, std::uint64_t bytes);
// Whether that path leads to that file; true of what is no regular file.
bool isStillNamed(int fd, const std::string &path);

} // namespace ember::capture
