// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/transactionevent.h"

#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/formats/sentry/uuidtext.h"

#include <nlohmann/json.hpp>

namespace ember::model::sentry {

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
