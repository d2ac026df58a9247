// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/v1writer.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/documentfields.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/hiddenthreads.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/formats/sentry/tracingevent.h"
#include "model/json/numbertext.h"
#include "model/profile/pauses.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <gnu/libc-version.h>
#include <set>
#include <sys/utsname.h>
#include <tuple>
#include <utility>

namespace ember::model::sentry {

namespace {

// The properties of the profiled machine that V1 has.
struct Machine {
    std::string architecture;
    std::string osName;
    std::string osVersion;
    std::string runtimeName; // "" for none
    std::string runtimeVersion;
    std::string osBuild = {}; // "" if unknown
};

Machine thisMachine()
{
    utsname system{};
    if (uname(&system) != 0)
        return {"unknown", "Linux", "unknown", {}, {}};
    return {system.machine, system.sysname,         system.release,
            "glibc",        gnu_get_libc_version(), system.version};
}

// The machine a capture was made on, if its log has it.
std::optional<Machine> capturedMachine(const Profile &profile)
{
    for (const Source &source : profile.tables().sources) {
        const auto architecture = attributeText(profile, source, "machine");
        const auto system = attributeText(profile, source, "system"); // "Linux 6.1.0"
        const auto space = system.find(' ');
        if (!architecture.empty() && space != std::string::npos)
            return Machine{architecture, system.substr(0, space), system.substr(space + 1), {}, {}};
    }
    return std::nullopt;
}

// Whether this metadata of a V1 profile is in the profile that is written: kept, or made anew.
bool isWritten(std::string_view key)
{
    return (isFieldPath(key, SampleFormat::V1) && !key.starts_with("transaction.relative_"))
        || key == "verdict" || key == attribute::images || key == attribute::clock
        || key == attribute::emptySeries || key == sampleOrderAttribute;
}

} // namespace

V1Writer::V1Writer(const Profile &profile, const Piece &piece, const SessionIdentity &identity,
                   const ChunkThreadIds &threadIds, Chunk chunk)
    : m_profile(profile),
      m_piece(piece),
      m_identity(identity),
      m_threadIds(threadIds),
      m_source(profileSource(profile, piece.process)),
      m_isWhole(m_source && m_source->samples == piece.samples()),
      m_recorded(recordedTransaction()),
      m_chunk(std::move(chunk))
{
}

WrittenProfile V1Writer::write(const ChunkOptions &options) &&
{
    // A part of a profile is not the same profile, so it gets new ids.
    const auto ids = m_isWhole ? options.ids : Ids::Fresh;
    if (m_recorded.isValid() && options.ids == Ids::Keep)
        m_recordedId = recordedId();
    m_chunk.format = SampleFormat::V1;
    m_chunk.metadata.rest = {}; // members of a V2 chunk
    const auto start = zero();
    countFrom(start);
    m_chunk.metadata.start = start;
    m_chunk.metadata.timestamp = text(toRfc3339(start));
    setIdentity(ids);
    setMachine();
    m_keptEvent = keptEvent(ids);
    setTransaction(ids);
    setSegment(ids);
    sayWhatIsLeftOut(options.container);
    trimIdleSamples();
    setEvent(options);
    setEnvelope(options);
    return {
        std::string(m_chunk.text(m_chunk.metadata.eventId)),
        writeChunkJson(m_chunk, Members::All),
        std::move(m_eventId),
        std::move(m_event),
        std::move(m_envelopeHeader),
        std::move(m_changes),
        m_keptEvent.has_value(),
        m_spans,
    };
}

// Returns the transaction that the piece was cut for, if the piece has samples of its thread, which
// the user may have left out.
TransactionIndex V1Writer::recordedTransaction() const
{
    if (m_source || !isOfTransactions(m_profile))
        return {};
    const auto index = transactionOf(m_profile, m_piece);
    const bool isShown = index.isValid() && isHere(m_profile.tables().transactions[index].thread);
    return isShown ? index : TransactionIndex();
}

const Transaction &V1Writer::recorded() const
{
    return m_profile.tables().transactions[m_recorded];
}

// Whether the piece begins with the recorded transaction.
bool V1Writer::isItsStart() const
{
    return m_recorded.isValid() && m_piece.coverage.start <= recorded().start;
}

// The event_id of the recorded transaction's profile, the same one each time it is written.
std::string V1Writer::recordedId() const
{
    return derivedId({derivedChunkId(m_profile, m_piece, m_identity.profilerId),
                      m_profile.text(recorded().spanId)});
}

// An id of the recorded transaction: its own if the piece is its start, else one that is computed;
// "" if ids are to be fresh.
std::string V1Writer::idOfRecorded(const std::string &own, std::string_view what) const
{
    if (m_recordedId.empty())
        return {};
    return isItsStart() ? own : derivedId({m_recordedId, what});
}

// The time since the Unix epoch that elapsed times count from: the start of the profile, or of its
// recorded transaction, if that keeps the limit of 30 s, else the first sample.
Timestamp V1Writer::zero() const
{
    const auto start = m_profile.tables().start;
    const auto epoch = start.value_or(Timestamp()).time_since_epoch();
    const auto fits = [this](Timestamp time) {
        return m_piece.first >= time && m_piece.last - time <= longestProfile;
    };
    if (isItsStart())
        return (fits(recorded().start) ? recorded().start : m_piece.first) + epoch;
    return start && fits(Timestamp()) ? *start : m_piece.first + epoch;
}

void V1Writer::countFrom(Timestamp start)
{
    const auto since = [start](Timestamp time) { return Timestamp(time - start); };
    for (auto &sample : m_chunk.samples)
        sample.time = since(sample.time);
    std::uint64_t early = 0;
    for (auto &series : m_chunk.measurements) {
        for (auto &value : series.values)
            value.time = since(value.time);
        early += std::erase_if(series.values, [](const ChunkMeasurementValue &value) {
            return value.time < Timestamp();
        });
    }
    std::erase_if(m_chunk.measurements,
                  [](const ChunkMeasurement &series) { return series.values.empty(); });
    if (early > 0)
        m_changes.push_back("measurements: values from before the first sample are left out");
}

void V1Writer::setIdentity(Ids ids)
{
    auto &chunk = m_chunk.metadata;
    chunk.version = text("1");
    chunk.chunkId = {};
    chunk.profilerId = {};
    const auto known = ids == Ids::Keep ? given("event_id") : m_recordedId;
    m_chunk.metadata.eventId = text(strictId(known));
    if (!m_identity.dist.empty())
        m_chunk.metadata.dist = text(m_identity.dist);
    else if (const auto dist = given("dist"); !dist.empty())
        m_chunk.metadata.dist = text(dist);
    if (!m_source)
        m_changes.emplace_back("profiler_id, chunk_id: V1 has none; event_id is new");
    else if (!m_isWhole)
        m_changes.push_back("event_id, transaction.id: not all samples of " + given("event_id")
                            + " are written; what is has ids of its own");
}

template<const auto &table>
void V1Writer::restore(std::string_view prefix, auto &object)
{
    forEachMemberOf<table>([&](std::size_t, const auto &field) {
        const auto key = std::string(prefix) + std::string(field.name);
        auto &value = object.*field.member;
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, StringIndex>) {
            if (const auto known = given(key); !known.empty())
                value = text(known);
        } else if (m_source) {
            value = attributeFlag(m_profile, *m_source, key);
        }
    });
}

void V1Writer::setMachine()
{
    auto &metadata = m_chunk.metadata;
    restore<deviceFields>("device.", metadata.device);
    restore<osFields>("os.", metadata.os);
    Runtime runtime;
    restore<runtimeFields>("runtime.", runtime);
    if (runtime.name.isValid() && runtime.version.isValid())
        metadata.runtime = runtime;
    if (!metadata.device.architecture.isValid() || !metadata.os.name.isValid()
        || !metadata.os.version.isValid())
        takeMachine();
    if (m_identity.platform == "cocoa")
        fillCocoa();
}

// Sets device and os to those of the machine of the capture, else to those of this machine.
void V1Writer::takeMachine()
{
    const auto captured = capturedMachine(m_profile);
    const auto machine = captured ? *captured : thisMachine();
    m_chunk.metadata.device.architecture = text(machine.architecture);
    auto &os = m_chunk.metadata.os;
    os.name = text(machine.osName);
    os.version = text(machine.osVersion);
    const bool isAsked = m_identity.platform == "cocoa" && !os.buildNumber.isValid();
    if (isAsked && !machine.osBuild.empty())
        os.buildNumber = text(machine.osBuild);
    const bool hasRuntime = !machine.runtimeName.empty() && m_identity.platform == "native";
    if (hasRuntime && !m_chunk.metadata.runtime)
        m_chunk.metadata.runtime = {text(machine.runtimeName), text(machine.runtimeVersion), {}};
    m_changes.emplace_back(captured ? "device, os: those of the capture"
                                    : "device, os: those of this machine");
}

// Sets missing members that Relay requires on this platform.
void V1Writer::fillCocoa()
{
    std::string missing;
    const auto miss = [&](const char *member) {
        missing += (missing.empty() ? "" : ", ") + std::string(member);
    };
    const auto fill = [&](StringIndex &field, const char *member) {
        if (field.isValid())
            return;
        field = text("unknown");
        miss(member);
    };
    auto &device = m_chunk.metadata.device;
    fill(m_chunk.metadata.os.buildNumber, "os.build_number");
    fill(device.locale, "device.locale");
    fill(device.manufacturer, "device.manufacturer");
    fill(device.model, "device.model");
    if (!missing.empty())
        m_changes.push_back(missing + ": required on platform cocoa, and not known: “unknown” now");
    if (!device.isEmulator) {
        device.isEmulator = false;
        m_changes.emplace_back(
            "device.is_emulator: required on platform cocoa, and not known: false now");
    }
}

void V1Writer::sayWhatIsLeftOut(ChunkContainer container)
{
    if (!m_source)
        return;
    if (!m_profile.process(m_piece.process).sdkName.isValid())
        m_changes.push_back("client_sdk: the file has none, it is “" + m_identity.sdkName
                            + "” now");
    for (const Attribute &entry : m_source->attributes) {
        const auto key = m_profile.text(entry.key);
        const bool isPut = container == ChunkContainer::Envelope
            && (key == attribute::envelopeHeader || key == attribute::transactionEvent);
        if (!isWritten(key) && !attribute::isEmptyThread(m_profile, entry) && !isPut)
            m_changes.push_back(std::string(key) + ": left out");
    }
}

void V1Writer::trimIdleSamples()
{
    if (trimIdleEdges(m_chunk) > 0)
        m_changes.emplace_back(
            "idle samples at the ends of threads: left out, Sentry removes them");
    const bool hasIdle = std::ranges::any_of(m_chunk.samples, [this](const ChunkSample &sample) {
        return m_chunk.stacks[sample.stack].empty();
    });
    if (hasIdle)
        m_changes.emplace_back("idle samples between others: Sentry draws them with what the "
                               "stacks around them share");
}

void V1Writer::setEnvelope(const ChunkOptions &options)
{
    const auto known = beside(attribute::envelopeHeader);
    if (!known || options.container != ChunkContainer::Envelope)
        return;
    auto header =
        keptHeader(*known, m_keptEvent ? AboutEvent::TheSame : AboutEvent::Another, options);
    m_envelopeHeader = std::move(header.json);
    m_changes.insert(m_changes.end(), header.changes.begin(), header.changes.end());
}

std::string V1Writer::given(std::string_view attribute) const
{
    return m_source ? attributeText(m_profile, *m_source, attribute) : std::string();
}

} // namespace ember::model::sentry

// The transaction of a V1 profile, and its event: kept from the file, or made.

namespace ember::model::sentry {

namespace {

constexpr std::size_t spanIdDigits = 16;

using EventJson = nlohmann::ordered_json;

// Returns spans as children of a made transaction. They get ids that are computed from its trace,
// as their own are those of another trace. A span whose parent is not among them is a child of the
// root.
EventJson spansJson(const Profile &profile, const std::vector<const TracingSpan *> &spans,
                    const ChunkThreadIds &threadIds, const std::string &traceId,
                    const std::string &rootId)
{
    const auto timeText = [&](Timestamp time) {
        return toRfc3339(time + profile.tables().start.value_or(Timestamp()).time_since_epoch());
    };
    const auto spanId = [&](std::string_view known, std::string_view number) {
        return derivedId({traceId, known, known.empty() ? number : std::string_view()})
            .substr(0, spanIdDigits);
    };
    std::set<std::string_view> known;
    for (const TracingSpan *const span : spans)
        known.insert(profile.text(span->id));
    auto all = EventJson::array();
    for (const TracingSpan *const span : spans) {
        const auto parent = profile.text(span->parent);
        EventJson json{
            {"trace_id", traceId},
            {"span_id", spanId(profile.text(span->id), std::to_string(all.size()))},
            {"parent_span_id",
             parent.empty() || !known.contains(parent) ? rootId : spanId(parent, {})},
        };
        for (const auto &[key, text] :
             {std::pair("op", span->op), std::pair("status", span->status),
              std::pair("description", span->name)}) {
            if (!profile.text(text).empty())
                json[key] = profile.text(text);
        }
        json["start_timestamp"] = timeText(span->start);
        json["timestamp"] = timeText(span->end);
        if (span->thread.isValid())
            json["data"] = {{"thread.id", threadIds.ids[span->thread.row()]}};
        all.push_back(std::move(json));
    }
    return all;
}

// Sets in contexts.trace what is known of the work that a transaction did.
void addWork(const Transaction &transaction, const Profile &profile, EventJson &trace)
{
    if (transaction.op.isValid())
        trace["op"] = profile.text(transaction.op);
    if (transaction.status.isValid())
        trace["status"] = profile.text(transaction.status);
}

bool isSpanId(std::string_view text)
{
    return text.size() == spanIdDigits
        && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

void V1Writer::setTransaction(Ids ids)
{
    auto &transaction = m_chunk.metadata.transaction.emplace();
    const auto id = [&](std::string_view attribute, const std::string &ofEvent) {
        const auto known = ids == Ids::Keep ? given(attribute) : std::string();
        const auto read = parseUuid(known);
        return text(read ? *read : parseUuid(ofEvent).value_or(randomUuid()));
    };
    auto name = given("transaction.name");
    if (m_recorded.isValid())
        name = m_profile.text(recorded().name);
    const auto contexts = m_keptEvent ? m_keptEvent->object("contexts") : std::nullopt;
    const auto trace = contexts ? contexts->object("trace") : std::nullopt;
    const auto in = [](const auto &members, std::string_view key) {
        return members ? members->text(key).value_or("") : std::string();
    };
    transaction.id = id("transaction.id",
                        m_recorded.isValid() ? idOfRecorded(recordedEventId(), "transaction")
                                             : in(m_keptEvent, "event_id"));
    transaction.traceId =
        id("transaction.trace_id",
           m_recorded.isValid()
               ? idOfRecorded(std::string(m_profile.text(recorded().traceId)), "trace")
               : in(trace, "trace_id"));
    transaction.name =
        text(name.empty() ? programName(m_profile, m_piece.process, m_identity.release) : name);
    const auto active = m_threadIds.ids[activeThread().row()];
    transaction.activeThread = parseDecimal(active);
    if (name.empty())
        m_changes.push_back("transaction: “" + std::string(m_chunk.text(transaction.name))
                            + "” is made for it, and starts with it");
    if (m_piece.threads.size() > 1)
        m_changes.push_back("threads: Sentry draws the active one only, " + active);
}

// Returns the id that TransactionWriter computes for the event when the transaction is written with
// V2 chunks.
std::string V1Writer::recordedEventId() const
{
    const auto epoch = m_profile.tables().start.value_or(Timestamp()).time_since_epoch();
    return derivedId({m_profile.text(recorded().traceId), m_profile.text(recorded().spanId),
                      toRfc3339(recorded().start + epoch)});
}

// Keeps the id of the transaction's span, if the event is kept or can have it.
void V1Writer::setSegment(Ids ids)
{
    if (!m_recordedId.empty()) {
        const auto own = idOfRecorded(std::string(m_profile.text(recorded().spanId)), "span");
        const auto span = own.substr(0, spanIdDigits);
        if (isSpanId(span))
            m_chunk.metadata.transaction->segmentId = text(span);
    }
    const auto segment = given("transaction.segment_id");
    if (segment.empty())
        return;
    if (ids == Ids::Keep && (m_keptEvent || isSpanId(segment)))
        m_chunk.metadata.transaction->segmentId = text(segment);
    else
        m_changes.emplace_back("transaction.segment_id: left out, the transaction is another one");
}

// The thread that the file names as active, or on which the recorded transaction was started, else
// the main thread, else the one with most samples.
ThreadIndex V1Writer::activeThread() const
{
    const auto id = given("transaction.active_thread_id");
    const auto rank = [&](const PieceThread &part) {
        const Thread &thread = m_profile.thread(part.thread);
        const bool isGiven = m_recorded.isValid() ? part.thread == recorded().thread
                                                  : !id.empty() && m_profile.text(thread.id) == id;
        return std::tuple(isGiven, thread.isMain, part.samples());
    };
    return std::ranges::max_element(m_piece.threads, {}, rank)->thread;
}

// The event to keep, which has more than the profile knows. nullopt if there is none, or ids are to
// be fresh.
std::optional<JsonMembers> V1Writer::keptEvent(Ids ids) const
{
    const auto known = beside(attribute::transactionEvent);
    return known && ids == Ids::Keep ? JsonMembers::read(*known) : std::nullopt;
}

// Sets the event: a kept one with the user's choices, or a new one.
void V1Writer::setEvent(const ChunkOptions &options)
{
    const auto known = beside(attribute::transactionEvent);
    m_eventId = m_chunk.text(m_chunk.metadata.transaction->id);
    if (!m_keptEvent) {
        const bool isNewSpan = !m_chunk.metadata.transaction->segmentId.isValid();
        m_event = madeEvent();
        if (m_source && options.container == ChunkContainer::Envelope)
            m_changes.push_back(std::string("transaction: its event is made")
                                + (isNewSpan ? ", with a new span_id" : "")
                                + std::string(known ? "; the one it came with is left out" : ""));
        return;
    }
    m_eventId = parseUuid(m_keptEvent->text("event_id").value_or("")).value_or(m_eventId);
    bool isChanged = false;
    const auto set = [&](const char *key, const std::optional<std::string> &value) {
        if (value)
            m_keptEvent->setText(key, *value);
        isChanged = isChanged || value;
    };
    set("release", options.release);
    set("environment", options.environment);
    set("platform", options.platform);
    set("dist", options.dist);
    m_event = HiddenThreads(m_profile, options.redaction)
                  .takenOutOf(isChanged ? m_keptEvent->json() : std::string(*known));
}

std::string V1Writer::madeEvent()
{
    const auto last = std::ranges::max(m_chunk.samples, {}, &ChunkSample::time).time;
    const auto epoch = m_profile.tables().start.value_or(Timestamp()).time_since_epoch();
    const auto end =
        isItsStart() ? recorded().end + epoch : *m_chunk.metadata.start + last.time_since_epoch();
    const auto &transaction = *m_chunk.metadata.transaction;
    const auto segment = m_chunk.text(transaction.segmentId);
    const std::string traceId(m_chunk.text(transaction.traceId));
    const auto rootId =
        segment.empty() ? randomUuid().substr(0, spanIdDigits) : std::string(segment);
    EventJson event{
        {"type", "transaction"},
        {"event_id", m_chunk.text(transaction.id)},
        {"transaction", m_chunk.text(transaction.name)},
        {"start_timestamp", m_chunk.text(m_chunk.metadata.timestamp)},
        {"timestamp", toRfc3339(end)},
        {"platform", m_identity.platform},
        {"release", m_identity.release},
        {"environment", m_identity.environment},
        {"sdk", {{"name", m_identity.sdkName}, {"version", m_identity.sdkVersion}}},
        {"contexts",
         {{"trace", {{"trace_id", traceId}, {"span_id", rootId}, {"op", "profile"}}},
          {"profile", {{"profile_id", m_chunk.text(m_chunk.metadata.eventId)}}}}},
        {"spans", EventJson::array()},
    };
    if (m_chunk.metadata.dist.isValid())
        event["dist"] = m_chunk.text(m_chunk.metadata.dist);
    if (m_recorded.isValid())
        addWork(recorded(), m_profile, event["contexts"]["trace"]);
    const auto dump = [&event] {
        return event.dump(-1, ' ', false, EventJson::error_handler_t::replace);
    };
    const auto spans = capturedSpans();
    event["spans"] = spansJson(m_profile, spans, m_threadIds, traceId, rootId);
    auto json = dump();
    if (json.size() <= maxEventSize) {
        m_spans = spans.size();
        return json;
    }
    event["spans"] = EventJson::array();
    return dump();
}

// Whether the piece has samples of the thread, or the thread is not known.
bool V1Writer::isHere(ThreadIndex thread) const
{
    return !thread.isValid()
        || std::ranges::find(m_piece.threads, thread, &PieceThread::thread)
        != m_piece.threads.end();
}

// Returns the spans of a capture that start in the piece; if the piece is of a recorded
// transaction, only the spans of that transaction. Spans of threads that are not in the piece are
// left out, as the user may have excluded these threads.
std::vector<const TracingSpan *> V1Writer::capturedSpans() const
{
    std::vector<const TracingSpan *> spans;
    if (m_source)
        return spans;
    const auto range = m_recorded.isValid() ? m_piece.coverage : m_piece.range();
    m_profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        const bool isOwn = !m_recorded.isValid() || span.transaction == m_recorded;
        if (isOwn && !span.isProvisional && span.process == m_piece.process
            && range.contains(span.start) && isHere(span.thread))
            spans.push_back(&span);
    });
    return spans;
}

} // namespace ember::model::sentry
