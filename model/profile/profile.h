// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/sharedtable.h"
#include "model/core/stringtable.h"
#include "model/core/time.h"
#include "model/profile/capture.h"
#include "model/profile/frames.h"
#include "model/profile/threads.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

struct TransactionTag;
using TransactionIndex = Index<TransactionTag>;

// A span: a time in which a program says that it did something. Spans may be nested, and may cross.
// Ids are lower hex digits, as Sentry's tracing has them.
struct TracingSpan {
    ProcessIndex process;
    ThreadIndex thread; // invalid: not known
    StringIndex name; // Sentry's `description`
    Timestamp start;
    Timestamp end;
    StringIndex op = {}; // the kind of work, "db.query"; invalid: not said
    StringIndex id = {}; // 16 digits; invalid: none
    StringIndex parent = {}; // id of the span that this one is part of; invalid: none
    StringIndex status = {}; // "ok", "cancelled", …; invalid: not said
    TransactionIndex transaction = {}; // invalid: the span belongs to none
    // Its transaction still goes on and has no row; later a row of the same id takes this one's
    // place. Only in profiles of running captures; written to no file.
    bool isProvisional = false;
};

// The spans of a profile, roughly in the order in which they ended.
using TracingSpans = Column<Index<struct TracingSpanTag>, TracingSpan>;

// A root span with what Sentry keeps of it as an event. It is no row of TracingSpans; the spans in
// it refer to it.
struct Transaction {
    ProcessIndex process; // invalid: not known
    ThreadIndex thread; // the thread that started it; invalid: not known
    StringIndex name;
    StringIndex op;
    StringIndex traceId; // 32 digits
    StringIndex spanId; // 16 digits
    StringIndex parent; // id of the span in another process that this one is part of
    StringIndex status;
    StringIndex profilerId; // id of the profiler that ran; invalid: none
    Timestamp start;
    Timestamp end;
    StringIndex event; // the JSON it was read from; invalid: it was not read from an event
};

using Transactions = Column<TransactionIndex, Transaction>;

// The moment that Timestamp counts from.
enum class TimeOrigin : std::uint8_t {
    UnixEpoch,
    ProfileStart,
    None, // samples have no time, all are at 0: totals only
};

// Which processes have own code: frames that are in-app.
struct OwnCode {
    bool isAny = false;
    bool isUnplaced = false; // some own code is in no image (scripts), so any process may have it
    std::vector<bool> processes; // by index; those past the end have none

    // Whether the process has own code; for an invalid index, whether any process has.
    bool isIn(ProcessIndex process) const
    {
        if (isUnplaced || !process.isValid())
            return isAny;
        return process.row() < processes.size() && processes[process.row()];
    }

    friend bool operator==(const OwnCode &, const OwnCode &) = default;
};

// All tables of a profile: the data as it was read or recorded. What can be computed from it is
// left to queries (model/query).
struct ProfileTables {
    TimeOrigin origin = TimeOrigin::UnixEpoch;
    // When the profile started, since the Unix epoch: for TimeOrigin::ProfileStart; absent if
    // unknown.
    std::optional<Timestamp> start;
    StringTable strings;
    Column<FunctionIndex, Function> functions;
    Column<FrameIndex, Frame> frames;
    OwnCode ownCode;
    StackTable stacks;
    SharedTable<ProcessIndex, Process> processes;
    SharedTable<ThreadIndex, Thread> threads;
    SharedTable<ImageIndex, Image> images;
    SharedTable<SourceIndex, Source> sources;
    SharedTable<MeasurementIndex, Measurement> measurements;
    TracingSpans tracingSpans;
    Transactions transactions;
    SharedTable<ValueTypeIndex, ValueType> valueTypes;
    ValueTypeIndex mainValue; // what the file is about, if that is not time
    Column<Index<struct ThreadChangeTag>, ThreadChange> threadChanges;
    CaptureEvents events;
    OutputLines output;
    CaptureStatistics statistics;
    SharedTable<Index<struct CutRootTag>, CutRoot> cutRoots; // one row per stack
};

// An immutable profile, made by ProfileBuilder and shared between threads as ProfilePointer.
// Snapshots of a growing capture share all rows they have in common, and a row has the same index
// in all of them.
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

    // Returns the samples of a thread; the pointer may be kept longer than this profile.
    const std::shared_ptr<const ThreadSamples> &sharedSamples(ThreadIndex index) const
    {
        return m_samples[index.row()];
    }

    std::size_t threadCount() const { return m_samples.size(); }

    std::size_t sampleCount() const { return m_sampleCount; }

    // First to last sample over all threads, with the duration of the last ones (lastDuration()).
    // Without samples, from the first to the last time of measurements, spans and transactions;
    // else empty.
    TimeRange timeRange() const { return m_timeRange; }

private:
    friend class ProfileBuilder;

    ProfileTables m_tables;
    std::vector<std::shared_ptr<const ThreadSamples>> m_samples; // by ThreadIndex
    std::size_t m_sampleCount = 0;
    TimeRange m_timeRange;
};

using ProfilePointer = std::shared_ptr<const Profile>;

// Returns the exit status of the launched command. Each exec makes another process of it; the last
// one counts. nullopt while the command runs, if the recorder was attached, and outside of
// captures.
std::optional<ExitStatus> launchedExit(const Profile &profile);

// The name to show for a frame: of a script scriptFunctionName(); else its function's name; else
// madeCodeName or addressName(); else the file's name; else "unknown".
std::string frameName(const Profile &profile, FrameIndex frame);

// The module a frame is shown, filtered and coloured by: frame.module, else the trimmed name of its
// package or image, else "". trimmedPackage() returns the last part of a path, without .dylib .so
// .a .dll .exe (SENTRY.md §6.2).
std::string_view moduleName(const Profile &profile, FrameIndex frame);
std::string_view trimmedPackage(std::string_view package);

// The JSON text of the first attribute with this key; nullopt if there is none.
inline std::optional<std::string_view> findAttribute(const Profile &profile, const Source &source,
                                                     std::string_view key)
{
    for (const Attribute &attribute : source.attributes) {
        if (profile.text(attribute.key) == key)
            return profile.text(attribute.json);
    }
    return std::nullopt;
}

// Returns how long a thread's last sample lasts: the sampling interval if its source is an Rprof
// file that tells it; else 0, as the sample only ends the one before. In Rprof files each sample
// stands for one interval.
Nanoseconds lastDuration(const Profile &profile, ThreadIndex thread);

// The name of code without a symbol: "module+0x1234" (offset in the image), or "0x…" without an
// image. Pass the first byte of the function where it is known, so that a function has one name.
std::string addressName(const Profile &profile, ImageIndex image, std::uint64_t address);

// The name of code in madeCodePackage without a name. Where such code lies changes with each run,
// and its addresses say nothing: all of it is one function.
inline constexpr std::string_view madeCodeName = "code made at run time";

} // namespace ember::model
