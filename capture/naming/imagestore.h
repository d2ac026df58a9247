// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/loggedprograms.h"
#include "capture/symbols/elffile.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>

namespace ember::capture {

// Keeps binaries readable that a log tells of while it is written on this machine: each is opened
// as soon as it is known. A program may then delete itself, a build its folder, and names are found
// all the same. Where its path already leads nowhere, or to another file, it is opened through the
// process that has it mapped, as long as that lives.
class ImageStore {
public:
    // The open binary, once: for Symbolizer::provideFile().
    std::optional<ElfFile> keep(std::uint32_t pid, const model::capturelog::ImageRecord &image);
    // That of the log's next record, whatever type it is of.
    std::optional<ElfFile> keep(const model::capturelog::RawRecord &record);

private:
    LoggedPrograms m_programs; // by their records
    std::unordered_set<std::string> m_kept; // path and build-id
};

} // namespace ember::capture
