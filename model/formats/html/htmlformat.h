// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::html {

// A page with an interactive flame graph and flame chart (FORMAT.md). Only written.
extern const FileFormat format;

// Writes one page for all profiles.
Result<Export> writePage(std::span<const ProfilePointer> profiles, const ExportOptions &options);

// Contents of the files page.css, page.html and page.js of this folder.
extern const std::string_view pageStyle;
extern const std::string_view pageBody;
extern const std::string_view pageScript;

} // namespace ember::model::html
