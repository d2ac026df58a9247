// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/tracingevent.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/json/jsoncursor.h"
#include "model/json/jsontext.h"
#include "model/json/numbertext.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <utility>

namespace ember::model::sentry {

namespace {

// Takes the members of an event that are known, and skips the others.
class EventParser {
public:
    EventParser(std::string_view json, const std::stop_token &stop) : m_json(json, stop) { }

    TracingEvent parse() &&;

    bool isObject() { return m_json.type() == JsonType::Object; }

private:
    std::string text();
    std::string id() { return normalisedId(text()); }
    std::optional<Timestamp> time();
    template<typename Use>
    void members(Use use);
    void member(std::string_view key);
    void sdk();
    void contexts();
    void trace();
    void data(EventSpan &span);
    void spans();
    void span();

    JsonCursor m_json;
    TracingEvent m_event;
    std::string m_profilerOfContext;
};

// The next value if it is a text, or a number as it is spelled.
std::string EventParser::text()
{
    if (m_json.type() == JsonType::String)
        return std::string(m_json.string());
    const bool isNumber = m_json.type() == JsonType::Number;
    const auto skipped = m_json.skip();
    return std::string(isNumber ? skipped.text : std::string_view());
}

// A time in seconds or of RFC 3339; nullopt for one that no profile can have.
std::optional<Timestamp> EventParser::time()
{
    const bool isText = m_json.type() == JsonType::String;
    const auto spelled = text();
    const auto number = isText ? std::nullopt : scanNumber(spelled);
    const auto time = isText ? parseRfc3339(spelled, UtcOffset::Any)
        : number             ? std::optional(toTimestamp(*number))
                             : std::nullopt;
    const bool isAbsurd = time && std::chrono::abs(time->time_since_epoch()) >= latestTime;
    return isAbsurd ? std::nullopt : time;
}

// Calls use(key) for each member of the next value, if it is an object.
template<typename Use>
void EventParser::members(Use use)
{
    if (isObject())
        m_json.object(use);
    else
        m_json.skip();
}

TracingEvent EventParser::parse() &&
{
    m_json.object([this](std::string_view key) { member(key); });
    m_json.end();
    m_event.hasProfileContext = !m_profilerOfContext.empty();
    m_event.profilerId = m_event.hasProfileContext ? std::move(m_profilerOfContext)
                                                   : std::exchange(m_event.root.profilerId, {});
    m_event.root.profilerId.clear();
    return std::move(m_event);
}

void EventParser::member(std::string_view key)
{
    if (key == "event_id")
        m_event.eventId = id();
    else if (key == "transaction")
        m_event.root.description = text();
    else if (key == "start_timestamp")
        m_event.root.start = time();
    else if (key == "timestamp")
        m_event.root.end = time();
    else if (key == "platform")
        m_event.platform = text();
    else if (key == "release")
        m_event.release = text();
    else if (key == "environment")
        m_event.environment = text();
    else if (key == "dist")
        m_event.dist = text();
    else if (key == "sdk")
        sdk();
    else if (key == "contexts")
        contexts();
    else if (key == "spans")
        spans();
    else
        m_json.skip();
}

void EventParser::sdk()
{
    members([this](std::string_view key) {
        if (key == "name")
            m_event.sdkName = text();
        else if (key == "version")
            m_event.sdkVersion = text();
        else
            m_json.skip();
    });
}

void EventParser::contexts()
{
    members([this](std::string_view key) {
        if (key == "trace")
            trace();
        else if (key == "profile")
            members([this](std::string_view member) {
                if (member == "profiler_id")
                    m_profilerOfContext = id();
                else
                    m_json.skip();
            });
        else
            m_json.skip();
    });
}

void EventParser::trace()
{
    auto &root = m_event.root;
    members([&](std::string_view key) {
        if (key == "trace_id")
            m_event.traceId = id();
        else if (key == "span_id")
            root.id = id();
        else if (key == "parent_span_id")
            root.parent = id();
        else if (key == "op")
            root.op = text();
        else if (key == "status")
            root.status = text();
        else if (key == "data")
            data(root);
        else
            m_json.skip();
    });
}

void EventParser::data(EventSpan &span)
{
    members([&](std::string_view key) {
        if (key == "thread.id") {
            m_event.hasNumericThreadId =
                m_json.type() == JsonType::Number || m_event.hasNumericThreadId;
            span.threadId = text();
        } else if (key == "thread.name") {
            span.threadName = text();
        } else if (key == "profiler_id") {
            span.profilerId = id();
        } else {
            m_json.skip();
        }
    });
}

void EventParser::spans()
{
    if (m_json.type() != JsonType::Array) {
        m_json.skip();
        return;
    }
    m_json.array([this] { span(); });
}

void EventParser::span()
{
    EventSpan span;
    members([&](std::string_view key) {
        if (key == "span_id")
            span.id = id();
        else if (key == "parent_span_id")
            span.parent = id();
        else if (key == "op")
            span.op = text();
        else if (key == "description")
            span.description = text();
        else if (key == "status")
            span.status = text();
        else if (key == "start_timestamp")
            span.start = time();
        else if (key == "timestamp")
            span.end = time();
        else if (key == "data")
            data(span);
        else
            m_json.skip();
    });
    if (span.hasTimes())
        m_event.spans.push_back(std::move(span));
    else
        ++m_event.spansWithoutTimes;
}

} // namespace

bool looksLikeTransaction(const JsonOutline &outline)
{
    const bool isProfile = outline.has("profile") || outline.has("profiler_id");
    const bool hasTimes = outline.has("start_timestamp") || outline.has("spans");
    return !isProfile && outline.has("contexts.trace") && hasTimes;
}

Result<TracingEvent> readTracingEvent(std::string_view json, const std::stop_token &stop)
{
    try {
        EventParser parser(json, stop);
        if (!parser.isObject())
            return Error{ErrorCode::WrongType, {}, "a transaction is a JSON object"};
        auto event = std::move(parser).parse();
        if (isShallowJson(json))
            event.json = json;
        return event;
    } catch (const BadJson &bad) {
        return describeBadJson(json, bad.offset, bad.reason);
    } catch (const ReadingStopped &) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
}

namespace {

using Json = nlohmann::json;

// The value at a path; null if there is none.
const Json &valueAt(const Json &document, std::initializer_list<const char *> path)
{
    static const Json none;
    const auto *value = &document;
    for (const char *key : path) {
        const auto found = value->find(key);
        if (found == value->end())
            return none;
        value = &*found;
    }
    return *value;
}

std::optional<std::string> textAt(const Json &document, std::initializer_list<const char *> path)
{
    constexpr std::size_t longest = 1024;
    const auto &value = valueAt(document, path);
    if (!value.is_string() || value.get_ref<const std::string &>().size() > longest)
        return std::nullopt;
    return value.get<std::string>();
}

std::optional<std::string> idAt(const Json &document, std::initializer_list<const char *> path)
{
    const auto id = textAt(document, path);
    return id ? parseUuid(*id) : std::nullopt;
}

// The time of a member that is in seconds or RFC 3339.
std::optional<Timestamp> timeAt(const Json &document, const char *key)
{
    const auto &value = valueAt(document, {key});
    if (value.is_string())
        return parseRfc3339(value.get_ref<const std::string &>(), UtcOffset::Any);
    const auto number = value.is_number() ? scanNumber(value.dump()) : std::nullopt;
    return number ? std::optional(toTimestamp(*number)) : std::nullopt;
}

} // namespace

TransactionEvent readTransactionEvent(std::string_view payload)
{
    const auto event = Json::parse(payload, nullptr, false);
    return {
        .json = event.is_object() ? payload : std::string_view(),
        .id = idAt(event, {"event_id"}),
        .profileId = idAt(event, {"contexts", "profile", "profile_id"}),
        .start = timeAt(event, "start_timestamp"),
        .name = textAt(event, {"transaction"}),
        .release = textAt(event, {"release"}),
        .environment = textAt(event, {"environment"}),
        .dist = textAt(event, {"dist"}),
        .segmentId = textAt(event, {"contexts", "trace", "span_id"}),
        .sdkName = textAt(event, {"sdk", "name"}),
        .sdkVersion = textAt(event, {"sdk", "version"}),
    };
}

void takeOver(const TransactionEvent &event, Chunk &profile)
{
    StringInterner strings(profile.strings);
    const auto set = [&strings](StringIndex &field, const std::optional<std::string> &value) {
        if (value)
            field = strings.intern(*value);
    };
    auto &metadata = profile.metadata;
    if (!metadata.release.isValid())
        set(metadata.release, event.release);
    set(metadata.environment, event.environment);
    set(metadata.dist, event.dist);
    if (auto &transaction = metadata.transaction) {
        set(transaction->name, event.name);
        set(transaction->segmentId, event.segmentId);
    }
    if (event.sdkName && event.sdkVersion) {
        set(metadata.sdkName, event.sdkName);
        set(metadata.sdkVersion, event.sdkVersion);
    }
}

} // namespace ember::model::sentry
