// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/profile/profile.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// The parts of profiles that one format can hold and another cannot.
enum class Part : std::uint8_t {
    Times, // of samples
    Dates, // from which times count
    LastDurations, // how long a thread's last sample lasts
    Threads, // with their names
    ThreadIds,
    MainThreads, // which threads are main threads
    Priorities, // of threads
    ThreadLives, // when they began and ended
    ThreadChanges, // of names and priorities
    Processes, // which process a thread belongs to
    ProcessIds,
    ProcessNames,
    Executables, // their paths
    ProcessRuns, // command lines, folders, parents, begin and end
    Releases, // environments, SDKs
    Sources, // which source a sample is from
    SourceFacts, // about the machine, the file, the transaction
    Values, // beside time
    Labels,
    States, // what threads did, CPU time, stop times
    Lines,
    Columns,
    Addresses, // of code
    Inlining,
    InApp,
    FramePlatforms,
    FrameFacts, // that only the file's format knows
    Modules,
    Packages,
    Files,
    Paths, // full paths of source files beside short ones
    NonUtf8Names,
    StartLines,
    Images,
    ImageFacts, // other than addresses and ids
    Measurements,
    Spans,
    Output,
    Events,
    Statistics,
    Count,
};

// Text of a part, with which Loss::what begins: "lines of frames".
std::string_view partName(Part part);

// Collects losses: ignores those with a count of 0 and adds up equal ones.
class LossList {
public:
    explicit LossList(std::vector<Loss> losses = {}) : m_losses(std::move(losses)) { }

    void add(std::string_view what, std::uint64_t count);
    void add(Part part, std::uint64_t count) { add(partName(part), count); }

    std::vector<Loss> take() && { return std::move(m_losses); }

private:
    std::vector<Loss> m_losses;
};

// Returns the part whose loss implies the loss of this one (without threads there are no ids of
// threads), or the part itself if there is none.
Part wholeOf(Part part);

// Lists what a format that holds only the parts `held` leaves out: one Loss for each other part
// that the profiles have, unless its wholeOf() is left out. Sources whose type begins with
// `ownSources` come from the format itself, which holds their attributes. `weight` is the type of
// value by which stacks are weighed, if one was asked for (ExportOptions::weight).
std::vector<Loss> lossesBeside(const std::vector<Part> &held,
                               std::span<const ProfilePointer> profiles,
                               std::string_view ownSources = {}, std::string_view weight = {});

// Number of samples in the column that have a value.
inline std::uint64_t valueCount(const ValueColumn &column)
{
    std::uint64_t count = 0;
    column.values.forEach([&](std::size_t, double value) { count += std::isnan(value) ? 0U : 1U; });
    return count;
}

// The error of exporters whose format needs times, for samples without times.
inline Error cannotHoldUntimed(std::string_view format)
{
    return {
        ErrorCode::FormatCannotHold,
        {},
        std::string(format)
            + " has no place for samples without time; pprof, speedscope, collapsed, sqlite and "
              "rds have"};
}

// Text of the loss that timeShareErrorPercent() measures.
constexpr const char *timeShareErrorText =
    "percent of the time, which the numbers of samples give to other stacks";

// Error, in percent of the time, if stacks are weighed by their number of samples instead of their
// time. Small for samples at regular intervals; nearly 100 for traces of calls, which have a sample
// where a call begins or ends. 0 for profiles without time, and for an error below 10 percent.
std::uint64_t timeShareErrorPercent(const Profile &profile);

} // namespace ember::model
