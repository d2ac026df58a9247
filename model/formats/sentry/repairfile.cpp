// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/repairfile.h"

#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/uuidtext.h"

#include <utility>

namespace ember::model::sentry {

namespace {

void takeOver(RepairedFile &file, Repair &repair)
{
    for (auto &change : repair.changes)
        file.changes.push_back(std::move(change));
    if (repair.rejection)
        file.left.push_back(repair.rejection->path + ": " + repair.rejection->detail);
    for (const auto &finding : repair.left)
        file.left.push_back(finding.code + ": " + finding.subject + ": " + finding.detail);
}

void addEnvelopes(RepairedFile &file, Repair &repair, const EnvelopeHeader &header)
{
    for (std::size_t number = 0; number < repair.chunks.size(); ++number) {
        NewEnvelope envelope;
        if (header.eventId && number == 0)
            envelope.eventId = parseUuid(*header.eventId).value_or(std::string());
        envelope.items.push_back(
            {.platform = repair.platform, .payload = std::move(repair.chunks[number])});
        file.files.push_back(writeEnvelope(envelope));
    }
}

void noteHeader(RepairedFile &file, const EnvelopeItem &item, const std::string &platform)
{
    if (item.platform != platform)
        file.changes.push_back({"item header", "platform is now " + platform, 1});
    if (!item.length)
        file.changes.push_back({"item header", "length is there now", 1});
}

Result<RepairedFile> repairEnvelope(std::string_view bytes)
{
    EMBER_ASSIGN_OR_RETURN(const auto envelope, parseEnvelope(bytes));
    RepairedFile file;
    for (const auto &item : envelope.items) {
        if (item.type != "profile_chunk") {
            file.changes.push_back({"item " + item.type, "left out", 1});
            continue;
        }
        EMBER_ASSIGN_OR_RETURN(auto repair, repairChunk(item.payload));
        noteHeader(file, item, repair.platform);
        takeOver(file, repair);
        addEnvelopes(file, repair, envelope.header);
    }
    if (file.files.empty())
        return Error{ErrorCode::NothingToShow, {}, "an envelope without profile_chunk"};
    return file;
}

} // namespace

Result<RepairedFile> repairFile(std::string_view bytes)
{
    if (looksLikeEnvelope(bytes))
        return repairEnvelope(bytes);
    EMBER_ASSIGN_OR_RETURN(auto repair, repairChunk(bytes));
    RepairedFile file;
    takeOver(file, repair);
    file.files = std::move(repair.chunks);
    return file;
}

} // namespace ember::model::sentry
