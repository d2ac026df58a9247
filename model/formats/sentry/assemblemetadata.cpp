// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/assemblemetadata.h"

#include "model/formats/json/jsontext.h"
#include "model/formats/sentry/chunkattributes.h"

#include <nlohmann/json.hpp>

#include <map>
#include <utility>

namespace ember::model::sentry {

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
