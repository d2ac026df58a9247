// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::html {

// A page with an interactive flame graph and flame chart (FORMAT.md). Only written.
extern const FileFormat format;

// Writes one page for all profiles.
Result<Export> writePage(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::html
