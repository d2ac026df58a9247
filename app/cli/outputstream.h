// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>

#include <string_view>

namespace ember::app {

// Whether OUT takes bytes as they come, and no file is to have the name: "-" for standard output,
// a device, a pipe, an open file of the process (/dev/stdout).
bool isStream(const QString &output);

// All of it, or an error: FileNotWritable, DiskFull, FileSizeLimited, without a subject.
model::Result<void> writeStream(std::string_view bytes, const QString &output);

} // namespace ember::app
