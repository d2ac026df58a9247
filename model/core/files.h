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

// Whether both paths lead to the same regular file, through any links.
bool isSameFile(const std::string &one, const std::string &other);

// Files with a name that their owner removes in the end: where a signal ends the program before,
// they would stay.

// Any thread. Of very many at a time the last ones are not remembered.
void rememberTemporary(const std::string &path);
void forgetTemporary(const std::string &path);

// From now on SIGINT, SIGTERM and SIGHUP, where they end the program, remove these first. For
// programs that are one command; once, from the main thread, before others are started.
void removeTemporariesOnSignals();

} // namespace ember::model
