// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/assemble.h"

#include "model/formats/sentry/assembler.h"
#include "model/formats/sentry/uuidtext.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace ember::model::sentry {

namespace {

std::string idText(const Chunk &chunk, StringIndex id)
{
    const std::string text(chunk.text(id));
    return parseUuid(text).value_or(text);
}

double startOf(const Chunk &chunk)
{
    const auto first = std::ranges::min_element(chunk.samples, {}, &ChunkSample::timestamp);
    return first == chunk.samples.end() ? std::numeric_limits<double>::infinity()
                                        : first->timestamp;
}

struct Session {
    std::vector<std::size_t> chunks;
    std::set<std::string> chunkIds;
};

// The chunks of each profiler_id, in the order in which the sessions came; a chunk without
// profiler_id is a session of its own.
std::vector<Session> sessionsOf(const std::vector<ChunkFile> &files, ImportLog &log)
{
    std::vector<Session> sessions;
    std::map<std::string, std::size_t> known;
    for (std::size_t place = 0; place < files.size(); ++place) {
        const auto &metadata = files[place].chunk.metadata;
        auto row = sessions.size();
        if (metadata.profilerId.isValid())
            row = known.try_emplace(idText(files[place].chunk, metadata.profilerId), row)
                      .first->second;
        if (row == sessions.size())
            sessions.emplace_back();
        auto &session = sessions[row];
        if (metadata.chunkId.isValid()
            && !session.chunkIds.insert(idText(files[place].chunk, metadata.chunkId)).second) {
            log.add({"duplicate-chunk", "S4", Severity::Warning, files[place].uri,
                     "a chunk of this chunk_id is there already"});
            continue;
        }
        session.chunks.push_back(place);
    }
    return sessions;
}

} // namespace

std::vector<AssembledProfile> assemble(const std::vector<ChunkFile> &files, ImportLog &log)
{
    std::vector<AssembledProfile> profiles;
    for (auto &session : sessionsOf(files, log)) {
        std::ranges::stable_sort(session.chunks, {},
                                 [&](std::size_t place) { return startOf(files[place].chunk); });
        Assembler assembler(files[session.chunks.front()], log);
        for (const auto place : session.chunks)
            assembler.add(files[place]);
        profiles.push_back({assembler.finish(), std::move(session.chunks)});
    }
    return profiles;
}

} // namespace ember::model::sentry
