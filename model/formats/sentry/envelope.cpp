// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/envelope.h"

#include "model/formats/sentry/dsn.h"
#include "model/formats/sentry/headerjson.h"
#include "model/formats/sentry/rfc3339.h"
#include "model/formats/sentry/uuidtext.h"

#include <algorithm>
#include <limits>

namespace ember::model::sentry {

namespace {

bool isWhiteSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// One pass over the bytes of an envelope; errors carry the offset they were met at.
class EnvelopeParser {
public:
    explicit EnvelopeParser(std::string_view bytes) : m_bytes(bytes) { }

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
    std::size_t m_offset = 0;
};

Result<Envelope> EnvelopeParser::parse()
{
    Envelope envelope;
    EMBER_RETURN_IF_ERROR(parseHeader(envelope.header));
    while (m_offset < m_bytes.size())
        EMBER_RETURN_IF_ERROR(parseItem(envelope.items.emplace_back()));
    return envelope;
}

// The JSON object at the offset, white space before it skipped; moves behind it and its line feed.
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

Result<Envelope> parseEnvelope(std::string_view bytes)
{
    return EnvelopeParser(bytes).parse();
}

} // namespace ember::model::sentry
