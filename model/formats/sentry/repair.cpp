// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/repair.h"

#include "model/formats/bytes/bytesource.h"
#include "model/formats/sentry/chunkjson.h"
#include "model/formats/sentry/chunkrepair.h"
#include "model/formats/sentry/specfindings.h"

#include <algorithm>
#include <utility>

namespace ember::model::sentry {

namespace {

constexpr double pieceSeconds = 60.0;

// Cuts samples in time order into pieces that last 60 s; a short tail joins the piece before it.
std::vector<ChunkSamples> piecesOf(const ChunkSamples &samples)
{
    std::vector<ChunkSamples> pieces;
    auto start = samples.begin();
    while (start != samples.end()) {
        auto length = pieceSeconds;
        if (samples.back().timestamp - start->timestamp <= maxChunkSeconds)
            length = maxChunkSeconds;
        const auto end = std::ranges::find_if(start, samples.end(), [&](const ChunkSample &sample) {
            return sample.timestamp - start->timestamp > length;
        });
        pieces.emplace_back(start, end);
        start = end;
    }
    return pieces;
}

// Judges a repaired chunk anew, as anybody else would.
void judgeAgain(Repair &repair, const std::string &json)
{
    const Bytes bytes{std::string_view(json)};
    auto reading = readChunk(bytes.view());
    if (!reading) {
        repair.rejection = Rejection{RejectReason::InvalidJson, {}, reading.error().detail};
        return;
    }
    ImportLog log;
    addSpecFindings(reading->chunk, {}, log);
    for (const auto &finding : log.findings()) {
        if (breaksMust(finding))
            repair.left.push_back(finding);
    }
    if (auto verdict = judge(*reading); verdict.rejection && !repair.rejection)
        repair.rejection = std::move(verdict.rejection);
}

// What was read although Relay would not have, and is now written as Relay reads it, or left out.
// Where a rule above has changed the same place, it says more.
void addReadingChanges(Repair &repair, const ChunkReading &reading)
{
    const auto add = [&repair](const Rejection &fault, std::uint64_t count) {
        if (std::ranges::find(repair.changes, fault.path, &RepairChange::subject)
            == repair.changes.end())
            repair.changes.push_back(
                {fault.path, fault.detail + "; written as Relay reads it, or left out", count});
    };
    if (reading.dispatch)
        add(*reading.dispatch, 1);
    for (const FieldFault &fault : reading.fields)
        add(fault.first, fault.count);
    if (reading.furtherFieldFaults > 0)
        repair.changes.push_back({"further fields", "written as Relay reads them, or left out",
                                  reading.furtherFieldFaults});
}

void writePieces(Repair &repair, Chunk &chunk)
{
    auto pieces = piecesOf(chunk.samples);
    if (pieces.size() <= 1) {
        repair.chunks.push_back(writeChunkJson(chunk, Members::All));
        return;
    }
    repair.changes.push_back({"profile.samples",
                              "cut into pieces of at most 66 s, each with a chunk_id of its own",
                              pieces.size()});
    const auto measurements = std::move(chunk.measurements);
    const auto threads = chunk.threads;
    const auto firstId = std::string(chunk.text(chunk.metadata.chunkId));
    chunk.sampleRests.clear();
    for (std::size_t number = 0; number < pieces.size(); ++number) {
        const auto from = pieces[number].front().timestamp;
        const auto to = number + 1 < pieces.size() ? pieces[number + 1].front().timestamp
                                                   : pieces[number].back().timestamp + 1;
        chunk.samples = std::move(pieces[number]);
        chunk.threads = threads;
        chunk.measurements = measurements;
        for (auto &series : chunk.measurements)
            std::erase_if(series.values, [&](const ChunkMeasurementValue &value) {
                return value.timestamp < from || value.timestamp >= to;
            });
        if (number > 0) {
            StringInterner strings(chunk.strings);
            chunk.metadata.chunkId = strings.intern(firstId + '-' + std::to_string(number));
        }
        ChunkRepair piece(chunk);
        piece.repair();
        if (!chunk.samples.empty())
            repair.chunks.push_back(writeChunkJson(chunk, Members::All));
    }
}

} // namespace

Result<Repair> repairChunk(std::string_view payload)
{
    EMBER_ASSIGN_OR_RETURN(auto reading, readChunk(payload));
    if (reading.kind != PayloadKind::Chunk)
        return Error{ErrorCode::UnsupportedVersion, "version", "only V2 chunks can be repaired"};
    Repair repair;
    auto &chunk = reading.chunk;
    ChunkRepair rules(chunk);
    rules.repair();
    repair.changes = rules.changes();
    addReadingChanges(repair, reading);
    repair.platform = chunk.text(chunk.metadata.platform);
    writePieces(repair, chunk);
    for (const auto &json : repair.chunks)
        judgeAgain(repair, json);
    return repair;
}

} // namespace ember::model::sentry
