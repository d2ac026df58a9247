// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/writtenprofiles.h"
#include "model/json/jsontext.h"
#include "model/profile/profile.h"
#include "model/query/calltree.h"
#include "model/spans/spanbuilder.h"

#include <array>

namespace ember::model::chrometrace {

namespace {

// Returns microseconds with three decimals.
std::string microseconds(Nanoseconds time)
{
    const auto ns = time.count();
    // std::to_string() of an integer does not depend on the locale.
    auto decimals = std::to_string(1000 + std::abs(ns) % 1000);
    decimals.front() = '.';
    return (ns < 0 ? "-" : "") + std::to_string(std::abs(ns) / 1000) + decimals;
}

// Number of samples at which no call begins or ends. The last sample counts as well if no call
// begins there.
std::uint64_t samplesWithin(const Profile &profile, ThreadIndex thread)
{
    const auto &samples = profile.samples(thread);
    const bool lastBegins = lastDuration(profile, thread) > Nanoseconds(0);
    std::uint64_t within = 0;
    StackIndex last = emptyStack;
    samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
        const bool isLast = row + 1 == samples.size() && !lastBegins;
        within += stack == last || (isLast && stack != emptyStack) ? 1U : 0U;
        last = stack;
    });
    return within;
}

class TraceWriter {
public:
    explicit TraceWriter(std::span<const ProfilePointer> profiles)
        : m_profiles(profiles),
          m_pids(profiles, 1) // viewers of system traces take 0 for the idle process
    {
    }

    Result<Export> run(const std::stop_token &stop) &&
    {
        m_json.beginObject();
        m_json.key("displayTimeUnit").value("ms");
        m_json.key("traceEvents").beginArray();
        for (std::size_t place = 0; place < m_profiles.size(); ++place) {
            if (!writeProfile(place, stop))
                return Error{ErrorCode::Cancelled, {}, {}};
        }
        m_json.end();
        m_json.end();
        Export written;
        written.bytes = m_json.take() + '\n';
        LossList losses(lossesBeside({Part::Times, Part::LastDurations, Part::Threads,
                                      Part::ThreadIds, Part::Processes, Part::ProcessIds,
                                      Part::ProcessNames, Part::MainThreads, Part::Measurements},
                                     m_profiles));
        losses.add(Part::ProcessIds, m_pids.changed());
        losses.add(Part::MainThreads, m_unmarked);
        losses.add(std::string(partName(Part::Threads)) + " without calls", m_callless);
        losses.add("times of samples at which no call begins or ends", m_within);
        written.losses = std::move(losses).take();
        return written;
    }

private:
    // Writes the profile at that index of m_profiles; false if stopped.
    bool writeProfile(std::size_t place, const std::stop_token &stop);
    void writeName(const char *kind, std::uint32_t pid, std::string_view tid,
                   std::string_view name);
    void writeCounter(const Profile &profile, std::uint32_t pid, const Measurement &series,
                      Nanoseconds start);
    void writeCalls(const Profile &profile, const CallTree &calls, Nanoseconds start);
    void writeEdge(const char *kind, const Profile &profile, const model::CallNode &call,
                   Nanoseconds time);
    void writeIds(std::uint32_t pid, std::string_view tid);

    std::span<const ProfilePointer> m_profiles;
    WrittenPids m_pids;
    JsonWriter m_json;
    std::uint64_t m_within = 0; // samples at which no call begins or ends
    std::uint64_t m_callless = 0; // threads without calls
    // Main threads whose id is not the pid: readers cannot recognise them.
    std::uint64_t m_unmarked = 0;
    std::uint32_t m_pid = 0;
    std::string_view m_tid;
};

bool TraceWriter::writeProfile(std::size_t place, const std::stop_token &stop)
{
    const auto &profile = m_profiles[place];
    const auto &processes = profile->tables().processes;
    for (std::size_t row = 0; row < processes.size(); ++row) {
        const ProcessIndex index(row);
        writeName("process_name", m_pids.pid(place, index), "0",
                  profile->text(processes[index].name));
    }
    const auto spans = buildSpans(profile, stop);
    // Times count from the start: the format's doubles hold microseconds since 1970 to a quarter of
    // one only.
    const auto start = profile->timeRange().start.time_since_epoch();
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        if (stop.stop_requested())
            return false;
        const ThreadIndex index(row);
        const Thread &thread = profile->thread(index);
        m_pid = m_pids.pid(place, thread.process);
        m_tid = profile->text(thread.id);
        writeName("thread_name", m_pid, m_tid, profile->text(thread.name));
        const auto calls = callTree(*spans, index);
        writeCalls(*profile, calls, start);
        const bool isNamed = !m_tid.empty() || !profile->text(thread.name).empty();
        m_callless += calls.nodes.empty() && isNamed ? 1U : 0U;
        m_within += samplesWithin(*profile, index);
        m_unmarked += thread.isMain && m_tid != std::to_string(m_pid) ? 1U : 0U;
    }
    for (const Measurement &series : profile->tables().measurements)
        writeCounter(*profile, m_pids.pid(place, series.process), series, start);
    return true;
}

// Writes ids. Those that are numbers are written as numbers: viewers sort by them.
void TraceWriter::writeIds(std::uint32_t pid, std::string_view tid)
{
    const bool isNumber =
        isDecimal(tid) && tid.size() < 16 && (tid.front() != '0' || tid.size() == 1);
    m_json.key("pid").value(pid);
    m_json.key("tid");
    if (isNumber)
        m_json.raw(tid);
    else
        m_json.value(tid);
}

void TraceWriter::writeName(const char *kind, std::uint32_t pid, std::string_view tid,
                            std::string_view name)
{
    if (name.empty())
        return;
    m_json.beginObject();
    m_json.key("ph").value("M");
    m_json.key("name").value(std::string_view(kind));
    writeIds(pid, tid);
    m_json.key("args").beginObject();
    m_json.key("name").value(name);
    m_json.end();
    m_json.end();
}

// Writes the values of a series. Viewers show the key of a number as its name, so the key is the
// unit.
void TraceWriter::writeCounter(const Profile &profile, std::uint32_t pid, const Measurement &series,
                               Nanoseconds start)
{
    const auto unit = profile.text(series.unit);
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        m_json.beginObject();
        m_json.key("ph").value("C");
        m_json.key("name").value(profile.text(series.name));
        m_json.key("ts").raw(microseconds(value.time.time_since_epoch() - start));
        m_json.key("pid").value(pid);
        m_json.key("args").beginObject();
        m_json.key(unit.empty() ? std::string_view("value") : unit).value(value.value);
        m_json.end();
        m_json.end();
    });
}

// Writes calls as pairs of begin and end. For complete events readers would have to add the
// duration to the start, and rounding would make calls overlap their neighbours.
void TraceWriter::writeCalls(const Profile &profile, const CallTree &calls, Nanoseconds start)
{
    std::vector<const model::CallNode *> open;
    const auto closeFrom = [&](std::size_t depth) {
        for (; open.size() > depth; open.pop_back())
            writeEdge("E", profile, *open.back(),
                      open.back()->start.time_since_epoch() + open.back()->duration - start);
    };
    for (const model::CallNode &call : calls.nodes) {
        closeFrom(call.depth);
        writeEdge("B", profile, call, call.start.time_since_epoch() - start);
        open.push_back(&call);
    }
    closeFrom(0);
}

// Writes the begin or end of a call. Ends have names, too: some readers match by name.
void TraceWriter::writeEdge(const char *kind, const Profile &profile, const model::CallNode &call,
                            Nanoseconds time)
{
    m_json.beginObject();
    m_json.key("ph").value(std::string_view(kind));
    m_json.key("name").value(frameName(profile, call.frame));
    if (const auto module = moduleName(profile, call.frame); !module.empty())
        m_json.key("cat").value(module);
    m_json.key("ts").raw(microseconds(time));
    writeIds(m_pid, m_tid);
    m_json.end();
}

} // namespace

Result<Export> writeTrace(std::span<const ProfilePointer> profiles, const ExportOptions &options)
try {
    return TraceWriter(profiles).run(options.stop);
} catch (const BoxesUnwanted &) {
    return Error{ErrorCode::Cancelled, {}, {}};
}

} // namespace ember::model::chrometrace
