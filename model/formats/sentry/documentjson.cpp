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

    // Writes the fields of the table, in its order.
    template<const auto &table>
    void fields(const auto &object)
    {
        forEachMemberOf<table>([&](std::size_t, const auto &field) {
            if (field.isIn(m_format))
                write(field, object.*field.member);
        });
    }

    // Writes an object: its fields, then the members that have no field.
    template<const auto &table>
    void object(const auto &object, StringIndex others)
    {
        m_json.beginObject();
        fields<table>(object);
        rest(others);
        m_json.end();
    }

    template<const auto &table>
    void object(std::string_view name, const auto &part, StringIndex others)
    {
        m_json.key(name);
        object<table>(part, others);
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

    void longNumber(std::uint64_t value);
    void time(double timestamp, Timestamp elapsed);
    void rest(StringIndex members);

    const Chunk &m_chunk;
    SampleFormat m_format;
    Members m_members;
    JsonWriter m_json;
};

std::string DocumentJson::write()
{
    constexpr std::size_t perSample = 80;
    m_json.reserve(m_chunk.samples.size() * perSample + m_chunk.stacks.frameCount() * 4 + 4096);
    const auto &metadata = m_chunk.metadata;
    m_json.beginObject();
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
    m_json.end();
    return m_json.take();
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
    if (value.isValid() || field.absent == Absent::Default)
        m_json.key(field.name)
            .value(field.takes == Takes::Uuid ? parseUuid(own).value_or(std::string(own)) : own);
    else if (field.absent == Absent::Null)
        m_json.key(field.name).null();
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
    if (value)
        m_json.key(field.name).boolean(*value);
}

template<typename Field>
void DocumentJson::write(const Field &field, std::optional<std::uint32_t> value)
{
    if (value)
        m_json.key(field.name).value(*value);
}

template<typename Field>
void DocumentJson::write(const Field &field, std::optional<std::uint64_t> value)
{
    if (!value && (m_members == Members::All || field.absent != Absent::Default))
        return;
    if (field.takes == Takes::Value && value == 0U) // Relay leaves an image size of 0 out
        return;
    m_json.key(field.name);
    if (field.takes == Takes::Address)
        m_json.address(*value);
    else if (field.takes == Takes::LongNumber)
        longNumber(value.value_or(0));
    else
        m_json.value(*value);
}

template<typename Field>
void DocumentJson::write(const Field &field, std::uint64_t value)
{
    if (m_members == Members::Known)
        m_json.key(field.name).value(value);
}

void DocumentJson::longNumber(std::uint64_t value)
{
    if (m_members == Members::All)
        m_json.value(std::to_string(value));
    else
        m_json.value(value);
}

// Writes the time of a sample or measured value, in V1 as what has elapsed since the start.
void DocumentJson::time(double timestamp, Timestamp elapsed)
{
    if (isV1()) {
        m_json.key("elapsed_since_start_ns");
        longNumber(static_cast<std::uint64_t>(toNs(elapsed)));
    } else {
        m_json.key("timestamp").value(timestamp);
    }
}

// Writes the members of an object that was kept as text, without its braces.
void DocumentJson::rest(StringIndex members)
{
    if (m_members == Members::All && members.isValid())
        m_json.members(m_chunk.text(members));
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
    m_json.key("debug_meta").beginObject();
    m_json.key("images").beginArray();
    for (const ChunkImage &image : m_chunk.images)
        object<imageFields>(image, image.rest);
    m_json.end();
    rest(metadata.debugMetaRest);
    m_json.end();
}

void DocumentJson::measurements()
{
    if (m_chunk.measurements.empty())
        return;
    // The last of equal names counts, as in Relay's map.
    std::map<std::string_view, const ChunkMeasurement *> byName;
    for (const auto &entry : m_chunk.measurements)
        byName[m_chunk.text(entry.name)] = &entry;
    m_json.key("measurements").beginObject();
    for (const auto &[name, entry] : byName) {
        m_json.key(name);
        series(*entry);
    }
    m_json.end();
}

void DocumentJson::series(const ChunkMeasurement &series)
{
    const auto unit = m_chunk.text(series.unit);
    const auto known = longUnit(unit);
    m_json.beginObject();
    m_json.key("unit").value(known.empty() ? unit : known);
    m_json.key("values").objects(series.values, [this](const ChunkMeasurementValue &value) {
        time(value.timestamp, value.time);
        m_json.key("value");
        measuredValue(value.value);
    });
    m_json.end();
}

// Writes infinities and NaN, for which JSON has no number, as texts, which Relay reads; for
// Members::Known as null, as Relay itself does.
void DocumentJson::measuredValue(double value)
{
    if (m_members == Members::Known || std::isfinite(value))
        m_json.value(value);
    else if (std::isnan(value))
        m_json.value("NaN");
    else
        m_json.value(value > 0 ? "+Infinity" : "-Infinity");
}

void DocumentJson::profile()
{
    m_json.key("profile").beginObject();
    samples();
    stacks();
    frames();
    threads();
    queues();
    rest(m_chunk.metadata.profileRest);
    m_json.end();
}

void DocumentJson::samples()
{
    m_json.key("samples").beginArray();
    auto nextRest = m_chunk.sampleRests.begin();
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row) {
        m_json.beginObject();
        sample(m_chunk.samples[row]);
        if (nextRest != m_chunk.sampleRests.end() && nextRest->sample == row) {
            const auto own = (nextRest++)->rest;
            if (isV1())
                m_json.key("queue_address").value(m_chunk.text(own));
            else
                rest(own);
        }
        m_json.end();
    }
    m_json.end();
}

void DocumentJson::sample(const ChunkSample &sample)
{
    time(sample.timestamp, sample.time);
    m_json.key("stack_id").value(sample.stack.raw());
    if (isV1()) {
        m_json.key("thread_id");
        longNumber(parseDecimal(m_chunk.text(sample.thread)).value_or(0));
    } else if (sample.thread.isValid()) {
        m_json.key("thread_id").value(m_chunk.text(sample.thread));
    }
}

void DocumentJson::stacks()
{
    m_json.key("stacks").beginArray();
    for (std::size_t row = 0; row < m_chunk.stacks.size(); ++row) {
        m_json.beginArray();
        for (const auto frame : m_chunk.stacks[ChunkStackIndex(row)])
            m_json.value(frame.raw());
        m_json.end();
    }
    m_json.end();
}

void DocumentJson::frames()
{
    m_json.key("frames").beginArray();
    for (const ChunkFrame &frame : m_chunk.frames)
        object<frameFields>(frame, frame.rest);
    m_json.end();
}

void DocumentJson::threads()
{
    if (m_chunk.threads.empty())
        return;
    std::map<std::string_view, const ChunkThread *> byId;
    for (const auto &thread : m_chunk.threads)
        byId[m_chunk.text(thread.id)] = &thread;
    m_json.key("thread_metadata").beginObject();
    for (const auto &[id, thread] : byId)
        object<threadFields>(id, *thread, thread->rest);
    m_json.end();
}

void DocumentJson::queues()
{
    if (m_chunk.metadata.queues.empty())
        return;
    m_json.key("queue_metadata").beginObject();
    for (const Queue &queue : m_chunk.metadata.queues)
        object<queueFields>(m_chunk.text(queue.address), queue, queue.rest);
    m_json.end();
}

} // namespace

std::string writeChunkJson(const Chunk &chunk, Members members)
{
    return DocumentJson(chunk, members).write();
}

} // namespace ember::model::sentry
