// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/documentjson.h"

#include "model/core/uuid.h"
#include "model/formats/sentry/documentfields.h"
#include "model/json/jsontext.h"
#include "model/json/numbertext.h"

#include <cmath>
#include <map>
#include <optional>
#include <string_view>

namespace ember::model::sentry {

namespace {

class DocumentJson {
public:
    DocumentJson(const Chunk &chunk, Members members)
        : m_chunk(chunk),
          m_format(chunk.format),
          m_members(members)
    {
    }

    std::string write();

private:
    void clientSdk();
    void transaction();
    void images();
    void measurements();
    void series(const ChunkMeasurement &series);
    void measuredValue(double value);
    void profile();
    void samples();
    void sample(const ChunkSample &sample);
    void stacks();
    void frames();
    void threads();
    void queues();

    bool isV1() const { return m_format == SampleFormat::V1; }

    // Writes `{`; members follow, with a comma before each but the first.
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

    // Writes the fields of the table, in its order.
    template<const auto &table>
    void fields(const auto &object)
    {
        forEachMemberOf<table>([&](std::size_t, const auto &field) {
            if (field.isIn(m_format))
                write(field, object.*field.member);
        });
    }

    // Writes an object as a member: its fields, then the members that have no field.
    template<const auto &table>
    void object(std::string_view name, const auto &object, StringIndex others)
    {
        key(name);
        open('{');
        fields<table>(object);
        rest(others);
        close('}');
    }

    template<typename Field>
    void write(const Field &field, StringIndex value);
    template<typename Field>
    void write(const Field &field, InApp value);
    template<typename Field>
    void write(const Field &field, std::optional<bool> value);
    template<typename Field>
    void write(const Field &field, std::optional<std::uint32_t> value);
    template<typename Field>
    void write(const Field &field, std::optional<std::uint64_t> value);
    template<typename Field>
    void write(const Field &field, std::uint64_t value);

    void text(std::string_view value) { appendJsonString(m_json, value); }

    void number(std::uint64_t value) { appendJsonNumber(m_json, value); }

    void longNumber(std::uint64_t value);
    void rest(StringIndex members);

    const Chunk &m_chunk;
    SampleFormat m_format;
    Members m_members;
    std::string m_json;
    bool m_first = true;
};

std::string DocumentJson::write()
{
    constexpr std::size_t perSample = 80;
    m_json.reserve(m_chunk.samples.size() * perSample + m_chunk.stacks.frameCount() * 4 + 4096);
    const auto &metadata = m_chunk.metadata;
    open('{');
    fields<metadataFields>(metadata);
    clientSdk();
    if (isV1()) {
        object<deviceFields>("device", metadata.device, metadata.device.rest);
        object<osFields>("os", metadata.os, metadata.os.rest);
        if (metadata.runtime)
            object<runtimeFields>("runtime", *metadata.runtime, metadata.runtime->rest);
        if (metadata.transaction)
            object<transactionFields>("transaction", *metadata.transaction,
                                      metadata.transaction->rest);
    }
    images();
    measurements();
    profile();
    rest(metadata.rest);
    close('}');
    return std::move(m_json);
}

template<typename Field>
void DocumentJson::write(const Field &field, StringIndex value)
{
    const auto own = m_chunk.text(value);
    const bool isKnown = m_members == Members::Known;
    if (field.absent == Absent::Default ? !isKnown && own.empty()
                                        : isV1() && field.isNeverEmptyInV1 && own.empty())
        return;
    if (isKnown && field.takes == Takes::Anything)
        return;
    if (value.isValid() || field.absent == Absent::Default) {
        key(field.name);
        text(field.takes == Takes::Uuid ? parseUuid(own).value_or(std::string(own)) : own);
    } else if (field.absent == Absent::Null) {
        key(field.name);
        m_json += "null";
    }
}

template<typename Field>
void DocumentJson::write(const Field &field, InApp value)
{
    if (value != InApp::Unset)
        write(field, std::optional(value == InApp::Yes));
}

template<typename Field>
void DocumentJson::write(const Field &field, std::optional<bool> value)
{
    if (!value)
        return;
    key(field.name);
    m_json += *value ? "true" : "false";
}

template<typename Field>
void DocumentJson::write(const Field &field, std::optional<std::uint32_t> value)
{
    if (!value)
        return;
    key(field.name);
    number(*value);
}

template<typename Field>
void DocumentJson::write(const Field &field, std::optional<std::uint64_t> value)
{
    if (!value && (m_members == Members::All || field.absent != Absent::Default))
        return;
    if (field.takes == Takes::Value && value == 0U) // Relay leaves an image size of 0 out
        return;
    key(field.name);
    if (field.takes == Takes::Address)
        appendJsonAddress(m_json, *value);
    else if (field.takes == Takes::LongNumber)
        longNumber(value.value_or(0));
    else
        number(*value);
}

template<typename Field>
void DocumentJson::write(const Field &field, std::uint64_t value)
{
    if (m_members == Members::All)
        return;
    key(field.name);
    number(value);
}

void DocumentJson::longNumber(std::uint64_t value)
{
    const bool isText = m_members == Members::All;
    if (isText)
        m_json += '"';
    number(value);
    if (isText)
        m_json += '"';
}

// Writes the members of an object that was kept as text, without its braces.
void DocumentJson::rest(StringIndex members)
{
    if (m_members == Members::Known || !members.isValid())
        return;
    const auto object = m_chunk.text(members);
    separate();
    m_json += object.substr(1, object.size() - 2);
}

void DocumentJson::clientSdk()
{
    const auto &metadata = m_chunk.metadata;
    if (!isV1() || metadata.sdkName.isValid())
        object<clientSdkFields>("client_sdk", metadata, metadata.sdkRest);
}

void DocumentJson::images()
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
    for (const ChunkImage &image : m_chunk.images) {
        separate();
        open('{');
        fields<imageFields>(image);
        rest(image.rest);
        close('}');
    }
    close(']');
    rest(metadata.debugMetaRest);
    close('}');
}

void DocumentJson::measurements()
{
    if (m_chunk.measurements.empty())
        return;
    // The last of equal names counts, as in Relay's map.
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

void DocumentJson::series(const ChunkMeasurement &series)
{
    const auto unit = m_chunk.text(series.unit);
    const auto known = longUnit(unit);
    open('{');
    key("unit");
    text(known.empty() ? unit : known);
    key("values");
    open('[');
    for (const auto &value : series.values) {
        separate();
        open('{');
        if (isV1()) {
            key("elapsed_since_start_ns");
            longNumber(static_cast<std::uint64_t>(toNs(value.time)));
        } else {
            key("timestamp");
            appendJsonNumber(m_json, value.timestamp);
        }
        key("value");
        measuredValue(value.value);
        close('}');
    }
    close(']');
    close('}');
}

// Writes infinities and NaN, for which JSON has no number, as texts, which Relay reads. Relay
// itself writes null for them.
void DocumentJson::measuredValue(double value)
{
    if (m_members == Members::Known || std::isfinite(value))
        appendJsonNumber(m_json, value);
    else if (std::isnan(value))
        m_json += "\"NaN\"";
    else
        m_json += value > 0 ? "\"+Infinity\"" : "\"-Infinity\"";
}

void DocumentJson::profile()
{
    key("profile");
    open('{');
    samples();
    stacks();
    frames();
    threads();
    queues();
    rest(m_chunk.metadata.profileRest);
    close('}');
}

void DocumentJson::samples()
{
    key("samples");
    open('[');
    auto nextRest = m_chunk.sampleRests.begin();
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        separate();
        open('{');
        sample(m_chunk.samples[row]);
        if (nextRest != m_chunk.sampleRests.end() && nextRest->sample == row) {
            const auto own = (nextRest++)->rest;
            if (isV1()) {
                key("queue_address");
                text(m_chunk.text(own));
            } else {
                rest(own);
            }
        }
        close('}');
    }
    close(']');
}

void DocumentJson::sample(const ChunkSample &sample)
{
    if (isV1()) {
        key("elapsed_since_start_ns");
        longNumber(static_cast<std::uint64_t>(toNs(sample.time)));
    } else {
        key("timestamp");
        appendJsonNumber(m_json, sample.timestamp);
    }
    key("stack_id");
    number(sample.stack.raw());
    if (isV1()) {
        key("thread_id");
        longNumber(parseDecimal(m_chunk.text(sample.thread)).value_or(0));
    } else if (sample.thread.isValid()) {
        key("thread_id");
        text(m_chunk.text(sample.thread));
    }
}

void DocumentJson::stacks()
{
    key("stacks");
    open('[');
    for (std::size_t row = 0; row < m_chunk.stacks.size(); ++row) {
        separate();
        open('[');
        for (const auto frame : m_chunk.stacks[ChunkStackIndex(row)]) {
            separate();
            number(frame.raw());
        }
        close(']');
    }
    close(']');
}

void DocumentJson::frames()
{
    key("frames");
    open('[');
    for (const ChunkFrame &frame : m_chunk.frames) {
        separate();
        open('{');
        fields<frameFields>(frame);
        rest(frame.rest);
        close('}');
    }
    close(']');
}

void DocumentJson::threads()
{
    if (m_chunk.threads.empty())
        return;
    std::map<std::string_view, const ChunkThread *> byId;
    for (const auto &thread : m_chunk.threads)
        byId[m_chunk.text(thread.id)] = &thread;
    key("thread_metadata");
    open('{');
    for (const auto &[id, thread] : byId)
        object<threadFields>(id, *thread, thread->rest);
    close('}');
}

void DocumentJson::queues()
{
    if (m_chunk.metadata.queues.empty())
        return;
    key("queue_metadata");
    open('{');
    for (const Queue &queue : m_chunk.metadata.queues)
        object<queueFields>(m_chunk.text(queue.address), queue, queue.rest);
    close('}');
}

} // namespace

std::string writeChunkJson(const Chunk &chunk, Members members)
{
    return DocumentJson(chunk, members).write();
}

} // namespace ember::model::sentry
