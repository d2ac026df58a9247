// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/v1attributes.h"

#include "model/formats/json/jsontext.h"
#include "model/formats/sentry/assemblemetadata.h"
#include "model/formats/sentry/chunkattributes.h"

#include <string>
#include <string_view>

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
