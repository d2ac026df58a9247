// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/chrometrace/cpuprofile.h"
#include "model/formats/import/importlog.h"
#include "model/json/jsoncursor.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model::chrometrace {

// Converts microseconds; absurd times are clamped so that differences still fit.
Nanoseconds traceTime(double microseconds);
// Converts exactly: microseconds since 1970 with decimals have more digits than a double.
Nanoseconds traceTime(NumberText microseconds);

// Reads the next value, a number or, as some programs write it, a number in quotes. Throws
// WrongContent if it is none that a double can hold.
Nanoseconds takeTraceTime(JsonCursor &json);

// Process and thread as a trace spells them.
using ThreadIds = std::pair<std::string, std::string>;

// The sampled stacks of a thread: rows of `tree`, and their times on the trace's clock.
struct SampledThread {
    ThreadIds ids;
    std::size_t tree = 0; // row of SampledStacks::trees
    std::vector<std::uint32_t> rows; // rows of the tree, or noNode
    std::vector<Nanoseconds> times;
    std::optional<Nanoseconds> end; // end of the last sample
};

struct SampledStacks {
    std::vector<std::vector<ProfileNode>> trees; // callers form no cycles
    std::vector<SampledThread> threads;
};

// Kinds of findings in a trace; the texts are in chrometraceimporter.cpp.
enum class TraceFinding : std::uint8_t {
    FarCounters,
    UnmatchedCalls,
    CrossingCalls,
    OtherEnds,
    MomentaryCalls,
    UntimedCalls,
    NegativeDurations,
    NoDurations,
    InvalidIds,
    InvalidProcessIds,
    BrokenProfiles, // profiles of V8, and pieces of them, that are left out
    LostStacks,
    LostLeaves,
    LostCallers, // references of V8's nodes to callers that do not exist
    LostCallees, // references of V8's nodes to callees that do not exist
    RepeatedFrames,
    LostParents, // of "stackFrames"
    CyclicFrames,
    Weights,
    TimesGoBack,
    NoCalls,
    MeasurementsOnly,
    AsynchronousEvents,
    AsynchronousSteps,
    Arguments,
    Categories,
    OtherEvents,
    UnreadCounters,
    FurtherCounters,
    NotObjects,
    OpenArray,
    BrokenArray,
    Count,
};

using TraceFindings = FindingCounts<TraceFinding>;

// Collects a trace's samples in the order of the file: V8's profiles, which come in pieces, and
// samples that name a row of the trace's "stackFrames".
class TraceSamples {
public:
    explicit TraceSamples(TraceFindings &findings) : m_findings(findings) { }

    // Identifies the profile of a piece: by process and id, or by thread if there is no id. The
    // event that begins a profile names its thread; pieces may come from any other.
    struct Of {
        std::string pid;
        std::string id;
        std::string tid;
        // 0: there may be other pieces; else a number that no other profile has.
        std::uint64_t whole = 0;

        bool operator<(const Of &other) const
        {
            return std::tie(pid, id, tid, whole)
                < std::tie(other.pid, other.id, other.tid, other.whole);
        }
    };

    // Reads a piece of a profile. `arguments` is an object at offset `place` of the file.
    void readPiece(const Of &of, std::string_view arguments, std::size_t place,
                   const std::stop_token &stop);
    void setThread(const Of &of);

    // Adds a row of "stackFrames". If an id occurs several times, the last row counts, as in
    // readers that put JSON into a map.
    void addFrame(const std::string &id, const std::string &name, const std::string &callerId);
    void addSample(const ThreadIds &ids, Nanoseconds time, const std::string &frameId);

    // Returns all that was read. `place` is the offset of the end of the file.
    SampledStacks finish(std::size_t place) &&;

private:
    struct Profile {
        std::optional<std::string> tid;
        CpuProfilePiece piece;
    };

    struct Sample {
        Nanoseconds time;
        std::string frameId;
    };

    void addBroken(std::size_t place, const char *reason);
    void finishProfiles(std::size_t place);
    void linkFrames();
    void finishSamples();

    static Of keyOf(Of of);

    TraceFindings &m_findings;
    SampledStacks m_stacks;
    std::map<Of, Profile> m_profiles; // the key's tid is "" if it has an id
    std::vector<ProfileNode> m_frames;
    std::vector<std::string> m_callers; // id of each frame's caller
    std::unordered_map<std::string, std::uint32_t> m_frameRows; // rows of frames by id
    std::map<ThreadIds, std::vector<Sample>> m_samples;
};

} // namespace ember::model::chrometrace
