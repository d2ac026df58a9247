// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/validatechunk.h"

#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/files/filereading.h"
#include "model/formats/sentry/specfindings.h"

#include <algorithm>

namespace ember::model::sentry {

namespace {

constexpr std::size_t maxEnvelopeSize = std::size_t(200) * 1024 * 1024;

FileVerdict refused(std::string file, RejectReason reason, std::string path, std::string detail)
{
    return {std::move(file), Rejection{reason, std::move(path), std::move(detail)}, {}, {}, {}};
}

// The verdict on a payload that was judged. `log` has all its findings.
FileVerdict verdictOf(const ChunkReading &reading, const Verdict &verdict, const ImportLog &log,
                      std::string file, const ValidateOptions &options)
{
    FileVerdict result{std::move(file), verdict.rejection, log.findings(), {}, {}};
    const bool hasNormalForm = verdict.isAccepted() && reading.kind != PayloadKind::AndroidTrace;
    if (hasNormalForm && options.keepNormalised == KeepNormalised::Yes)
        result.normalised = writeNormalised(reading.chunk);
    return result;
}

FileVerdict judgeV1(std::string_view payload, std::string file, const Packing &packing,
                    const ValidateOptions &options)
{
    auto reading = readProfile(payload);
    if (!reading)
        return refused(std::move(file), RejectReason::InvalidJson, {}, reading.error().detail);
    ImportLog log;
    const auto verdict = judgeProfile(*reading, packing, options.maxSize, log);
    return verdictOf(*reading, verdict, log, std::move(file), options);
}

FileVerdict judgeChunk(std::string_view payload, std::string file, const Packing &packing,
                       RelayOptions relay, const ValidateOptions &options)
{
    auto reading = readChunk(payload);
    if (!reading)
        return refused(std::move(file), RejectReason::InvalidJson, {}, reading.error().detail);
    if (reading->kind == PayloadKind::ProfileV1 && packing.place == Packing::Place::Bare)
        return judgeV1(payload, std::move(file), packing, options);
    if (reading->kind == PayloadKind::AndroidTrace)
        reading->log.add({"backend-android-trace", "backend", Severity::Warning, "sampled_profile",
                          "an Android trace; what is inside is not looked at", 1});
    else
        addSpecFindings(reading->chunk, packing, reading->log);
    relay.itemPlatform = packing.itemPlatform;
    relay.maxSize = options.maxSize;
    const auto verdict = judge(*reading, relay);
    addRelayFindings(verdict, reading->log);
    return verdictOf(*reading, verdict, reading->log, std::move(file), options);
}

FileVerdict judgeItem(const EnvelopeItem &item, std::string file, Packing packing,
                      const ValidateOptions &options)
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
    return judgeChunk(item.payload, std::move(file), packing, std::move(relay), options);
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
        const auto &item = envelope->items[row];
        if (item.type != "profile" && item.type != "profile_chunk")
            continue;
        verdicts.push_back(
            judgeItem(item, fileName + '#' + std::to_string(row + 1), packing, options));
        if (envelope->profileCount() > 1)
            verdicts.back().rejection =
                Rejection{RejectReason::TooLarge,
                          {},
                          "HTTP 413: an envelope holds one profile or profile_chunk, this one "
                              + std::to_string(envelope->profileCount())};
    }
    if (verdicts.empty())
        verdicts.push_back({fileName,
                            std::nullopt,
                            {{"backend-no-profile",
                              "backend",
                              Severity::Note,
                              {},
                              "an envelope without profile or profile_chunk",
                              1}},
                            {},
                            {}});
    return verdicts;
}

} // namespace

bool FileVerdict::isStrictlyValid() const
{
    return isAccepted() && std::ranges::none_of(findings, breaksMust);
}

std::vector<FileVerdict> validate(std::string_view bytes, const std::string &fileName,
                                  const ValidateOptions &options)
{
    if (looksLikeEnvelope(bytes))
        return judgeEnvelope(bytes, fileName, options);
    return {judgeChunk(bytes, fileName, {}, {}, options)};
}

} // namespace ember::model::sentry
