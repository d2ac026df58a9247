// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// What a system call that writes has said by `number`, an errno: DiskFull, FileSizeLimited or
// FileNotWritable.
Error writeError(const std::string &subject, int number);

// Writes all of it to an open file; waits where that is a pipe that is full. `written` grows by
// what was written, all of it or not. Error: writeError() without a subject.
Result<void> writeAll(int file, std::string_view bytes, std::uint64_t &written);
Result<void> writeAll(int file, std::string_view bytes);

} // namespace ember::model
