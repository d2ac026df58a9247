// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"
#include "capture/unwind/unwindtable.h"
#include "model/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// A section whose bytes lie in the file.
struct StoredSection {
    std::string name;
    FileRange range;
};

// The sections of a 64-bit ELF file whose content lies in the file as it is. Empty where the file
// has no section headers or they are damaged: what must be found without them has a program header.
std::vector<StoredSection> readSections(const BinaryReader &reader);

// Null: none of that name.
const StoredSection *findSection(const std::vector<StoredSection> &sections, std::string_view name);

// Reads a binary's call frame information: .eh_frame, found by its program header (stripped of
// section headers it still works), else by its section; and .debug_frame for what that does not
// describe. An empty table where it has neither. Errors: as readElfIdentity,
// UnsupportedArchitecture.
model::Result<UnwindTable> loadUnwindTable(const BinaryReader &reader);

} // namespace ember::capture
