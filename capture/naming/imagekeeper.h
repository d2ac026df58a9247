// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolizer.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <string>
#include <unordered_set>

namespace ember::capture {

// Keeps binaries readable that a log tells of while it is written on this machine: each is opened
// as soon as it is known. A program may then delete itself, a build its folder, and names are found
// all the same. Where its path already leads nowhere, or to another file, it is opened through the
// process that has it mapped, as long as that lives.
class ImageKeeper {
public:
    // Outlives this.
    explicit ImageKeeper(Symbolizer &symbols) : m_symbols(symbols) { }

    void keep(std::uint32_t pid, const model::capturelog::ImageRecord &image);

private:
    bool open(std::uint32_t pid, const model::capturelog::ImageRecord &image);

    Symbolizer &m_symbols;
    std::unordered_set<std::string> m_kept; // path and build-id
};

} // namespace ember::capture
