// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <string>

namespace ember::model::capturelog {

// Opens `path` for a new log (truncating an old one, close-on-exec) and takes the lock that keeps
// other writers out for as long as the descriptor lives. Errors: FileNotWritable, DiskFull.
Result<int> createLogFile(const std::string &path);

} // namespace ember::model::capturelog
