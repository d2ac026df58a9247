// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/profilefile.h"

#include "model/formats/json/jsonmembers.h"
#include "model/formats/sentry/uuidtext.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace ember::model::sentry::v1 {

namespace {

// Relay says nothing of such a profile.
Rejection withoutTransaction()
{
    return {RejectReason::NoTransactionAssociated,
            {},
            "no transaction in the envelope: Relay drops the profile"};
}

bool belongsTogether(const TransactionEvent &event, const ChunkFile &file)
{
    if (!file.v1)
        return false;
    const auto isSame = [&file](const std::optional<std::string> &id, StringIndex text) {
        return id && text.isValid() && parseUuid(file.chunk.text(text)) == id;
    };
    return isSame(event.profileId, file.v1->eventId)
        || (file.v1->transaction && isSame(event.id, file.v1->transaction->id));
}

// What is nested absurdly deep is a danger to all who read it after us.
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

// Relay takes one chunk in an envelope. The id of the event is that of the chunk, or of nothing.
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

void addRejection(const Rejection &rejection, const std::string &uri, ImportLog &log)
{
    log.add({reasonName(rejection.reason), "backend", Severity::Warning,
             rejection.path.empty() ? uri : uri + ": " + rejection.path, rejection.detail});
}

// Rules of the text are the sender's concern: someone who opens the file loses nothing by a broken
// one. `validate` judges them.
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

} // namespace

Packing packingIn(const Envelope &envelope)
{
    Packing packing{Packing::Place::Envelope, std::nullopt, {}};
    const auto header = nlohmann::json::parse(envelope.header.json, nullptr, false);
    if (header.is_object() && !header.empty())
        packing.header = envelope.header.json;
    const auto transaction = std::ranges::find(envelope.items, "transaction", &EnvelopeItem::type);
    if (transaction != envelope.items.end())
        packing.event = readTransactionEvent(transaction->payload);
    return packing;
}

Verdict judgeProfile(Reading &reading, const Packing &packing, std::size_t maxSize, ImportLog &log)
{
    log.add(reading.tables.log);
    if (isAndroidTrace(reading))
        log.add({"backend-android-trace", "backend", Severity::Warning, "version",
                 "a trace of Android; what is inside is not looked at", 1});
    else
        addSpecFindings(reading, packing.event, log);
    const bool isAlone = packing.place == Packing::Place::Envelope && !packing.event;
    if (isAlone)
        log.add({"spec-v1-transaction-item",
                 "V1-12",
                 Severity::Warning,
                 {},
                 "the transaction must be in the same envelope",
                 1});
    auto verdict = judge(reading, maxSize);
    if (isAlone)
        verdict.rejection = withoutTransaction();
    if (packing.event)
        takeOver(*packing.event, reading);
    addRelayFindings(verdict, log);
    return verdict;
}

Result<ChunkFile> openProfile(std::string_view payload, const std::string &uri,
                              const Packing &packing, ImportLog &log, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto reading, readProfile(payload, stop));
    if (isAndroidTrace(reading))
        return Error{ErrorCode::UnsupportedVersion, uri,
                     "a trace of Android; only samples are read"};
    ImportLog judged;
    const auto verdict = judgeProfile(reading, packing, maxProfileSize, judged);
    log.add(withSpecAsNotes(judged));
    if (verdict.rejection) {
        addRejection(*verdict.rejection, uri, log);
        // Normalising stopped half-way and took away what Relay does not want; a person may.
        if (!verdict.report.isEmpty()) {
            EMBER_ASSIGN_OR_RETURN(reading, readProfile(payload, stop));
            if (packing.event)
                takeOver(*packing.event, reading);
        }
    }
    if (reading.chunk().samples.empty())
        return Error{ErrorCode::NothingToShow, uri,
                     verdict.rejection ? toText(*verdict.rejection) : "no samples"};
    addFillFindings(v1::prepare(reading.chunk()), log);
    return ChunkFile{std::move(reading.chunk()), uri,
                     verdict.rejection ? reasonName(verdict.rejection->reason) : "accepted",
                     std::move(reading.metadata)};
}

void keepPacking(const Packing &packing, std::span<ChunkFile> files, ImportLog &log)
{
    auto file = files.end();
    if (packing.event)
        file = std::ranges::find_if(files, [&](const ChunkFile &candidate) {
            return belongsTogether(*packing.event, candidate);
        });
    if (file == files.end())
        file = std::ranges::find_if(files, [](const ChunkFile &any) { return any.v1.has_value(); });
    if (file == files.end())
        return keepHeaderOfChunk(packing, files, log);
    file->v1->envelopeHeader = kept(packing.header, "header of the envelope", *file, log);
    if (packing.event)
        file->v1->transactionEvent = kept(packing.event->json, "transaction", *file, log);
}

} // namespace ember::model::sentry::v1
