// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/fieldreader.h"

#include <cstddef>
#include <string_view>

namespace ember::model::sentry {

// Takes apart what V1 profiles and V2 chunks have in common, in one pass over the bytes of a
// document. One function for each kind of object. What differs is with whoever derives from this.
class SampleFormatParser {
protected:
    SampleFormatParser(ChunkReading &reading, JsonCursor &json)
        : m_reading(reading),
          m_chunk(reading.chunk),
          m_json(json),
          m_fields(reading, json)
    {
    }

    SampleFormatParser(const SampleFormatParser &) = delete;
    SampleFormatParser &operator=(const SampleFormatParser &) = delete;
    virtual ~SampleFormatParser() = default;

    // sampleformatmeta.cpp
    void parseVersion(const JsonPlace &place);
    void parseId(StringIndex &id, const JsonPlace &place);
    void parseClientSdk(const JsonPlace &place);
    void parseDebugMeta(const JsonPlace &place);
    void parseMeasurements(const JsonPlace &place);

    // sampleformatprofile.cpp
    void parseStacks(const JsonPlace &place);
    void parseFrames(const JsonPlace &place);
    // Take one each, whatever it is.
    void parseStackElement(const JsonPlace &place);
    void parseFrameElement(const JsonPlace &place);
    void parseThreads(const JsonPlace &place);
    // Of a sample; invalid: no table can have it.
    ChunkStackIndex stackIndex(const JsonPlace &place);

    // Calls `use(place)` for each object in an array of objects; it must take the object.
    template<typename Use>
    void forEachObject(const JsonPlace &place, Use use)
    {
        if (!m_fields.isArray(place))
            return;
        m_fields.elements(place, [&](const JsonPlace &here) {
            if (m_fields.isObject(here))
                use(here);
        });
    }

    // Calls `use(key, place)` for each object in an object of objects.
    template<typename Use>
    void forEachNamedObject(const JsonPlace &place, Use use)
    {
        if (!m_fields.isObject(place))
            return;
        m_json.object([&](std::string_view key) {
            const JsonPlace here{&place, key, 0};
            if (m_fields.isObject(here))
                use(key, here);
        });
    }

    ChunkReading &m_reading;
    Chunk &m_chunk;
    JsonCursor &m_json;
    FieldReader m_fields;
    std::size_t m_maxFrames = mostChunkFrames(m_json.whole().size());

private:
    // A value of a series: its clock is the format's own.
    virtual void parseMeasured(ChunkMeasurement &series, const JsonPlace &place) = 0;

    void parseImages(const JsonPlace &place);
    void parseImage(const JsonPlace &place);
    void parseSeries(ChunkMeasurement &series, const JsonPlace &place);
    void parseUnit(ChunkMeasurement &series, const JsonPlace &place);
    void parseValues(ChunkMeasurement &series, const JsonPlace &place);
    void parseStack(const JsonPlace &place);
    void parseFrame(const JsonPlace &place);
    void parseThread(ChunkThread &thread, const JsonPlace &place);
};

} // namespace ember::model::sentry
