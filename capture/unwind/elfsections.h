// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

struct ElfSection {
    std::string name;
    FileRange range;
};

// The sections of a 64-bit ELF file whose content lies in the file as it is. Empty where the file
// has no section headers or they are damaged: what must be found without them has a program header.
std::vector<ElfSection> readSections(const BinaryReader &reader);

// Null: none of that name.
const ElfSection *findSection(const std::vector<ElfSection> &sections, std::string_view name);

} // namespace ember::capture
