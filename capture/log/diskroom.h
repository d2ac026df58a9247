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

} // namespace ember::capture
