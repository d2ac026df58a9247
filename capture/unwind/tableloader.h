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

// A section whose bytes are in the file.
struct StoredSection {
    std::string name;
    FileRange range;
};

// The sections of a 64-bit ELF file whose content is in the file as it is. Empty if the file has no
// section headers or they are damaged: data that must be found without them has a program header.
std::vector<StoredSection> readSections(const BinaryReader &reader);

// Null if there is none of that name.
const StoredSection *findSection(const std::vector<StoredSection> &sections, std::string_view name);

// Reads a binary's call frame information: .eh_frame, found by its program header (which works
// without section headers), else by its section; and .debug_frame for code that .eh_frame does not
// describe. The table is empty if the binary has neither. Errors: those of readElfIdentity,
// UnsupportedArchitecture.
model::Result<UnwindTable> loadUnwindTable(const BinaryReader &reader);

} // namespace ember::capture
