// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/chrometrace/callstacks.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/chrometrace/cpuprofile.h"
#include "model/formats/chrometrace/traceevents.h"
#include "model/formats/import/importsession.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace ember::model::chrometrace {

namespace {

// What was met when a profile was made of events.
struct AssemblyCounts {
    std::uint64_t samples = 0; // and changes of calls
    std::uint64_t earlier = 0; // samples before the one before
    std::uint64_t oddPids = 0;
    std::uint64_t farValues = 0; // of counters
    // Calls:
    std::uint64_t unmatched = 0;
    std::uint64_t crossing = 0;
    std::uint64_t otherNames = 0;
    std::uint64_t momentary = 0;
    std::uint64_t asyncLeftOut = 0; // events of them
};

// Says what is odd in the events, and what of them the profile does not have.
void reportTrace(const TraceEvents &events, const AssemblyCounts &counts, std::size_t fileBytes,
                 const FileNotes &notes);

void reportCalls(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    notes.warn("chrometrace-absurd-counters", farMeasurements, counts.farValues);
    notes.note("chrometrace-unmatched-calls",
               "calls begin or end only: they are cut at what is known", counts.unmatched);
    notes.warn("chrometrace-crossing-calls",
               "calls were to last longer than the one they began in: they are cut there",
               counts.crossing);
    notes.note("chrometrace-other-ends",
               "an end names another call than the innermost open one, which it ends",
               counts.otherNames);
    notes.note("chrometrace-momentary-calls", "calls that end when they begin are left out",
               counts.momentary);
    notes.warn("chrometrace-calls-without-time", "calls without a number \"ts\" are left out",
               events.untimed);
    notes.warn("chrometrace-negative-durations", "durations below 0 are taken as 0",
               events.negative);
    notes.warn("chrometrace-no-durations", "complete calls without \"dur\" are taken as of none",
               events.endless);
    notes.warn("chrometrace-odd-ids",
               "a \"pid\" or \"tid\" is neither a text nor a whole number from 0 on",
               events.oddIds);
    notes.note("chrometrace-odd-pids", oddProcessIdIsName, counts.oddPids);
}

void reportSamples(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    notes.warn("chrometrace-broken-samples",
               events.samples.firstBreak + "; that CPU profile, or that piece of it, is left out",
               events.samples.broken);
    notes.warn("chrometrace-lost-stacks",
               "samples whose stack is not among the \"stackFrames\" are left out",
               events.samples.lost);
    notes.warn("chrometrace-lost-leaves",
               "samples of CPU profiles whose node is not there have no stack",
               events.samples.lostLeaves);
    notes.warn("chrometrace-lost-nodes",
               "a node of a CPU profile names a caller that is not there: it has none",
               events.samples.lostCallers);
    notes.note("chrometrace-lost-nodes",
               "a node of a CPU profile names a callee that is not there: no sample is in it",
               events.samples.lostCallees);
    notes.warn("chrometrace-repeated-frames",
               "ids of \"stackFrames\" come again: the last one counts", events.samples.repeated);
    notes.warn("chrometrace-lost-callers",
               "the \"parent\" of a row of \"stackFrames\" is not there: it has none now",
               events.samples.callersLost);
    notes.warn("chrometrace-cyclic-callers",
               "a row of \"stackFrames\" would be among its own parents: it has none now",
               events.samples.cycles);
    notes.warn("chrometrace-weights", "weights of samples are not read: each counts as one",
               events.weights);
    notes.note("chrometrace-times-go-back",
               "a sample is earlier than one before it; they are put in order", counts.earlier);
}

void reportNothing(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    if (events.counters.empty())
        notes.warn("chrometrace-no-calls", "there are neither calls nor samples",
                   counts.samples == 0 ? 1 : 0);
    else
        notes.note("chrometrace-no-calls", "there are measurements only, neither calls nor samples",
                   counts.samples == 0 ? 1 : 0);
}

void reportLeftOut(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    notes.warn(
        "chrometrace-asynchronous-events",
        "events of asynchronous calls are left out: there are more such calls at a time than a "
        "file of this size may have threads",
        counts.asyncLeftOut);
    notes.note("chrometrace-asynchronous-steps", "steps within asynchronous calls are left out",
               events.steps);
    notes.note("chrometrace-arguments", "arguments of calls are left out", events.arguments);
    notes.note("chrometrace-categories", "categories of calls are left out", events.categories);
    notes.note(
        "chrometrace-other-events",
        "events that are neither calls nor samples nor counters (instants, flows) are left out",
        events.leftOut);
    notes.warn(
        "chrometrace-unread-counters",
        "events of counters are left out: they have no \"ts\", or no number in their \"args\"",
        events.unreadCounters);
    notes.warn("chrometrace-too-many-counters",
               "values of counters are left out: there are more counters than a file of this size "
               "may have",
               events.furtherCounters);
}

void reportArray(const TraceEvents &events, std::size_t fileBytes, const FileNotes &notes)
{
    const auto byte = [](std::size_t place) { return "byte " + std::to_string(place) + ": "; };
    notes.warn("chrometrace-no-events",
               byte(events.firstOfThem) + "an element of the array is no object; it is left out",
               events.notObjects);
    const bool isAtEnd = events.cut >= fileBytes;
    notes.note("chrometrace-open-array",
               "the array of events does not end: what is whole of it is shown",
               events.isCut && isAtEnd ? 1 : 0);
    notes.warn("chrometrace-broken-array",
               byte(events.cut) + events.cutReason + "; what is behind it is not shown",
               events.isCut && !isAtEnd ? 1 : 0);
}

void reportTrace(const TraceEvents &events, const AssemblyCounts &counts, std::size_t fileBytes,
                 const FileNotes &notes)
{
    reportCalls(events, counts, notes);
    reportSamples(events, counts, notes);
    reportNothing(events, counts, notes);
    reportLeftOut(events, counts, notes);
    reportArray(events, fileBytes, notes);
}

class Assembler {
public:
    // `mostThreads` of all kinds.
    Assembler(const ImportFile &file, TraceEvents events, std::size_t mostThreads, ImportLog &log)
        : m_file(file),
          m_events(std::move(events)),
          m_log(log),
          m_extent(extent()),
          m_asynchronous(asyncLanes(std::move(m_events.asyncCalls), m_extent.last,
                                    mostThreads - std::min(mostThreads, plainThreads()))),
          m_limit(plainThreads() + m_asynchronous.lanes.size())
    {
        for (const auto &tree : m_events.samples.trees)
            m_trees.emplace_back(tree, m_builder);
    }

    Result<ProfilePointer> run() &&
    {
        for (const auto &[ids, thread] : m_events.threads) {
            if (!thread.calls.empty())
                addThread(ids, thread);
        }
        for (const auto &thread : m_events.samples.threads)
            addSampled(thread);
        for (const auto &lane : m_asynchronous.lanes)
            addLane(lane);
        for (const auto &counter : m_events.counters)
            addCounter(counter);
        addFindings();
        if (m_counts.samples == 0 && m_events.counters.empty() && m_events.read > 0)
            return Error{ErrorCode::NothingToShow, m_file.name, nothingToShow()};
        addSource();
        return std::move(m_builder).take();
    }

private:
    ProcessIndex processOf(const std::string &pid)
    {
        const auto [place, isNew] = m_processes.try_emplace(pid);
        if (isNew) {
            Process process;
            const auto number = parseProcessId(pid);
            m_counts.oddPids += number || pid.empty() ? 0U : 1U;
            process.pid = number.value_or(0);
            const auto name = m_events.processNames.find(pid);
            if (name != m_events.processNames.end() && !name->second.empty())
                process.name = m_builder.string(name->second);
            else if (!number && !pid.empty())
                process.name = m_builder.string(pid);
            place->second = m_builder.addProcess(process);
        }
        return place->second;
    }

    std::string nothingToShow() const
    {
        const auto &samples = m_events.samples;
        auto text = "Chrome trace: none of its " + std::to_string(m_events.read)
            + " events is a call or a sampled stack of a thread";
        if (samples.broken > 0)
            text += "; the first CPU profile is broken at " + samples.firstBreak;
        if (samples.lost > 0)
            text += "; the stacks of " + std::to_string(samples.lost)
                + " samples are not among the \"stackFrames\"";
        return text;
    }

    // From the first event to the end of the last. Values of counters that are not near to the
    // first call or sample are outside.
    struct Extent {
        Nanoseconds first = Nanoseconds::max();
        Nanoseconds last = Nanoseconds::min();
        Nanoseconds firstSample = Nanoseconds::max(); // or call; without them the first value

        void add(Nanoseconds start, Nanoseconds end)
        {
            first = std::min(first, start);
            last = std::max(last, end);
        }
    };

    // Those of calls that are not asynchronous, and those of samples.
    std::size_t plainThreads() const
    {
        return m_events.threads.size() + m_events.samples.threads.size();
    }

    Extent extent() const
    {
        Extent extent;
        for (const auto &[ids, thread] : m_events.threads) {
            for (const auto &call : thread.calls)
                extent.add(call.start, call.start + call.duration);
        }
        for (const auto &[id, async] : m_events.asyncCalls) {
            for (const auto &call : async.calls)
                extent.add(call.start, call.start);
        }
        for (const auto &thread : m_events.samples.threads) {
            for (const auto time : thread.times)
                extent.add(time, time);
        }
        const bool hasSamples = extent.first <= extent.last;
        extent.firstSample = hasSamples ? extent.first : firstValue();
        for (const auto &counter : m_events.counters) {
            for (const auto &value : counter.values) {
                if (TimeClamp::isNear(value.time - extent.firstSample))
                    extent.add(value.time, value.time);
            }
        }
        return extent;
    }

    Nanoseconds firstValue() const
    {
        auto first = Nanoseconds::max();
        for (const auto &counter : m_events.counters) {
            for (const auto &value : counter.values)
                first = std::min(first, value.time);
        }
        return first;
    }

    // Of a call or a sample.
    Timestamp at(Nanoseconds time)
    {
        return Timestamp(m_limit.bounded(time - m_extent.firstSample)
                         + (m_extent.firstSample - m_extent.first));
    }

    // Samples stand beside the calls of the same thread.
    ThreadIndex enter(const ThreadIds &ids, const std::string &addition)
    {
        const auto traced = m_events.threads.find(ids);
        const bool isKnown = traced != m_events.threads.end();
        Thread thread;
        thread.process = processOf(ids.first);
        thread.id = m_builder.string(ids.second + addition);
        thread.isMain = ids.first == ids.second && addition.empty();
        if (isKnown && !traced->second.name.empty())
            thread.name = m_builder.string(traced->second.name + addition);
        return m_builder.addThread(std::move(thread));
    }

    void addSampled(const SampledThread &sampled)
    {
        const auto traced = m_events.threads.find(sampled.ids);
        const bool hasCalls = traced != m_events.threads.end() && !traced->second.calls.empty();
        const auto number = m_sampledBefore[sampled.ids]++;
        std::string addition = hasCalls || number > 0 ? " samples" : "";
        if (number > 0)
            addition += ' ' + std::to_string(number + 1);
        const auto index = enter(sampled.ids, addition);
        auto latest = Nanoseconds::min();
        const auto add = [&](Nanoseconds time, StackIndex stack) {
            m_counts.earlier += time < latest ? 1U : 0U;
            latest = std::max(latest, time);
            m_builder.addSample(index, {at(time), stack, {}});
        };
        auto before = emptyStack;
        for (std::size_t row = 0; row < sampled.rows.size(); ++row)
            add(sampled.times[row], m_trees[sampled.tree].next(sampled.rows[row], before));
        if (sampled.end && *sampled.end > latest)
            add(*sampled.end, emptyStack);
        m_counts.samples += sampled.rows.size();
    }

    void addThread(const ThreadIds &ids, const TracedThread &traced)
    {
        addTimeline(enter(ids, {}), callTimeline(traced.calls));
    }

    void addLane(const AsyncLane &lane)
    {
        Thread thread;
        thread.process = processOf(lane.pid);
        thread.id = m_builder.string("asynchronous " + std::to_string(lane.number));
        if (lane.name != CallEvent::noName && !m_events.names[lane.name].empty())
            thread.name = m_builder.string(m_events.names[lane.name]);
        const auto index = m_builder.addThread(std::move(thread));
        for (const auto &timeline : lane.timelines)
            addTimeline(index, timeline);
    }

    void addCounter(const TraceCounter &counter)
    {
        std::vector<MeasurementValue> values;
        for (const auto &value : counter.values) {
            if (TimeClamp::isNear(value.time - m_extent.firstSample))
                values.push_back({Timestamp(value.time - m_extent.first), value.value});
            else
                ++m_counts.farValues;
        }
        std::ranges::stable_sort(values, {}, &MeasurementValue::time);
        const auto series =
            m_builder.addMeasurement({processOf(m_events.names[counter.pid]),
                                      m_builder.string(m_events.names[counter.name]),
                                      m_builder.string(counter.unit),
                                      {}});
        for (const auto &value : values)
            m_builder.addMeasurementValue(series, value);
    }

    void addTimeline(ThreadIndex index, const CallTimeline &timeline)
    {
        m_counts.unmatched += timeline.unmatched;
        m_counts.crossing += timeline.crossing;
        m_counts.otherNames += timeline.otherNames;
        m_counts.momentary += timeline.momentary;
        std::vector<StackIndex> stacks{emptyStack};
        for (std::size_t row = 1; row < timeline.nodes.size(); ++row) {
            const auto &node = timeline.nodes[row];
            stacks.push_back(m_builder.stack(stacks[node.caller], frameOf(node.name)));
        }
        for (const auto &change : timeline.changes)
            m_builder.addSample(index, {at(change.time), stacks[change.row], {}});
        m_counts.samples += timeline.changes.size();
    }

    FrameIndex frameOf(std::uint32_t name)
    {
        Function function;
        function.name = m_builder.string(m_events.names[name]);
        Frame frame;
        frame.function = m_builder.function(function);
        return m_builder.frame(frame);
    }

    void addFindings()
    {
        const FileNotes notes("chrometrace", m_file.name, m_log);
        m_counts.unmatched += m_asynchronous.lonelyEnds;
        m_counts.asyncLeftOut = m_asynchronous.leftOut;
        m_limit.report(notes);
        reportTrace(m_events, m_counts, m_file.bytes.size(), notes);
    }

    void addSource()
    {
        Source source;
        source.type = m_builder.string("chrometrace");
        source.uri = m_builder.string(validUtf8(m_file.name));
        source.samples = m_counts.samples;
        source.bytes = m_file.bytes.size();
        if (m_counts.samples > 0 || !m_events.counters.empty())
            source.attributes.push_back({m_builder.string("clock_start_ns"),
                                         m_builder.string(std::to_string(m_extent.first.count()))});
        m_builder.addSource(std::move(source));
    }

    const ImportFile &m_file;
    TraceEvents m_events; // but for the asynchronous calls, which m_asynchronous has
    ImportLog &m_log;
    Extent m_extent;
    AsyncLanes m_asynchronous;
    TimeClamp m_limit;
    ProfileBuilder m_builder{TimeOrigin::ProfileStart};
    std::map<std::string, ProcessIndex> m_processes;
    std::vector<NodeStacks> m_trees; // as SampledStacks has them
    std::map<ThreadIds, std::uint32_t> m_sampledBefore;
    AssemblyCounts m_counts;
};

// Beside the counters there are.
std::size_t mostThreads(const TraceEvents &events, std::size_t fileBytes)
{
    return (memoryBudget(fileBytes) - events.counters.size() * seriesMemory) / finishedThreadMemory;
}

} // namespace

Confidence ChromeTraceImporter::sniff(const FileStart &start) const
{
    const auto &json = start.json();
    const auto isEvent = [&json](const std::string &owner) {
        return json.has(owner + "ph") && (json.has(owner + "pid") || json.has(owner + "ts"));
    };
    if (isEvent({})) // a line per event, which is told from envelopes by this
        return Confidence::Certain;
    return json.has("traceEvents") || isEvent("[].") ? Confidence::Likely
                                                     : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>> ChromeTraceImporter::readFile(const ImportFile &file,
                                                                  const std::stop_token &stop,
                                                                  ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(auto events, readTraceEvents(file, stop));
    const auto most = mostThreads(events, file.bytes.size());
    if (const auto threads = events.threads.size() + events.samples.threads.size(); threads > most)
        return Error{ErrorCode::FileTooBig, file.name,
                     "Chrome trace: " + std::to_string(threads)
                         + " threads are more than a file of this size may have"};
    EMBER_ASSIGN_OR_RETURN(auto profile, Assembler(file, std::move(events), most, log).run());
    return std::vector{std::move(profile)};
}

} // namespace ember::model::chrometrace
