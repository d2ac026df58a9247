// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profile.h"

#include <optional>
#include <string_view>

// What a chunk's source says beside the members that a profile has columns for.
namespace ember::model::sentry::attribute {

constexpr std::string_view images = "debug_meta.images"; // "[]" where the file names none
constexpr std::string_view threads = "profile.thread_metadata."; // and an id: "{}", an empty entry
// Those of threads without samples, in an object like that of the file.
constexpr std::string_view unusedThreads = "profile.thread_metadata";
// In no file: where measurements were on the mixed clock, the start it counts from ("1795…", ns
// since the Unix epoch), or "repaired" if the file's numbers cannot be had from it.
constexpr std::string_view clock = "measurements.clock";
// Of the envelope a V1 profile came in: its header, and the event of the transaction.
constexpr std::string_view envelopeHeader = "envelope.header";
constexpr std::string_view transactionEvent = "envelope.transaction";

// The JSON text of the first attribute called so; nullopt: there is none.
inline std::optional<std::string_view> find(const Profile &profile, const Source &source,
                                            std::string_view key)
{
    for (const Attribute &attribute : source.attributes) {
        if (profile.text(attribute.key) == key)
            return profile.text(attribute.json);
    }
    return std::nullopt;
}

} // namespace ember::model::sentry::attribute

namespace ember::model::sentry {

// What only a chunk that is written whole keeps; `source` is that chunk's, nullptr: there is none.

// The start of the mixed clock that its measurements were on (mixedclock.h).
std::optional<Timestamp> keptMixedClock(const Profile &profile, const Source *source);
// The entries of threads without samples, unless ids are new: one could be an entry's.
std::optional<std::string_view> keptUnusedThreads(const Profile &profile, const Source *source,
                                                  const ChunkThreadIds &threadIds);

} // namespace ember::model::sentry
