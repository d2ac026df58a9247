// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkreader.h"

#include "model/formats/sentry/chunkparser.h"
#include "model/formats/sentry/documentreader.h"
#include "model/formats/sentry/mixedclock.h"

namespace ember::model::sentry {

namespace {

// What Relay makes of the version (SENTRY.md §1.1), where its spelling is right.
void judgeVersion(ChunkReading &reading)
{
    if (reading.dispatch)
        return;
    const auto &metadata = reading.chunk.metadata;
    const auto version = reading.chunk.text(metadata.version);
    const bool isTrace = reading.kind == PayloadKind::AndroidTrace
        && (version == "2" || version == "2.android-trace");
    if (version == "2" || isTrace)
        return;
    const auto detail = metadata.version.isValid() ? "version \"" + std::string(version) + '"'
                                                   : std::string("no version");
    reading.dispatch = Rejection{RejectReason::PlatformNotSupported, "version",
                                 detail + " is not the sample format V2"};
}

void repairClocks(ChunkReading &reading)
{
    auto &chunk = reading.chunk;
    if (chunk.samples.empty() || chunk.samples.front().timestamp > mixedClockLimit)
        return;
    const auto start = chunk.samples.front().time;
    bool isEach = true;
    for (auto &series : chunk.measurements) {
        for (auto &value : series.values) {
            const auto time = fromMixedClock(value.timestamp, start);
            isEach = isEach && time && toMixedClock(*time, start) == value.timestamp;
            if (!time)
                continue;
            value.time = *time;
            ++chunk.repairedClocks;
        }
    }
    if (chunk.repairedClocks == 0)
        return;
    if (isEach)
        chunk.mixedClockStart = start;
    reading.log.add({"backend-measurement-clock", "backend", Severity::Warning, "measurements",
                     "timestamps mix milliseconds and seconds; repaired for viewing",
                     chunk.repairedClocks});
}

} // namespace

Result<ChunkReading> readChunk(std::string_view payload, const std::stop_token &stop,
                               std::size_t worthHelp)
{
    ChunkReading reading;
    const auto mark = readDocument(payload, stop, [&](JsonCursor &json, std::size_t bytes) {
        reading.chunk.bytes = bytes;
        reading.chunk.growth = std::string_view(R"("release":null,)").size();
        ChunkParser(reading, json, worthHelp).parse();
        judgeVersion(reading);
        repairClocks(reading);
        noteFieldFaults(reading);
    });
    if (!mark)
        return mark.error();
    noteByteOrderMark(reading, *mark);
    return reading;
}

} // namespace ember::model::sentry
