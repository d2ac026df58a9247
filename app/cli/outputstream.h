// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>

#include <string_view>

namespace ember::app {

// Whether OUT is a stream rather than a file to be created: "-" for standard output, a device, a
// pipe, an open file of the process (/dev/stdout).
bool isStream(const QString &output);

// Writes everything. Errors (without a subject): FileNotWritable, DiskFull, FileSizeLimited.
model::Result<void> writeStream(std::string_view bytes, const QString &output);

} // namespace ember::app
