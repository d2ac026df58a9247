// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkattributes.h"

#include "model/core/text.h"
#include "model/formats/sentry/documentfields.h"
#include "model/json/jsoncursor.h"
#include "model/json/jsontext.h"

#include <nlohmann/json.hpp>

#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

namespace ember::model::sentry {

std::optional<Timestamp> keptMixedClock(const Profile &profile, const Source *source)
{
    const auto json =
        source == nullptr ? std::nullopt : findAttribute(profile, *source, attribute::clock);
    if (!json || json->size() < 2)
        return std::nullopt;
    const auto start = toNumber<std::int64_t>(json->substr(1, json->size() - 2));
    return start ? std::optional(timestampFromNs(*start)) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> keptEmptySeries(const Profile &profile,
                                                                 const Source *source)
{
    std::vector<std::pair<std::string, std::string>> kept;
    const auto json =
        source == nullptr ? std::nullopt : findAttribute(profile, *source, attribute::emptySeries);
    const auto series = nlohmann::json::parse(json.value_or(""), nullptr, false);
    if (!series.is_object())
        return kept;
    for (const auto &[name, unit] : series.items()) {
        if (unit.is_string())
            kept.emplace_back(name, unit.get<std::string>());
    }
    return kept;
}

namespace {

// Returns the entries of `threads` as the file has them, in one JSON object.
std::string entriesOf(const Chunk &chunk, const std::vector<ChunkThread> &threads)
{
    std::map<std::string_view, const ChunkThread *> byId; // Relay keeps the last of equal ids
    for (const ChunkThread &thread : threads)
        byId[chunk.text(thread.id)] = &thread;
    JsonWriter json;
    json.beginObject();
    for (const auto &[id, thread] : byId) {
        json.key(id).beginObject();
        if (thread->name.isValid())
            json.key("name").value(chunk.text(thread->name));
        if (thread->priority)
            json.key("priority").value(*thread->priority);
        if (thread->rest.isValid())
            json.members(chunk.text(thread->rest));
        json.end();
    }
    json.end();
    return json.take();
}

// Returns the series without values, and the unit of each, in one object; "" if there are none.
std::string emptySeriesOf(const Chunk &chunk)
{
    std::string members;
    for (const ChunkMeasurement &series : chunk.measurements) {
        if (series.values.empty())
            appendJsonMember(members, chunk.text(series.name), jsonString(chunk.text(series.unit)));
    }
    return members.empty() ? members : members + '}';
}

// Collects the attributes of one source.
class AttributeList {
public:
    AttributeList(ProfileBuilder &builder, const Chunk &chunk) : m_builder(builder), m_chunk(chunk)
    {
    }

    void add(std::string_view key, std::string_view json)
    {
        m_rows.push_back({m_builder.string(key), m_builder.string(json)});
    }

    // Adds JSON that is kept as text; nothing if it is invalid.
    void json(std::string_view key, StringIndex value)
    {
        if (value.isValid())
            add(key, m_chunk.text(value));
    }

    // Adds every member of an object that is kept as text, unchanged. It was parsed before, so it
    // is JSON.
    void members(std::string_view prefix, StringIndex object)
    {
        if (!object.isValid())
            return;
        JsonCursor json(m_chunk.text(object), m_stop);
        json.object([&](std::string_view key) {
            add(std::string(prefix) + std::string(key), json.skip().text);
        });
    }

    // Adds the fields of an object that have values.
    template<const auto &table>
    void fields(std::string_view prefix, const auto &object)
    {
        forEachMemberOf<table>([&](std::size_t, const auto &field) {
            if (field.isIn(m_chunk.format))
                value(std::string(prefix) + std::string(field.name), object.*field.member);
        });
    }

    // Adds all members of an object: those that are fields, then the others.
    template<const auto &table>
    void object(std::string_view prefix, const auto &object)
    {
        fields<table>(prefix, object);
        members(prefix, object.rest);
    }

    std::vector<Attribute> take() { return std::move(m_rows); }

private:
    void value(std::string_view key, StringIndex text)
    {
        if (text.isValid())
            add(key, jsonString(m_chunk.text(text)));
    }

    void value(std::string_view key, std::optional<bool> flag)
    {
        if (flag)
            add(key, *flag ? "true" : "false");
    }

    // Adds a 64-bit number as a string, as SPEC V1-9 asks for.
    void value(std::string_view key, std::optional<std::uint64_t> number)
    {
        if (number)
            add(key, '"' + std::to_string(*number) + '"');
    }

    void value(std::string_view key, std::uint64_t number)
    {
        if (number > 0)
            value(key, std::optional(number));
    }

    ProfileBuilder &m_builder;
    const Chunk &m_chunk;
    std::stop_token m_stop; // never requested
    std::vector<Attribute> m_rows;
};

// Adds marks of irregular chunks, such as repaired clocks, and what only an unsplit chunk keeps.
void addMarks(AttributeList &attributes, const Chunk &chunk)
{
    if (chunk.metadata.hasDebugMeta && chunk.images.empty())
        attributes.add(attribute::images, "[]");
    if (chunk.repairedClocks > 0)
        attributes.add(attribute::clock,
                       chunk.mixedClockStart
                           ? '"' + std::to_string(toNs(*chunk.mixedClockStart)) + '"'
                           : std::string("\"repaired\""));
    if (const auto series = emptySeriesOf(chunk); !series.empty())
        attributes.add(attribute::emptySeries, series);
    if (!chunk.unusedThreads.empty())
        attributes.add(attribute::unusedThreads, entriesOf(chunk, chunk.unusedThreads));
    for (const ChunkThread &thread : chunk.threads) {
        const auto entry = std::string(attribute::threads) + std::string(chunk.text(thread.id));
        attributes.members(entry + '.', thread.rest);
        if (!thread.name.isValid() && !thread.priority && !thread.rest.isValid())
            attributes.add(entry, "{}");
    }
}

void addV1(AttributeList &attributes, const Chunk &chunk)
{
    const auto &metadata = chunk.metadata;
    attributes.object<deviceFields>("device.", metadata.device);
    attributes.object<osFields>("os.", metadata.os);
    if (metadata.runtime)
        attributes.object<runtimeFields>("runtime.", *metadata.runtime);
    if (metadata.transaction)
        attributes.object<transactionFields>("transaction.", *metadata.transaction);
    for (const Queue &queue : metadata.queues)
        attributes.object<queueFields>(
            "profile.queue_metadata." + std::string(chunk.text(queue.address)) + '.', queue);
}

nlohmann::json attributeOf(const Profile &profile, const Source &source, std::string_view key)
{
    const auto text = findAttribute(profile, source, key);
    return text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
}

template<const auto &table>
bool hasField(std::string_view prefix, std::string_view path, SampleFormat format)
{
    return path.starts_with(prefix)
        && withMemberOf<table>(path.substr(prefix.size()), format,
                               [](std::size_t, const auto &) {});
}

} // namespace

std::vector<Attribute> chunkAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                       std::string_view verdict)
{
    AttributeList attributes(builder, chunk);
    const auto &metadata = chunk.metadata;
    attributes.fields<metadataFields>("", metadata);
    attributes.fields<clientSdkFields>("client_sdk.", metadata);
    attributes.members("client_sdk.", metadata.sdkRest);
    attributes.members("debug_meta.", metadata.debugMetaRest);
    attributes.members("profile.", metadata.profileRest);
    attributes.members("", metadata.rest);
    addMarks(attributes, chunk);
    if (chunk.format == SampleFormat::V1)
        addV1(attributes, chunk);
    attributes.json(attribute::envelopeHeader, metadata.envelopeHeader);
    attributes.json(attribute::transactionEvent, metadata.transactionEvent);
    if (!verdict.empty())
        attributes.add("verdict", jsonString(verdict));
    return attributes.take();
}

bool isFieldPath(std::string_view key, SampleFormat format)
{
    if (hasField<metadataFields>("", key, format)
        || hasField<clientSdkFields>("client_sdk.", key, format))
        return true;
    return format == SampleFormat::V1
        && (hasField<deviceFields>("device.", key, format) || hasField<osFields>("os.", key, format)
            || hasField<runtimeFields>("runtime.", key, format)
            || hasField<transactionFields>("transaction.", key, format));
}

std::string attributeText(const Profile &profile, const Source &source, std::string_view key)
{
    const auto value = attributeOf(profile, source, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<bool> attributeFlag(const Profile &profile, const Source &source,
                                  std::string_view key)
{
    const auto value = attributeOf(profile, source, key);
    return value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt;
}

const Source *profileSource(const Profile &profile, ProcessIndex process)
{
    for (const Source &source : profile.tables().sources) {
        if (source.process == process && profile.text(source.type) == "sentry-v1")
            return &source;
    }
    return nullptr;
}

Image chunkImage(ProfileBuilder &builder, const Chunk &chunk, const ChunkImage &image,
                 ProcessIndex process)
{
    const auto text = [&](StringIndex index) {
        return index.isValid() ? builder.string(chunk.text(index)) : StringIndex();
    };
    Image result;
    result.process = process;
    result.type = text(image.type);
    result.codeFile = text(image.codeFile);
    result.debugFile = text(image.debugFile);
    // Sentry uses the uuid of macho images as their debug_id.
    result.debugId = text(image.debugId.isValid() ? image.debugId : image.uuid);
    result.codeId = text(image.codeId);
    result.address = image.address.value_or(0);
    result.size = image.size.value_or(0);
    // An image without image_vmaddr counts as linked for address 0.
    result.bias = result.address - image.vmAddress.value_or(0);
    if (image.uuid.isValid())
        result.attributes.push_back(
            {builder.string("uuid"), builder.string(jsonString(chunk.text(image.uuid)))});
    if (image.vmAddress)
        result.attributes.push_back({builder.string("image_vmaddr"),
                                     builder.string("\"0x" + hexDigits(*image.vmAddress) + '"')});
    AttributeList others(builder, chunk);
    others.members("", image.rest);
    for (const Attribute &other : others.take())
        result.attributes.push_back(other);
    return result;
}

} // namespace ember::model::sentry
