// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkjson.h"

#include "model/formats/sentry/jsontext.h"
#include "model/formats/sentry/uuidtext.h"

#include <map>
#include <string_view>

namespace ember::model::sentry {

namespace {

// Writes one chunk, member by member, without a document in between.
class ChunkJson {
public:
    ChunkJson(const Chunk &chunk, Members members) : m_chunk(chunk), m_members(members) { }

    std::string write();

private:
    // `{`, then members; a comma goes before every member but the first.
    void open(char bracket)
    {
        m_json += bracket;
        m_first = true;
    }

    void close(char bracket)
    {
        m_json += bracket;
        m_first = false;
    }

    void separate()
    {
        if (!m_first)
            m_json += ',';
        m_first = false;
    }

    void key(std::string_view name)
    {
        separate();
        appendJsonString(m_json, name);
        m_json += ':';
    }

    void text(std::string_view name, StringIndex value)
    {
        if (!value.isValid())
            return;
        key(name);
        appendJsonString(m_json, m_chunk.text(value));
    }

    template<typename Number>
    void number(std::string_view name, std::optional<Number> value)
    {
        if (!value)
            return;
        key(name);
        appendJsonNumber(m_json, std::uint64_t(*value));
    }

    void address(std::string_view name, std::optional<std::uint64_t> value)
    {
        if (!value)
            return;
        key(name);
        appendJsonAddress(m_json, *value);
    }

    void rest(StringIndex members);
    void id(std::string_view name, StringIndex value);
    void metadata();
    void images();
    void image(const ChunkImage &image);
    void measurements();
    void series(const ChunkMeasurement &series);
    void profile();
    void samples();
    void stacks();
    void frames();
    void frame(const ChunkFrame &frame);
    void threads();

    const Chunk &m_chunk;
    Members m_members;
    std::string m_json;
    bool m_first = true;
};

std::string ChunkJson::write()
{
    constexpr std::size_t perSample = 75;
    m_json.reserve(m_chunk.samples.size() * perSample + m_chunk.stacks.frameCount() * 4 + 4096);
    open('{');
    metadata();
    images();
    measurements();
    profile();
    rest(m_chunk.metadata.rest);
    close('}');
    return std::move(m_json);
}

// The members of an object that was kept as text, without its braces.
void ChunkJson::rest(StringIndex members)
{
    if (m_members == Members::Known || !members.isValid())
        return;
    const auto object = m_chunk.text(members);
    separate();
    m_json += object.substr(1, object.size() - 2);
}

void ChunkJson::id(std::string_view name, StringIndex value)
{
    if (!value.isValid())
        return;
    const auto text = m_chunk.text(value);
    key(name);
    appendJsonString(m_json, parseUuid(text).value_or(std::string(text)));
}

void ChunkJson::metadata()
{
    const auto &metadata = m_chunk.metadata;
    text("version", metadata.version);
    id("chunk_id", metadata.chunkId);
    id("profiler_id", metadata.profilerId);
    text("platform", metadata.platform);
    key("release");
    if (metadata.release.isValid())
        appendJsonString(m_json, m_chunk.text(metadata.release));
    else
        m_json += "null";
    text("environment", metadata.environment);
    key("client_sdk");
    open('{');
    text("name", metadata.sdkName);
    text("version", metadata.sdkVersion);
    rest(metadata.sdkRest);
    close('}');
}

void ChunkJson::images()
{
    const auto &metadata = m_chunk.metadata;
    const bool hasRest = m_members == Members::All && metadata.debugMetaRest.isValid();
    if (m_chunk.images.empty() && !hasRest)
        return;
    key("debug_meta");
    open('{');
    key("images");
    open('[');
    for (const auto &entry : m_chunk.images)
        image(entry);
    close(']');
    rest(metadata.debugMetaRest);
    close('}');
}

void ChunkJson::image(const ChunkImage &image)
{
    separate();
    open('{');
    text("type", image.type);
    text("code_file", image.codeFile);
    text("debug_id", image.debugId);
    address("image_addr", image.address);
    address("image_vmaddr", image.vmAddress);
    if (image.size && *image.size != 0) // Relay leaves a zero out
        number("image_size", image.size);
    text("uuid", image.uuid);
    if (m_members == Members::All) {
        text("debug_file", image.debugFile);
        text("code_id", image.codeId);
    }
    rest(image.rest);
    close('}');
}

void ChunkJson::measurements()
{
    if (m_chunk.measurements.empty())
        return;
    // Of equal names the last one counts, as in Relay's map.
    std::map<std::string_view, const ChunkMeasurement *> byName;
    for (const auto &entry : m_chunk.measurements)
        byName[m_chunk.text(entry.name)] = &entry;
    key("measurements");
    open('{');
    for (const auto &[name, entry] : byName) {
        key(name);
        series(*entry);
    }
    close('}');
}

void ChunkJson::series(const ChunkMeasurement &series)
{
    const auto unit = m_chunk.text(series.unit);
    const auto known = longUnit(unit);
    open('{');
    key("unit");
    appendJsonString(m_json, known.empty() ? unit : known);
    key("values");
    open('[');
    for (const auto &value : series.values) {
        separate();
        open('{');
        key("timestamp");
        appendJsonNumber(m_json, value.timestamp);
        key("value");
        appendJsonNumber(m_json, value.value);
        close('}');
    }
    close(']');
    close('}');
}

void ChunkJson::profile()
{
    key("profile");
    open('{');
    samples();
    stacks();
    frames();
    threads();
    rest(m_chunk.metadata.profileRest);
    close('}');
}

void ChunkJson::samples()
{
    key("samples");
    open('[');
    auto sampleRest = m_chunk.sampleRests.begin();
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        const auto &sample = m_chunk.samples[row];
        separate();
        open('{');
        key("timestamp");
        appendJsonNumber(m_json, sample.timestamp);
        key("stack_id");
        appendJsonNumber(m_json, std::uint64_t(sample.stack.raw()));
        text("thread_id", sample.thread);
        if (sampleRest != m_chunk.sampleRests.end() && sampleRest->sample == row)
            rest((sampleRest++)->rest);
        close('}');
    }
    close(']');
}

void ChunkJson::stacks()
{
    key("stacks");
    open('[');
    for (std::size_t row = 0; row < m_chunk.stacks.size(); ++row) {
        separate();
        open('[');
        for (const auto entry : m_chunk.stacks[ChunkStackIndex(row)]) {
            separate();
            appendJsonNumber(m_json, std::uint64_t(entry.raw()));
        }
        close(']');
    }
    close(']');
}

void ChunkJson::frames()
{
    key("frames");
    open('[');
    for (const auto &entry : m_chunk.frames) {
        separate();
        frame(entry);
    }
    close(']');
}

void ChunkJson::frame(const ChunkFrame &frame)
{
    open('{');
    text("function", frame.function);
    text("filename", frame.filename);
    text("abs_path", frame.absPath);
    text("module", frame.module);
    text("package", frame.package);
    text("platform", frame.platform);
    number("lineno", frame.line);
    number("colno", frame.column);
    if (frame.inApp != InApp::Unset) {
        key("in_app");
        m_json += frame.inApp == InApp::Yes ? "true" : "false";
    }
    address("instruction_addr", frame.instructionAddress);
    rest(frame.rest);
    close('}');
}

void ChunkJson::threads()
{
    if (m_chunk.threads.empty())
        return;
    std::map<std::string_view, const ChunkThread *> byId;
    for (const auto &thread : m_chunk.threads)
        byId[m_chunk.text(thread.id)] = &thread;
    key("thread_metadata");
    open('{');
    for (const auto &[id, thread] : byId) {
        key(id);
        open('{');
        text("name", thread->name);
        number("priority", thread->priority);
        rest(thread->rest);
        close('}');
    }
    close('}');
}

} // namespace

std::string writeChunkJson(const Chunk &chunk, Members members)
{
    return ChunkJson(chunk, members).write();
}

} // namespace ember::model::sentry
