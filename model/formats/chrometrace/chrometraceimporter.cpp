// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/formats/chrometrace/callstacks.h"
#include "model/formats/chrometrace/chrometraceformat.h"
#include "model/formats/chrometrace/cpuprofile.h"
#include "model/formats/chrometrace/traceevents.h"
#include "model/formats/import/importsession.h"

#include <algorithm>
#include <array>

namespace ember::model::chrometrace {

namespace {

constexpr TraceFindings::Table traceFindings{{
    {"chrometrace-absurd-counters", Severity::Warning, farMeasurements},
    {"chrometrace-unmatched-calls", Severity::Note,
     "calls begin or end only: they are cut at what is known"},
    {"chrometrace-crossing-calls", Severity::Warning,
     "calls were to last longer than the one they began in: they are cut there"},
    {"chrometrace-other-ends", Severity::Note,
     "an end names another call than the innermost open one, which it ends"},
    {"chrometrace-momentary-calls", Severity::Note, "calls that end when they begin are left out"},
    {"chrometrace-calls-without-time", Severity::Warning,
     "calls without a number \"ts\" are left out"},
    {"chrometrace-negative-durations", Severity::Warning, "durations below 0 are taken as 0"},
    {"chrometrace-no-durations", Severity::Warning,
     "complete calls without \"dur\" are taken as of none"},
    {"chrometrace-odd-ids", Severity::Warning,
     "a \"pid\" or \"tid\" is neither a text nor a whole number from 0 on"},
    {"chrometrace-odd-pids", Severity::Note, invalidProcessIdIsName},
    {"chrometrace-broken-samples", Severity::Warning,
     "; that CPU profile, or that piece of it, is left out"},
    {"chrometrace-lost-stacks", Severity::Warning,
     "samples whose stack is not among the \"stackFrames\" are left out"},
    {"chrometrace-lost-leaves", Severity::Warning,
     "samples of CPU profiles whose node is not there have no stack"},
    {"chrometrace-lost-nodes", Severity::Warning,
     "a node of a CPU profile names a caller that is not there: it has none"},
    {"chrometrace-lost-nodes", Severity::Note,
     "a node of a CPU profile names a callee that is not there: no sample is in it"},
    {"chrometrace-repeated-frames", Severity::Warning,
     "ids of \"stackFrames\" come again: the last one counts"},
    {"chrometrace-lost-callers", Severity::Warning,
     "the \"parent\" of a row of \"stackFrames\" is not there: it has none now"},
    {"chrometrace-cyclic-callers", Severity::Warning,
     "a row of \"stackFrames\" would be among its own parents: it has none now"},
    {"chrometrace-weights", Severity::Warning,
     "weights of samples are not read: each counts as one"},
    {"chrometrace-times-go-back", Severity::Note,
     "a sample is earlier than one before it; they are put in order"},
    {"chrometrace-no-calls", Severity::Warning, "there are neither calls nor samples"},
    {"chrometrace-no-calls", Severity::Note,
     "there are measurements only, neither calls nor samples"},
    {"chrometrace-asynchronous-events", Severity::Warning,
     "events of asynchronous calls are left out: there are more such calls at a time than a file "
     "of this size may have threads"},
    {"chrometrace-asynchronous-steps", Severity::Note,
     "steps within asynchronous calls are left out"},
    {"chrometrace-arguments", Severity::Note, "arguments of calls are left out"},
    {"chrometrace-categories", Severity::Note, "categories of calls are left out"},
    {"chrometrace-other-events", Severity::Note,
     "events that are neither calls nor samples nor counters (instants, flows) are left out"},
    {"chrometrace-unread-counters", Severity::Warning,
     "events of counters are left out: they have no \"ts\", or no number in their \"args\""},
    {"chrometrace-too-many-counters", Severity::Warning,
     "values of counters are left out: there are more counters than a file of this size may have"},
    {"chrometrace-no-events", Severity::Warning,
     "an element of the array is no object; it is left out"},
    {"chrometrace-open-array", Severity::Note,
     "the array of events does not end: what is whole of it is shown"},
    {"chrometrace-broken-array", Severity::Warning, "; what is behind it is not shown"},
}};

class Assembler {
public:
    // `maxThreads` limits threads of all kinds together.
    Assembler(ImportSession &session, TraceEvents events, std::size_t maxThreads)
        : m_session(session),
          m_builder(session.builder()),
          m_events(std::move(events)),
          m_extent(extent()),
          m_asynchronous(asyncLanes(std::move(m_events.asyncCalls), m_extent.last,
                                    maxThreads - std::min(maxThreads, plainThreads()))),
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
        if (m_samples == 0 && m_events.counters.empty() && m_events.read > 0)
            return m_session.error(ErrorCode::NothingToShow, nothingToShow());
        std::vector<Attribute> attributes;
        if (m_samples > 0 || !m_events.counters.empty())
            attributes.push_back({m_builder.string("clock_start_ns"),
                                  m_builder.string(std::to_string(m_extent.first.count()))});
        return std::move(m_session).finish(m_samples, {}, std::move(attributes));
    }

private:
    ProcessIndex processOf(const std::string &pid)
    {
        const auto name = m_events.processNames.find(pid);
        return m_session.processOf(pid, name != m_events.processNames.end() ? name->second : "");
    }

    std::string nothingToShow() const
    {
        auto text = "Chrome trace: none of its " + std::to_string(m_events.read)
            + " events is a call or a sampled stack of a thread";
        if (m_found[TraceFinding::BrokenProfiles] > 0)
            text += "; the first CPU profile is broken at "
                + m_found.start(TraceFinding::BrokenProfiles);
        if (const auto lost = m_found[TraceFinding::LostStacks]; lost > 0)
            text += "; the stacks of " + std::to_string(lost)
                + " samples are not among the \"stackFrames\"";
        return text;
    }

    // The time from the first event to the end of the last. Values of counters that are far from
    // the first call or sample are not included.
    struct Extent {
        Nanoseconds first = Nanoseconds::max();
        Nanoseconds last = Nanoseconds::min();
        // Time of the first sample or call; without both, of the first counter value.
        Nanoseconds firstSample = Nanoseconds::max();

        void add(Nanoseconds start, Nanoseconds end)
        {
            first = std::min(first, start);
            last = std::max(last, end);
        }
    };

    // Number of threads that have calls other than asynchronous ones, or a name; and of threads of
    // samples.
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

    // Returns the clamped time of a call or a sample.
    Timestamp at(Nanoseconds time)
    {
        return Timestamp(m_limit.bounded(time - m_extent.firstSample)
                         + (m_extent.firstSample - m_extent.first));
    }

    // Adds a thread. Samples of a thread that also has calls are a thread of their own, beside it:
    // `addition` tells them apart.
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
            m_found[TraceFinding::TimesGoBack] += time < latest ? 1U : 0U;
            latest = std::max(latest, time);
            m_builder.addSample(index, {at(time), stack, {}});
        };
        auto before = emptyStack;
        for (std::size_t row = 0; row < sampled.rows.size(); ++row)
            add(sampled.times[row], m_trees[sampled.tree].next(sampled.rows[row], before));
        if (sampled.end && *sampled.end > latest)
            add(*sampled.end, emptyStack);
        m_samples += sampled.rows.size();
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
                ++m_found[TraceFinding::FarCounters];
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
        m_found[TraceFinding::UnmatchedCalls] += timeline.unmatched;
        m_found[TraceFinding::CrossingCalls] += timeline.crossing;
        m_found[TraceFinding::OtherEnds] += timeline.otherNames;
        m_found[TraceFinding::MomentaryCalls] += timeline.momentary;
        std::vector<StackIndex> stacks{emptyStack};
        for (std::size_t row = 1; row < timeline.nodes.size(); ++row) {
            const auto &node = timeline.nodes[row];
            const auto name = m_builder.string(m_events.names[node.name]);
            stacks.push_back(m_builder.stack(stacks[node.caller], m_session.frameOf(name)));
        }
        for (const auto &change : timeline.changes)
            m_builder.addSample(index, {at(change.time), stacks[change.row], {}});
        m_samples += timeline.changes.size();
    }

    void addFindings()
    {
        m_found[TraceFinding::UnmatchedCalls] += m_asynchronous.lonelyEnds;
        m_found[TraceFinding::AsynchronousEvents] = m_asynchronous.leftOut;
        m_found[TraceFinding::InvalidProcessIds] = m_session.invalidProcessIds();
        if (m_samples == 0)
            ++m_found[m_events.counters.empty() ? TraceFinding::NoCalls
                                                : TraceFinding::MeasurementsOnly];
        m_limit.report(m_session.notes());
        m_found.report(traceFindings, m_session.notes());
    }

    ImportSession &m_session;
    ProfileBuilder &m_builder;
    TraceEvents m_events; // without the asynchronous calls, which are moved to m_asynchronous
    TraceFindings &m_found = m_events.findings;
    Extent m_extent;
    AsyncLanes m_asynchronous;
    TimeClamp m_limit;
    std::vector<NodeStacks> m_trees; // by row of SampledStacks::trees
    std::map<ThreadIds, std::uint32_t> m_sampledBefore;
    std::uint64_t m_samples = 0; // samples and changes of calls
};

// Returns how many threads fit into memory beside the counters.
std::size_t maxThreads(const TraceEvents &events, std::size_t fileBytes)
{
    return (memoryBudget(fileBytes) - events.counters.size() * seriesMemory) / finishedThreadMemory;
}

Confidence sniffTrace(const FileStart &start)
{
    const auto &json = start.json();
    const auto isEvent = [&json](const std::string &owner) {
        return json.has(owner + "ph") && (json.has(owner + "pid") || json.has(owner + "ts"));
    };
    if (isEvent({})) // one event per line; envelopes have no such members
        return Confidence::Certain;
    return json.has("traceEvents") || isEvent("[].") ? Confidence::Likely
                                                     : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>> readTrace(const ImportFile &file, const ImportOptions &options,
                                              ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(auto events, readTraceEvents(file, options.stop));
    ImportSession session("chrometrace", file, options.stop, log, TimeOrigin::ProfileStart);
    const auto most = maxThreads(events, file.bytes.size());
    if (const auto threads = events.threads.size() + events.samples.threads.size(); threads > most)
        return session.tooMany("Chrome trace: " + std::to_string(threads) + " threads");
    return single(Assembler(session, std::move(events), most).run());
}

constexpr std::array<std::string_view, 2> extensions{"trace.json", "trace"};

} // namespace

constinit const FileFormat format{
    .name = "chrometrace",
    .title = "Chrome's trace format",
    .tool = "Chrome",
    .sniff = sniffTrace,
    .read = readTrace,
    .extensions = extensions,
    .times = Times::Needed,
    .write = writeTrace,
};

} // namespace ember::model::chrometrace
