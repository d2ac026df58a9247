// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkjson.h"

#include "model/formats/sentry/sampleformatjson.h"

namespace ember::model::sentry {

namespace {

class ChunkJson final : SampleFormatJson {
public:
    ChunkJson(const Chunk &chunk, Members members) : SampleFormatJson(chunk, members) { }

    std::string write();

private:
    void metadata();
    void profile();
    void sample(const ChunkSample &sample) override;
    void sampleRest(StringIndex json) override;
    void measuredTime(const ChunkMeasurementValue &value) override;
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

void ChunkJson::sample(const ChunkSample &sample)
{
    key("timestamp");
    appendJsonNumber(m_json, sample.timestamp);
    key("stack_id");
    appendJsonNumber(m_json, std::uint64_t(sample.stack.raw()));
    text("thread_id", sample.thread);
}

void ChunkJson::sampleRest(StringIndex json)
{
    rest(json);
}

void ChunkJson::measuredTime(const ChunkMeasurementValue &value)
{
    key("timestamp");
    appendJsonNumber(m_json, value.timestamp);
}

} // namespace

std::string writeChunkJson(const Chunk &chunk, Members members)
{
    return ChunkJson(chunk, members).write();
}

} // namespace ember::model::sentry
