// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/filereading.h"

#include "model/core/memorybudget.h"
#include "model/formats/sentry/headerjson.h"
#include "model/formats/sentry/prepare.h"
#include "model/formats/sentry/specfindings.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

// `what` the file was taken for. A reading that was stopped has nothing to say.
Error inFile(Error error, const std::string &what, const std::string &uri)
{
    if (!error.subject.empty() && error.subject != uri)
        error.detail = error.subject + ": " + error.detail;
    if (!error.detail.empty())
        error.detail = what + ", " + error.detail;
    error.subject = uri;
    return error;
}

// An item without a length goes to the end of the file: whether that is its own end, its JSON
// knows.
std::optional<Error> cutEnd(const Envelope &envelope)
{
    if (envelope.items.empty() || envelope.items.back().length)
        return std::nullopt;
    const auto &last = envelope.items.back();
    const bool isCut = last.payload.empty()
        ? last.type == "transaction"
        : last.payload.front() == '{' && !jsonObjectLength(last.payload);
    if (!isCut)
        return std::nullopt;
    return Error{ErrorCode::Truncated,
                 {},
                 "byte " + std::to_string(last.offset + last.payload.size())
                     + ": unexpected end of file in the item “" + last.type + "”"};
}

std::size_t threadCount(const Chunk &chunk)
{
    std::vector<bool> isKnown(chunk.strings.size() + 1);
    std::size_t count = 0;
    const auto enter = [&](StringIndex id) {
        const auto place = id.isValid() ? id.row() : chunk.strings.size();
        count += isKnown[place] ? 0U : 1U;
        isKnown[place] = true;
    };
    for (const ChunkThread &thread : chunk.threads)
        enter(thread.id);
    for (const ChunkSample &sample : chunk.samples)
        enter(sample.thread);
    return count;
}

} // namespace

Result<void> FileReading::read(ImportFile file)
{
    EMBER_RETURN_IF_ERROR(file.load());
    const auto bytes = file.bytes.view();
    if (!looksLikeEnvelope(bytes))
        return readPayload({file.name, bytes});
    auto envelope = parseEnvelope(bytes);
    if (!envelope)
        return inFile(envelope.error(), "Sentry envelope", file.name);
    return readItems(file, *envelope);
}

// What is no profile is left alone; an item that cannot be read spoils only itself.
Result<void> FileReading::readItems(const ImportFile &file, const Envelope &envelope)
{
    const auto packing = v1::packingIn(envelope);
    std::optional<Error> firstError;
    bool isAnyRead = false;
    const auto before = m_chunks.size();
    std::uint64_t transactions = 0; // but that of a V1 profile, which is read with it
    bool hasV1 = false;
    for (std::size_t row = 0; row < envelope.items.size(); ++row) {
        const auto &item = envelope.items[row];
        transactions += item.type == "transaction" ? 1U : 0U;
        hasV1 = hasV1 || item.type == "profile";
        if (item.type != "profile_chunk" && item.type != "profile")
            continue;
        const auto uri = file.name + '#' + std::to_string(row + 1);
        RelayOptions options;
        options.itemPlatform = item.platform;
        options.hasMetaLength = item.hasMetaLength;
        const Payload payload{uri, item.payload, std::move(options), packing};
        const auto outcome = item.type == "profile" ? readProfileV1(payload) : readPayload(payload);
        isAnyRead = isAnyRead || outcome;
        if (outcome)
            continue;
        if (firstError)
            report(*firstError);
        firstError = outcome.error();
    }
    v1::keepPacking(packing, std::span(m_chunks).subspan(before), m_log);
    if (!firstError && !isAnyRead) {
        if (const auto cut = cutEnd(envelope))
            return inFile(*cut, "Sentry envelope", file.name);
        if (transactions > 0)
            return Error{ErrorCode::NothingToShow, file.name,
                         std::string(transactionAlone)
                             + ": its spans are what Sentry shows of it, and it has no samples"};
        return Error{ErrorCode::NothingToShow, file.name, "the envelope holds no profile chunk"};
    }
    if (!isAnyRead)
        return *firstError;
    if (!hasV1 && transactions > 0)
        m_log.add({"transaction-not-shown", "file", Severity::Note, file.name,
                   "a transaction beside the profile is not shown: spans are not read",
                   transactions});
    if (firstError)
        report(*firstError);
    return {};
}

Result<void> FileReading::readPayload(const Payload &payload)
{
    auto reading = readChunk(payload.json, m_stop, m_worthHelp);
    if (!reading)
        return inFile(reading.error(), "Sentry chunk", payload.uri);
    if (reading->kind == PayloadKind::ProfileV1)
        return readProfileV1(payload);
    if (reading->kind == PayloadKind::AndroidTrace)
        return Error{ErrorCode::UnsupportedVersion, payload.uri,
                     "a trace of Android; only samples are read"};
    const auto verdict = judge(*reading, payload.options);
    m_log.add(reading->log);
    if (!verdict.isAccepted())
        return readRefused(payload, std::move(*reading), verdict);
    addRelayFindings(verdict, m_log);
    prepare(reading->chunk);
    return keep({std::move(reading->chunk), payload.uri, "accepted", {}});
}

Result<void> FileReading::readProfileV1(const Payload &payload)
{
    auto file = v1::openProfile(payload.json, payload.uri, payload.packing, m_log, m_stop);
    if (!file)
        return inFile(file.error(), "Sentry V1 profile", payload.uri);
    return keep(std::move(*file));
}

Result<void> FileReading::readRefused(const Payload &payload, ChunkReading reading,
                                      const Verdict &verdict)
{
    const Rejection &rejection = *verdict.rejection;
    m_log.add({reasonName(rejection.reason), "backend", Severity::Warning,
               rejection.path.empty() ? payload.uri : payload.uri + ": " + rejection.path,
               rejection.detail});
    // Normalising stopped half-way and took away what Relay does not want; a person may want
    // it.
    if (verdict.report.removedSamples > 0 || verdict.report.removedMetadata > 0) {
        EMBER_ASSIGN_OR_RETURN(reading, readChunk(payload.json, m_stop));
    }
    if (reading.chunk.samples.empty())
        return Error{ErrorCode::NothingToShow, payload.uri,
                     std::string(reasonName(rejection.reason)) + ": "
                         + (rejection.path.empty() ? "" : rejection.path + ": ")
                         + rejection.detail};
    prepare(reading.chunk);
    return keep({std::move(reading.chunk), payload.uri, reasonName(rejection.reason), {}});
}

Result<void> FileReading::keep(ChunkFile file)
{
    const auto &chunk = file.chunk;
    if (const auto threads = threadCount(chunk);
        threads > mostWithinBudget(threadMemory, chunk.bytes))
        return Error{ErrorCode::FileTooBig, file.uri,
                     "profile.samples: " + std::to_string(threads)
                         + " threads are more than a file of this size may have"};
    m_chunks.push_back(std::move(file));
    return {};
}

void FileReading::report(const Error &error)
{
    m_log.add({codeName(error.code), "file", Severity::Error, error.subject, error.detail});
}

} // namespace ember::model::sentry
