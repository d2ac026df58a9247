// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// The error for a failed write with errno `number`: DiskFull, FileSizeLimited or FileNotWritable.
Error writeError(const std::string &subject, int number);

// Writes all bytes to an open file; waits while it is a pipe that is full. `written` grows by the
// bytes that were written, also if that is not all. Error: writeError() without a subject.
Result<void> writeAll(int file, std::string_view bytes, std::uint64_t &written);
Result<void> writeAll(int file, std::string_view bytes);

// Whether both paths lead to the same regular file, through any links.
bool isSameFile(const std::string &one, const std::string &other);

// Temporary files with a name, which their owner removes in the end. If a signal ends the program
// before, they would stay; the functions below prevent that.

// Notes a temporary file, to be removed if a signal ends the program. Any thread. If there are very
// many names at a time, the last ones are not remembered.
void rememberTemporary(const std::string &path);
// Notes the files of a stem with the numbers 0 … count − 1 (temporaryPath()), which together count
// as one name. Another call with the same stem changes their number.
void rememberTemporaries(const std::string &stem, std::size_t count);
// Forgets a noted file, named by its path, or the noted files of a stem, named by the stem.
void forgetTemporary(const std::string &name);

// Returns the path of a stem's file with this number, from 0.
std::string temporaryPath(const std::string &stem, std::size_t number);

// Lets SIGINT, SIGTERM and SIGHUP remove the remembered files before they end the program; those
// that the program ignores or handles stay as they are. For programs that are one command; call it
// once, from the main thread, before others are started.
void removeTemporariesOnSignals();

} // namespace ember::model
