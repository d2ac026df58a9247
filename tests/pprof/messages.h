// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"
#include "model/formats/pprof/message.h"

#include <QString>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace ember::tests {

// Two types, a stack of an inlined function in a caller, a bare address, labels, a mapping.
model::pprof::Message smallMessage();

// A CPU profile of gperftools: its header, of 10 ms, and words of 4 or 8 bytes behind it.
std::string cpuProfile(std::vector<std::uint64_t> words, std::size_t wordSize, std::endian order);

// Through the importer, as a file of these bytes.
model::Result<model::Import> imported(const std::string &bytes);

// A line per sample: "leaf<root [3, 30] thread: labels"; sorted. For comparisons.
QString printedSamples(const model::Profile &profile);

} // namespace ember::tests
