// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::speedscope {

// The content of a file (FORMAT.md). Numbers of frames are existing rows of Document::frames.

struct NamedFrame {
    std::string name;
    std::string file;
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0;
};

struct FrameEvent {
    enum class Kind : std::uint8_t { Open, Close };

    Kind kind = Kind::Open;
    std::uint32_t frame = 0;
    double at = 0;
};

enum class ProfileKind : std::uint8_t { Sampled, Evented };

// The data that our own exporter adds to an entry of values (FORMAT.md). Entries of the same
// profile and thread have the same samples.
struct ValueEntry {
    std::uint32_t profile = 0;
    std::uint32_t thread = 0;
    std::string threadId;
    std::string threadName;
    std::string type;
    std::string unit;
    bool isMain = false; // it is the profile's main value
};

constexpr std::string_view ownMember = "emberchart";

struct ProfileEntry {
    ProfileKind kind = ProfileKind::Sampled;
    std::string name;
    std::string unit; // one of the schema: "none", "bytes", "nanoseconds", …
    std::optional<double> start; // startValue
    std::optional<double> end; // endValue
    std::vector<std::uint32_t> frames; // of all samples, each root first
    std::vector<std::uint32_t> sampleEnds; // end of each sample in `frames`
    std::vector<double> weights; // one per sample
    std::vector<FrameEvent> events; // times never decrease
    std::optional<ValueEntry> value; // only for sampled entries
    std::vector<std::uint32_t> gaps; // samples that our own exporter marked as gaps between chunks
};

struct Document {
    std::string name;
    std::vector<NamedFrame> frames;
    std::vector<ProfileEntry> profiles;
    std::uint64_t invalidPlaces = 0; // numbers that are no valid line or column
};

// Reads a file. Errors: those of readJson(), and FileTooBig for too many profiles.
Result<Document> readDocument(const ImportFile &file, const std::stop_token &stop);

} // namespace ember::model::speedscope
