// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/fileformat.h"
#include "model/tables/reading.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model::rds {

// Reads the profile data of an unpacked .rds file, or the first of an .RData file. The version in
// its `meta` decides which rules apply; if it is missing or unknown, the table `sources` means
// version 2. `budget`, for version 1 only, is the memory for the tables (model/tables/reading.h);
// it follows from the file's size unless it is given. Errors, without a subject: those of
// unserialize() and fromV1().
Result<tables::Reading> readTables(std::string_view bytes, const std::stop_token &stop,
                                   std::optional<std::uint64_t> budget = {});

// Describes a file without the tables meta, samples, locations and functions: what it holds, in R's
// words, and what was expected. nullopt if it has one of these, or cannot be read.
std::optional<std::string> otherObject(std::string_view bytes, const std::stop_token &stop);

// Profile data that R has stored. A file whose tables break a rule is refused with the first
// finding and the number of the others.
extern const FileFormat format;

} // namespace ember::model::rds
