// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/importer.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ember::model::chrometrace {

// A call path of the profile's tree.
struct ProfileNode {
    std::uint32_t id = 0;
    std::uint32_t caller = 0; // row of CpuProfile::nodes; of a root its own
    std::string function;
    std::string url;
    std::int64_t line = -1; // from 0; less: not known
    std::int64_t column = -1;
    double hits = 0; // samples in which it was the leaf, as the file counts them
};

// A .cpuprofile file whose references hold: callers are no cycles, samples are rows of nodes.
struct CpuProfile {
    std::vector<ProfileNode> nodes;
    std::vector<std::uint32_t> samples; // rows
    std::vector<double> times; // of the samples: microseconds on V8's clock
    double start = 0; // likewise
    std::optional<double> end;
};

// Errors as readJson().
Result<CpuProfile> readCpuProfile(const ImportFile &file, const std::stop_token &stop);

} // namespace ember::model::chrometrace
