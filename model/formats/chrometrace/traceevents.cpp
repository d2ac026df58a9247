// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/traceevents.h"

#include "model/core/memorybudget.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/chrometrace/tracesamples.h"
#include "model/formats/import/jsonreading.h"

#include <algorithm>
#include <cmath>

namespace ember::model::chrometrace {

namespace {

// Reads a number, which may be in quotes. nullopt for all that is no finite number.
std::optional<double> takeNumber(JsonCursor &json)
{
    std::optional<double> value;
    if (json.type() == JsonType::Number)
        value = toDouble(json.number());
    else if (json.type() == JsonType::String)
        value = parseFloat(json.string());
    else
        json.skip();
    return value && std::isfinite(*value) ? value : std::nullopt;
}

// The members of an event that may be used.
struct Event {
    char phase = 0;
    std::optional<Nanoseconds> time;
    std::optional<Nanoseconds> duration;
    std::optional<Nanoseconds> threadDuration; // on the clock of the thread's CPU time
    std::string name;
    std::string pid;
    std::string tid;
    AsyncId id;
    std::string frameId; // of a sample
    std::string weight; // of a sample
    std::string_view arguments; // an object; "" if there is none
    std::size_t argumentsPlace = 0; // offset of the arguments in the file
};

enum class EventKind : std::uint8_t { Call, Sample, Asynchronous, Counter, Metadata, Other };

EventKind kindOf(char phase)
{
    using namespace std::string_view_literals;
    const auto isOneOf = [phase](std::string_view phases) {
        return phases.find(phase) != std::string_view::npos;
    };
    return isOneOf("BEX"sv)    ? EventKind::Call
        : isOneOf("P"sv)       ? EventKind::Sample
        : isOneOf("M"sv)       ? EventKind::Metadata
        : isOneOf("C"sv)       ? EventKind::Counter
        : isOneOf("benSTpF"sv) ? EventKind::Asynchronous
                               : EventKind::Other;
}

std::string byte(std::size_t place)
{
    return "byte " + std::to_string(place) + ": ";
}

class EventReader {
public:
    EventReader(JsonCursor &json, std::size_t maxCounters, const std::stop_token &stop,
                TraceEvents &events)
        : m_json(json),
          m_stop(stop),
          m_events(events),
          m_found(events.findings),
          m_samples(m_found),
          m_counters(maxCounters)
    {
    }

    void read()
    {
        if (m_json.type() == JsonType::Array)
            readArray();
        else
            readObject();
        // An array without events is an error: it would give an empty profile.
        if (m_read == 0 && m_firstOther)
            throw WrongContent{*m_firstOther, "expected an event, an object"};
        m_events.samples = std::move(m_samples).finish(m_json.place());
        m_found[TraceFinding::FurtherCounters] = m_counters.leftOut();
        m_events.counters = m_counters.take();
    }

private:
    void readObject()
    {
        bool hasEvents = false;
        m_json.object([&](std::string_view key) {
            if (key == "traceEvents") {
                hasEvents = true;
                m_json.array([&] { readEvent(); });
            } else if (key == "samples" && m_json.type() == JsonType::Array) {
                m_json.array([&] { readEvent('P'); });
            } else if (key == "stackFrames" && m_json.type() == JsonType::Object) {
                readFrames();
            } else {
                m_json.skip();
            }
        });
        if (!hasEvents)
            throw WrongContent{m_json.place(), "expected \"traceEvents\""};
    }

    // Reads an array of events. Programs that end early leave it open: the complete events are
    // used, and so are those before a syntax error.
    void readArray()
    {
        try {
            m_json.array([&] { readEvent(); });
        } catch (const BadJson &bad) {
            if (m_read == 0)
                throw;
            const bool isAtEnd = bad.offset >= m_json.whole().size();
            m_found.add(isAtEnd ? TraceFinding::OpenArray : TraceFinding::BrokenArray,
                        isAtEnd ? "" : byte(bad.offset) + bad.reason);
        }
    }

    // Reads an event. `phase` is for events that have none because their list determines it.
    void readEvent(char phase = '\0')
    {
        if (m_json.type() != JsonType::Object) {
            m_found.add(TraceFinding::NotObjects, byte(m_json.place()));
            m_firstOther = m_firstOther.value_or(m_json.place());
            m_json.skip();
            return;
        }
        Event event;
        event.phase = phase;
        m_json.object([&](std::string_view key) {
            if (key == "ph")
                event.phase = firstLetter();
            else if (key == "ts")
                event.time = takeTraceTime(m_json);
            else if (key == "dur")
                event.duration = takeTraceTime(m_json);
            else if (key == "tdur")
                event.threadDuration = takeTraceTime(m_json);
            else if (key == "name")
                event.name = textOrDigits(m_json);
            else if (key == "pid")
                event.pid = id();
            else if (key == "tid")
                event.tid = id();
            else if (key == "id")
                event.id.text = textOrDigits(m_json);
            else if (key == "id2" && m_json.type() == JsonType::Object)
                readReach(event.id);
            else if (key == "scope")
                event.id.scope = textOrDigits(m_json);
            else if (key == "cat")
                event.id.category = textOrDigits(m_json);
            else if (key == "sf")
                event.frameId = textOrDigits(m_json);
            else if (key == "weight")
                event.weight = textOrDigits(m_json);
            else if (key == "args" && m_json.type() == JsonType::Object)
                setArguments(event);
            else
                m_json.skip();
        });
        if (!event.duration)
            event.duration = event.threadDuration;
        ++m_read;
        m_events.read += kindOf(event.phase) == EventKind::Metadata ? 0U : 1U;
        add(event);
    }

    void readReach(AsyncId &id)
    {
        m_json.object([&](std::string_view key) {
            id.reach = key == "global" ? IdReach::Global : IdReach::Local;
            id.text = textOrDigits(m_json);
        });
    }

    // Keeps the arguments unparsed: their meaning depends on the other members of the event.
    void setArguments(Event &event)
    {
        event.arguments = m_json.skip().text;
        event.argumentsPlace = m_json.place() - event.arguments.size();
    }

    void readFrames()
    {
        m_json.object([&](std::string_view key) {
            const std::string id(key);
            std::string name;
            std::string caller;
            if (m_json.type() != JsonType::Object) {
                m_json.skip();
                return;
            }
            m_json.object([&](std::string_view member) {
                if (member == "name")
                    name = textOrDigits(m_json);
                else if (member == "parent")
                    caller = textOrDigits(m_json);
                else
                    m_json.skip();
            });
            m_samples.addFrame(id, name, caller);
        });
    }

    char firstLetter()
    {
        const auto phase = m_json.string();
        return phase.size() == 1 ? phase.front() : '\0';
    }

    std::string id()
    {
        const bool isText = m_json.type() == JsonType::String;
        auto id = textOrDigits(m_json);
        if (!isText && !parseUnsigned(id))
            ++m_found[TraceFinding::InvalidIds];
        return id;
    }

    void add(const Event &event);
    void addCall(const Event &event);
    void addAsynchronous(const Event &event);
    void addSample(const Event &event);
    void addCounter(const Event &event);
    void addMetadata(const Event &event);
    CallEvent callOf(const Event &event, CallKind kind);
    void noteUnread(const Event &event);
    std::uint32_t nameRow(const std::string &name);

    JsonCursor &m_json;
    const std::stop_token &m_stop;
    TraceEvents &m_events;
    TraceFindings &m_found;
    TraceSamples m_samples;
    TraceCounters m_counters;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::uint64_t m_read = 0;
    std::optional<std::size_t> m_firstOther; // byte of the first element that is no event
};

void EventReader::add(const Event &event)
{
    switch (kindOf(event.phase)) {
    case EventKind::Call: return addCall(event);
    case EventKind::Sample: return addSample(event);
    case EventKind::Metadata: return addMetadata(event);
    case EventKind::Asynchronous: return addAsynchronous(event);
    case EventKind::Counter: return addCounter(event);
    case EventKind::Other: break;
    }
    if (event.name == "CpuProfile" && !event.arguments.empty())
        addSample(event);
    else
        ++m_found[TraceFinding::OtherEvents];
}

void EventReader::addMetadata(const Event &event)
{
    if (event.arguments.empty() || (event.name != "process_name" && event.name != "thread_name"))
        return;
    std::string name;
    JsonCursor arguments(event.arguments, m_stop);
    arguments.object([&](std::string_view key) {
        if (key == "name" && arguments.type() == JsonType::String)
            name = arguments.string();
        else
            arguments.skip();
    });
    if (event.name == "process_name")
        m_events.processNames[event.pid] = name;
    else
        m_events.threads[{event.pid, event.tid}].name = name;
}

void EventReader::addCall(const Event &event)
{
    if (!event.time) {
        ++m_found[TraceFinding::UntimedCalls];
        return;
    }
    if (event.duration.value_or(Nanoseconds(0)) < Nanoseconds(0))
        ++m_found[TraceFinding::NegativeDurations];
    if (event.phase == 'X' && !event.duration)
        ++m_found[TraceFinding::NoDurations];
    const auto kind = event.phase == 'B' ? CallKind::Begin
        : event.phase == 'E'             ? CallKind::End
                                         : CallKind::Complete;
    m_events.threads[{event.pid, event.tid}].calls.push_back(callOf(event, kind));
}

// Adds the begin or end of an asynchronous call, in either of the two spellings.
void EventReader::addAsynchronous(const Event &event)
{
    const bool isBegin = event.phase == 'b' || event.phase == 'S';
    if (!isBegin && event.phase != 'e' && event.phase != 'F') {
        ++m_found[TraceFinding::AsynchronousSteps];
        return;
    }
    if (!event.time) {
        ++m_found[TraceFinding::UntimedCalls];
        return;
    }
    auto id = event.id;
    if (id.reach != IdReach::Global)
        id.pid = event.pid;
    const auto [place, isNew] = m_events.asyncCalls.try_emplace(std::move(id));
    if (isNew)
        place->second.pid = event.pid;
    place->second.calls.push_back(callOf(event, isBegin ? CallKind::Begin : CallKind::End));
}

// Counts members that are not read. Empty arguments are "{}".
void EventReader::noteUnread(const Event &event)
{
    constexpr std::size_t none = 2;
    m_found[TraceFinding::Arguments] += event.arguments.size() > none ? 1U : 0U;
    m_found[TraceFinding::Categories] += event.id.category.empty() ? 0U : 1U;
}

// Converts an event that has a time.
CallEvent EventReader::callOf(const Event &event, CallKind kind)
{
    noteUnread(event);
    CallEvent call;
    call.kind = kind;
    call.start = *event.time;
    if (kind == CallKind::Complete)
        call.duration = std::max(event.duration.value_or(Nanoseconds(0)), Nanoseconds(0));
    if (kind != CallKind::End || !event.name.empty())
        call.name = nameRow(event.name);
    return call;
}

// Adds a sample, or a piece of a profile of V8. Older versions of Chrome put a whole profile into
// one event; newer ones begin a profile with one event and continue it with further events, which
// may come from another thread.
void EventReader::addSample(const Event &event)
{
    const bool isWhole = event.name == "CpuProfile";
    if (isWhole || event.name == "Profile" || event.name == "ProfileChunk") {
        const TraceSamples::Of of{event.pid, event.id.text, event.tid, isWhole ? m_read : 0};
        if (isWhole || event.name == "Profile")
            m_samples.setThread(of);
        if (!event.arguments.empty())
            m_samples.readPiece(of, event.arguments, event.argumentsPlace, m_stop);
        return;
    }
    m_found[TraceFinding::Weights] += event.weight.empty() || event.weight == "1" ? 0U : 1U;
    if (event.time && !event.frameId.empty())
        m_samples.addSample({event.pid, event.tid}, *event.time, event.frameId);
    else
        ++m_found[TraceFinding::OtherEvents];
}

// Adds values of a counter. Counters of the same name may have different ids.
void EventReader::addCounter(const Event &event)
{
    const auto name = event.id.text.empty() ? event.name : event.name + ' ' + event.id.text;
    if (!event.time
        || !m_counters.add(nameRow(event.pid), nameRow(name), *event.time, event.arguments, m_stop))
        ++m_found[TraceFinding::UnreadCounters];
}

std::uint32_t EventReader::nameRow(const std::string &name)
{
    const auto [place, isNew] =
        m_names.try_emplace(name, static_cast<std::uint32_t>(m_events.names.size()));
    if (isNew)
        m_events.names.push_back(name);
    return place->second;
}

} // namespace

bool TraceCounters::add(std::uint32_t pid, std::uint32_t name, Nanoseconds time,
                        std::string_view arguments, const std::stop_token &stop)
{
    if (arguments.empty())
        return false;
    bool hasNumber = false;
    JsonCursor json(arguments, stop);
    json.object([&](std::string_view key) {
        const std::string unit(key);
        const auto value = takeNumber(json);
        hasNumber = hasNumber || value;
        if (value)
            addValue(pid, name, unit, {time, *value});
    });
    return hasNumber;
}

void TraceCounters::addValue(std::uint32_t pid, std::uint32_t name, const std::string &key,
                             CounterValue value)
{
    const auto known = m_rows.find({pid, name, key});
    if (known == m_rows.end() && m_counters.size() == m_most) {
        ++m_leftOut;
        return;
    }
    const auto row = known != m_rows.end()
        ? known->second
        : m_rows.emplace(std::tuple(pid, name, key), m_counters.size()).first->second;
    if (row == m_counters.size())
        m_counters.push_back({pid, name, key == "value" ? std::string() : key, {}});
    m_counters[row].values.push_back(value);
}

Result<TraceEvents> readTraceEvents(const ImportFile &file, const std::stop_token &stop)
{
    TraceEvents events;
    const auto outcome = readJson("Chrome trace", file, stop, [&](JsonCursor &json) {
        constexpr std::size_t share = 4; // counters may take a quarter of the budget
        const auto maxCounters = mostWithinBudget(seriesMemory, file.bytes.size()) / share;
        EventReader(json, maxCounters, stop, events).read();
    });
    // Errors after an array that was left open mean nothing.
    const bool isCut = events.findings[TraceFinding::OpenArray] > 0
        || events.findings[TraceFinding::BrokenArray] > 0;
    if (!outcome && !(isCut && outcome.error().code != ErrorCode::Cancelled))
        return outcome.error();
    return events;
}

} // namespace ember::model::chrometrace
