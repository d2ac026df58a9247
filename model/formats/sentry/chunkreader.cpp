// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkreader.h"

#include "model/formats/sentry/chunkparser.h"

#include <algorithm>
#include <new>

namespace ember::model::sentry {

namespace {

constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";

// Sample clocks count seconds; above this a measurement's clock cannot be one (SENTRY.md §7).
constexpr double clockLimit = 1e11;

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

// Node's measurement clock is 1000 times the start plus seconds since then (SENTRY.md §7).
void repairClocks(ChunkReading &reading)
{
    auto &chunk = reading.chunk;
    if (chunk.samples.empty() || chunk.samples.front().timestamp > clockLimit)
        return;
    const auto &first = chunk.samples.front();
    for (auto &series : chunk.measurements) {
        for (auto &value : series.values) {
            if (value.timestamp <= clockLimit)
                continue;
            constexpr long double perSecond = 1e9L;
            const auto start = static_cast<long double>(toNs(first.time)) / perSecond;
            const auto since = static_cast<long double>(value.timestamp) - 1000 * start;
            if (since < -1e9L || since > 1e9L)
                continue;
            value.time = first.time + Nanoseconds(static_cast<std::int64_t>(since * perSecond));
            ++chunk.repairedClocks;
        }
    }
    if (chunk.repairedClocks > 0)
        reading.log.add({"backend-measurement-clock", "backend", Severity::Warning, "measurements",
                         "timestamps mix milliseconds and seconds; repaired for viewing",
                         chunk.repairedClocks});
}

void noteFieldRules(ChunkReading &reading)
{
    if (reading.fields.empty())
        return;
    auto count = reading.furtherFieldFaults;
    for (const FieldFault &fault : reading.fields)
        count += fault.count;
    const Rejection &first = reading.fields.front().first;
    reading.log.add(
        {"backend-field", "backend", Severity::Warning, first.path, first.detail, count});
}

Result<ChunkReading> readDocument(std::string_view text, const std::stop_token &stop)
{
    ChunkReading reading;
    reading.chunk.bytes = text.size();
    reading.chunk.growth = std::string_view(R"("release":null,)").size();
    JsonCursor json(text, stop);
    const auto type = json.type();
    if (type == JsonType::Object)
        ChunkParser(reading, json).parse();
    else
        json.skip();
    json.end();
    if (type != JsonType::Object)
        return Error{ErrorCode::WrongType, {}, "expected a JSON object"};
    judgeVersion(reading);
    repairClocks(reading);
    noteFieldRules(reading);
    return reading;
}

} // namespace

Result<ChunkReading> readChunk(std::string_view payload, const std::stop_token &stop)
{
    constexpr std::uint64_t mostBytes = 0xffff'ffffU - 64;
    if (payload.size() > mostBytes)
        return Error{ErrorCode::FileTooBig, {}, "more than 4 GiB"};
    const bool hasMark = payload.starts_with(byteOrderMark);
    const auto text = hasMark ? payload.substr(byteOrderMark.size()) : payload;
    try {
        auto reading = readDocument(text, stop);
        if (hasMark && reading && !reading->dispatch)
            reading->dispatch = Rejection{RejectReason::InvalidJson, {}, "byte order mark"};
        return reading;
    } catch (const BadJson &error) {
        return describeBadJson(payload, payload.size() - text.size() + error.offset, error.reason);
    } catch (const ReadingStopped &) {
        return Error{ErrorCode::Cancelled, {}, {}};
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
    }
}

} // namespace ember::model::sentry
