// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ember::tests {

constexpr auto firstId = "00000000000040008000000000000001";
constexpr auto secondId = "00000000000040008000000000000002";
constexpr auto thirdId = "00000000000040008000000000000003";

// A chunk of the session of baseChunk() at a time: thread "1" has `samples` samples 10 ms apart.
nlohmann::json chunkAt(double start, int samples, const char *chunkId,
                       const char *threadName = "main");

// What the chunk importer makes of files "file0", "file1" and so on.
model::Result<model::Import> opened(const std::vector<std::string> &texts);

// The finding with that code; nullptr: there is none.
const model::Finding *findingOf(const model::Import &import, std::string_view code);

// The JSON of an attribute of the first source; "" if it has none.
std::string attributeOf(const model::Profile &profile, std::string_view key);

} // namespace ember::tests
