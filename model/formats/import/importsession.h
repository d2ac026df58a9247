// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/core/time.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/import/importer.h"
#include "model/formats/import/importlog.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Text of findings about ids that parseProcessId() refuses and that become 0.
constexpr const char *invalidProcessId = "the id of a process is no number of 32 bits: it is 0 now";
// Text of such findings in formats where the id also becomes the name of a process without one.
constexpr const char *invalidProcessIdIsName =
    "the id of a process is no number of 32 bits: it is the name of a process without one now";

inline std::optional<std::uint32_t> parseProcessId(std::string_view text)
{
    const auto number = parseUnsigned(text);
    if (!number || *number > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

// Values are doubles, which cannot represent all integers beyond 2^53.
constexpr std::uint64_t maxExact = 9'007'199'254'740'992;

constexpr bool isExactValue(std::unsigned_integral auto value)
{
    return value <= maxExact;
}

constexpr bool isExactValue(std::signed_integral auto value)
{
    return value <= static_cast<std::int64_t>(maxExact)
        && value >= -static_cast<std::int64_t>(maxExact);
}

// A value that was read as a double is exact below 2^53 only: 2^53 may have been 2^53 + 1.
inline bool isExactValue(double value)
{
    return std::abs(value) < static_cast<double>(maxExact);
}

constexpr std::string_view notExact = "the number is beyond 2^53, where whole numbers are rounded";

// Counts the values of a file that are rounded when they become doubles.
class RoundingCounter {
public:
    // Returns the value as a double and counts it if it is rounded.
    template<typename Number>
    double entered(Number value)
    {
        m_rounded += isExactValue(value) ? 0U : 1U;
        return static_cast<double>(value);
    }

    std::uint64_t rounded() const { return m_rounded; }

    // Reports the count as "ORIGIN-value-not-exact".
    void report(const FileNotes &notes) const
    {
        notes.warn(notes.origin() + "-value-not-exact", std::string(notExact), m_rounded);
    }

private:
    std::uint64_t m_rounded = 0;
};

// The source of gap marks (model/profile/samplerows.h).
constexpr SourceIndex noSource{};

// Tells by row whether it is among `marked`; ignores rows from `rows` on.
inline std::vector<bool> markedRows(std::span<const std::uint32_t> marked, std::size_t rows)
{
    std::vector<bool> isMarked(rows);
    for (const auto row : marked) {
        if (row < rows)
            isMarked[row] = true;
    }
    return isMarked;
}

// Text of findings about values that are not TimeClamp::isNear().
constexpr const char *farMeasurements =
    "measured values more than 111111 hours from the first sample are left out";

// Clamps times of a file so that they, and their sum over all threads, fit into 64 bits: twelve
// years from the start, or less if there are many threads.
class TimeClamp {
public:
    explicit TimeClamp(std::size_t threads)
        : m_longest(longest / std::max<std::int64_t>(static_cast<std::int64_t>(threads) / 10, 1))
    {
    }

    // Returns the time, at least 0 and at most the limit; counts those above it for report().
    // `elapsed` counts from the file's start.
    Nanoseconds bounded(Nanoseconds elapsed)
    {
        if (elapsed > m_longest)
            ++m_moved;
        return std::clamp(elapsed, Nanoseconds(0), m_longest);
    }

    // Clamps and counts likewise. `elapsed` is in nanoseconds and not NaN.
    Nanoseconds bounded(double elapsed)
    {
        const auto most = static_cast<double>(m_longest.count());
        return bounded(Nanoseconds(elapsed > most ? m_longest.count() + 1
                                                  : std::llround(std::max(elapsed, 0.0))));
    }

    // Whether a measured value at this distance from the first sample is plausible. Others are
    // dropped, because one absurd time would compress the time axis of all samples.
    static bool isNear(Nanoseconds distance) { return std::chrono::abs(distance) <= longest; }

    // Reports as "ORIGIN-absurd-times" how many times were above the limit.
    void report(const FileNotes &notes) const
    {
        const auto hours = std::chrono::duration_cast<std::chrono::hours>(m_longest).count();
        notes.warn(notes.origin() + "-absurd-times",
                   "times more than " + std::to_string(hours)
                       + " hours behind the first are moved to there",
                   m_moved);
    }

private:
    static constexpr Nanoseconds longest{400'000'000'000'000'000};

    Nanoseconds m_longest;
    std::uint64_t m_moved = 0;
};

// State for reading one file: the file, the builder of its profile, its findings and its limits.
class ImportSession {
public:
    // `format` is the origin of findings and the type of the source. All arguments must outlive the
    // session.
    ImportSession(std::string_view format, const ImportFile &file, const std::stop_token &stop,
                  ImportLog &log, TimeOrigin origin);

    const ImportFile &file() const { return m_file; }
    std::string_view text() const { return m_file.bytes.view(); }
    bool isStopped() const { return m_stop.stop_requested(); }

    ImportLog &log() { return m_log; }
    const FileNotes &notes() const { return m_notes; }
    ProfileBuilder &builder() { return m_builder; }

    Error error(ErrorCode code, std::string detail) const
    {
        return {code, m_file.name, std::move(detail)};
    }
    Error cancelled() const { return error(ErrorCode::Cancelled, {}); }

    // The number of items of `each` bytes that a file of this size may allocate.
    std::size_t most(std::uint64_t each) const
    {
        return mostWithinBudget(each, m_file.bytes.size());
    }
    std::size_t maxThreads() const { return most(threadMemory); }
    // FileTooBig: "`what` are more than a file of this size may have".
    Error tooMany(const std::string &what) const;

    // Interns the text; bytes that are not UTF-8 are replaced.
    StringIndex string(std::string_view text) { return m_builder.string(validUtf8(text)); }
    StringIndex stringOrNone(std::string_view text)
    {
        return text.empty() ? StringIndex() : string(text);
    }

    // Adds a frame of a function that has only a name.
    FrameIndex frameOf(StringIndex name);

    // Returns the process of an id as the file spells it. An id that is no number of 32 bits
    // becomes 0, and the name of the process if it has none.
    ProcessIndex processOf(std::string_view pid, std::string_view name);
    std::uint64_t invalidProcessIds() const { return m_invalidProcessIds; }

    // Adds the file as source of its samples and returns the profile. Call it last: it takes the
    // builder's content.
    ProfilePointer finish(std::uint64_t samples, ProcessIndex process = {},
                          std::vector<Attribute> attributes = {}) &&;

private:
    const ImportFile &m_file;
    const std::stop_token &m_stop;
    ImportLog &m_log;
    FileNotes m_notes;
    ProfileBuilder m_builder;
    std::map<std::string, ProcessIndex, std::less<>> m_processes;
    std::uint64_t m_invalidProcessIds = 0;
};

// Adds names of a file of unknown encoding to a builder, and counts those that are not UTF-8.
class NonUtf8Names {
public:
    StringIndex enter(std::string_view name, ProfileBuilder &builder);

    // Reports the number of these names as "ORIGIN-not-utf8".
    void report(const FileNotes &notes) const
    {
        notes.warn(notes.origin() + "-not-utf8",
                   "names that are no UTF-8: \"\\xe9\" stands for a byte of another encoding, "
                   "which the file does not tell",
                   m_escaped.size());
    }

private:
    std::set<StringIndex> m_escaped;
};

} // namespace ember::model
