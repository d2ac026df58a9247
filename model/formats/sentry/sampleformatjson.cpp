// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sampleformatjson.h"

#include "model/formats/sentry/uuidtext.h"

#include <cmath>
#include <map>

namespace ember::model::sentry {

// The members of an object that was kept as text, without its braces.
void SampleFormatJson::rest(StringIndex members)
{
    if (m_members == Members::Known || !members.isValid())
        return;
    const auto object = m_chunk.text(members);
    separate();
    m_json += object.substr(1, object.size() - 2);
}

void SampleFormatJson::id(std::string_view name, StringIndex value)
{
    if (!value.isValid())
        return;
    const auto text = m_chunk.text(value);
    key(name);
    appendJsonString(m_json, parseUuid(text).value_or(std::string(text)));
}

void SampleFormatJson::images()
{
    const auto &metadata = m_chunk.metadata;
    const bool hasRest = m_members == Members::All && metadata.debugMetaRest.isValid();
    const bool isEmptyWanted = m_members == Members::All && metadata.hasDebugMeta;
    if (m_chunk.images.empty() && !hasRest && !isEmptyWanted)
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

void SampleFormatJson::image(const ChunkImage &image)
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

void SampleFormatJson::measurements()
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

void SampleFormatJson::series(const ChunkMeasurement &series)
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
        measuredTime(value);
        key("value");
        measuredValue(value.value);
        close('}');
    }
    close(']');
    close('}');
}

// JSON has no numbers that are not finite, but Relay takes texts that name them. What it writes
// itself is null then.
void SampleFormatJson::measuredValue(double value)
{
    if (m_members == Members::Known || std::isfinite(value))
        appendJsonNumber(m_json, value);
    else if (std::isnan(value))
        m_json += "\"NaN\"";
    else
        m_json += value > 0 ? "\"+Infinity\"" : "\"-Infinity\"";
}

void SampleFormatJson::samples()
{
    key("samples");
    open('[');
    auto nextRest = m_chunk.sampleRests.begin();
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        separate();
        open('{');
        sample(m_chunk.samples[row]);
        if (nextRest != m_chunk.sampleRests.end() && nextRest->sample == row)
            sampleRest((nextRest++)->rest);
        close('}');
    }
    close(']');
}

void SampleFormatJson::stacks()
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

void SampleFormatJson::frames()
{
    key("frames");
    open('[');
    for (const auto &entry : m_chunk.frames) {
        separate();
        frame(entry);
    }
    close(']');
}

void SampleFormatJson::frame(const ChunkFrame &frame)
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

void SampleFormatJson::threads()
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

} // namespace ember::model::sentry
