// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// What all chunks of one process image have in common.
struct SessionIdentity {
    std::string profilerId; // 32 lower hex, version 4
    std::string platform;
    std::string release;
    std::string environment;
    std::string dist; // "" for none
    std::string sdkName;
    std::string sdkVersion;
};

SessionIdentity sessionIdentity(const Profile &profile, ProcessIndex process,
                                const ChunkOptions &options);

// "program@build-id", else "program@hash of the file's content" (SPEC.md S7), in letters that
// Sentry takes for a release.
std::string defaultRelease(const Profile &profile, ProcessIndex process);

// The id in the form the text asks for (S3, S4). One of another UUID version becomes version 4, the
// same one each time, so that the chunks of a session stay together; nothing for what is no UUID,
// or nil.
std::optional<std::string> keptId(std::string_view id);
// A random one instead of nothing.
std::string strictId(std::string_view id);

// The thread_id each thread is written with: its own if that is a decimal number no earlier thread
// of its process had (SENTRY.md §8: the web UI reads ids as decimal numbers), else a new one.
struct ChunkThreadIds {
    std::vector<std::string> ids; // by ThreadIndex
    std::uint64_t renumbered = 0;
};

ChunkThreadIds chunkThreadIds(const Profile &profile);

// Ids that follow from what they stand for: whoever writes the same samples again gives them the
// same id, in another run or program too, so that nothing is counted twice unnoticed. 32 lower hex
// digits, formed as version 4. They tell profiles apart that were not made to look alike.

// The profiler id of a process whose file names none, made of its threads, their samples and
// functions: the same profile has the same id each time. Linear in them.
std::string derivedProfilerId(const Profile &profile, ProcessIndex process);

// The chunk id of a part of a session, made of its threads and the times of its samples. Names do
// not count: they may come later.
std::string derivedChunkId(const Profile &profile, const Piece &piece, std::string_view profilerId);

} // namespace ember::model::sentry
