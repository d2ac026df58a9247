// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/sharedtable.h"
#include "model/core/stringtable.h"
#include "model/profile/capture.h"
#include "model/profile/frames.h"
#include "model/profile/images.h"
#include "model/profile/threads.h"

#include <memory>
#include <optional>
#include <vector>

namespace ember::model {

// What Timestamp counts from.
enum class TimeOrigin : std::uint8_t {
    UnixEpoch,
    ProfileStart,
    None, // samples have no time, all are at 0: totals only
};

// All tables of a profile. Raw samples as they came; whatever can be computed from them is a query.
struct ProfileTables {
    TimeOrigin origin = TimeOrigin::UnixEpoch;
    // When the profile started, since the Unix epoch: for TimeOrigin::ProfileStart, where known.
    std::optional<Timestamp> start;
    StringTable strings;
    Column<FunctionIndex, Function> functions;
    Column<FrameIndex, Frame> frames;
    StackTable stacks;
    SharedTable<ProcessIndex, Process> processes;
    SharedTable<ThreadIndex, Thread> threads;
    SharedTable<ImageIndex, Image> images;
    SharedTable<SourceIndex, Source> sources;
    SharedTable<MeasurementIndex, Measurement> measurements;
    TracingSpans tracingSpans;
    SharedTable<ValueTypeIndex, ValueType> valueTypes;
    ValueTypeIndex mainValue; // that the file is about, where it is not time
    Column<Index<struct ThreadChangeTag>, ThreadChange> threadChanges;
    CaptureEvents events;
    OutputLines output;
    CaptureStatistics statistics;
    SharedTable<Index<struct CutRootTag>, CutRoot> cutRoots; // each stack once
};

// An immutable profile. Made by ProfileBuilder; shared between threads as ProfilePointer. Snapshots
// of a growing capture share all rows they have in common, and a row's index means the same in all
// of them.
class Profile {
public:
    const ProfileTables &tables() const { return m_tables; }

    const StringTable &strings() const { return m_tables.strings; }

    std::string_view text(StringIndex index) const { return m_tables.strings[index]; }

    const Function &function(FunctionIndex index) const { return m_tables.functions[index]; }

    const Frame &frame(FrameIndex index) const { return m_tables.frames[index]; }

    const StackNode &stack(StackIndex index) const { return m_tables.stacks[index]; }

    const Process &process(ProcessIndex index) const { return m_tables.processes[index]; }

    const Thread &thread(ThreadIndex index) const { return m_tables.threads[index]; }

    const Image &image(ImageIndex index) const { return m_tables.images[index]; }

    const ThreadSamples &samples(ThreadIndex index) const { return *m_samples[index.row()]; }

    // The same, to be kept beyond this snapshot.
    const std::shared_ptr<const ThreadSamples> &sharedSamples(ThreadIndex index) const
    {
        return m_samples[index.row()];
    }

    std::size_t threadCount() const { return m_samples.size(); }

    std::size_t sampleCount() const { return m_sampleCount; }

    // First to last sample over all threads, and as long as the last ones last (lastsample.h).
    // Where there are none, first to last value of what was measured; else empty.
    TimeRange timeRange() const { return m_timeRange; }

private:
    friend class ProfileBuilder;

    ProfileTables m_tables;
    std::vector<std::shared_ptr<const ThreadSamples>> m_samples; // by ThreadIndex
    std::size_t m_sampleCount = 0;
    TimeRange m_timeRange;
};

using ProfilePointer = std::shared_ptr<const Profile>;

// What to call the code of a frame: its function's name; else "module+0x1234" (offset in the
// image); else "0x…"; else the file's name; "unknown" if there is nothing. `module` as
// moduleName().
std::string frameName(const Profile &profile, FrameIndex frame);

// The module a frame is shown, filtered and coloured by: frame.module, else the package's trimmed
// name (last path part without .dylib .so .a .dll .exe: SENTRY.md §6.2), else "".
std::string_view moduleName(const Profile &profile, FrameIndex frame);
std::string_view trimmedPackage(std::string_view package);

} // namespace ember::model
