// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/fieldreader.h"

#include <string_view>

namespace ember::model::sentry {

// Takes a V2 document apart, in one pass over its bytes. One function for each kind of object.
class ChunkParser {
public:
    ChunkParser(ChunkReading &reading, const std::stop_token &stop)
        : m_reading(reading),
          m_stop(stop),
          m_chunk(reading.chunk),
          m_fields(reading)
    {
    }

    void parse(JsonObject document);

private:
    // chunkparser.cpp
    void parseClientSdk(JsonValue value, const JsonPlace &place);
    void parseId(StringIndex &id, JsonValue value, const JsonPlace &place);
    void parseVersion(JsonValue value, const JsonPlace &place);

    // chunkparsermeta.cpp
    void parseDebugMeta(JsonValue value, const JsonPlace &place);
    void parseImages(JsonValue value, const JsonPlace &place);
    void parseImage(JsonObject object, const JsonPlace &place);
    void parseMeasurements(JsonValue value, const JsonPlace &place);
    void parseSeries(ChunkMeasurement &series, JsonObject object, const JsonPlace &place);
    void parseUnit(ChunkMeasurement &series, JsonValue value, const JsonPlace &place);
    void parseValues(ChunkMeasurement &series, JsonValue value, const JsonPlace &place);
    void parseMeasured(ChunkMeasurement &series, JsonObject object, const JsonPlace &place);

    // chunkparserprofile.cpp
    void parseProfile(JsonValue value, const JsonPlace &place);
    void parseSamples(JsonValue value, const JsonPlace &place);
    void parseSample(JsonObject object, const JsonPlace &place);
    ChunkStackIndex parseStackId(JsonValue value, const JsonPlace &place);
    void parseStacks(JsonValue value, const JsonPlace &place);
    void parseStack(JsonArray array, const JsonPlace &place);
    void parseFrames(JsonValue value, const JsonPlace &place);
    void parseFrame(JsonObject object, const JsonPlace &place);
    void parseThreads(JsonValue value, const JsonPlace &place);
    void parseThread(ChunkThread &thread, JsonObject object, const JsonPlace &place);

    // Calls `use(object, place)` for each element of an array of objects.
    template<typename Use>
    void forEachObject(JsonValue value, const JsonPlace &place, Use use)
    {
        auto array = m_fields.array(value, place);
        if (!array)
            return;
        JsonPlace here{&place, {}, 0};
        for (auto element : *array) {
            stopIfAsked();
            if (auto object = m_fields.object(element.value(), here))
                use(*object, here);
            ++here.index;
        }
    }

    // Calls `use(key, object, place)` for each member of an object of objects.
    template<typename Use>
    void forEachNamedObject(JsonValue value, const JsonPlace &place, Use use)
    {
        auto map = m_fields.object(value, place);
        if (!map)
            return;
        for (auto member : *map) {
            const std::string_view key = member.unescaped_key().value();
            const JsonPlace here{&place, key, 0};
            if (auto object = m_fields.object(member.value().value(), here))
                use(key, *object, here);
        }
    }

    void stopIfAsked() const
    {
        if (m_stop.stop_requested())
            throw ReadingStopped();
    }

    ChunkReading &m_reading;
    const std::stop_token &m_stop;
    Chunk &m_chunk;
    FieldReader m_fields;
};

} // namespace ember::model::sentry
