// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/fieldreader.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>

namespace ember::model {
class JsonCursor;
}

namespace ember::model::sentry {

// Reads the later part of a long array in a thread of its own while the caller reads the earlier
// part. Where an element begins is guessed. If the caller's walk does not reach that offset, the
// guess was wrong: the result is dropped, and the caller reads all of the array.
class ParallelArrayReader {
public:
    // Reads elements up to the end of the array, and moves past that.
    using Take = std::function<void(ChunkReading &reading, JsonCursor &json)>;

    // Reads a part of an array in `text` that begins before `from`. `between` is the text between
    // two of its elements: the end of one, a comma, the start of the next.
    ParallelArrayReader(std::string_view text, std::size_t from, std::string_view between,
                        Take take);
    ~ParallelArrayReader(); // cancels the reading and joins the thread

    ParallelArrayReader(const ParallelArrayReader &) = delete;
    ParallelArrayReader &operator=(const ParallelArrayReader &) = delete;

    // Offset of the element at which the part begins; nullopt if no part is read.
    std::optional<std::size_t> start() const { return m_start; }

    // Waits until the thread is done and returns what it read. Returns nullptr if it could not read
    // the part, or the part has more than plain rows: the caller then reads the part itself and
    // notes findings. Call this when the cursor has reached start().
    const ChunkReading *wait();
    // Offset of the byte after the array.
    std::size_t end() const { return m_end; }

private:
    void read(std::string_view text, const Take &take);

    std::optional<std::size_t> m_start;
    std::size_t m_end = 0;
    bool m_isPlain = false;
    ChunkReading m_reading;
    std::stop_source m_stop;
    std::stop_token m_token = m_stop.get_token();
    std::jthread m_thread;
};

// Parses a V2 or V1 document in one pass over its bytes, into the tables and metadata of the
// reading's chunk. The format of that chunk decides between the two. There is one function for each
// kind of object.
class DocumentParser {
public:
    // Two threads read an array of a V2 document that begins at least `worthHelp` bytes before its
    // end.
    DocumentParser(ChunkReading &reading, JsonCursor &json, std::size_t worthHelp = neverWorthHelp)
        : m_reading(reading),
          m_chunk(reading.chunk),
          m_json(json),
          m_fields(reading, json),
          m_worthHelp(worthHelp)
    {
    }

    // Parses the document, which must be an object.
    void parse();

private:
    using TakeElement = void (DocumentParser::*)(const JsonPlace &place);

    bool isV1() const { return m_chunk.format == SampleFormat::V1; }

    void parseClientSdk(const JsonPlace &place);
    void parseDebugMeta(const JsonPlace &place);
    void parseImage(const JsonPlace &place);
    void parseTransactions(const JsonPlace &place);
    void parseMeasurements(const JsonPlace &place);
    void parseUnit(ChunkMeasurement &series, const JsonPlace &place);
    void parseValues(ChunkMeasurement &series, const JsonPlace &place);
    void parseMeasured(ChunkMeasurement &series, const JsonPlace &place);

    void parseProfile(const JsonPlace &place);
    void parseLong(const JsonPlace &place, std::string_view between, TakeElement take);
    void append(const ChunkReading &later);
    // Each takes one element of an array, whatever its type.
    void takeSample(const JsonPlace &place);
    void takeStack(const JsonPlace &place);
    void takeFrame(const JsonPlace &place);
    void parseThreads(const JsonPlace &place);
    void parseQueues(const JsonPlace &place);
    StringIndex threadId(const JsonPlace &place);
    Timestamp elapsed(std::uint64_t nanoseconds);

    void decideKind(const FieldReader::Taken &taken, bool hasTrace);
    void noteCounts();

    // Parses an object whose members are all fields.
    template<const auto &table>
    void parseObject(auto &object, const JsonPlace &place)
    {
        if (m_fields.isObject(place))
            object.rest = m_fields.object<table>(place, object);
    }

    // Calls `use(place)` for each object in an array of objects. `use` must take the object.
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

    // Calls `use(key, place)` for each object in an object of objects. `use` must take the object.
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
    std::size_t m_worthHelp;
    std::size_t m_maxFrames = mostChunkFrames(m_json.whole().size());

    // The first entry of a V1 profile's `transactions`.
    std::optional<V1Transaction> m_firstOfList;
    std::uint64_t m_relativeTimes = 0; // samples that have only relative_timestamp_ns
    std::uint64_t m_absurdTimes = 0;
    std::uint64_t m_unknownMembers = 0; // samples and measured values with unknown members
};

} // namespace ember::model::sentry
