// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/traceevents.h"

#include "model/formats/jsonreading.h"
#include "model/formats/textlines.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

namespace ember::model::chrometrace {

namespace {

using sentry::BadJson;
using sentry::JsonCursor;
using sentry::JsonType;

// What may be of interest of one event.
struct Event {
    char phase = 0;
    std::optional<double> time; // microseconds
    double duration = 0;
    std::string name;
    std::string pid;
    std::string tid;
    std::string argumentName; // args.name: of metadata
};

class EventReader {
public:
    EventReader(JsonCursor &json, TraceEvents &events) : m_json(json), m_events(events) { }

    void read()
    {
        if (m_json.type() == JsonType::Array)
            readArray();
        else
            readObject();
        // Of other JSON that is an array, too, nothing would be left.
        if (m_read == 0 && m_events.notObjects > 0)
            throw WrongContent{m_events.firstOfThem, "expected an event, an object"};
        nameProcesses();
    }

private:
    void readObject()
    {
        bool hasEvents = false;
        m_json.object([&](std::string_view key) {
            if (key != "traceEvents") {
                m_json.skip();
                return;
            }
            hasEvents = true;
            m_json.array([&] { readEvent(); });
        });
        if (!hasEvents)
            throw WrongContent{m_json.place(), "expected \"traceEvents\""};
    }

    // Programs that end early leave the array open: what is whole of it counts, as before a
    // mistake.
    void readArray()
    {
        try {
            m_json.array([&] { readEvent(); });
        } catch (const BadJson &bad) {
            if (m_read == 0)
                throw;
            m_events.isCut = true;
            m_events.cut = bad.offset;
            m_events.cutReason = bad.reason;
        }
    }

    void readEvent()
    {
        if (m_json.type() != JsonType::Object) {
            if (m_events.notObjects++ == 0)
                m_events.firstOfThem = m_json.place();
            m_json.skip();
            return;
        }
        Event event;
        m_json.object([&](std::string_view key) {
            if (key == "ph")
                event.phase = firstLetter();
            else if (key == "ts")
                event.time = number();
            else if (key == "dur")
                event.duration = number();
            else if (key == "name")
                event.name = textOrDigits(m_json);
            else if (key == "pid")
                event.pid = id();
            else if (key == "tid")
                event.tid = id();
            else if (key == "args" && m_json.type() == JsonType::Object)
                readArguments(event);
            else
                m_json.skip();
        });
        ++m_read;
        add(event);
    }

    void readArguments(Event &event)
    {
        m_json.object([&](std::string_view key) {
            if (key == "name" && m_json.type() == JsonType::String)
                event.argumentName = m_json.string();
            else
                m_json.skip();
        });
    }

    char firstLetter()
    {
        const auto phase = m_json.string();
        return phase.size() == 1 ? phase.front() : '\0';
    }

    // Some programs write times in quotes.
    double number()
    {
        if (m_json.type() != JsonType::String)
            return finiteNumber(m_json);
        const auto value = sentry::parseFloat(m_json.string());
        if (!value || !std::isfinite(*value))
            throw WrongContent{m_json.place(), "expected a finite number"};
        return *value;
    }

    std::string id()
    {
        const bool isText = m_json.type() == JsonType::String;
        auto id = textOrDigits(m_json);
        if (!isText && !parseUnsigned(id))
            ++m_events.oddIds;
        return id;
    }

    static Nanoseconds toTime(double microseconds)
    {
        constexpr double most = 3e15; // the year 2065, so that differences of nanoseconds fit
        return Nanoseconds(std::llround(std::clamp(microseconds, -most, most) * 1000));
    }

    void add(const Event &event);
    std::uint32_t nameRow(const std::string &name);
    void nameProcesses();

    JsonCursor &m_json;
    TraceEvents &m_events;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<std::string, std::string> m_processes;
    std::uint64_t m_read = 0;
};

void EventReader::add(const Event &event)
{
    if (event.phase == 'M') {
        if (event.name == "process_name")
            m_processes[event.pid] = event.argumentName;
        else if (event.name == "thread_name")
            m_events.threads[{event.pid, event.tid}].name = event.argumentName;
        return;
    }
    if (event.phase != 'B' && event.phase != 'E' && event.phase != 'X') {
        ++m_events.leftOut;
        return;
    }
    if (!event.time) {
        ++m_events.timeless;
        return;
    }
    if (event.duration < 0)
        ++m_events.negative;
    CallEvent call;
    call.kind = event.phase == 'B' ? CallKind::Begin
        : event.phase == 'E'       ? CallKind::End
                                   : CallKind::Complete;
    call.start = toTime(*event.time);
    call.duration = toTime(std::max(event.duration, 0.0));
    if (call.kind != CallKind::End)
        call.name = nameRow(event.name);
    m_events.threads[{event.pid, event.tid}].calls.push_back(call);
}

std::uint32_t EventReader::nameRow(const std::string &name)
{
    const auto [place, isNew] =
        m_names.try_emplace(name, static_cast<std::uint32_t>(m_events.names.size()));
    if (isNew)
        m_events.names.push_back(name);
    return place->second;
}

void EventReader::nameProcesses()
{
    for (auto &[ids, thread] : m_events.threads) {
        if (const auto name = m_processes.find(ids.first); name != m_processes.end())
            thread.processName = name->second;
    }
}

} // namespace

Result<TraceEvents> readTraceEvents(const ImportFile &file, const std::stop_token &stop)
{
    TraceEvents events;
    const auto outcome = readJson("Chrome trace", file, stop,
                                  [&](JsonCursor &json) { EventReader(json, events).read(); });
    // Behind an array that was left open stands nothing that could be wrong.
    if (!outcome && !(events.isCut && outcome.error().code != ErrorCode::Cancelled))
        return outcome.error();
    return events;
}

} // namespace ember::model::chrometrace
