// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profile.h"
#include "model/profile/profilebuilder.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Keys of the attributes of a chunk's source. They keep what profiles have no columns for.
namespace ember::model::sentry::attribute {

constexpr std::string_view images = "debug_meta.images"; // "[]" if the file has an empty list
constexpr std::string_view threads = "profile.thread_metadata."; // + id: "{}" for an empty entry
// Entries of threads without samples, in one object as in the file.
constexpr std::string_view unusedThreads = "profile.thread_metadata";
// Not a member of files. If measurements were on the mixed clock, the start it counts from
// ("1795…", ns since the Unix epoch), or "repaired" if the file's numbers cannot be restored from
// it.
constexpr std::string_view clock = "measurements.clock";
// Not a member of files. The series without values, {"name": "unit"}.
constexpr std::string_view emptySeries = "measurements.empty";
// From the envelope that a chunk or V1 profile came in: its header, and the event of the
// transaction.
constexpr std::string_view envelopeHeader = "envelope.header";
constexpr std::string_view transactionEvent = "envelope.transaction";

// Whether the attribute is a thread's entry without members, whose loss means nothing.
inline bool isEmptyThread(const Profile &profile, const Attribute &entry)
{
    return profile.text(entry.key).starts_with(threads) && profile.text(entry.json) == "{}";
}

} // namespace ember::model::sentry::attribute

namespace ember::model::sentry {

// The next two functions return what an importer has kept of a chunk's file, for writing just the
// samples of this chunk again. `source`: the source of the chunk; nullptr: the written samples are
// not those of one chunk, and nothing is returned.

// The start of the mixed clock that the chunk's measurements were on (sentrytime.h).
std::optional<Timestamp> keptMixedClock(const Profile &profile, const Source *source);
// Names and units of the chunk's series of measurements that have no values.
std::vector<std::pair<std::string, std::string>> keptEmptySeries(const Profile &profile,
                                                                 const Source *source);

// Returns all metadata of a chunk or V1 profile, known and unknown. Keys are dotted paths in the
// file ("client_sdk.name"); those that begin with "envelope." are from its envelope.
std::vector<Attribute> chunkAttributes(ProfileBuilder &builder, const Chunk &chunk,
                                       std::string_view verdict);

// Whether a key is the path of a metadata field, such as "release" or "client_sdk.name", that
// documentfields.h has for the format.
bool isFieldPath(std::string_view key, SampleFormat format);

// The text of a source's attribute that is a JSON string; "" if there is none.
std::string attributeText(const Profile &profile, const Source &source, std::string_view key);
// The value of an attribute that is true or false; nullopt for other values, and if there is none.
std::optional<bool> attributeFlag(const Profile &profile, const Source &source,
                                  std::string_view key);

// The V1 profile that a process was read from, or nullptr.
const Source *profileSource(const Profile &profile, ProcessIndex process);

// The image of an entry of debug_meta.images. Missing addresses and sizes are 0.
Image chunkImage(ProfileBuilder &builder, const Chunk &chunk, const ChunkImage &image,
                 ProcessIndex process);

} // namespace ember::model::sentry
