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

// All metadata of a chunk or V1 profile, known and unknown: keys are dotted paths in the file
// ("client_sdk.name"); envelope.… is what stood beside it.
std::vector<Attribute> chunkAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                       std::string_view verdict);

// Whether a key is the path of a field that documentfields.h has for the format.
bool isFieldPath(std::string_view key, SampleFormat format);

// The text of a source's attribute that is a JSON string; "" if there is none.
std::string attributeText(const Profile &profile, const Source &source, std::string_view key);
// Likewise true or false; nullopt: it is neither.
std::optional<bool> attributeFlag(const Profile &profile, const Source &source,
                                  std::string_view key);

// The V1 profile that a process was read from; nullptr: none.
const Source *profileSource(const Profile &profile, ProcessIndex process);

// An entry of debug_meta.images; addresses and sizes that are missing are 0.
Image chunkImage(ProfileBuilder &builder, const Chunk &chunk, const ChunkImage &image,
                 ProcessIndex process);

} // namespace ember::model::sentry
