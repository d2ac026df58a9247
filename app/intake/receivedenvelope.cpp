// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/receivedenvelope.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/files/validatechunk.h"
#include "model/json/jsoncursor.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ember::app {

namespace {

using model::JsonCursor;
using model::sentry::EnvelopeItem;

bool isEvent(const EnvelopeItem &item)
{
    return item.type == "event" || item.type == "transaction";
}

bool isProfile(const EnvelopeItem &item)
{
    return item.type == "profile" || item.type == "profile_chunk";
}

// Returns the values of members of a JSON object as JSON, the last one of each name, "" for members
// that it lacks; nullopt if the text is no object. Nothing is copied: a profile can have millions
// of members.
template<std::size_t count>
std::optional<std::array<std::string_view, count>>
valuesIn(std::string_view json, const std::array<std::string_view, count> &names)
try {
    const std::stop_token never;
    JsonCursor cursor(json, never);
    if (cursor.type() != model::JsonType::Object)
        return std::nullopt;
    std::array<std::string_view, count> values;
    cursor.object([&](std::string_view key) {
        const auto place = static_cast<std::size_t>(std::ranges::find(names, key) - names.begin());
        const auto value = cursor.skip().text;
        if (place < count)
            values.at(place) = value;
    });
    cursor.end();
    return values;
} catch (const model::BadJson &) {
    return std::nullopt;
}

// The text of a JSON string; "" for another value, and for what is longer than ids and names of
// platforms are.
std::string textIn(std::string_view value)
{
    constexpr std::size_t longest = 256;
    if (!value.starts_with('"') || value.size() > longest)
        return {};
    const std::stop_token never;
    return std::string(JsonCursor(value, never).string());
}

std::string uuidIn(std::string_view text)
{
    return model::parseUuid(text).value_or(std::string());
}

// An id in one of the contexts of a transaction; "" for none.
std::string idIn(std::string_view contexts, std::string_view context, std::string_view member)
{
    const auto own = valuesIn<1>(contexts, {context});
    const auto id = own ? valuesIn<1>(own->front(), {member}) : std::nullopt;
    return id ? uuidIn(textIn(id->front())) : std::string();
}

// Adds what the payload says about itself.
void readPayload(const EnvelopeItem &item, ReceivedItem &result)
{
    const auto values =
        valuesIn<4>(item.payload, {"platform", "event_id", "profiler_id", "contexts"});
    if (!values) {
        if (isEvent(item))
            result.rejection = model::sentry::Rejection{
                model::sentry::RejectReason::InvalidJson, {}, "the payload is not a JSON object"};
        return;
    }
    const auto &[platform, eventId, profilerId, contexts] = *values;
    if (result.platform.empty())
        result.platform = textIn(platform);
    if (result.eventId.empty() && item.type != "profile_chunk")
        result.eventId = uuidIn(textIn(eventId));
    result.profilerId = profilerId.starts_with('"') ? uuidIn(textIn(profilerId))
                                                    : idIn(contexts, "profile", "profiler_id");
    if (item.type == "transaction")
        result.traceId = idIn(contexts, "trace", "trace_id");
}

} // namespace

std::vector<ReceivedItem> judgeItems(const TakenEnvelope &taken)
{
    const auto &envelope = taken.envelope;
    const auto eventId = uuidIn(envelope.header.eventId.value_or(std::string()));
    std::vector<ReceivedItem> items;
    for (std::size_t row = 0; row < envelope.items.size(); ++row) {
        const auto &item = envelope.items[row];
        ReceivedItem result{
            item.type, item.platform.value_or(std::string()), item.payload.size(), {}, eventId, {}};
        // For other items validateItem() would read the envelope's event, once for each item.
        if (isProfile(item)) {
            if (auto verdict = model::sentry::validateItem(envelope, row))
                result.rejection = std::move(verdict->rejection);
        }
        if (isEvent(item) || isProfile(item))
            readPayload(item, result);
        items.push_back(std::move(result));
    }
    return items;
}

} // namespace ember::app
