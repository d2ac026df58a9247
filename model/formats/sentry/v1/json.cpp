// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/json.h"

#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/sampleformatjson.h"

namespace ember::model::sentry::v1 {

namespace {

class ProfileJson final : SampleFormatJson {
public:
    ProfileJson(const Chunk &chunk, const Metadata &metadata, Numbers numbers)
        : SampleFormatJson(chunk, numbers == Numbers::Bare ? Members::Known : Members::All),
          m_metadata(metadata),
          m_numbers(numbers)
    {
    }

    std::string write();

private:
    void number64(std::string_view name, std::uint64_t number);
    void textUnlessEmpty(std::string_view name, StringIndex value);
    void clientSdk();
    void device();
    void operatingSystem();
    void runtime();
    void transaction();
    void profile();
    void queues();
    void sample(const ChunkSample &sample) override;
    void sampleRest(StringIndex queueAddress) override;
    void measuredTime(const ChunkMeasurementValue &value) override;

    const Metadata &m_metadata;
    Numbers m_numbers;
};

std::string ProfileJson::write()
{
    constexpr std::size_t perSample = 80;
    m_json.reserve(m_chunk.samples.size() * perSample + m_chunk.stacks.frameCount() * 4 + 4096);
    open('{');
    text("version", m_chunk.metadata.version);
    id("event_id", m_metadata.eventId);
    text("platform", m_chunk.metadata.platform);
    text("timestamp", m_metadata.timestamp);
    textUnlessEmpty("release", m_chunk.metadata.release);
    textUnlessEmpty("environment", m_chunk.metadata.environment);
    textUnlessEmpty("dist", m_metadata.dist);
    clientSdk();
    device();
    operatingSystem();
    runtime();
    transaction();
    images();
    measurements();
    profile();
    close('}');
    return std::move(m_json);
}

void ProfileJson::number64(std::string_view name, std::uint64_t number)
{
    key(name);
    if (m_numbers == Numbers::Strings)
        m_json += '"';
    appendJsonNumber(m_json, number);
    if (m_numbers == Numbers::Strings)
        m_json += '"';
}

void ProfileJson::textUnlessEmpty(std::string_view name, StringIndex value)
{
    if (!m_chunk.text(value).empty())
        text(name, value);
}

void ProfileJson::clientSdk()
{
    if (!m_chunk.metadata.sdkName.isValid())
        return;
    key("client_sdk");
    open('{');
    text("name", m_chunk.metadata.sdkName);
    text("version", m_chunk.metadata.sdkVersion);
    close('}');
}

void ProfileJson::device()
{
    const Device &device = m_metadata.device;
    key("device");
    open('{');
    text("architecture", device.architecture);
    if (device.isEmulator) {
        key("is_emulator");
        m_json += *device.isEmulator ? "true" : "false";
    }
    text("locale", device.locale);
    text("manufacturer", device.manufacturer);
    text("model", device.model);
    close('}');
}

void ProfileJson::operatingSystem()
{
    key("os");
    open('{');
    text("name", m_metadata.os.name);
    text("version", m_metadata.os.version);
    text("build_number", m_metadata.os.buildNumber);
    close('}');
}

void ProfileJson::runtime()
{
    if (!m_metadata.runtime)
        return;
    key("runtime");
    open('{');
    text("name", m_metadata.runtime->name);
    text("version", m_metadata.runtime->version);
    close('}');
}

void ProfileJson::transaction()
{
    if (!m_metadata.transaction)
        return;
    const Transaction &transaction = *m_metadata.transaction;
    key("transaction");
    open('{');
    id("id", transaction.id);
    text("name", transaction.name);
    id("trace_id", transaction.traceId);
    number64("active_thread_id", transaction.activeThread.value_or(0));
    if (m_numbers == Numbers::Bare) {
        key("segment_id");
        appendJsonString(m_json, m_chunk.text(transaction.segmentId));
        number64("relative_start_ns", transaction.relativeStart);
        number64("relative_end_ns", transaction.relativeEnd);
        number64("relative_cpu_start_ms", transaction.relativeCpuStart);
        number64("relative_cpu_end_ms", transaction.relativeCpuEnd);
    } else {
        textUnlessEmpty("segment_id", transaction.segmentId);
    }
    close('}');
}

void ProfileJson::profile()
{
    key("profile");
    open('{');
    samples();
    stacks();
    frames();
    threads();
    queues();
    close('}');
}

void ProfileJson::sample(const ChunkSample &sample)
{
    number64("elapsed_since_start_ns", static_cast<std::uint64_t>(toNs(sample.time)));
    key("stack_id");
    appendJsonNumber(m_json, std::uint64_t(sample.stack.raw()));
    number64("thread_id", parseDecimal(m_chunk.text(sample.thread)).value_or(0));
}

void ProfileJson::sampleRest(StringIndex queueAddress)
{
    text("queue_address", queueAddress);
}

void ProfileJson::queues()
{
    if (m_metadata.queues.empty())
        return;
    key("queue_metadata");
    open('{');
    for (const Queue &queue : m_metadata.queues) {
        key(m_chunk.text(queue.address));
        open('{');
        text("label", queue.label);
        close('}');
    }
    close('}');
}

void ProfileJson::measuredTime(const ChunkMeasurementValue &value)
{
    number64("elapsed_since_start_ns", static_cast<std::uint64_t>(toNs(value.time)));
}

} // namespace

std::string writeProfileJson(const Chunk &chunk, const Metadata &metadata, Numbers numbers)
{
    return ProfileJson(chunk, metadata, numbers).write();
}

} // namespace ember::model::sentry::v1
