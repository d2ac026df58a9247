// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::pprof {

// pprof profiles: the protocol buffer (its gzip is taken off before), and the profiles that
// gperftools, Go and Java wrote before there was one (FORMAT.md).
extern const FileFormat format;

// Writes gzipped profiles.
Result<Export> writeGzipped(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::pprof
