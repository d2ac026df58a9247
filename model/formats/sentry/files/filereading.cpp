// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/filereading.h"

#include "model/core/memorybudget.h"
#include "model/core/uuid.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/prepare.h"
#include "model/formats/sentry/specfindings.h"
#include "model/json/jsontext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

// Bytes at the start of a document that nearly always show what kind of document it is.
constexpr std::size_t outlinedBytes = 65536;

// Bytes per object, with all that is made of it: a transaction may be a profile of its own.
constexpr std::uint64_t transactionMemory = 30'000;
constexpr std::uint64_t spanMemory = 600;

// Whether a bare document is a transaction's event. Its members may come in any order, so where its
// start does not tell, all of it is looked at.
bool isTransaction(std::string_view json, const std::stop_token &stop)
{
    const JsonOutline start(json.substr(0, outlinedBytes), stop);
    const bool isProfile =
        start.has("profile") || start.has("profiler_id") || start.has("chunk_id");
    if (looksLikeTransaction(start) || isProfile || !start.mayGoOn())
        return looksLikeTransaction(start);
    return looksLikeTransaction(JsonOutline(json, stop));
}

// The rejection of a profile without a transaction, for which Relay has no outcome.
Rejection withoutTransaction()
{
    return {RejectReason::NoTransactionAssociated,
            {},
            "no transaction in the envelope: Relay drops the profile"};
}

bool belongsTogether(const TransactionEvent &event, const ChunkFile &file)
{
    const auto &metadata = file.chunk.metadata;
    if (file.chunk.format != SampleFormat::V1)
        return false;
    const auto isSame = [&file](const std::optional<std::string> &id, StringIndex text) {
        return id && text.isValid() && parseUuid(file.chunk.text(text)) == id;
    };
    return isSame(event.profileId, metadata.eventId)
        || (metadata.transaction && isSame(event.id, metadata.transaction->id));
}

// Returns JSON to be kept. Drops JSON that is nested absurdly deep, which would endanger later
// readers.
StringIndex kept(std::string_view json, std::string_view what, ChunkFile &file, ImportLog &log)
{
    if (json.empty())
        return {};
    if (isShallowJson(json))
        return StringInterner(file.chunk.strings).intern(json);
    log.add({"deep-envelope-json", "file", Severity::Warning, file.uri,
             "the " + std::string(what) + " is nested too deep, and is not kept"});
    return {};
}

// Keeps an envelope's header with the first chunk, as Relay accepts only one per envelope. An
// event_id alone is not kept: it is that of the chunk, or of nothing.
void keepHeaderOfChunk(const Packing &packing, std::span<ChunkFile> files, ImportLog &log)
{
    auto header = JsonMembers::read(packing.header, JsonMembers::Depth::Any);
    if (!header || files.empty())
        return;
    header->erase("event_id");
    auto &file = files.front();
    if (!header->isEmpty())
        file.chunk.metadata.envelopeHeader =
            kept(packing.header, "header of the envelope", file, log);
}

// Turns findings about rules of SPEC.md into notes: they concern the sender, and a user who opens
// the file loses nothing by them. `validate` judges them.
ImportLog withSpecAsNotes(const ImportLog &log)
{
    ImportLog result;
    for (Finding finding : log.findings()) {
        if (finding.code.starts_with("spec-"))
            finding.severity = Severity::Note;
        result.add(std::move(finding));
    }
    return result;
}

// Tells of samples without a stack between two others with equal callers: how many are drawn with
// these callers, as Sentry does, and how many are not.
void addFillFindings(const IdleFill &fill, ImportLog &log)
{
    if (fill.filled > 0)
        log.add({"backend-v1-idle-filled", "backend", Severity::Note, "profile.samples",
                 "idle samples between two others are drawn with what their stacks have in common",
                 fill.filled});
    if (fill.left > 0)
        log.add({"backend-v1-idle-left", "backend", Severity::Warning, "profile.samples",
                 "idle samples are drawn idle: filling them would take too much memory",
                 fill.left});
}

Error traceOfAndroid(const std::string &uri)
{
    return {ErrorCode::UnsupportedVersion, uri, "a trace of Android; only samples are read"};
}

// Adds the file to an error; `what` is the format the file was taken for. The error of a cancelled
// reading stays without text.
Error inFile(Error error, const std::string &what, const std::string &uri)
{
    if (!error.subject.empty() && error.subject != uri)
        error.detail = error.subject + ": " + error.detail;
    if (!error.detail.empty())
        error.detail = what + ", " + error.detail;
    error.subject = uri;
    return error;
}

// The finding about an item that cannot be read, in a file whose other items were read.
Finding findingOf(const Error &error, Severity severity)
{
    return {codeName(error.code), "file", severity, error.subject, error.detail};
}

// The error of a file that was cut. An item without a length goes to the end of the file, so only
// its JSON shows whether it is complete.
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

Packing packingIn(const Envelope &envelope)
{
    Packing packing{Packing::Place::Envelope};
    const auto header = nlohmann::json::parse(envelope.header.json, nullptr, false);
    if (header.is_object() && !header.empty())
        packing.header = envelope.header.json;
    const auto transaction = std::ranges::find(envelope.items, "transaction", &EnvelopeItem::type);
    if (transaction != envelope.items.end())
        packing.event = readTransactionEvent(transaction->payload);
    return packing;
}

Verdict judgeProfile(ChunkReading &reading, const Packing &packing, std::size_t maxSize,
                     ImportLog &log)
{
    log.add(reading.log);
    if (reading.kind == PayloadKind::AndroidTrace)
        log.add({"backend-android-trace", "backend", Severity::Warning, "version",
                 "a trace of Android; what is inside is not looked at", 1});
    else
        addSpecFindings(reading.chunk, packing, log);
    const bool isAlone = packing.place == Packing::Place::Envelope && !packing.event;
    if (isAlone)
        log.add({"spec-v1-transaction-item",
                 "V1-12",
                 Severity::Warning,
                 {},
                 "the transaction must be in the same envelope",
                 1});
    auto verdict = judge(reading, {.itemPlatform = {}, .maxSize = maxSize});
    if (isAlone)
        verdict.rejection = withoutTransaction();
    if (packing.event)
        takeOver(*packing.event, reading.chunk);
    addRelayFindings(verdict, log);
    return verdict;
}

Result<void> FileReading::read(ImportFile file)
{
    EMBER_RETURN_IF_ERROR(file.load());
    const auto bytes = file.bytes.view();
    m_fileBytes = bytes.size();
    if (!looksLikeEnvelope(bytes))
        return isTransaction(bytes, m_stop) ? readTransaction(bytes, file.name)
                                            : readPayload({file.name, bytes});
    auto envelope = parseEnvelope(bytes);
    if (!envelope)
        return inFile(envelope.error(), "Sentry envelope", file.name);
    return readItems(file, *envelope);
}

// Reads the profiles and transactions of an envelope and ignores its other items. An item that
// cannot be read spoils only itself.
Result<void> FileReading::readItems(const ImportFile &file, const Envelope &envelope)
{
    const auto packing = packingIn(envelope);
    const bool hasProfile = envelope.profileCount() > 0;
    std::optional<Error> firstError;
    bool isAnyRead = false;
    const auto chunks = m_chunks.size();
    const auto transactions = m_transactions.size();
    for (std::size_t row = 0; row < envelope.items.size(); ++row) {
        const auto &item = envelope.items[row];
        if (item.type != "profile_chunk" && item.type != "profile" && item.type != "transaction")
            continue;
        const auto outcome = readItem(item, file.name + '#' + std::to_string(row + 1), packing);
        isAnyRead = isAnyRead || outcome;
        if (outcome)
            continue;
        // The profile in the same envelope can be shown without the transaction.
        if (item.type == "transaction" && hasProfile) {
            m_log.add(findingOf(outcome.error(), Severity::Warning));
            continue;
        }
        if (firstError)
            report(*firstError);
        firstError = outcome.error();
    }
    keepPacking(packing, chunks);
    giveToProfile(chunks, transactions);
    if (!isAnyRead) {
        if (const auto cut = cutEnd(envelope))
            return inFile(*cut, "Sentry envelope", file.name);
        return firstError.value_or(Error{ErrorCode::NothingToShow, file.name,
                                         "the envelope holds no profile and no transaction"});
    }
    if (firstError)
        report(*firstError);
    return {};
}

Result<void> FileReading::readItem(const EnvelopeItem &item, const std::string &uri,
                                   const Packing &packing)
{
    if (item.type == "transaction")
        return readTransaction(item.payload, uri);
    RelayOptions options;
    options.itemPlatform = item.platform;
    options.hasMetaLength = item.hasMetaLength;
    const Payload payload{uri, item.payload, std::move(options), packing};
    return item.type == "profile" ? readProfileV1(payload) : readPayload(payload);
}

Result<void> FileReading::readTransaction(std::string_view json, const std::string &uri)
{
    auto event = readTracingEvent(json, m_stop);
    if (!event)
        return inFile(event.error(), "Sentry transaction", uri);
    if (json.size() > maxEventSize)
        m_log.add({"backend-event-size", "backend", Severity::Warning, uri,
                   "Relay refuses a transaction of more than 1 MiB"});
    if (event->json.empty())
        m_log.add({"deep-envelope-json", "file", Severity::Warning, uri,
                   "the transaction is nested too deep, and is not kept"});
    if (event->spansWithoutTimes > 0)
        m_log.add({"spans-without-times", "file", Severity::Warning, uri,
                   "spans that do not say when they started and, later, ended are left out",
                   event->spansWithoutTimes});
    if (!event->root.hasTimes())
        return Error{ErrorCode::NothingToShow, uri,
                     "the transaction does not say when it started and, later, ended"};
    return keep(TransactionFile{*std::move(event), uri});
}

// Gives the transactions of an envelope that name no profiler to its V1 profile: the one that they
// name, else the first.
void FileReading::giveToProfile(std::size_t firstChunk, std::size_t firstTransaction)
{
    const auto files = std::span(m_chunks).subspan(firstChunk);
    const auto isV1 = [](const ChunkFile &file) { return file.chunk.format == SampleFormat::V1; };
    const auto first = std::ranges::find_if(files, isV1);
    if (first == files.end())
        return;
    std::map<std::string, ChunkFile *> owners; // by the id of the transaction; the first of each
    for (ChunkFile &file : files) {
        const auto &own = file.chunk.metadata.transaction;
        if (!isV1(file) || !own || !own->id.isValid())
            continue;
        if (const auto id = parseUuid(file.chunk.text(own->id)))
            owners.emplace(*id, &file);
    }
    const auto isOfV1 = [&](TransactionFile &transaction) {
        if (!transaction.event.profilerId.empty())
            return false;
        const auto owner = owners.find(transaction.event.eventId);
        ChunkFile &file = owner == owners.end() ? *first : *owner->second;
        file.transactions.push_back(std::move(transaction));
        return true;
    };
    const auto start = m_transactions.begin() + static_cast<std::ptrdiff_t>(firstTransaction);
    m_transactions.erase(std::remove_if(start, m_transactions.end(), isOfV1), m_transactions.end());
}

Result<void> FileReading::readPayload(const Payload &payload)
{
    auto reading = readChunk(payload.json, m_stop, m_worthHelp);
    if (!reading)
        return inFile(reading.error(), "Sentry chunk", payload.uri);
    if (reading->kind == PayloadKind::ProfileV1)
        return readProfileV1(payload);
    if (reading->kind == PayloadKind::AndroidTrace)
        return traceOfAndroid(payload.uri);
    const auto verdict = judge(*reading, payload.options);
    m_log.add(reading->log);
    if (!verdict.isAccepted())
        return readRefused(payload, std::move(*reading), verdict);
    addRelayFindings(verdict, m_log);
    prepare(reading->chunk);
    return keep({std::move(reading->chunk), payload.uri, "accepted"});
}

Result<void> FileReading::readProfileV1(const Payload &payload)
{
    auto file = openProfile(payload);
    if (!file)
        return inFile(file.error(), "Sentry V1 profile", payload.uri);
    return keep(std::move(*file));
}

// Opens a V1 profile. One that Relay refuses is kept as it was read, if it has samples.
Result<ChunkFile> FileReading::openProfile(const Payload &payload)
{
    EMBER_ASSIGN_OR_RETURN(auto reading, readProfile(payload.json, m_stop));
    if (reading.kind == PayloadKind::AndroidTrace)
        return traceOfAndroid(payload.uri);
    ImportLog judged;
    const auto verdict = judgeProfile(reading, payload.packing, maxProfileSize, judged);
    m_log.add(withSpecAsNotes(judged));
    if (verdict.rejection) {
        noteRejection(payload, *verdict.rejection);
        // Normalising stopped half-way, after it removed what Relay does not keep; it is read again
        // to show all.
        if (verdict.report.hasRemoved()) {
            EMBER_ASSIGN_OR_RETURN(reading, readProfile(payload.json, m_stop));
            if (payload.packing.event)
                takeOver(*payload.packing.event, reading.chunk);
        }
    }
    if (reading.chunk.samples.empty())
        return Error{ErrorCode::NothingToShow, payload.uri,
                     verdict.rejection ? toText(*verdict.rejection) : "no samples"};
    addFillFindings(prepare(reading.chunk), m_log);
    return ChunkFile{std::move(reading.chunk), payload.uri,
                     verdict.rejection ? reasonName(verdict.rejection->reason) : "accepted"};
}

Result<void> FileReading::readRefused(const Payload &payload, ChunkReading reading,
                                      const Verdict &verdict)
{
    const Rejection &rejection = *verdict.rejection;
    noteRejection(payload, rejection);
    // Normalising stopped half-way, after it removed what Relay does not keep; it is read again to
    // show all.
    if (verdict.report.hasRemoved()) {
        EMBER_ASSIGN_OR_RETURN(reading, readChunk(payload.json, m_stop));
    }
    if (reading.chunk.samples.empty())
        return Error{ErrorCode::NothingToShow, payload.uri,
                     std::string(reasonName(rejection.reason)) + ": "
                         + (rejection.path.empty() ? "" : rejection.path + ": ")
                         + rejection.detail};
    prepare(reading.chunk);
    return keep({std::move(reading.chunk), payload.uri, reasonName(rejection.reason)});
}

void FileReading::noteRejection(const Payload &payload, const Rejection &rejection)
{
    m_log.add({reasonName(rejection.reason), "backend", Severity::Warning,
               rejection.path.empty() ? payload.uri : payload.uri + ": " + rejection.path,
               rejection.detail});
}

// Keeps the texts that come with the profiles of an envelope. The transaction and the header go to
// the profile that the transaction names by id, else to the first V1 profile. If there are only
// chunks, the header goes to the first. Each text is kept once, as it may be long and the profiles
// many.
void FileReading::keepPacking(const Packing &packing, std::size_t firstChunk)
{
    const auto files = std::span(m_chunks).subspan(firstChunk);
    auto file = files.end();
    if (packing.event)
        file = std::ranges::find_if(files, [&](const ChunkFile &candidate) {
            return belongsTogether(*packing.event, candidate);
        });
    if (file == files.end())
        file = std::ranges::find_if(
            files, [](const ChunkFile &any) { return any.chunk.format == SampleFormat::V1; });
    if (file == files.end())
        return keepHeaderOfChunk(packing, files, m_log);
    auto &metadata = file->chunk.metadata;
    metadata.envelopeHeader = kept(packing.header, "header of the envelope", *file, m_log);
    if (packing.event)
        metadata.transactionEvent = kept(packing.event->json, "transaction", *file, m_log);
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

Result<void> FileReading::keep(TransactionFile file)
{
    ++m_transactionCount;
    m_spanCount += file.event.spans.size();
    const bool isTooMany = m_transactionCount > mostWithinBudget(transactionMemory, m_fileBytes);
    if (isTooMany || m_spanCount > mostWithinBudget(spanMemory, m_fileBytes))
        return Error{ErrorCode::FileTooBig, file.uri,
                     isTooMany ? "there are more transactions than a file of this size may have"
                               : "there are more spans than a file of this size may have"};
    m_transactions.push_back(std::move(file));
    return {};
}

void FileReading::report(const Error &error)
{
    m_log.add(findingOf(error, Severity::Error));
}

} // namespace ember::model::sentry
