// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/validatechunk.h"

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/files/filereading.h"
#include "model/formats/sentry/specfindings.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

namespace ember::model::sentry {

namespace {

// Counts the members in `rest`, for which their object has no field.
std::uint64_t memberCount(const Chunk &chunk, StringIndex rest)
{
    if (!rest.isValid())
        return 0;
    const auto members = nlohmann::json::parse(chunk.text(rest), nullptr, false);
    return members.is_object() ? members.size() : 0;
}

std::uint64_t memberCount(const Chunk &chunk, const auto &rows)
{
    std::uint64_t count = 0;
    for (const auto &row : rows)
        count += memberCount(chunk, row.rest);
    return count;
}

} // namespace

std::vector<Finding> differencesOfNormalForm(const Chunk &chunk, const Verdict &verdict)
{
    ImportLog log;
    addRelayFindings(verdict, log);
    auto differences = log.findings();
    const auto add = [&differences](const char *code, const char *subject, std::uint64_t count,
                                    const char *detail) {
        if (count > 0)
            differences.push_back({code, "backend", Severity::Note, subject, detail, count});
    };
    const auto addUnknown = [&](const char *subject, std::uint64_t count) {
        add("backend-members-dropped", subject, count, "members that Sentry does not keep");
    };
    const auto &metadata = chunk.metadata;
    add("backend-metadata-removed", "profile.thread_metadata", verdict.report.removedMetadata,
        "entries without samples are removed");
    addUnknown("top level", memberCount(chunk, metadata.rest));
    addUnknown("client_sdk", memberCount(chunk, metadata.sdkRest));
    addUnknown("debug_meta", memberCount(chunk, metadata.debugMetaRest));
    addUnknown("debug_meta.images", memberCount(chunk, chunk.images));
    addUnknown("profile", memberCount(chunk, metadata.profileRest));
    addUnknown("profile.frames", memberCount(chunk, chunk.frames));
    addUnknown("profile.thread_metadata", memberCount(chunk, chunk.threads));
    if (chunk.format == SampleFormat::V2)
        addUnknown("profile.samples", memberCount(chunk, chunk.sampleRests));
    std::uint64_t renamed = 0;
    for (const ChunkMeasurement &series : chunk.measurements)
        renamed += chunk.text(series.unit) == longUnit(chunk.text(series.unit)) ? 0U : 1U;
    add("backend-units-renamed", "measurements", renamed, "units get their long names");
    return differences;
}

namespace {

constexpr std::size_t maxEnvelopeSize = std::size_t(200) * 1024 * 1024;

FileVerdict refused(std::string file, RejectReason reason, std::string path, std::string detail)
{
    return {std::move(file), Rejection{reason, std::move(path), std::move(detail)}, {}, {}, {}};
}

// The verdict on a payload that could not be read.
FileVerdict withoutReading(std::string file, Error error)
{
    if (error.code == ErrorCode::Cancelled)
        return {std::move(file), {}, {}, std::move(error), {}};
    return refused(std::move(file), RejectReason::InvalidJson, {}, std::move(error.detail));
}

// The verdict on a payload that was judged. `log` has all its findings.
FileVerdict verdictOf(const ChunkReading &reading, const Verdict &verdict, const ImportLog &log,
                      std::string file, const ValidateOptions &options)
{
    if (options.stop.stop_requested())
        return withoutReading(std::move(file), {ErrorCode::Cancelled, {}, {}});
    FileVerdict result{std::move(file), verdict.rejection, log.findings(), {}, {}};
    const bool hasNormalForm = verdict.isAccepted() && reading.kind != PayloadKind::AndroidTrace;
    if (hasNormalForm && options.keepNormalised == KeepNormalised::Yes) {
        result.normalised = writeNormalised(reading.chunk);
        result.differences = differencesOfNormalForm(reading.chunk, verdict);
    }
    return result;
}

FileVerdict judgeV1(std::string_view payload, std::string file, const Packing &packing,
                    const ValidateOptions &options)
{
    auto reading = readProfile(payload, options.stop);
    if (!reading)
        return withoutReading(std::move(file), reading.error());
    ImportLog log;
    const auto verdict = judgeProfile(*reading, packing, options.maxSize, log);
    return verdictOf(*reading, verdict, log, std::move(file), options);
}

// Adds what is wrong with the transactions of an envelope. `beside` is its chunk, or nullptr.
void judgeTransactions(const Envelope &envelope, const Chunk *beside, ImportLog &log)
{
    for (const auto &item : envelope.items) {
        if (item.type != "transaction")
            continue;
        const auto event = readTracingEvent(item.payload);
        if (event)
            addTransactionFindings(*event, beside, log);
        else
            log.add({"spec-transaction-json", "T1", Severity::Warning, "transaction",
                     event.error().detail});
        if (item.payload.size() > maxEventSize)
            log.add({"backend-event-size", "backend", Severity::Warning, "transaction",
                     "Relay refuses a transaction of more than 1 MiB"});
    }
}

FileVerdict judgeChunk(std::string_view payload, std::string file, const Packing &packing,
                       RelayOptions relay, const ValidateOptions &options,
                       const Envelope *envelope = nullptr)
{
    auto reading = readChunk(payload, options.stop);
    if (!reading)
        return withoutReading(std::move(file), reading.error());
    if (reading->kind == PayloadKind::ProfileV1 && packing.place == Packing::Place::Bare)
        return judgeV1(payload, std::move(file), packing, options);
    if (reading->kind == PayloadKind::AndroidTrace)
        reading->log.add({"backend-android-trace", "backend", Severity::Warning, "sampled_profile",
                          "an Android trace; what is inside is not looked at", 1});
    else
        addSpecFindings(reading->chunk, packing, reading->log);
    // Relay refuses an envelope with several profiles as a whole, with its transactions.
    if (envelope != nullptr && envelope->profileCount() == 1)
        judgeTransactions(*envelope, &reading->chunk, reading->log);
    relay.itemPlatform = packing.itemPlatform;
    relay.maxSize = options.maxSize;
    const auto verdict = judge(*reading, relay);
    addRelayFindings(verdict, reading->log);
    return verdictOf(*reading, verdict, reading->log, std::move(file), options);
}

FileVerdict judgeItem(const EnvelopeItem &item, std::string file, Packing packing,
                      const Envelope &envelope, const ValidateOptions &options)
{
    if (item.payload.size() > options.maxSize)
        return refused(std::move(file), RejectReason::TooLarge, {},
                       "HTTP 413: an item of " + std::to_string(item.payload.size())
                           + " bytes, at most " + std::to_string(options.maxSize));
    if (item.type == "profile")
        return judgeV1(item.payload, std::move(file), packing, options);
    RelayOptions relay;
    relay.hasMetaLength = item.hasMetaLength;
    packing.itemPlatform = item.platform;
    return judgeChunk(item.payload, std::move(file), packing, std::move(relay), options, &envelope);
}

// Returns the verdict on an envelope without profiles: Relay accepts it, and only its transactions
// are judged.
FileVerdict judgeWithoutProfile(const Envelope &envelope, const std::string &fileName)
{
    ImportLog log;
    log.add({"backend-no-profile",
             "backend",
             Severity::Note,
             {},
             "an envelope without profile or profile_chunk"});
    judgeTransactions(envelope, nullptr, log);
    return {fileName, std::nullopt, log.findings(), {}, {}};
}

std::optional<FileVerdict> judgeRow(const Envelope &envelope, std::size_t row, std::string file,
                                    const Packing &packing, const ValidateOptions &options)
{
    const auto &item = envelope.items[row];
    if (item.type != "profile" && item.type != "profile_chunk")
        return std::nullopt;
    auto verdict = judgeItem(item, std::move(file), packing, envelope, options);
    if (envelope.profileCount() > 1 && !verdict.unread)
        verdict.rejection =
            Rejection{RejectReason::TooLarge,
                      {},
                      "HTTP 413: an envelope holds one profile or profile_chunk, this one "
                          + std::to_string(envelope.profileCount())};
    return verdict;
}

std::vector<FileVerdict> judgeEnvelope(std::string_view bytes, const std::string &fileName,
                                       const ValidateOptions &options)
{
    const auto envelope = parseEnvelope(bytes);
    if (!envelope)
        return {refused(fileName, RejectReason::InvalidEnvelope, {},
                        "HTTP 400: " + envelope.error().detail)};
    if (bytes.size() > maxEnvelopeSize)
        return {refused(fileName, RejectReason::TooLarge, {}, "HTTP 413: more than 200 MiB")};
    const auto packing = packingIn(*envelope);
    std::vector<FileVerdict> verdicts;
    for (std::size_t row = 0; row < envelope->items.size(); ++row) {
        if (auto verdict = judgeRow(*envelope, row, fileName + '#' + std::to_string(row + 1),
                                    packing, options))
            verdicts.push_back(std::move(*verdict));
    }
    if (verdicts.empty())
        verdicts.push_back(judgeWithoutProfile(*envelope, fileName));
    return verdicts;
}

} // namespace

bool FileVerdict::isStrictlyValid() const
{
    return isAccepted() && std::ranges::none_of(findings, breaksMust);
}

std::optional<FileVerdict> validateItem(const Envelope &envelope, std::size_t item)
{
    return judgeRow(envelope, item, {}, packingIn(envelope), {});
}

std::vector<FileVerdict> validate(std::string_view bytes, const std::string &fileName,
                                  const ValidateOptions &options)
{
    if (looksLikeEnvelope(bytes))
        return judgeEnvelope(bytes, fileName, options);
    return {judgeChunk(bytes, fileName, {}, {}, options)};
}

} // namespace ember::model::sentry
