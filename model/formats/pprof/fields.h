// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::model::pprof {

// Field numbers of profile.proto (RPROFILE.md §7).
namespace profilefield {
enum : std::uint64_t {
    SampleType = 1,
    Sample,
    Mapping,
    Location,
    Function,
    StringTable,
    DropFrames,
    KeepFrames,
    TimeNanos,
    DurationNanos,
    PeriodType,
    Period,
    Comment,
    DefaultSampleType,
    DocUrl,
};
} // namespace profilefield

namespace valuetypefield {
enum : std::uint64_t { Type = 1, Unit };
} // namespace valuetypefield

namespace samplefield {
enum : std::uint64_t { LocationId = 1, Value, Label };
} // namespace samplefield

namespace labelfield {
enum : std::uint64_t { Key = 1, Text, Number, Unit };
} // namespace labelfield

namespace mappingfield {
enum : std::uint64_t {
    Id = 1,
    Start,
    Limit,
    Offset,
    File,
    BuildId,
    HasFunctions,
    HasFilenames,
    HasLineNumbers,
    HasInlineFrames,
};
} // namespace mappingfield

namespace locationfield {
enum : std::uint64_t { Id = 1, Mapping, Address, Line, IsFolded };
} // namespace locationfield

namespace linefield {
enum : std::uint64_t { Function = 1, Line, Column };
} // namespace linefield

namespace functionfield {
enum : std::uint64_t { Id = 1, Name, SystemName, File, StartLine };
} // namespace functionfield

} // namespace ember::model::pprof
