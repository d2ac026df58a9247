// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/fieldreader.h"

#include <string_view>

namespace ember::model::sentry {

// Takes a V2 document apart, in one pass over its bytes. One function for each kind of object.
class ChunkParser {
public:
    ChunkParser(ChunkReading &reading, JsonCursor &json)
        : m_reading(reading),
          m_chunk(reading.chunk),
          m_json(json),
          m_fields(reading, json)
    {
    }

    // Takes the document, which must be an object.
    void parse();

private:
    // chunkparser.cpp
    void parseClientSdk(const JsonPlace &place);
    void parseId(StringIndex &id, const JsonPlace &place);
    void parseVersion(const JsonPlace &place);

    // chunkparsermeta.cpp
    void parseDebugMeta(const JsonPlace &place);
    void parseImages(const JsonPlace &place);
    void parseImage(const JsonPlace &place);
    void parseMeasurements(const JsonPlace &place);
    void parseSeries(ChunkMeasurement &series, const JsonPlace &place);
    void parseUnit(ChunkMeasurement &series, const JsonPlace &place);
    void parseValues(ChunkMeasurement &series, const JsonPlace &place);
    void parseMeasured(ChunkMeasurement &series, const JsonPlace &place);

    // chunkparserprofile.cpp
    void parseProfile(const JsonPlace &place);
    void parseSamples(const JsonPlace &place);
    void parseSample(const JsonPlace &place);
    void parseStacks(const JsonPlace &place);
    void parseStack(const JsonPlace &place);
    void parseFrames(const JsonPlace &place);
    void parseFrame(const JsonPlace &place);
    void parseThreads(const JsonPlace &place);
    void parseThread(ChunkThread &thread, const JsonPlace &place);

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
};

} // namespace ember::model::sentry
