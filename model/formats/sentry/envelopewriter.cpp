// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/json/jsonmembers.h"
#include "model/formats/json/jsontext.h"
#include "model/formats/sentry/envelope.h"

namespace ember::model::sentry {

namespace {

void appendHeaderMember(std::string &json, std::string_view key, std::string_view value)
{
    if (value.empty())
        return;
    if (json.back() != '{')
        json += ',';
    appendJsonString(json, key);
    json += ':';
    appendJsonString(json, value);
}

} // namespace

std::string writeEnvelope(const NewEnvelope &envelope)
{
    std::string bytes = "{";
    appendHeaderMember(bytes, "event_id", envelope.eventId);
    appendHeaderMember(bytes, "sent_at", envelope.sentAt);
    if (envelope.others.size() > 2) {
        bytes += bytes.back() == '{' ? "" : ",";
        bytes += envelope.others.substr(1, envelope.others.size() - 2);
    }
    bytes += "}\n";
    for (const auto &item : envelope.items) {
        bytes += '{';
        appendHeaderMember(bytes, "type", item.type);
        appendHeaderMember(bytes, "platform", item.platform);
        appendHeaderMember(bytes, "content_type", item.contentType);
        // Always: a payload may have line feeds.
        bytes += ",\"length\":";
        appendJsonNumber(bytes, std::uint64_t(item.payload.size()));
        bytes += "}\n";
        bytes += item.payload;
        bytes += '\n';
    }
    return bytes;
}

Result<std::string> stampSentAt(std::string_view envelope, std::string_view sentAt)
{
    EMBER_ASSIGN_OR_RETURN(const auto parsed, parseEnvelope(envelope));
    auto header = JsonMembers::read(parsed.header.json, JsonMembers::Depth::Any);
    if (!header)
        return Error{ErrorCode::SyntaxError, {}, "byte 0: invalid envelope header"};
    header->setText("sent_at", sentAt);
    const auto start = envelope.find(parsed.header.json) + parsed.header.json.size();
    return header->json() + std::string(envelope.substr(start));
}

} // namespace ember::model::sentry
