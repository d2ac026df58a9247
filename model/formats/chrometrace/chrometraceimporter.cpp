// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/chrometraceimporter.h"

#include "model/core/memorybudget.h"
#include "model/core/validutf8.h"
#include "model/formats/chrometrace/callstacks.h"
#include "model/formats/chrometrace/traceevents.h"
#include "model/formats/textlines.h"
#include "model/formats/timelimit.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ember::model::chrometrace {

namespace {

class Assembler {
public:
    Assembler(const ImportFile &file, const TraceEvents &events, ImportLog &log)
        : m_file(file),
          m_events(events),
          m_log(log),
          m_limit(events.threads.size())
    {
    }

    ProfilePointer run() &&
    {
        auto start = Nanoseconds::max();
        for (const auto &[ids, thread] : m_events.threads) {
            for (const auto &call : thread.calls)
                start = std::min(start, call.start);
        }
        for (const auto &[ids, thread] : m_events.threads) {
            if (!thread.calls.empty())
                addThread(ids.first, ids.second, thread, start);
        }
        addFindings();
        addSource(start);
        return m_builder.snapshot();
    }

private:
    ProcessIndex processOf(const std::string &pid, const std::string &name)
    {
        const auto [place, isNew] = m_processes.try_emplace(pid);
        if (isNew) {
            Process process;
            process.pid = static_cast<std::uint32_t>(parseUnsigned(pid).value_or(0));
            if (!name.empty())
                process.name = m_builder.string(name);
            place->second = m_builder.addProcess(process);
        }
        return place->second;
    }

    void addThread(const std::string &pid, const std::string &tid, const TracedThread &traced,
                   Nanoseconds start)
    {
        Thread thread;
        thread.process = processOf(pid, traced.processName);
        thread.id = m_builder.string(tid);
        thread.isMain = pid == tid;
        if (!traced.name.empty())
            thread.name = m_builder.string(traced.name);
        const auto index = m_builder.addThread(std::move(thread));

        const auto timeline = callTimeline(traced.calls);
        m_unmatched += timeline.unmatched;
        std::vector<StackIndex> stacks{emptyStack};
        for (std::size_t row = 1; row < timeline.nodes.size(); ++row) {
            const auto &node = timeline.nodes[row];
            stacks.push_back(m_builder.stack(stacks[node.caller], frameOf(node.name)));
        }
        for (const auto &change : timeline.changes)
            m_builder.addSample(
                index, {Timestamp(m_limit.bounded(change.time - start)), stacks[change.row], {}});
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
        m_limit.report("chrometrace-absurd-times", "chrometrace", m_file.name, m_log);
        note("chrometrace-unmatched-calls", Severity::Warning,
             "calls begin or end only: they are cut at what is known", m_unmatched);
        note("chrometrace-calls-without-time", Severity::Warning,
             "calls without a number \"ts\" are left out", m_events.timeless);
        note("chrometrace-negative-durations", Severity::Warning,
             "durations below 0 are taken as 0", m_events.negative);
        note("chrometrace-odd-ids", Severity::Warning,
             "a \"pid\" or \"tid\" is neither a text nor a whole number from 0 on",
             m_events.oddIds);
        note("chrometrace-other-events", Severity::Note,
             "events that are no calls (counters, instants, flows) are left out", m_events.leftOut);
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

    void addSource(Nanoseconds start)
    {
        Source source;
        source.type = m_builder.string("chrometrace");
        source.uri = m_builder.string(validUtf8(m_file.name));
        source.samples = m_samples;
        source.bytes = m_file.bytes.size();
        if (m_samples > 0)
            source.attributes.push_back({m_builder.string("clock_start_ns"),
                                         m_builder.string(std::to_string(start.count()))});
        m_builder.addSource(std::move(source));
    }

    const ImportFile &m_file;
    const TraceEvents &m_events;
    ImportLog &m_log;
    TimeLimit m_limit;
    ProfileBuilder m_builder{TimeOrigin::ProfileStart};
    std::map<std::string, ProcessIndex> m_processes;
    std::uint64_t m_samples = 0;
    std::uint64_t m_unmatched = 0;
};

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
    EMBER_ASSIGN_OR_RETURN(const auto events, readTraceEvents(file, stop));
    if (const auto threads = events.threads.size();
        threads > mostWithinBudget(threadMemory, file.bytes.size()))
        return Error{ErrorCode::FileTooBig, file.name,
                     "Chrome trace: " + std::to_string(threads)
                         + " threads are more than a file of this size may have"};
    return std::vector{Assembler(file, events, log).run()};
}

} // namespace ember::model::chrometrace
