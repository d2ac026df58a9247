// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkreader.h"

#include "model/formats/json/numbertext.h"
#include "model/formats/sentry/chunkparser.h"
#include "model/formats/sentry/documentreader.h"
#include "model/formats/sentry/mixedclock.h"

#include <chrono>

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
    reading.log.add({"backend-measurement-clock", "backend", Severity::Note, "measurements",
                     "timestamps mix milliseconds and seconds; repaired for viewing",
                     chunk.repairedClocks});
}

// Behind the repair of clocks, which gives some of them their time.
void noteAbsurdTimes(ChunkReading &reading)
{
    const auto isAbsurd = [](Timestamp time) {
        return std::chrono::abs(time.time_since_epoch()) >= latestTime;
    };
    std::uint64_t count = 0;
    for (const auto &sample : reading.chunk.samples)
        count += isAbsurd(sample.time) ? 1U : 0U;
    for (const auto &series : reading.chunk.measurements) {
        for (const auto &value : series.values)
            count += isAbsurd(value.time) ? 1U : 0U;
    }
    if (count > 0)
        reading.log.add({"absurd-times", "S16", Severity::Warning, "timestamp",
                         "times of more than 146 years since 1970 are moved there: they are to be "
                         "in seconds",
                         count});
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
        noteAbsurdTimes(reading);
        noteFieldFaults(reading);
    });
    if (!mark)
        return mark.error();
    noteByteOrderMark(reading, *mark);
    return reading;
}

} // namespace ember::model::sentry
