// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/json/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace ember::model::sentry {

namespace {

using Json = nlohmann::json;

} // namespace

std::optional<std::size_t> jsonObjectLength(std::string_view text)
{
    std::size_t depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::nullopt;
}

HeaderJson::HeaderJson(std::string_view json, std::initializer_list<std::string_view> known)
{
    std::string key;
    const auto watch = [&](int depth, Json::parse_event_t event, Json &parsed) {
        using Event = Json::parse_event_t;
        if (depth != 1 || event == Event::object_start || event == Event::array_start)
            return true;
        if (event == Event::key) {
            key = parsed.get<std::string>();
        } else if (std::ranges::find(known, key) != known.end()) {
            Value value = Other{};
            if (parsed.is_string())
                value = parsed.get<std::string>();
            else if (parsed.is_number_unsigned())
                value = parsed.get<std::uint64_t>();
            const bool isNew =
                parsed.is_null() ? !m_values.contains(key) : m_values.emplace(key, value).second;
            if (!isNew && m_fault.empty())
                m_fault = "duplicate field " + key;
        }
        return true;
    };
    const auto document = Json::parse(json, watch, false);
    if (document.is_discarded())
        m_fault = "invalid JSON";
}

std::optional<std::string> HeaderJson::text(std::string_view key) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        return std::nullopt;
    if (const auto *text = std::get_if<std::string>(&found->second))
        return *text;
    m_fault = std::string(key) + " is not a string";
    return std::nullopt;
}

std::optional<std::uint64_t> HeaderJson::number(std::string_view key, std::uint64_t limit) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        return std::nullopt;
    const auto *number = std::get_if<std::uint64_t>(&found->second);
    if (number && *number <= limit)
        return *number;
    m_fault = std::string(key) + " is not an integer from 0 to " + std::to_string(limit);
    return std::nullopt;
}

namespace {

bool isWhiteSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Parses the bytes of an envelope in one pass. Errors have the offset at which they occur.
class EnvelopeParser {
public:
    EnvelopeParser(std::string_view bytes, const EnvelopeLimits &limits)
        : m_bytes(bytes),
          m_limits(limits)
    {
    }

    Result<Envelope> parse();

private:
    Error fail(ErrorCode code, std::size_t offset, std::string_view reason) const
    {
        return {code, {}, "byte " + std::to_string(offset) + ": " + std::string(reason)};
    }

    Result<std::string_view> headerLine();
    Result<void> endOfLine();
    Result<void> parseHeader(EnvelopeHeader &header);
    Result<void> parseItem(EnvelopeItem &item);
    Result<void> parseItemHeader(EnvelopeItem &item);
    Result<void> takePayload(EnvelopeItem &item);

    std::string_view m_bytes;
    EnvelopeLimits m_limits;
    std::size_t m_offset = 0;
};

Result<Envelope> EnvelopeParser::parse()
{
    Envelope envelope;
    EMBER_RETURN_IF_ERROR(parseHeader(envelope.header));
    while (m_offset < m_bytes.size()) {
        if (envelope.items.size() == m_limits.items)
            return fail(ErrorCode::TooLarge, m_offset,
                        "more than " + std::to_string(m_limits.items) + " items");
        EMBER_RETURN_IF_ERROR(parseItem(envelope.items.emplace_back()));
    }
    return envelope;
}

// Takes the JSON object at the offset after white space, and moves past it and its line feed.
Result<std::string_view> EnvelopeParser::headerLine()
{
    while (m_offset < m_bytes.size() && isWhiteSpace(m_bytes[m_offset]))
        ++m_offset;
    if (m_offset == m_bytes.size())
        return fail(ErrorCode::Truncated, m_offset, "unexpected end of file");
    const auto start = m_offset;
    if (m_bytes[start] != '{')
        return fail(ErrorCode::SyntaxError, start, "expected a header, a JSON object");
    const auto length = jsonObjectLength(m_bytes.substr(start));
    if (!length)
        return fail(ErrorCode::Truncated, m_bytes.size(), "unexpected end of file in a header");
    if (*length > m_limits.headerBytes)
        return fail(ErrorCode::TooLarge, start,
                    "a header of more than " + std::to_string(m_limits.headerBytes) + " bytes");
    m_offset += *length;
    const auto line = m_bytes.substr(start, *length);
    EMBER_RETURN_IF_ERROR(endOfLine());
    return line;
}

Result<void> EnvelopeParser::endOfLine()
{
    if (m_offset < m_bytes.size() && m_bytes[m_offset] != '\n')
        return fail(ErrorCode::SyntaxError, m_offset, "missing newline after header or payload");
    m_offset = std::min(m_offset + 1, m_bytes.size());
    return {};
}

Result<void> EnvelopeParser::parseHeader(EnvelopeHeader &header)
{
    EMBER_ASSIGN_OR_RETURN(const auto line, headerLine());
    const auto start = static_cast<std::size_t>(line.data() - m_bytes.data());
    const auto invalid = [&](std::string_view reason) {
        return fail(ErrorCode::SyntaxError, start,
                    "invalid envelope header: " + std::string(reason));
    };
    const HeaderJson json(line, {"event_id", "sent_at", "dsn"});
    header.json = line;
    header.eventId = json.text("event_id");
    header.sentAt = json.text("sent_at");
    header.dsn = json.text("dsn");
    if (!json.fault().empty())
        return invalid(json.fault());
    if (header.eventId && !parseUuid(*header.eventId))
        return invalid("event_id is not a UUID");
    if (header.sentAt && !parseRfc3339(*header.sentAt, UtcOffset::Zero))
        return invalid("sent_at is not an RFC 3339 time");
    if (header.dsn && !parseDsn(*header.dsn))
        return invalid("dsn cannot be read");
    return {};
}

Result<void> EnvelopeParser::parseItem(EnvelopeItem &item)
{
    EMBER_RETURN_IF_ERROR(parseItemHeader(item));
    return takePayload(item);
}

Result<void> EnvelopeParser::parseItemHeader(EnvelopeItem &item)
{
    EMBER_ASSIGN_OR_RETURN(const auto line, headerLine());
    const auto start = static_cast<std::size_t>(line.data() - m_bytes.data());
    const HeaderJson json(line, {"type", "length", "platform", "content_type", "meta_length"});
    constexpr auto limit = std::numeric_limits<std::uint32_t>::max();
    item.json = line;
    const auto type = json.text("type");
    const auto length = json.number("length", limit);
    item.platform = json.text("platform");
    item.contentType = json.text("content_type");
    item.hasMetaLength = json.number("meta_length", limit).has_value();
    if (!json.fault().empty() || !type)
        return fail(
            ErrorCode::SyntaxError, start,
            "invalid item header: "
                + (json.fault().empty() ? std::string("missing field type") : json.fault()));
    item.type = *type;
    if (length)
        item.length = static_cast<std::uint32_t>(*length);
    return {};
}

Result<void> EnvelopeParser::takePayload(EnvelopeItem &item)
{
    const auto left = m_bytes.substr(m_offset);
    item.offset = m_offset;
    if (!item.length) {
        item.payload = left.substr(0, left.find('\n'));
    } else if (*item.length <= left.size()) {
        item.payload = left.substr(0, *item.length);
    } else {
        return fail(ErrorCode::Truncated, m_bytes.size(),
                    "unexpected end of file: the item of " + std::to_string(*item.length)
                        + " bytes at byte " + std::to_string(m_offset) + " has "
                        + std::to_string(left.size()));
    }
    m_offset += item.payload.size();
    return endOfLine();
}

} // namespace

std::size_t Envelope::profileCount() const
{
    return static_cast<std::size_t>(std::ranges::count_if(items, [](const EnvelopeItem &item) {
        return item.type == "profile" || item.type == "profile_chunk";
    }));
}

bool looksLikeEnvelope(std::string_view bytes)
{
    const auto lineEnd = bytes.find('\n');
    if (lineEnd == std::string_view::npos)
        return false;
    const auto second = bytes.find_first_not_of(" \t\r\n", lineEnd);
    if (second == std::string_view::npos || bytes[second] != '{')
        return false;
    const auto first = bytes.find_first_not_of(" \t\r\n");
    if (first >= lineEnd || bytes[first] != '{')
        return false;
    const auto length = jsonObjectLength(bytes.substr(first, lineEnd - first));
    return length
        && bytes.substr(first + *length, lineEnd - first - *length).find_first_not_of(" \t\r")
        == std::string_view::npos;
}

Result<Envelope> parseEnvelope(std::string_view bytes, const EnvelopeLimits &limits)
{
    return EnvelopeParser(bytes, limits).parse();
}

namespace {

void writeText(JsonWriter &json, std::string_view key, std::string_view text)
{
    if (!text.empty())
        json.key(key).value(text);
}

std::string headerOf(const NewEnvelope &envelope)
{
    JsonWriter json;
    json.beginObject();
    writeText(json, "event_id", envelope.eventId);
    writeText(json, "sent_at", envelope.sentAt);
    json.members(envelope.others);
    json.end();
    return json.take();
}

// Returns the header line of an item. It always has the length, as a payload may have line feeds.
std::string headerOf(const NewEnvelopeItem &item)
{
    JsonWriter json;
    json.beginObject();
    writeText(json, "type", item.type);
    writeText(json, "platform", item.platform);
    writeText(json, "content_type", item.contentType);
    json.key("length").value(item.payload.size());
    json.end();
    return json.take();
}

} // namespace

std::string writeEnvelope(const NewEnvelope &envelope)
{
    std::string bytes = headerOf(envelope) + '\n';
    for (const auto &item : envelope.items) {
        bytes += headerOf(item) + '\n';
        bytes += item.payload;
        bytes += '\n';
    }
    return bytes;
}

namespace {

// Returns the envelope's header after `change` was called for its members.
template<typename Change>
Result<ChangedHeader> changedHeader(std::string_view envelope, Change change)
{
    EMBER_ASSIGN_OR_RETURN(const auto parsed, parseEnvelope(envelope));
    auto header = JsonMembers::read(parsed.header.json, JsonMembers::Depth::Any);
    if (!header)
        return Error{ErrorCode::SyntaxError, {}, "byte 0: invalid envelope header"};
    change(*header);
    return ChangedHeader{header->json(),
                         envelope.find(parsed.header.json) + parsed.header.json.size()};
}

} // namespace

Result<std::string> withoutDsn(std::string_view envelope)
{
    EMBER_ASSIGN_OR_RETURN(
        auto header, changedHeader(envelope, [](JsonMembers &members) { members.erase("dsn"); }));
    return std::move(header.json) + std::string(envelope.substr(header.restAt));
}

Result<ChangedHeader> stampedHeader(std::string_view envelope, std::string_view sentAt)
{
    return changedHeader(envelope,
                         [sentAt](JsonMembers &header) { header.setText("sent_at", sentAt); });
}

namespace {

// Makes the trace of the header match the event that is written, or removes it.
void setTrace(JsonMembers &header, AboutEvent event, const ChunkOptions &options, KeptHeader &kept)
{
    if (event == AboutEvent::Another) {
        if (header.erase("trace"))
            kept.changes.emplace_back(
                "trace of the envelope: left out, what is written has ids of its own");
        return;
    }
    auto trace = header.object("trace");
    if (!trace || (!options.release && !options.environment))
        return;
    if (options.release)
        trace->setText("release", *options.release);
    if (options.environment)
        trace->setText("environment", *options.environment);
    header.setJson("trace", trace->json());
}

} // namespace

KeptHeader keptHeader(std::string_view header, AboutEvent event, const ChunkOptions &options)
{
    KeptHeader kept;
    auto members = JsonMembers::read(header);
    if (!members) {
        kept.changes.emplace_back("header of the envelope: left out, it cannot be read");
        return kept;
    }
    members->erase("event_id");
    for (const char *key : {"sent_at", "dsn"}) {
        if (members->erase(key))
            kept.changes.push_back(std::string(key)
                                   + " of the envelope: left out, it is for sending");
    }
    setTrace(*members, event, options, kept);
    if (!members->isEmpty())
        kept.json = members->json();
    return kept;
}

} // namespace ember::model::sentry
