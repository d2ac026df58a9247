// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/json/jsontext.h"
#include "model/formats/sentry/chunkjson.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// Writes what V1 profiles and V2 chunks have in common, member by member, without a document in
// between. What differs is with whoever derives from this.
class SampleFormatJson {
protected:
    SampleFormatJson(const Chunk &chunk, Members members) : m_chunk(chunk), m_members(members) { }

    SampleFormatJson(const SampleFormatJson &) = delete;
    SampleFormatJson &operator=(const SampleFormatJson &) = delete;
    virtual ~SampleFormatJson() = default;

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

    void rest(StringIndex members);
    void id(std::string_view name, StringIndex value);
    void images();
    void measurements();
    void samples();
    void stacks();
    void frames();
    void threads();

    const Chunk &m_chunk;
    Members m_members;
    std::string m_json;

private:
    virtual void sample(const ChunkSample &sample) = 0; // its time, stack and thread
    virtual void sampleRest(StringIndex rest) = 0; // as Chunk::sampleRests has it
    // The member that says when a value was measured.
    virtual void measuredTime(const ChunkMeasurementValue &value) = 0;

    void address(std::string_view name, std::optional<std::uint64_t> value)
    {
        if (!value)
            return;
        key(name);
        appendJsonAddress(m_json, *value);
    }

    void image(const ChunkImage &image);
    void series(const ChunkMeasurement &series);
    void measuredValue(double value);
    void frame(const ChunkFrame &frame);

    bool m_first = true;
};

} // namespace ember::model::sentry
