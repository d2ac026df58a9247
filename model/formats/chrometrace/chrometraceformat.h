// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::chrometrace {

// Traces in Chrome's event format, by any program that writes it (FORMAT.md).
extern const FileFormat format;

// CPU profiles of V8, as saved by Node.js and Chrome's developer tools (FORMAT.md).
extern const FileFormat cpuProfileFormat;

// Writes the begin and the end of each call, as the chart shows it.
Result<Export> writeTrace(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::chrometrace
