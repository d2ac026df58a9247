// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/documentparser.h"

#include "model/core/uuid.h"
#include "model/formats/import/jsonreading.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/json/jsoncursor.h"
#include "model/profile/debugid.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

// Guesses an element near the middle of the array, which is assumed to fill the rest of the text:
// an array that is long enough to need help mostly does.
std::optional<std::size_t> middleOf(std::string_view text, std::size_t from,
                                    std::string_view between)
{
    constexpr std::size_t searched = std::size_t(64) << 10U;
    const auto middle = from + (text.size() - from) / 2;
    const auto found = text.substr(middle, searched).find(between);
    if (found == std::string_view::npos)
        return std::nullopt;
    return middle + found + between.size() - 1;
}

bool hasNothingNoted(const ChunkReading &reading)
{
    return reading.fields.empty() && reading.furtherFieldFaults == 0 && !reading.dispatch
        && reading.log.findings().empty() && reading.chunk.sampleRests.empty();
}

} // namespace

ParallelArrayReader::ParallelArrayReader(std::string_view text, std::size_t from,
                                         std::string_view between, Take take)
    : m_start(middleOf(text, from, between))
{
    if (!m_start)
        return;
    try {
        m_thread = std::jthread([this, text, take = std::move(take)] { read(text, take); });
    } catch (const std::system_error &) {
        m_start.reset();
    }
}

ParallelArrayReader::~ParallelArrayReader()
{
    m_stop.request_stop();
}

const ChunkReading *ParallelArrayReader::wait()
{
    if (m_thread.joinable())
        m_thread.join();
    return m_isPlain ? &m_reading : nullptr;
}

// Reads the part. Errors are dropped, as the caller meets them when it reads all of the array
// itself.
void ParallelArrayReader::read(std::string_view text, const Take &take)
try {
    JsonCursor json(text, m_token);
    json.goTo(*m_start);
    take(m_reading, json);
    m_end = json.place();
    m_isPlain = hasNothingNoted(m_reading);
} catch (const BadJson &) {
} catch (const ReadingStopped &) {
} catch (const TooManyFrames &) {
} catch (const std::bad_alloc &) {
}

namespace {

using enum SampleFormat;

enum class Top : std::uint8_t {
    ClientSdk,
    Device,
    Os,
    Runtime,
    Transaction,
    Transactions,
    DebugMeta,
    Measurements,
    Profile,
    SampledProfile,
};

constexpr auto topMembers =
    std::tuple_cat(metadataFields,
                   std::tuple{
                       PartMember("client_sdk", Top::ClientSdk).requiredIn(V2).nullableInV1(),
                       PartMember("device", Top::Device).onlyIn(V1).requiredIn(V1),
                       PartMember("os", Top::Os).onlyIn(V1).requiredIn(V1),
                       PartMember("runtime", Top::Runtime).onlyIn(V1).nullableInV1(),
                       PartMember("transaction", Top::Transaction).onlyIn(V1).nullableInV1(),
                       PartMember("transactions", Top::Transactions).onlyIn(V1),
                       PartMember("debug_meta", Top::DebugMeta).nullableInV1(),
                       PartMember("measurements", Top::Measurements).nullableInV1(),
                       PartMember("profile", Top::Profile).required(),
                       PartMember("sampled_profile", Top::SampledProfile).onlyIn(V2),
                   });

enum class DebugMetaPart : std::uint8_t { Images };

constexpr std::array debugMetaMembers{PartMember("images", DebugMetaPart::Images).required()};

enum class SeriesPart : std::uint8_t { Unit, Values };

constexpr std::array seriesMembers{PartMember("unit", SeriesPart::Unit).required(),
                                   PartMember("values", SeriesPart::Values).required()};

enum class MeasuredPart : std::uint8_t { Time, Elapsed, Value };

constexpr std::array measuredMembers{
    PartMember("timestamp", MeasuredPart::Time).onlyIn(V2).requiredIn(V2),
    PartMember("elapsed_since_start_ns", MeasuredPart::Elapsed).onlyIn(V1), // absent: 0
    PartMember("value", MeasuredPart::Value).required(),
};

enum class ProfilePart : std::uint8_t { Samples, Stacks, Frames, Threads, Queues };

constexpr std::array profileMembers{
    PartMember("samples", ProfilePart::Samples).required(),
    PartMember("stacks", ProfilePart::Stacks).required(),
    PartMember("frames", ProfilePart::Frames).required(),
    PartMember("thread_metadata", ProfilePart::Threads).nullableInV1(),
    PartMember("queue_metadata", ProfilePart::Queues).onlyIn(V1).nullableInV1(),
};

enum class SamplePart : std::uint8_t { Time, Elapsed, Stack, Thread, Queue, Relative };

constexpr std::array sampleMembers{
    PartMember("timestamp", SamplePart::Time).onlyIn(V2).requiredIn(V2),
    PartMember("elapsed_since_start_ns", SamplePart::Elapsed).onlyIn(V1).requiredIn(V1),
    PartMember("stack_id", SamplePart::Stack).required(),
    PartMember("thread_id", SamplePart::Thread).required(),
    PartMember("queue_address", SamplePart::Queue).onlyIn(V1),
    PartMember("relative_timestamp_ns", SamplePart::Relative).onlyIn(V1), // the time's name in 2022
};

template<const auto &table>
constexpr std::uint32_t bitOf(std::string_view name)
{
    std::uint32_t bit = 0;
    forEachMemberOf<table>([&](std::size_t row, const auto &member) {
        if (member.name == name)
            bit = 1U << row;
    });
    return bit;
}

double secondsSinceStart(Timestamp time)
{
    constexpr double perSecond = 1e9;
    return static_cast<double>(toNs(time)) / perSecond;
}

template<typename I>
I rowOrNowhere(std::optional<std::uint32_t> row)
{
    return row ? I(std::size_t(*row)) : I();
}

} // namespace

void DocumentParser::parse()
{
    const JsonPlace root;
    auto &metadata = m_chunk.metadata;
    bool hasTrace = false;
    const auto take = [&](Top part, const JsonPlace &place) {
        switch (part) {
        case Top::ClientSdk: parseClientSdk(place); break;
        case Top::Device: parseObject<deviceFields>(metadata.device, place); break;
        case Top::Os: parseObject<osFields>(metadata.os, place); break;
        case Top::Runtime: parseObject<runtimeFields>(metadata.runtime.emplace(), place); break;
        case Top::Transaction:
            parseObject<transactionFields>(metadata.transaction.emplace(), place);
            break;
        case Top::Transactions: parseTransactions(place); break;
        case Top::DebugMeta: parseDebugMeta(place); break;
        case Top::Measurements: parseMeasurements(place); break;
        case Top::Profile: parseProfile(place); break;
        case Top::SampledProfile: hasTrace = m_json.skip().text != "null"; break;
        }
    };
    const auto taken = m_fields.object<topMembers>(root, metadata, take);
    metadata.rest = taken.rest;
    metadata.start = parseRfc3339(m_chunk.text(metadata.timestamp), UtcOffset::Any);
    if (!metadata.transaction)
        metadata.transaction = m_firstOfList;
    decideKind(taken, hasTrace);
    noteCounts();
}

void DocumentParser::decideKind(const FieldReader::Taken &taken, bool hasTrace)
{
    const bool isAndroid = m_chunk.text(m_chunk.metadata.platform) == "android";
    const bool isVersion1 = m_chunk.text(m_chunk.metadata.version) == "1";
    if (isV1()) {
        m_reading.kind =
            isAndroid && !isVersion1 ? PayloadKind::AndroidTrace : PayloadKind::ProfileV1;
        return;
    }
    constexpr auto ids = bitOf<topMembers>("chunk_id") | bitOf<topMembers>("profiler_id");
    if ((taken.seen & ids) != 0)
        m_reading.kind = PayloadKind::Chunk;
    else if (isVersion1)
        m_reading.kind = PayloadKind::ProfileV1;
    if (hasTrace && isAndroid)
        m_reading.kind = PayloadKind::AndroidTrace;
}

void DocumentParser::parseClientSdk(const JsonPlace &place)
{
    if (m_fields.isObject(place))
        m_chunk.metadata.sdkRest = m_fields.object<clientSdkFields>(place, m_chunk.metadata);
}

// Reads `transactions`, the predecessor of `transaction`; Relay takes its first entry.
void DocumentParser::parseTransactions(const JsonPlace &place)
{
    forEachObject(place, [this](const JsonPlace &here) {
        V1Transaction transaction;
        parseObject<transactionFields>(transaction, here);
        if (!m_firstOfList)
            m_firstOfList = transaction;
    });
}

void DocumentParser::parseDebugMeta(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    auto &metadata = m_chunk.metadata;
    metadata.hasDebugMeta = true;
    const auto takeImages = [this](DebugMetaPart, const JsonPlace &here) {
        forEachObject(here, [this](const JsonPlace &image) { parseImage(image); });
    };
    metadata.debugMetaRest = m_fields.object<debugMetaMembers>(place, metadata, takeImages).rest;
}

void DocumentParser::parseImage(const JsonPlace &place)
{
    auto &image = m_chunk.images.emplace_back();
    image.rest = m_fields.object<imageFields>(place, image);
    const JsonPlace typePlace{&place, "type", 0};
    const auto type = m_chunk.text(image.type);
    if (image.type.isValid() && !isRelayImageType(type)) {
        m_fields.reject(typePlace, "unknown image type");
        m_fields.find("backend-image-type", "backend", Severity::Warning, typePlace,
                      "Relay refuses a chunk with an image of type " + std::string(type));
    }
    if (image.debugId.isValid() && !isDebugId(m_chunk.text(image.debugId)))
        m_fields.reject({&place, "debug_id", 0}, "not a debug id");
    if (image.uuid.isValid() && !parseUuid(m_chunk.text(image.uuid)))
        m_fields.reject({&place, "uuid", 0}, "not a UUID");
}

void DocumentParser::parseMeasurements(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view name, const JsonPlace &here) {
        auto &series = m_chunk.measurements.emplace_back();
        series.name = m_fields.intern(name);
        m_fields.object<seriesMembers>(here, series, [&](SeriesPart part, const JsonPlace &at) {
            if (part == SeriesPart::Unit)
                parseUnit(series, at);
            else
                parseValues(series, at);
        });
    });
}

void DocumentParser::parseUnit(ChunkMeasurement &series, const JsonPlace &place)
{
    series.unit = m_fields.text(place);
    if (!series.unit.isValid())
        return;
    const auto spelling = m_chunk.text(series.unit);
    const auto written = longUnit(spelling);
    if (written.empty())
        m_fields.reject(place, "unknown unit");
    else
        m_chunk.growth += written.size() - spelling.size();
}

void DocumentParser::parseValues(ChunkMeasurement &series, const JsonPlace &place)
{
    if (m_json.type() != JsonType::Object) {
        forEachObject(place, [&](const JsonPlace &here) { parseMeasured(series, here); });
        return;
    }
    // An older page of the specification has measurements in this form (SPEC S29).
    m_fields.reject(place, "expected an array, found an object");
    m_fields.find("backend-values-list", "backend", Severity::Warning, place,
                  "values is one object; Relay takes a list only");
    parseMeasured(series, place);
}

void DocumentParser::parseMeasured(ChunkMeasurement &series, const JsonPlace &place)
{
    ChunkMeasurementValue measured;
    const auto take = [&](MeasuredPart part, const JsonPlace &here) {
        if (part == MeasuredPart::Value) {
            measured.value = m_fields.measured(here).value_or(0);
        } else if (part == MeasuredPart::Elapsed) {
            measured.time = elapsed(m_fields.longNumber(here).value_or(0));
        } else if (const auto time = m_fields.timestamp(here)) {
            measured.timestamp = time->seconds;
            measured.time = time->time;
        }
    };
    const auto rest = m_fields.object<measuredMembers>(place, measured, take).rest;
    if (isV1()) {
        measured.timestamp = secondsSinceStart(measured.time);
        m_unknownMembers += rest.isValid() ? 1U : 0U;
    }
    series.values.push_back(measured);
}

void DocumentParser::parseProfile(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    const auto take = [&](ProfilePart part, const JsonPlace &here) {
        switch (part) {
        case ProfilePart::Samples: parseLong(here, "},{", &DocumentParser::takeSample); break;
        case ProfilePart::Stacks: parseLong(here, "],[", &DocumentParser::takeStack); break;
        case ProfilePart::Frames: parseLong(here, "},{", &DocumentParser::takeFrame); break;
        case ProfilePart::Threads: parseThreads(here); break;
        case ProfilePart::Queues: parseQueues(here); break;
        }
    };
    auto &metadata = m_chunk.metadata;
    metadata.profileRest = m_fields.object<profileMembers>(place, metadata, take).rest;
}

void DocumentParser::parseLong(const JsonPlace &place, std::string_view between, TakeElement take)
{
    if (!m_fields.isArray(place))
        return;
    std::optional<ParallelArrayReader> later;
    const auto text = m_json.whole();
    if (text.size() - m_json.place() >= m_worthHelp)
        later.emplace(text, m_json.place(), between,
                      [take](ChunkReading &reading, JsonCursor &json) {
                          DocumentParser parser(reading, json);
                          // Both parts are in memory at once, so each may have half the frames. If
                          // the later half has more, it is dropped, and the first reader reads all
                          // of them.
                          parser.m_maxFrames /= 2;
                          json.arrayRest([&] { (parser.*take)({}); });
                      });
    m_fields.elements(place, [&](const JsonPlace &here) {
        const auto *part = later && later->start() == m_json.place() ? later->wait() : nullptr;
        if (part == nullptr) {
            (this->*take)(here);
            return;
        }
        append(*part);
        m_json.goTo(later->end() - 1); // the bracket, which ends the loop over the array
    });
}

// Appends rows in the order of the file, and texts as if they had been read one after the other.
void DocumentParser::append(const ChunkReading &later)
{
    const Chunk &part = later.chunk;
    std::vector<StringIndex> texts;
    texts.reserve(part.strings.size());
    for (std::size_t row = 0; row < part.strings.size(); ++row)
        texts.push_back(m_fields.intern(part.text(StringIndex(row))));
    const auto own = [&texts](StringIndex text) {
        return text.isValid() ? texts[text.row()] : StringIndex();
    };
    if (m_chunk.frames.size() + part.frames.size() > m_maxFrames)
        throw TooManyFrames();
    m_chunk.growth += part.growth;
    m_chunk.samples.reserve(m_chunk.samples.size() + part.samples.size());
    m_chunk.frames.reserve(m_chunk.frames.size() + part.frames.size());
    for (ChunkSample sample : part.samples) {
        sample.thread = own(sample.thread);
        m_chunk.samples.push_back(sample);
    }
    m_chunk.stacks.append(part.stacks);
    for (ChunkFrame frame : part.frames) {
        forEachMemberOf<frameFields>([&](std::size_t, const auto &field) {
            auto &value = frame.*field.member;
            if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, StringIndex>)
                value = own(value);
        });
        frame.rest = own(frame.rest);
        m_chunk.frames.push_back(frame);
    }
}

void DocumentParser::takeSample(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    ChunkSample sample;
    StringIndex queue;
    bool hasElapsed = false;
    std::optional<std::uint64_t> relative;
    const auto take = [&](SamplePart part, const JsonPlace &here) {
        switch (part) {
        case SamplePart::Time:
            if (const auto time = m_fields.timestamp(here)) {
                sample.timestamp = time->seconds;
                sample.time = time->time;
            }
            break;
        case SamplePart::Elapsed:
            hasElapsed = true;
            sample.time = elapsed(m_fields.longNumber(here).value_or(0));
            break;
        case SamplePart::Stack:
            sample.stack = rowOrNowhere<ChunkStackIndex>(m_fields.row(here));
            break;
        case SamplePart::Thread:
            sample.thread = isV1() ? threadId(here) : m_fields.idText(here);
            break;
        case SamplePart::Queue: queue = m_fields.text(here, Null::Allowed); break;
        case SamplePart::Relative: relative = parseDecimal(textOrDigits(m_json)); break;
        }
    };
    auto rest = m_fields.object<sampleMembers>(place, sample, take).rest;
    if (isV1()) {
        if (relative && !hasElapsed) {
            sample.time = elapsed(*relative);
            ++m_relativeTimes;
        }
        sample.timestamp = secondsSinceStart(sample.time);
        m_unknownMembers += rest.isValid() ? 1U : 0U;
        rest = queue;
    }
    if (rest.isValid())
        m_chunk.sampleRests.push_back({static_cast<std::uint32_t>(m_chunk.samples.size()), rest});
    m_chunk.samples.push_back(sample);
}

// Takes a thread id, which is a number in V1.
StringIndex DocumentParser::threadId(const JsonPlace &place)
{
    if (m_json.type() != JsonType::String) {
        const auto number = m_fields.longNumber(place);
        return number ? m_fields.intern(std::to_string(*number)) : StringIndex();
    }
    const std::string text(m_json.string());
    if (const auto number = parseDecimal(text))
        return m_fields.intern(std::to_string(*number));
    m_fields.reject(place, "expected a decimal number below 2^64");
    return m_fields.intern(text); // kept to be looked at
}

// Takes a time since the start of a V1 profile. It is limited so that its sum with that start fits.
Timestamp DocumentParser::elapsed(std::uint64_t nanoseconds)
{
    constexpr auto latest = std::uint64_t(std::numeric_limits<std::int64_t>::max() / 4) - 1;
    m_absurdTimes += nanoseconds > latest ? 1U : 0U;
    return timestampFromNs(static_cast<std::int64_t>(std::min(nanoseconds, latest)));
}

void DocumentParser::takeStack(const JsonPlace &place)
{
    if (m_fields.isArray(place))
        m_fields.elements(place, [this](const JsonPlace &here) {
            m_chunk.stacks.appendFrame(rowOrNowhere<ChunkFrameIndex>(m_fields.row(here)));
        });
    m_chunk.stacks.endStack(); // also if it is rejected, so that later stacks keep their numbers
}

void DocumentParser::takeFrame(const JsonPlace &place)
{
    if (m_chunk.frames.size() >= m_maxFrames)
        throw TooManyFrames();
    auto &frame = m_chunk.frames.emplace_back();
    if (m_fields.isObject(place))
        frame.rest = m_fields.object<frameFields>(place, frame);
}

void DocumentParser::parseThreads(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view id, const JsonPlace &here) {
        auto &thread = m_chunk.threads.emplace_back();
        thread.id = m_fields.intern(id);
        thread.rest = m_fields.object<threadFields>(here, thread);
    });
}

void DocumentParser::parseQueues(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view address, const JsonPlace &here) {
        auto &queue = m_chunk.metadata.queues.emplace_back();
        queue.address = m_fields.intern(address);
        queue.rest = m_fields.object<queueFields>(here, queue);
    });
}

// Adds findings for what was only counted while a V1 profile was read.
void DocumentParser::noteCounts()
{
    const auto note = [this](std::uint64_t count, Finding finding) {
        finding.count = count;
        if (count > 0)
            m_reading.log.add(std::move(finding));
    };
    const auto &bare = m_fields.bareNumbers();
    note(m_relativeTimes,
         {"spec-v1-relative-timestamps", "V1-9", Severity::Warning, "profile.samples",
          "relative_timestamp_ns is the name that elapsed_since_start_ns had in 2022: it is drawn, "
          "but Sentry no longer takes it"});
    note(bare.count,
         {"spec-v1-number-form", "V1-9", Severity::Warning, bare.firstPlace,
          "64-bit numbers must be strings; Relay takes numbers too"});
    note(m_unknownMembers,
         {"unknown-sample-members", "backend", Severity::Note, "profile.samples",
          "members that no text describes are not kept"});
    note(m_absurdTimes,
         {"absurd-times", "V1-9", Severity::Warning, "profile",
          "times of more than 73 years since the profile's start are moved there"});
}

} // namespace ember::model::sentry
