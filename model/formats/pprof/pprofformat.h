// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::pprof {

// pprof profiles: the protocol buffer (already uncompressed), and the older formats of gperftools,
// Go and Java (FORMAT.md).
extern const FileFormat format;

// Writes gzipped profiles.
Result<Export> writeGzipped(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::pprof
