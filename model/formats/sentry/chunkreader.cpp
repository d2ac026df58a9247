// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkreader.h"

#include "model/formats/sentry/documentparser.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/json/jsoncursor.h"
#include "model/json/numbertext.h"

#include <chrono>
#include <cstdint>
#include <new>

namespace ember::model::sentry {

const char *reasonName(RejectReason reason)
{
    switch (reason) {
        using enum RejectReason;
    case InvalidJson: return "profiling_invalid_json";
    case PlatformNotSupported: return "profiling_platform_not_supported";
    case NotEnoughSamples: return "profiling_not_enough_samples";
    case MalformedSamples: return "profiling_malformed_samples";
    case MalformedStacks: return "profiling_malformed_stacks";
    case DurationIsTooLong: return "profiling_duration_is_too_long";
    case ExceedSizeLimit: return "profiling_exceed_size_limit";
    case InvalidProfileType: return "profiling_invalid_profile_type";
    case InvalidSampledProfile: return "profiling_invalid_sampled_profile";
    case InvalidBase64Value: return "profiling_invalid_base64_value";
    case InvalidProfileMetadata: return "profiling_invalid_profile_metadata";
    case InvalidTransactionMetadata: return "profiling_invalid_transaction_metadata";
    case NoTransactionAssociated: return "profiling_no_transaction_associated";
    case TooManyProfiles: return "profiling_too_many_profiles";
    case InvalidEnvelope: return "invalid_envelope";
    case TooLarge: return "too_large";
    }
    return "profiling_invalid_json";
}

std::string toText(const Rejection &rejection)
{
    const auto place = rejection.path.empty() ? std::string() : rejection.path + ": ";
    return std::string(reasonName(rejection.reason)) + " (" + place + rejection.detail + ')';
}

namespace {

// Adds one finding for all broken field rules.
void noteFieldFaults(ChunkReading &reading)
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

// Reads a document to its last byte; `take` reads its one object.
Result<ChunkReading> readDocument(std::string_view payload, const std::stop_token &stop,
                                  SampleFormat format, auto take)
{
    constexpr std::string_view byteOrderMark = "\xef\xbb\xbf";
    constexpr std::uint64_t mostBytes = 0xffff'ffffU - 64;
    if (payload.size() > mostBytes)
        return Error{ErrorCode::FileTooBig, {}, "more than 4 GiB"};
    const bool hasMark = payload.starts_with(byteOrderMark);
    const auto text = hasMark ? payload.substr(byteOrderMark.size()) : payload;
    ChunkReading reading;
    reading.chunk.format = format;
    reading.chunk.bytes = text.size();
    try {
        JsonCursor json(text, stop);
        const bool isObject = json.type() == JsonType::Object;
        if (isObject)
            take(reading, json);
        else
            json.skip();
        json.end();
        if (!isObject)
            return Error{ErrorCode::WrongType, {}, "expected a JSON object"};
        noteFieldFaults(reading);
        if (hasMark && !reading.dispatch) // serde refuses a byte order mark
            reading.dispatch = Rejection{RejectReason::InvalidJson, {}, "byte order mark"};
        return reading;
    } catch (const BadJson &error) {
        return describeBadJson(payload, payload.size() - text.size() + error.offset, error.reason);
    } catch (const ReadingStopped &) {
        return Error{ErrorCode::Cancelled, {}, {}};
    } catch (const TooManyFrames &) {
        return Error{ErrorCode::FileTooBig,
                     {},
                     "profile.frames: more frames than a file of this size may have"};
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, {}, "not enough memory"};
    }
}

// Rejects versions that Relay refuses (SENTRY.md §1.1), unless the payload is rejected already.
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

// Notes times that are moved as they are too large. Call this after the repair of clocks, which
// sets some of the times.
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
    return readDocument(payload, stop, SampleFormat::V2,
                        [&](ChunkReading &reading, JsonCursor &json) {
                            reading.chunk.growth = std::string_view(R"("release":null,)").size();
                            DocumentParser(reading, json, worthHelp).parse();
                            judgeVersion(reading);
                            repairClocks(reading);
                            noteAbsurdTimes(reading);
                        });
}

Result<ChunkReading> readProfile(std::string_view payload, const std::stop_token &stop)
{
    return readDocument(
        payload, stop, SampleFormat::V1,
        [](ChunkReading &reading, JsonCursor &json) { DocumentParser(reading, json).parse(); });
}

} // namespace ember::model::sentry
