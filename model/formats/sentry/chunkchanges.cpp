// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkchanges.h"

#include "model/formats/sentry/chunkattributes.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::model::sentry {

namespace {

bool isOfChunk(const Profile &profile, const Source &source)
{
    return profile.text(source.type) == "sentry-v2";
}

// Members that a profile has no column for and that are not written again.
bool isLeftOut(std::string_view key)
{
    const std::array prefixes{"client_sdk.", "debug_meta.", "profile."};
    // Relay takes the payload for something else, or refuses it.
    if (key == "event_id" || key == "profile_id" || key == "sampled_profile")
        return true;
    const bool isWritten = key == "client_sdk.name" || key == "client_sdk.version"
        || key == attribute::images || key == attribute::unusedThreads
        || (key.starts_with(attribute::threads)
            && key.find('.', attribute::threads.size()) == std::string_view::npos);
    return !isWritten
        && std::ranges::any_of(prefixes, [&](auto prefix) { return key.starts_with(prefix); });
}

constexpr const char *clockChange =
    "measurements: timestamps that mixed milliseconds and seconds are seconds now";
constexpr const char *seriesChange = "measurements: series without values are left out";
constexpr const char *threadsChange =
    "profile.thread_metadata: threads without samples are left out";

constexpr const char *headerChange = "envelope.header: left out";

bool hasInChunk(const Profile &profile, ProcessIndex process, std::string_view key)
{
    return std::ranges::any_of(profile.tables().sources, [&](const Source &source) {
        return source.process == process && isOfChunk(profile, source)
            && findAttribute(profile, source, key);
    });
}

// That chunks are written without.
bool hasOtherImageTypes(const Profile &profile, ProcessIndex process)
{
    constexpr std::array<std::string_view, 3> others{"elf", "pe", "wasm"};
    return std::ranges::any_of(profile.tables().images, [&](const Image &image) {
        return image.process == process
            && std::ranges::find(others, profile.text(image.type)) != others.end();
    });
}

// Of pieces that were cut anew.
std::vector<std::string> changesToCut(const Profile &profile, ProcessIndex process)
{
    std::vector<std::string> changes;
    const auto add = [&](std::string_view key, const char *change) {
        if (hasInChunk(profile, process, key))
            changes.emplace_back(change);
    };
    add(attribute::clock, clockChange);
    add(attribute::emptySeries, seriesChange);
    add(attribute::unusedThreads, threadsChange);
    return changes;
}

} // namespace

std::vector<std::string> changesToChunk(const Profile &profile, const Piece &piece,
                                        const SessionIdentity &identity, std::string_view chunkId,
                                        const ChunkOptions &options)
{
    if (!piece.source.isValid())
        return changesToCut(profile, piece.process);
    const Source &source = profile.tables().sources[piece.source];
    if (!isOfChunk(profile, source))
        return {};
    std::vector<std::string> changes;
    const auto addMissing = [&](const char *key, const std::string &made, bool isAskedFor) {
        if (!isAskedFor && !findAttribute(profile, source, key))
            changes.push_back(std::string(key) + ": the file has none, it is “" + made + "” now");
    };
    const auto addOtherId = [&](std::string_view key, std::string_view id) {
        const auto was = findAttribute(profile, source, key);
        if (was && options.ids == Ids::Keep && *was != '"' + std::string(id) + '"')
            changes.push_back(std::string(key) + ": " + std::string(*was)
                              + " is no version 4 UUID "
                                "in 32 lower-case hex digits, it is “"
                              + std::string(id) + "” now");
    };
    addOtherId("chunk_id", chunkId);
    addOtherId("profiler_id", identity.profilerId);
    addMissing("platform", identity.platform, options.platform.has_value());
    addMissing("release", identity.release, options.release.has_value());
    addMissing("environment", identity.environment, options.environment.has_value());
    addMissing("client_sdk.name", identity.sdkName, false);
    if (hasOtherImageTypes(profile, piece.process))
        changes.emplace_back("debug_meta.images: of the types elf, pe and wasm are symbolic now, "
                             "which is what Relay takes");
    if (findAttribute(profile, source, attribute::clock) && !keptMixedClock(profile, &source))
        changes.emplace_back(clockChange);
    if (findAttribute(profile, source, attribute::unusedThreads))
        changes.emplace_back(threadsChange);
    for (const Attribute &attribute : source.attributes) {
        if (const auto key = profile.text(attribute.key); isLeftOut(key))
            changes.push_back(std::string(key) + ": left out");
    }
    return changes;
}

KeptHeader headerOfChunk(const Profile &profile, const Piece &piece, const ChunkOptions &options)
{
    if (!piece.source.isValid())
        return {{}, headersLeftOut(profile, piece.process)};
    const Source &source = profile.tables().sources[piece.source];
    const auto known = findAttribute(profile, source, attribute::envelopeHeader);
    if (!known || !isOfChunk(profile, source))
        return {};
    if (options.container != ChunkContainer::Envelope)
        return {{}, {headerChange}};
    const auto event = options.ids == Ids::Keep ? AboutEvent::TheSame : AboutEvent::Another;
    return keptHeader(*known, event, options);
}

std::vector<std::string> headersLeftOut(const Profile &profile, ProcessIndex process)
{
    if (hasInChunk(profile, process, attribute::envelopeHeader))
        return {headerChange};
    return {};
}

} // namespace ember::model::sentry
