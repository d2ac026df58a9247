// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceimporter.h"

#include "model/core/memorybudget.h"
#include "model/core/validutf8.h"
#include "model/formats/chrometrace/asynclanes.h"
#include "model/formats/chrometrace/callstacks.h"
#include "model/formats/chrometrace/nodestacks.h"
#include "model/formats/chrometrace/traceevents.h"
#include "model/formats/processid.h"
#include "model/formats/timelimit.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ember::model::chrometrace {

namespace {

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
        if (m_samples == 0 && m_events.counters.empty() && m_events.read > 0)
            return Error{ErrorCode::NothingToShow, m_file.name, nothingToShow()};
        addSource();
        return m_builder.snapshot();
    }

private:
    ProcessIndex processOf(const std::string &pid)
    {
        const auto [place, isNew] = m_processes.try_emplace(pid);
        if (isNew) {
            Process process;
            const auto number = parseProcessId(pid);
            m_oddPids += number || pid.empty() ? 0U : 1U;
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
                if (TimeLimit::isNear(value.time - extent.firstSample))
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
            m_earlier += time < latest ? 1U : 0U;
            latest = std::max(latest, time);
            m_builder.addSample(index, {at(time), stack, {}});
        };
        for (std::size_t row = 0; row < sampled.rows.size(); ++row)
            add(sampled.times[row], m_trees[sampled.tree][sampled.rows[row]]);
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
            if (TimeLimit::isNear(value.time - m_extent.firstSample))
                values.push_back({Timestamp(value.time - m_extent.first), value.value});
            else
                ++m_farValues;
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
        m_unmatched += timeline.unmatched;
        m_crossing += timeline.crossing;
        m_otherNames += timeline.otherNames;
        m_momentary += timeline.momentary;
        std::vector<StackIndex> stacks{emptyStack};
        for (std::size_t row = 1; row < timeline.nodes.size(); ++row) {
            const auto &node = timeline.nodes[row];
            stacks.push_back(m_builder.stack(stacks[node.caller], frameOf(node.name)));
        }
        for (const auto &change : timeline.changes)
            m_builder.addSample(index, {at(change.time), stacks[change.row], {}});
        m_samples += timeline.changes.size();
    }

    FrameIndex frameOf(std::uint32_t name)
    {
        Function function;
        function.name = m_builder.string(m_events.names[name]);
        Frame frame;
        frame.function = m_builder.function(function);
        return m_builder.frame(frame);
    }

    void note(const char *code, Severity severity, const std::string &detail, std::uint64_t count)
    {
        if (count == 0)
            return;
        m_log.add({.code = code,
                   .origin = "chrometrace",
                   .severity = severity,
                   .subject = m_file.name,
                   .detail = detail,
                   .count = count});
    }

    void addFindings()
    {
        m_unmatched += m_asynchronous.lonelyEnds;
        m_limit.report("chrometrace-absurd-times", "chrometrace", m_file.name, m_log);
        note("chrometrace-absurd-counters", Severity::Warning, farMeasurements, m_farValues);
        note("chrometrace-unmatched-calls", Severity::Warning,
             "calls begin or end only: they are cut at what is known", m_unmatched);
        note("chrometrace-crossing-calls", Severity::Warning,
             "calls were to last longer than the one they began in: they are cut there",
             m_crossing);
        note("chrometrace-other-ends", Severity::Warning,
             "an end names another call than the innermost open one, which it ends", m_otherNames);
        note("chrometrace-momentary-calls", Severity::Note,
             "calls that end when they begin are left out", m_momentary);
        note("chrometrace-calls-without-time", Severity::Warning,
             "calls without a number \"ts\" are left out", m_events.timeless);
        note("chrometrace-negative-durations", Severity::Warning,
             "durations below 0 are taken as 0", m_events.negative);
        note("chrometrace-no-durations", Severity::Warning,
             "complete calls without \"dur\" are taken as of none", m_events.endless);
        note("chrometrace-odd-ids", Severity::Warning,
             "a \"pid\" or \"tid\" is neither a text nor a whole number from 0 on",
             m_events.oddIds);
        note("chrometrace-odd-pids", Severity::Warning, oddProcessIdIsName, m_oddPids);
        addSampleFindings();
        if (m_events.counters.empty())
            note("chrometrace-no-calls", Severity::Warning, "there are neither calls nor samples",
                 m_samples == 0 ? 1 : 0);
        else
            note("chrometrace-no-calls", Severity::Note,
                 "there are measurements only, neither calls nor samples", m_samples == 0 ? 1 : 0);
        note(
            "chrometrace-asynchronous-events", Severity::Warning,
            "events of asynchronous calls are left out: there are more such calls at a time than a "
            "file of this size may have threads",
            m_asynchronous.leftOut);
        note("chrometrace-asynchronous-steps", Severity::Note,
             "steps within asynchronous calls are left out", m_events.steps);
        note("chrometrace-arguments", Severity::Note, "arguments of calls are left out",
             m_events.arguments);
        note("chrometrace-categories", Severity::Note, "categories of calls are left out",
             m_events.categories);
        note(
            "chrometrace-other-events", Severity::Note,
            "events that are neither calls nor samples nor counters (instants, flows) are left out",
            m_events.leftOut);
        note("chrometrace-unread-counters", Severity::Warning,
             "events of counters are left out: they have no \"ts\", or no number in their \"args\"",
             m_events.unreadCounters);
        note("chrometrace-too-many-counters", Severity::Warning,
             "values of counters are left out: there are more counters than a file of this size "
             "may have",
             m_events.furtherCounters);
        const auto byte = [](std::size_t place) { return "byte " + std::to_string(place) + ": "; };
        note("chrometrace-no-events", Severity::Warning,
             byte(m_events.firstOfThem) + "an element of the array is no object; it is left out",
             m_events.notObjects);
        const bool isAtEnd = m_events.cut >= m_file.bytes.size();
        note("chrometrace-open-array", Severity::Note,
             "the array of events does not end: what is whole of it is shown",
             m_events.isCut && isAtEnd ? 1 : 0);
        note("chrometrace-broken-array", Severity::Warning,
             byte(m_events.cut) + m_events.cutReason + "; what is behind it is not shown",
             m_events.isCut && !isAtEnd ? 1 : 0);
    }

    void addSampleFindings()
    {
        note("chrometrace-broken-samples", Severity::Warning,
             m_events.samples.firstBreak + "; that CPU profile, or that piece of it, is left out",
             m_events.samples.broken);
        note("chrometrace-lost-stacks", Severity::Warning,
             "samples whose stack is not among the \"stackFrames\" are left out",
             m_events.samples.lost);
        note("chrometrace-repeated-frames", Severity::Warning,
             "ids of \"stackFrames\" come again: the last one counts", m_events.samples.repeated);
        note("chrometrace-lost-callers", Severity::Warning,
             "the \"parent\" of a row of \"stackFrames\" is not there: it has none now",
             m_events.samples.callersLost);
        note("chrometrace-cyclic-callers", Severity::Warning,
             "a row of \"stackFrames\" would be among its own parents: it has none now",
             m_events.samples.cycles);
        note("chrometrace-weights", Severity::Warning,
             "weights of samples are not read: each counts as one", m_events.weights);
        note("chrometrace-times-go-back", Severity::Warning,
             "a sample is earlier than one before it; they are put in order", m_earlier);
    }

    void addSource()
    {
        Source source;
        source.type = m_builder.string("chrometrace");
        source.uri = m_builder.string(validUtf8(m_file.name));
        source.samples = m_samples;
        source.bytes = m_file.bytes.size();
        if (m_samples > 0 || !m_events.counters.empty())
            source.attributes.push_back({m_builder.string("clock_start_ns"),
                                         m_builder.string(std::to_string(m_extent.first.count()))});
        m_builder.addSource(std::move(source));
    }

    const ImportFile &m_file;
    TraceEvents m_events; // but for the asynchronous calls, which m_asynchronous has
    ImportLog &m_log;
    Extent m_extent;
    AsyncLanes m_asynchronous;
    TimeLimit m_limit;
    ProfileBuilder m_builder{TimeOrigin::ProfileStart};
    std::map<std::string, ProcessIndex> m_processes;
    std::uint64_t m_samples = 0;
    std::vector<NodeStacks> m_trees; // as SampledStacks has them
    std::map<ThreadIds, std::uint32_t> m_sampledBefore;
    std::uint64_t m_oddPids = 0;
    std::uint64_t m_farValues = 0; // of counters
    std::uint64_t m_unmatched = 0;
    std::uint64_t m_crossing = 0;
    std::uint64_t m_otherNames = 0;
    std::uint64_t m_momentary = 0;
    std::uint64_t m_earlier = 0; // samples
};

// Beside the counters there are.
std::size_t mostThreads(const TraceEvents &events, std::size_t fileBytes)
{
    return (memoryBudget(fileBytes) - events.counters.size() * seriesMemory) / threadMemory;
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
