// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// A part of a profile that the written file does not contain: "lines of frames".
struct Loss {
    std::string what;
    std::uint64_t count = 0; // number of rows that are affected
};

enum class Samples : std::uint8_t {
    Summed, // equal samples as one, if the format can
    Each, // each sample as it came, with its time if the format can hold it
};

struct ExportOptions {
    Samples samples = Samples::Summed;
    // The type of value, "cpu" or "cpu/nanoseconds", by which stacks are weighed in formats with
    // one number for each stack; empty: the default of each profile. Other formats ignore it.
    std::string weight = {};
    // Checked regularly; the exporter then returns ErrorCode::Cancelled.
    std::stop_token stop = {};
};

struct Export {
    std::string bytes;
    std::vector<Loss> losses;
    std::vector<std::string> notes; // remarks about the file, other than losses
};

// Writes one format. Several profiles go into one file and are kept apart as far as the format
// allows. Thread-safe. Exceptions of libraries do not leave it.
class Exporter {
public:
    virtual ~Exporter() = default;

    // The name that `convert --to` takes: the importer's, if there is one.
    virtual std::string_view format() const = 0;
    // Extensions of its files, "pb.gz"; the first is the usual one.
    virtual std::span<const std::string_view> extensions() const = 0;

    // Writes the profiles. Errors: FormatCannotHold, InvalidArgument (an option), FileTooBig (not
    // enough memory), Cancelled.
    virtual Result<Export> write(std::span<const ProfilePointer> profiles,
                                 const ExportOptions &options) const = 0;
};

} // namespace ember::model
