// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profilebuilder.h"
#include "model/profile/sourceattributes.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What a chunk's source says beside the members that a profile has columns for.
namespace ember::model::sentry::attribute {

constexpr std::string_view images = "debug_meta.images"; // "[]" where the file names none
constexpr std::string_view threads = "profile.thread_metadata."; // and an id: "{}", an empty entry
// Those of threads without samples, in an object like that of the file.
constexpr std::string_view unusedThreads = "profile.thread_metadata";
// In no file: where measurements were on the mixed clock, the start it counts from ("1795…", ns
// since the Unix epoch), or "repaired" if the file's numbers cannot be had from it.
constexpr std::string_view clock = "measurements.clock";
// In no file: its series without values, {"name": "unit"}.
constexpr std::string_view emptySeries = "measurements.empty";
// Of the envelope a chunk or a V1 profile came in: its header, and the event of the transaction.
constexpr std::string_view envelopeHeader = "envelope.header";
constexpr std::string_view transactionEvent = "envelope.transaction";

// Of a thread's entry without members nothing is lost.
inline bool isEmptyThread(const Profile &profile, const Attribute &entry)
{
    return profile.text(entry.key).starts_with(threads) && profile.text(entry.json) == "{}";
}

} // namespace ember::model::sentry::attribute

namespace ember::model::sentry {

// What only a chunk that is written whole keeps; `source` is that chunk's, nullptr: there is none.

// The start of the mixed clock that its measurements were on (sentrytime.h).
std::optional<Timestamp> keptMixedClock(const Profile &profile, const Source *source);
// Names and units of its series of measurements that have no values.
std::vector<std::pair<std::string, std::string>> keptEmptySeries(const Profile &profile,
                                                                 const Source *source);

// Adds every member of a JSON object, as an attribute named `prefix` + its key, with its text as it
// stands there. What is no object is ignored.
void addMembers(ProfileBuilder &builder, std::string_view prefix, std::string_view object,
                std::vector<Attribute> &attributes);

// All metadata of a chunk, known and unknown: keys are dotted paths in the file
// ("client_sdk.name").
std::vector<Attribute> chunkAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                       std::string_view verdict);

// An entry of debug_meta.images; addresses and sizes that are missing are 0.
Image chunkImage(ProfileBuilder &builder, const Chunk &chunk, const ChunkImage &image,
                 ProcessIndex process);

} // namespace ember::model::sentry

namespace ember::model::sentry::v1 {

// What only V1 says, for a person and for writing it again: event_id, timestamp, dist, device.…,
// os.…, runtime.…, transaction.… and the queues. Keys are dotted paths in the file; envelope.… is
// what stood beside it.
std::vector<Attribute> profileAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                         const Metadata &metadata);

} // namespace ember::model::sentry::v1
