// SPDX-License-Identifier: GPL-3.0-or-later
// The transaction that a V1 profile is of, and its event: the one that was read, or one that is
// made.
#include "model/formats/export/randomuuid.h"
#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/rfc3339.h"
#include "model/formats/sentry/uuidtext.h"
#include "model/formats/sentry/v1/v1writer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace ember::model::sentry::v1 {

namespace {

// The program that ran, as people call it.
std::string programName(const Profile &profile, ProcessIndex index, std::string_view release)
{
    const Process &process = profile.process(index);
    const auto executable = profile.text(process.executable);
    if (!executable.empty())
        return std::string(executable.substr(executable.rfind('/') + 1)); // npos + 1 is 0
    const auto name = profile.text(process.name);
    if (!name.empty())
        return std::string(name);
    const auto package = release.substr(0, release.find('@')); // name@version
    return package.empty() ? "program" : std::string(package);
}

constexpr std::size_t spanIdDigits = 16;

bool isSpanId(std::string_view text)
{
    return text.size() == spanIdDigits
        && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

void Writer::setTransaction(Ids ids)
{
    auto &transaction = m_metadata.transaction.emplace();
    const auto id = [&](std::string_view attribute, const std::string &ofEvent) {
        const auto known = ids == Ids::Keep ? given(attribute) : std::string();
        const auto read = parseUuid(known);
        return text(read ? *read : parseUuid(ofEvent).value_or(randomUuid()));
    };
    const auto name = given("transaction.name");
    const auto contexts = m_keptEvent ? m_keptEvent->object("contexts") : std::nullopt;
    const auto trace = contexts ? contexts->object("trace") : std::nullopt;
    const auto in = [](const auto &members, std::string_view key) {
        return members ? members->text(key).value_or("") : std::string();
    };
    transaction.id = id("transaction.id", in(m_keptEvent, "event_id"));
    transaction.traceId = id("transaction.trace_id", in(trace, "trace_id"));
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

// The span of the transaction's event: that one's, or the one that is made has it.
void Writer::setSegment(Ids ids)
{
    const auto segment = given("transaction.segment_id");
    if (segment.empty())
        return;
    if (ids == Ids::Keep && (m_keptEvent || isSpanId(segment)))
        m_metadata.transaction->segmentId = text(segment);
    else
        m_changes.emplace_back("transaction.segment_id: left out, the transaction is another one");
}

// The given one, else the main thread, else the one with most samples.
ThreadIndex Writer::activeThread() const
{
    const auto id = given("transaction.active_thread_id");
    const auto rank = [&](const PieceThread &part) {
        const Thread &thread = m_profile.thread(part.thread);
        const bool isGiven = !id.empty() && m_profile.text(thread.id) == id;
        return std::tuple(isGiven, thread.isMain, part.samples());
    };
    return std::ranges::max_element(m_piece.threads, {}, rank)->thread;
}

// The one that was read says more than the profile knows.
std::optional<JsonMembers> Writer::keptEvent(Ids ids) const
{
    const auto known = beside(attribute::transactionEvent);
    return known && ids == Ids::Keep ? JsonMembers::read(*known) : std::nullopt;
}

// What the user wants said otherwise is said so in a kept one, too.
void Writer::setEvent(const ChunkOptions &options)
{
    const auto known = beside(attribute::transactionEvent);
    m_eventId = m_chunk.text(m_metadata.transaction->id);
    if (!m_keptEvent) {
        const bool isNewSpan = !m_metadata.transaction->segmentId.isValid();
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
    m_event = isChanged ? m_keptEvent->json() : std::string(*known);
}

std::string Writer::madeEvent() const
{
    const auto last = std::ranges::max(m_chunk.samples, {}, &ChunkSample::time).time;
    const auto end = *m_metadata.start + last.time_since_epoch();
    const auto &transaction = *m_metadata.transaction;
    const auto segment = m_chunk.text(transaction.segmentId);
    nlohmann::ordered_json event{
        {"type", "transaction"},
        {"event_id", m_chunk.text(transaction.id)},
        {"transaction", m_chunk.text(transaction.name)},
        {"start_timestamp", m_chunk.text(m_metadata.timestamp)},
        {"timestamp", toRfc3339(end)},
        {"platform", m_identity.platform},
        {"release", m_identity.release},
        {"environment", m_identity.environment},
        {"sdk", {{"name", m_identity.sdkName}, {"version", m_identity.sdkVersion}}},
        {"contexts",
         {{"trace",
           {{"trace_id", m_chunk.text(transaction.traceId)},
            {"span_id",
             segment.empty() ? randomUuid().substr(0, spanIdDigits) : std::string(segment)},
            {"op", "profile"}}},
          {"profile", {{"profile_id", m_chunk.text(m_metadata.eventId)}}}}},
        {"spans", nlohmann::ordered_json::array()},
    };
    if (m_metadata.dist.isValid())
        event["dist"] = m_chunk.text(m_metadata.dist);
    using Json = nlohmann::ordered_json;
    return event.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace ember::model::sentry::v1
