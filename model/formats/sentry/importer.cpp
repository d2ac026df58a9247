// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/importer.h"

#include "model/core/parallel.h"
#include "model/formats/sentry/assemble.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/prepare.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/v1/profilefile.h"
#include "model/profile/reframe.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <optional>
#include <utility>

namespace ember::model::sentry {

namespace {

// One payload on its way in: a bare file, or an item of an envelope.
struct Payload {
    std::string uri;
    std::string_view json; // into the file's Bytes
    RelayOptions options = {};
    v1::Packing packing = {}; // if it is a V1 profile
};

// What comes of one file.
class Reading {
public:
    explicit Reading(const std::stop_token &stop) : m_stop(stop) { }

    Result<void> readFile(const ImportFile &file)
    {
        const auto bytes = file.bytes.view();
        if (!looksLikeEnvelope(bytes))
            return readPayload({file.name, bytes});
        auto envelope = parseEnvelope(bytes);
        if (!envelope)
            return inFile(envelope.error(), file.name);
        return readItems(file, *envelope);
    }

    std::vector<ChunkFile> &chunks() { return m_chunks; }

    const ImportLog &log() const { return m_log; }

private:
    static Error inFile(Error error, const std::string &uri)
    {
        error.detail = error.subject.empty() || error.subject == uri
            ? error.detail
            : error.subject + ": " + error.detail;
        error.subject = uri;
        return error;
    }

    // What is no profile is left alone; an item that cannot be read spoils only itself.
    Result<void> readItems(const ImportFile &file, const Envelope &envelope)
    {
        const auto packing = v1::packingIn(envelope);
        std::optional<Error> firstError;
        bool isAnyRead = false;
        for (std::size_t row = 0; row < envelope.items.size(); ++row) {
            const auto &item = envelope.items[row];
            if (item.type != "profile_chunk" && item.type != "profile")
                continue;
            const auto uri = file.name + '#' + std::to_string(row + 1);
            RelayOptions options;
            options.itemPlatform = item.platform;
            options.hasMetaLength = item.hasMetaLength;
            const Payload payload{uri, item.payload, std::move(options), packing};
            const auto outcome =
                item.type == "profile" ? readProfileV1(payload) : readPayload(payload);
            isAnyRead = isAnyRead || outcome;
            if (outcome)
                continue;
            if (firstError)
                report(*firstError);
            firstError = outcome.error();
        }
        if (!firstError && !isAnyRead)
            return Error{ErrorCode::NothingToShow, file.name,
                         "the envelope holds no profile chunk"};
        if (!isAnyRead)
            return *firstError;
        if (firstError)
            report(*firstError);
        return {};
    }

    Result<void> readPayload(const Payload &payload)
    {
        auto reading = readChunk(payload.json, m_stop);
        if (!reading)
            return inFile(reading.error(), payload.uri);
        if (reading->kind == PayloadKind::ProfileV1)
            return readProfileV1(payload);
        if (reading->kind == PayloadKind::AndroidTrace)
            return Error{ErrorCode::UnsupportedVersion, payload.uri,
                         "a trace of Android; only samples are read"};
        const auto verdict = judge(*reading, payload.options);
        for (Finding finding : reading->log.findings())
            m_log.add(std::move(finding));
        if (!verdict.isAccepted())
            return readRefused(payload, std::move(*reading), verdict);
        keep(std::move(reading->chunk), payload, "accepted");
        return {};
    }

    Result<void> readProfileV1(const Payload &payload)
    {
        auto file = v1::openProfile(payload.json, payload.uri, payload.packing, m_log, m_stop);
        if (!file)
            return inFile(file.error(), payload.uri);
        m_chunks.push_back(std::move(*file));
        return {};
    }

    Result<void> readRefused(const Payload &payload, ChunkReading reading, const Verdict &verdict)
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
        keep(std::move(reading.chunk), payload, reasonName(rejection.reason));
        return {};
    }

    void keep(Chunk chunk, const Payload &payload, std::string verdict)
    {
        prepare(chunk);
        m_chunks.push_back({std::move(chunk), payload.uri, std::move(verdict), std::nullopt});
    }

    void report(const Error &error)
    {
        m_log.add({codeName(error.code), "file", Severity::Error, error.subject, error.detail});
    }

    ImportLog m_log;
    const std::stop_token &m_stop;
    std::vector<ChunkFile> m_chunks;
};

bool hasNamelessFrames(const Profile &profile)
{
    bool found = false;
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        found = found
            || (frame.image.isValid()
                && profile.text(profile.function(frame.function).name).empty());
    });
    return found;
}

std::vector<std::string> filesOf(const std::vector<ChunkFile> &chunks,
                                 const std::vector<std::size_t> &places)
{
    std::vector<std::string> files;
    for (const auto place : places) {
        const auto &uri = chunks[place].uri;
        const auto file = uri.substr(0, uri.find('#'));
        if (std::ranges::find(files, file) == files.end())
            files.push_back(file);
    }
    return files;
}

// Side by side; what they give is put together in the order of the files.
std::vector<ChunkFile> readFiles(std::vector<ImportFile> files, const std::stop_token &stop,
                                 Import &import)
{
    std::vector<Reading> readings;
    while (readings.size() < files.size())
        readings.emplace_back(stop);
    std::vector<Result<void>> outcomes(files.size());
    forEachInParallel(files.size(), [&](std::size_t row) {
        outcomes[row] = readings[row].readFile(files[row]);
        files[row].bytes = Bytes(); // the chunks have copies of all they need
    });
    std::vector<ChunkFile> chunks;
    for (std::size_t row = 0; row < files.size(); ++row) {
        if (!outcomes[row])
            import.refused.push_back(outcomes[row].error());
        for (const auto &finding : readings[row].log().findings())
            import.log.add(finding);
        std::ranges::move(readings[row].chunks(), std::back_inserter(chunks));
    }
    return chunks;
}

Result<Import> readAll(std::vector<ImportFile> files, const ImportOptions &options)
{
    Import import;
    auto chunks = readFiles(std::move(files), options.stop, import);
    if (options.stop.stop_requested())
        return Error{ErrorCode::Cancelled, {}, {}};
    for (auto &[profile, places] : assemble(chunks, import.log)) {
        if (options.resolver && hasNamelessFrames(*profile))
            profile = reframed(*profile, *options.resolver);
        const bool isV1 = chunks[places.front()].v1.has_value();
        import.profiles.push_back(
            {std::move(profile), isV1 ? "sentry-v1" : "sentry-v2", filesOf(chunks, places)});
    }
    return import;
}

} // namespace

Confidence ChunkImporter::sniff(std::string_view firstBytes) const
{
    const auto has = [&](std::string_view member) {
        return firstBytes.find(member) != std::string_view::npos;
    };
    if (looksLikeEnvelope(firstBytes))
        return has("\"profile_chunk\"") || has("\"profile\"") ? Confidence::Certain
                                                              : Confidence::Likely;
    const auto start = firstBytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || firstBytes[start] != '{')
        return Confidence::No;
    const bool isV1 = has("\"elapsed_since_start_ns\"") && has("\"stack_id\"");
    if (has("\"profiler_id\"") || has("\"chunk_id\"") || isV1)
        return Confidence::Certain;
    return has("\"stack_id\"") || has("\"samples\"") ? Confidence::Likely : Confidence::Maybe;
}

Result<Import> ChunkImporter::read(std::vector<ImportFile> files,
                                   const ImportOptions &options) const
{
    const std::string name = files.empty() ? std::string() : files.front().name;
    try {
        return readAll(std::move(files), options);
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, name, "not enough memory"};
    } catch (const std::exception &problem) {
        return Error{ErrorCode::SyntaxError, name, problem.what()};
    }
}

} // namespace ember::model::sentry
