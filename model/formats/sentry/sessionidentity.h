// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/profile/profile.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// The release of a script: NAME@VERSION of the project beside it (package.json, pyproject.toml, in
// its folder or the one above), else FILE@HASH of its content. "" if the process runs none that can
// be read.
std::string scriptRelease(const Process &process, const Profile &profile);

// A hash of a content in 16 hex digits (FNV-1a): enough to distinguish builds, which is the purpose
// of a release name.
std::string contentHash(std::string_view content);

// The metadata that all chunks of one process image share.
struct SessionIdentity {
    std::string profilerId; // 32 lower hex, version 4
    std::string platform;
    std::string release;
    std::string environment;
    std::string dist; // "" for none
    std::string sdkName;
    std::string sdkVersion;
};

// A text that a process, each of its chunks and their identity have as a member.
struct IdentityText {
    StringIndex ChunkMetadata::*ofChunk;
    StringIndex Process::*ofProcess;
    std::string SessionIdentity::*ofSession;
};

// All texts that processes, chunks and identities have in common. Chunks are read and written by
// this table.
inline constexpr std::array identityTexts{
    IdentityText{&ChunkMetadata::platform, &Process::platform, &SessionIdentity::platform},
    IdentityText{&ChunkMetadata::release, &Process::release, &SessionIdentity::release},
    IdentityText{&ChunkMetadata::environment, &Process::environment, &SessionIdentity::environment},
    IdentityText{&ChunkMetadata::sdkName, &Process::sdkName, &SessionIdentity::sdkName},
    IdentityText{&ChunkMetadata::sdkVersion, &Process::sdkVersion, &SessionIdentity::sdkVersion},
};

SessionIdentity sessionIdentity(const Profile &profile, ProcessIndex process,
                                const ChunkOptions &options);

// Returns the name of the program that ran: of its file, else of the process, else of its release.
std::string programName(const Profile &profile, ProcessIndex process, std::string_view release);

// Returns the id in the form of SPEC S3 and S4. An id of another UUID version becomes version 4,
// the same one each time, so that the chunks of a session stay together. nullopt for nil and for
// other texts.
std::optional<std::string> keptId(std::string_view id);
// Returns keptId(), or a random id if there is none.
std::string strictId(std::string_view id);

// The decimal number below 2^64 that a text spells, as Sentry's web UI reads it; nullopt for other
// texts, and for a number with a leading zero.
std::optional<std::uint64_t> decimalId(std::string_view text);

// The thread_id that each thread is written with: its own if that is a decimal number that no
// earlier thread of its process had (SENTRY.md §8: the web UI reads ids as decimal numbers), else a
// new one.
struct ChunkThreadIds {
    std::vector<std::string> ids; // by ThreadIndex
    std::uint64_t renumbered = 0;
};

ChunkThreadIds chunkThreadIds(const Profile &profile);

// First number for replacement ids: above any tid, below usual user-space addresses, and exact as a
// JavaScript number.
constexpr std::uint64_t firstNewThreadId = 1'000'000'000;

// Ids that are computed from contents: the same samples get the same id in every run and program,
// so that nothing is counted twice unnoticed. 32 lower hex digits in the form of version 4. The ids
// of different profiles differ unless they were made to collide.

// Returns the id that is computed from the texts.
std::string derivedId(std::initializer_list<std::string_view> texts);

// The chunk id of a part of a session, computed from its threads and the times of its samples.
// Names do not count, as they may be found later.
std::string derivedChunkId(const Profile &profile, const Piece &piece, std::string_view profilerId);

} // namespace ember::model::sentry
