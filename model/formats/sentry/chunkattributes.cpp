// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkattributes.h"

#include "model/formats/json/jsontext.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <map>
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
    const auto digits = json->substr(1, json->size() - 2);
    std::int64_t start = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), start);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size())
        return std::nullopt;
    return timestampFromNs(start);
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

std::string jsonString(std::string_view text)
{
    std::string json;
    appendJsonString(json, text);
    return json;
}

// Steps over the text of a JSON object that was read before: no rule of JSON is checked again, and
// values are not looked into, however deep they are.
class ObjectScanner {
public:
    explicit ObjectScanner(std::string_view text) : m_text(text)
    {
        skipSpace();
        m_isInside = take('{');
    }

    // The next member's key and value as they stand there; false at the end.
    bool next(std::string_view &key, std::string_view &value)
    {
        skipSpace();
        if (!m_isInside || m_place >= m_text.size() || m_text[m_place] != '"')
            return false;
        key = takeValue();
        skipSpace();
        if (!take(':'))
            return false;
        skipSpace();
        value = takeValue();
        skipSpace();
        take(',');
        return !value.empty();
    }

private:
    void skipSpace()
    {
        while (m_place < m_text.size()
               && std::string_view(" \t\r\n").find(m_text[m_place]) != std::string_view::npos)
            ++m_place;
    }

    bool take(char character)
    {
        if (m_place >= m_text.size() || m_text[m_place] != character)
            return false;
        ++m_place;
        return true;
    }

    // Up to the comma, colon or bracket that ends the value.
    std::string_view takeValue()
    {
        const auto start = m_place;
        std::size_t depth = 0;
        for (; m_place < m_text.size(); ++m_place) {
            const char character = m_text[m_place];
            if (character == '"')
                skipString();
            else if (character == '{' || character == '[')
                ++depth;
            else if (depth == 0 && (character == ',' || character == '}' || character == ':'))
                break;
            else if (character == '}' || character == ']')
                --depth;
        }
        auto value = m_text.substr(start, m_place - start);
        while (!value.empty()
               && std::string_view(" \t\r\n").find(value.back()) != std::string_view::npos)
            value.remove_suffix(1);
        return value;
    }

    // From the opening quote to the closing one.
    void skipString()
    {
        for (++m_place; m_place < m_text.size() && m_text[m_place] != '"'; ++m_place) {
            if (m_text[m_place] == '\\')
                ++m_place;
        }
    }

    std::string_view m_text;
    std::size_t m_place = 0;
    bool m_isInside = false;
};

// A key without quotes and escapes; as it stands there if it is no proper string.
std::string keyText(std::string_view quoted)
{
    const auto parsed = nlohmann::json::parse(quoted, nullptr, false);
    return parsed.is_string() ? parsed.get<std::string>() : std::string(quoted);
}

// The entries of `threads` as the file has them, in one object.
std::string entriesOf(const Chunk &chunk, const std::vector<ChunkThread> &threads)
{
    std::map<std::string_view, const ChunkThread *> byId; // Relay keeps the last of equal ids
    for (const ChunkThread &thread : threads)
        byId[chunk.text(thread.id)] = &thread;
    std::string entries;
    for (const auto &[id, thread] : byId) {
        std::string members;
        if (thread->name.isValid())
            members += R"(,"name":)" + jsonString(chunk.text(thread->name));
        if (thread->priority)
            members += R"(,"priority":)" + std::to_string(*thread->priority);
        if (thread->rest.isValid()) {
            const auto rest = chunk.text(thread->rest);
            members += ',' + std::string(rest.substr(1, rest.size() - 2));
        }
        entries += (entries.empty() ? "{" : ",") + jsonString(id) + ":{"
            + members.substr(members.empty() ? 0 : 1) + '}';
    }
    return entries + '}';
}

// The series without values, and the unit of each, in one object; "" if there are none.
std::string emptySeriesOf(const Chunk &chunk)
{
    std::string members;
    for (const ChunkMeasurement &series : chunk.measurements) {
        if (series.values.empty())
            members += (members.empty() ? "{" : ",") + jsonString(chunk.text(series.name)) + ':'
                + jsonString(chunk.text(series.unit));
    }
    return members.empty() ? members : members + '}';
}

} // namespace

void addMembers(ProfileBuilder &builder, std::string_view prefix, std::string_view object,
                std::vector<Attribute> &attributes)
{
    ObjectScanner scanner(object);
    for (std::string_view key, value; scanner.next(key, value);) {
        const auto path = std::string(prefix) + keyText(key);
        attributes.push_back({builder.string(path), builder.string(value)});
    }
}

std::vector<Attribute> chunkAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                       std::string_view verdict)
{
    std::vector<Attribute> attributes;
    const auto add = [&](std::string_view key, StringIndex value) {
        if (value.isValid())
            attributes.push_back(
                {builder.string(key), builder.string(jsonString(chunk.text(value)))});
    };
    const auto &metadata = chunk.metadata;
    add("version", metadata.version);
    add("profiler_id", metadata.profilerId);
    add("chunk_id", metadata.chunkId);
    add("platform", metadata.platform);
    add("release", metadata.release);
    add("environment", metadata.environment);
    add("client_sdk.name", metadata.sdkName);
    add("client_sdk.version", metadata.sdkVersion);
    addMembers(builder, "client_sdk.", chunk.text(metadata.sdkRest), attributes);
    addMembers(builder, "debug_meta.", chunk.text(metadata.debugMetaRest), attributes);
    addMembers(builder, "profile.", chunk.text(metadata.profileRest), attributes);
    addMembers(builder, "", chunk.text(metadata.rest), attributes);
    const auto mark = [&](std::string_view key, std::string_view json) {
        attributes.push_back({builder.string(key), builder.string(json)});
    };
    if (metadata.hasDebugMeta && chunk.images.empty())
        mark(attribute::images, "[]");
    if (chunk.repairedClocks > 0)
        mark(attribute::clock,
             chunk.mixedClockStart ? '"' + std::to_string(toNs(*chunk.mixedClockStart)) + '"'
                                   : std::string("\"repaired\""));
    if (const auto series = emptySeriesOf(chunk); !series.empty())
        mark(attribute::emptySeries, series);
    if (!chunk.unusedThreads.empty())
        mark(attribute::unusedThreads, entriesOf(chunk, chunk.unusedThreads));
    for (const ChunkThread &thread : chunk.threads) {
        const auto entry = std::string(attribute::threads) + std::string(chunk.text(thread.id));
        addMembers(builder, entry + '.', chunk.text(thread.rest), attributes);
        if (!thread.name.isValid() && !thread.priority && !thread.rest.isValid())
            mark(entry, "{}");
    }
    if (metadata.envelopeHeader.isValid())
        mark(attribute::envelopeHeader, chunk.text(metadata.envelopeHeader));
    if (!verdict.empty())
        attributes.push_back({builder.string("verdict"), builder.string(jsonString(verdict))});
    return attributes;
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
    // Sentry takes macho's uuid for its debug_id.
    result.debugId = text(image.debugId.isValid() ? image.debugId : image.uuid);
    result.codeId = text(image.codeId);
    result.address = image.address.value_or(0);
    result.size = image.size.value_or(0);
    // Without an address of its own in the file, an image was linked for 0.
    result.bias = result.address - image.vmAddress.value_or(0);
    if (image.uuid.isValid())
        result.attributes.push_back(
            {builder.string("uuid"), builder.string(jsonString(chunk.text(image.uuid)))});
    if (image.vmAddress) {
        std::string json;
        appendJsonAddress(json, *image.vmAddress);
        result.attributes.push_back({builder.string("image_vmaddr"), builder.string(json)});
    }
    addMembers(builder, "", chunk.text(image.rest), result.attributes);
    return result;
}

} // namespace ember::model::sentry

namespace ember::model::sentry::v1 {

namespace {

class Attributes {
public:
    Attributes(ProfileBuilder &builder, const Chunk &chunk) : m_builder(builder), m_chunk(chunk) { }

    void text(std::string_view key, StringIndex value)
    {
        if (!value.isValid())
            return;
        std::string json;
        appendJsonString(json, m_chunk.text(value));
        add(key, json);
    }

    // A 64-bit number, as the text has it: a string.
    void number(std::string_view key, std::uint64_t value)
    {
        add(key, '"' + std::to_string(value) + '"');
    }

    void boolean(std::string_view key, bool value) { add(key, value ? "true" : "false"); }

    void json(std::string_view key, StringIndex value)
    {
        if (value.isValid())
            add(key, m_chunk.text(value));
    }

    void rest(std::string_view prefix, StringIndex members)
    {
        addMembers(m_builder, prefix, m_chunk.text(members), m_rows);
    }

    std::vector<Attribute> take() { return std::move(m_rows); }

private:
    void add(std::string_view key, std::string_view json)
    {
        m_rows.push_back({m_builder.string(key), m_builder.string(json)});
    }

    ProfileBuilder &m_builder;
    const Chunk &m_chunk;
    std::vector<Attribute> m_rows;
};

void addMachine(Attributes &attributes, const Metadata &metadata)
{
    const Device &device = metadata.device;
    attributes.text("device.architecture", device.architecture);
    attributes.text("device.manufacturer", device.manufacturer);
    attributes.text("device.model", device.model);
    attributes.text("device.locale", device.locale);
    if (device.isEmulator)
        attributes.boolean("device.is_emulator", *device.isEmulator);
    attributes.rest("device.", device.rest);
    attributes.text("os.name", metadata.os.name);
    attributes.text("os.version", metadata.os.version);
    attributes.text("os.build_number", metadata.os.buildNumber);
    attributes.rest("os.", metadata.os.rest);
    if (!metadata.runtime)
        return;
    attributes.text("runtime.name", metadata.runtime->name);
    attributes.text("runtime.version", metadata.runtime->version);
    attributes.rest("runtime.", metadata.runtime->rest);
}

void addTransaction(Attributes &attributes, const Transaction &transaction)
{
    attributes.text("transaction.name", transaction.name);
    attributes.text("transaction.id", transaction.id);
    attributes.text("transaction.trace_id", transaction.traceId);
    attributes.text("transaction.segment_id", transaction.segmentId);
    if (transaction.activeThread)
        attributes.number("transaction.active_thread_id", *transaction.activeThread);
    const auto number = [&](std::string_view key, std::uint64_t value) {
        if (value > 0)
            attributes.number(key, value);
    };
    number("transaction.relative_start_ns", transaction.relativeStart);
    number("transaction.relative_end_ns", transaction.relativeEnd);
    number("transaction.relative_cpu_start_ms", transaction.relativeCpuStart);
    number("transaction.relative_cpu_end_ms", transaction.relativeCpuEnd);
    attributes.rest("transaction.", transaction.rest);
}

} // namespace

std::vector<Attribute> profileAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                         const Metadata &metadata)
{
    Attributes attributes(builder, chunk);
    attributes.text("event_id", metadata.eventId);
    attributes.text("timestamp", metadata.timestamp);
    attributes.text("dist", metadata.dist);
    addMachine(attributes, metadata);
    if (metadata.transaction)
        addTransaction(attributes, *metadata.transaction);
    for (const Queue &queue : metadata.queues) {
        const auto entry = "profile.queue_metadata." + std::string(chunk.text(queue.address)) + '.';
        attributes.text(entry + "label", queue.label);
        attributes.rest(entry, queue.rest);
    }
    attributes.json(attribute::envelopeHeader, metadata.envelopeHeader);
    attributes.json(attribute::transactionEvent, metadata.transactionEvent);
    return attributes.take();
}

} // namespace ember::model::sentry::v1
