// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/transactionwriter.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/hiddenthreads.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/formats/sentry/tracingevent.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

using EventJson = nlohmann::ordered_json;

constexpr std::size_t traceIdDigits = 32;
constexpr std::size_t spanDigits = 16;

// The member of an object, made an object if it is none.
EventJson &objectAt(EventJson &json, const char *key)
{
    auto &value = json[key];
    if (!value.is_object())
        value = EventJson::object();
    return value;
}

// The text of a member, or its number as it is spelled; "" for anything else.
std::string spelledMember(const EventJson &object, const char *key)
{
    if (!object.is_object())
        return {};
    const auto value = object.value(key, EventJson());
    return value.is_string() ? value.get<std::string>()
        : value.is_number()  ? value.dump()
                             : std::string();
}

// Whether an object of a JSON text has so many members that a tree of them would take long: ordered
// JSON looks for each among those before it.
bool hasManyMembers(std::string_view json)
{
    constexpr std::size_t most = 2'000;
    std::vector<std::size_t> counts(1); // of the objects around this place
    bool isInText = false;
    for (std::size_t at = 0; at < json.size(); ++at) {
        const char letter = json[at];
        if (isInText) {
            at += letter == '\\' ? 1 : 0;
            isInText = letter != '"';
            continue;
        }
        isInText = letter == '"';
        if (letter == '{' || letter == '[')
            counts.push_back(0);
        else if ((letter == '}' || letter == ']') && counts.size() > 1)
            counts.pop_back();
        else if (letter == ':' && ++counts.back() > most)
            return true;
    }
    return false;
}

// Whether a span says that it ran on a thread that is left out.
bool isOfOneOf(const HiddenThreads &hidden, const EventJson &span)
{
    const auto data = span.is_object() ? span.value("data", EventJson()) : EventJson();
    return data.is_object()
        && hidden.contains(spelledMember(data, "thread.id"), spelledMember(data, "thread.name"));
}

// What an event is made of. All must outlive the builder.
struct EventSubject {
    const Transaction &row;
    std::string_view name;
    std::string_view op;
    const std::vector<const TracingSpan *> &spans;
    const WrittenThread &thread; // for the transaction, and for spans, without one of their own
};

// Makes the event of one transaction.
class EventBuilder {
public:
    EventBuilder(const Profile &profile, const EventSubject &subject, const ChunkOptions &options,
                 const SessionIdentity &identity, const ChunkThreadIds &threadIds,
                 const FreshIds &ids, const RedactedNames *redacted)
        : m_profile(profile),
          m_transaction(subject.row),
          m_name(subject.name),
          m_op(subject.op),
          m_spans(subject.spans),
          m_otherThread(subject.thread),
          m_options(options),
          m_identity(identity),
          m_threadIds(threadIds),
          m_freshIds(ids),
          m_redacted(redacted)
    {
    }

    EventJson build();

private:
    void readKept();
    void setEventId();
    void setMetadata();
    void setTrace();
    void setProfile();
    void setKeptSpans();
    void setKeptThread(EventJson &data, ThreadIndex thread) const;
    void addSpans();
    EventJson spanOf(const TracingSpan &span);
    void setThread(EventJson &data, ThreadIndex thread) const;
    void renew(EventJson &object);
    std::string idFor(std::string_view known, std::string_view of, std::size_t digits);
    std::string traceId() { return idFor(text(m_transaction.traceId), "trace", traceIdDigits); }
    std::string rootId() { return idFor(text(m_transaction.spanId), "span", spanDigits); }
    bool hasThread() const { return m_transaction.thread.isValid() || !m_otherThread.id.empty(); }
    std::string timeText(Timestamp time) const;
    std::string_view text(StringIndex index) const { return m_profile.text(index); }

    const Profile &m_profile;
    const Transaction &m_transaction;
    std::string_view m_name;
    std::string_view m_op;
    const std::vector<const TracingSpan *> &m_spans;
    const WrittenThread &m_otherThread;
    const ChunkOptions &m_options;
    const SessionIdentity &m_identity;
    const ChunkThreadIds &m_threadIds;
    const FreshIds &m_freshIds;
    const RedactedNames *m_redacted;
    EventJson m_event = EventJson::object();
    bool m_isKept = false; // m_event is the one that was read
};

EventJson EventBuilder::build()
{
    readKept();
    setEventId();
    setMetadata();
    setTrace();
    setProfile();
    if (m_isKept)
        setKeptSpans();
    else
        addSpans();
    return std::move(m_event);
}

// Takes over the event that was read. Not if it is bigger than Relay takes, as a tree of JSON is a
// multiple of its text, or has objects of thousands of members, which no SDK writes: such an event
// is made anew.
void EventBuilder::readKept()
{
    const auto known = text(m_transaction.event);
    if (known.empty() || known.size() > maxEventSize || hasManyMembers(known))
        return;
    auto event = EventJson::parse(known, nullptr, false);
    m_isKept = event.is_object();
    if (m_isKept)
        m_event = std::move(event);
}

void EventBuilder::setEventId()
{
    const auto known = m_event.value("event_id", EventJson());
    const auto kept = known.is_string() && m_options.ids == Ids::Keep
        ? parseUuid(known.get_ref<const std::string &>())
        : std::nullopt;
    if (m_options.ids == Ids::Fresh)
        m_event["event_id"] = randomUuid();
    else
        m_event["event_id"] =
            kept ? *kept : derivedId({traceId(), rootId(), timeText(m_transaction.start)});
}

void EventBuilder::setMetadata()
{
    if (!m_isKept) {
        m_event["type"] = "transaction";
        m_event["transaction"] = m_name.empty() ? "<unlabeled transaction>" : std::string(m_name);
        m_event["transaction_info"] = {{"source", "custom"}};
        m_event["start_timestamp"] = timeText(m_transaction.start);
        m_event["timestamp"] = timeText(m_transaction.end);
        m_event["sdk"] = {{"name", m_identity.sdkName}, {"version", m_identity.sdkVersion}};
    }
    const auto set = [this](const char *key, const std::optional<std::string> &asked,
                            const std::string &standard) {
        if (asked)
            m_event[key] = *asked;
        else if (!m_event.contains(key) && !standard.empty())
            m_event[key] = standard;
    };
    set("platform", m_options.platform, m_identity.platform);
    set("release", m_options.release, m_identity.release);
    set("environment", m_options.environment, m_identity.environment);
    set("dist", m_options.dist, m_identity.dist);
}

void EventBuilder::setTrace()
{
    auto &trace = objectAt(objectAt(m_event, "contexts"), "trace");
    if (m_isKept) {
        renew(trace);
    } else {
        trace["trace_id"] = traceId();
        trace["span_id"] = rootId();
        if (m_transaction.parent.isValid())
            trace["parent_span_id"] = idFor(text(m_transaction.parent), {}, spanDigits);
        if (!m_op.empty())
            trace["op"] = m_op;
        if (m_transaction.status.isValid())
            trace["status"] = text(m_transaction.status);
    }
    auto &data = objectAt(trace, "data");
    setThread(data, m_transaction.thread);
    if (data.contains("profiler_id"))
        data["profiler_id"] = m_identity.profilerId;
}

// Sets contexts.profile. A profile_id is removed, as it would name a V1 profile, which is not
// written. An event that was read and names no profiler stays as it is: there is no profile of it.
void EventBuilder::setProfile()
{
    if (m_transaction.event.isValid() && !m_transaction.profilerId.isValid())
        return;
    auto &profile = objectAt(objectAt(m_event, "contexts"), "profile");
    profile.erase("profile_id");
    profile["profiler_id"] = m_identity.profilerId;
}

// Sets the threads of the spans that the event was read with (SPEC T4). Spans that are not in the
// profile, as they have no times or belong to another profiler (SPEC T5), keep their thread, or get
// the transaction's if they name none; spans of threads that are left out are removed.
void EventBuilder::setKeptSpans()
{
    std::map<std::string_view, const TracingSpan *> known;
    for (const auto *span : m_spans)
        known[text(span->id)] = span;
    const HiddenThreads hidden(m_profile, m_options.redaction, m_redacted);
    auto &spans = m_event["spans"];
    if (!spans.is_array())
        spans = EventJson::array();
    auto kept = EventJson::array();
    for (auto &span : spans) {
        const auto row = span.is_object() ? known.find(normalisedId(spelledMember(span, "span_id")))
                                          : known.end();
        if (row == known.end() && isOfOneOf(hidden, span))
            continue;
        if (span.is_object())
            renew(span);
        if (row != known.end())
            setKeptThread(objectAt(span, "data"), row->second->thread);
        else if (span.is_object() && hasThread()
                 && spelledMember(span.value("data", EventJson()), "thread.id").empty())
            setThread(objectAt(span, "data"), m_transaction.thread);
        kept.push_back(std::move(span));
    }
    spans = std::move(kept);
}

// Sets the thread of a span, the transaction's if `thread` is invalid, and the profiler that the
// span names.
void EventBuilder::setKeptThread(EventJson &data, ThreadIndex thread) const
{
    setThread(data, thread.isValid() ? thread : m_transaction.thread);
    if (data.contains("profiler_id"))
        data["profiler_id"] = m_identity.profilerId;
}

void EventBuilder::addSpans()
{
    auto &spans = m_event["spans"] = EventJson::array();
    for (const auto *span : m_spans)
        spans.push_back(spanOf(*span));
}

EventJson EventBuilder::spanOf(const TracingSpan &span)
{
    auto json = EventJson::object();
    const auto start = timeText(span.start);
    json["trace_id"] = traceId();
    json["span_id"] = idFor(text(span.id), start, spanDigits);
    json["parent_span_id"] =
        span.parent.isValid() ? idFor(text(span.parent), {}, spanDigits) : rootId();
    if (span.op.isValid())
        json["op"] = text(span.op);
    if (span.name.isValid())
        json["description"] = text(span.name);
    if (span.status.isValid())
        json["status"] = text(span.status);
    json["start_timestamp"] = start;
    json["timestamp"] = timeText(span.end);
    setThread(objectAt(json, "data"), span.thread.isValid() ? span.thread : m_transaction.thread);
    return json;
}

void EventBuilder::setThread(EventJson &data, ThreadIndex thread) const
{
    const auto written =
        thread.isValid() ? writtenThread(m_profile, m_threadIds, thread) : m_otherThread;
    if (written.id.empty())
        return;
    data["thread.id"] = written.id;
    if (!written.name.empty())
        data["thread.name"] = written.name;
}

// Replaces the ids of a span, or of the trace, if fresh ones are asked for.
void EventBuilder::renew(EventJson &object)
{
    if (m_options.ids == Ids::Keep)
        return;
    for (const auto &[key, digits] :
         {std::pair("trace_id", traceIdDigits), std::pair("span_id", spanDigits),
          std::pair("parent_span_id", spanDigits)}) {
        const auto id = object.value(key, EventJson());
        if (id.is_string())
            object[key] = idFor(id.get<std::string>(), {}, digits);
    }
}

// The known id, or one that is computed from `of`; a fresh one if that is asked for.
std::string EventBuilder::idFor(std::string_view known, std::string_view of, std::size_t digits)
{
    std::string id(known);
    if (id.empty())
        id = derivedId({m_identity.profilerId, m_name, timeText(m_transaction.start), of})
                 .substr(0, digits);
    return m_options.ids == Ids::Keep ? id : m_freshIds.insteadOf(normalisedId(id), digits);
}

std::string EventBuilder::timeText(Timestamp time) const
{
    return toRfc3339(time + m_profile.tables().start.value_or(Timestamp()).time_since_epoch());
}

WrittenTransaction writtenEvent(const EventJson &event, const SessionIdentity &identity)
{
    WrittenTransaction written;
    written.eventId = event["event_id"].get<std::string>();
    written.profilerId = identity.profilerId;
    written.platform = identity.platform;
    written.json = event.dump(-1, ' ', false, EventJson::error_handler_t::replace);
    return written;
}

} // namespace

TransactionWriter::TransactionWriter(const Profile &profile, const ChunkOptions &options,
                                     const ChunkThreadIds &threadIds, const SessionFacts *facts)
    : m_profile(profile),
      m_options(options),
      m_threadIds(threadIds),
      m_facts(facts),
      m_spans(profile.tables().transactions.size()),
      m_freshIds(facts != nullptr ? facts->freshIds : FreshIds())
{
    profile.tables().tracingSpans.forEach([this](std::size_t, const TracingSpan &span) {
        if (span.transaction.isValid())
            m_spans[span.transaction.row()].push_back(&span);
    });
}

std::optional<WrittenTransaction> TransactionWriter::write(TransactionIndex index,
                                                           const SessionIdentity &identity,
                                                           const WrittenThread &otherThread)
{
    const Transaction &transaction = m_profile.tables().transactions[index];
    const bool hasProfile = !transaction.event.isValid() || transaction.profilerId.isValid();
    const WrittenThread thread =
        hasProfile && !transaction.thread.isValid() ? otherThread : WrittenThread();
    const auto &spans = m_spans[index.row()];
    const EventSubject subject{transaction, m_profile.text(transaction.name),
                               m_profile.text(transaction.op), spans, thread};
    auto written = writtenEvent(
        EventBuilder(m_profile, subject, m_options, identity, m_threadIds, m_freshIds, redacted())
            .build(),
        identity);
    if (written.json.size() > maxEventSize)
        return std::nullopt;
    written.process = transaction.process;
    written.spans = spans.size();
    return written;
}

WrittenTransaction TransactionWriter::write(const CoveringTransaction &covering,
                                            const SessionIdentity &identity)
{
    model::Transaction row;
    row.process = covering.process;
    row.start = covering.time.start;
    row.end = covering.time.end;
    const auto with = [&](const std::vector<const TracingSpan *> &spans) {
        const EventSubject subject{row, covering.name, "profile", spans, covering.thread};
        auto written = writtenEvent(EventBuilder(m_profile, subject, m_options, identity,
                                                 m_threadIds, m_freshIds, redacted())
                                        .build(),
                                    identity);
        written.process = covering.process;
        written.spans = spans.size();
        return written;
    };
    auto written = with(covering.spans);
    return written.json.size() > maxEventSize ? with({}) : written;
}

std::string transactionEnvelope(const WrittenTransaction &transaction)
{
    NewEnvelope envelope;
    envelope.eventId = transaction.eventId;
    envelope.items.push_back({"transaction", {}, "application/json", transaction.json});
    return writeEnvelope(envelope);
}

} // namespace ember::model::sentry
