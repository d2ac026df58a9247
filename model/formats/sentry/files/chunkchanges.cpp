// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkchanges.h"

#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <array>

namespace ember::model::sentry {

namespace {

bool isOfChunk(const Profile &profile, const Source &source)
{
    return profile.text(source.type) == "sentry-v2";
}

// Whether the member is dropped: profiles have no column for it, and it is not written again.
bool isLeftOut(std::string_view key)
{
    const std::array prefixes{"client_sdk.", "debug_meta.", "profile."};
    // Relay would read the payload as another kind, or refuse it.
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

// Whether images have types that are not written to chunks.
bool hasOtherImageTypes(const Profile &profile, ProcessIndex process)
{
    constexpr std::array<std::string_view, 3> others{"elf", "pe", "wasm"};
    return std::ranges::any_of(profile.tables().images, [&](const Image &image) {
        return image.process == process
            && std::ranges::find(others, profile.text(image.type)) != others.end();
    });
}

// The changes to pieces that are not whole chunks.
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

namespace {

bool hasAttributes(const Profile &profile, const Source &source, std::string_view prefix)
{
    return std::ranges::any_of(source.attributes, [&](const Attribute &attribute) {
        return profile.text(attribute.key).starts_with(prefix);
    });
}

// Whether a V1 member is also in V2, or is listed with a text of its own.
bool isSpokenOf(std::string_view key)
{
    static constexpr std::array<std::string_view, 5> prefixes{
        "device.", "os.", "runtime.", "transaction.", "profile.queue_metadata."};
    if (key == "verdict" || key == attribute::images || key == sampleOrderAttribute)
        return true;
    return (isFieldPath(key, SampleFormat::V1) && key != "dist")
        || std::ranges::any_of(prefixes, [key](auto prefix) { return key.starts_with(prefix); });
}

void addOtherMembers(const Profile &profile, const Source &source,
                     std::vector<std::string> &changes)
{
    for (const Attribute &entry : source.attributes) {
        const auto key = profile.text(entry.key);
        if (key == attribute::unusedThreads)
            changes.push_back(std::string(key) + ": threads without samples are left out");
        else if (key == attribute::transactionEvent && !profile.tables().transactions.isEmpty())
            continue; // written as a transaction of the profile
        else if (!isSpokenOf(key) && !attribute::isEmptyThread(profile, entry))
            changes.push_back(std::string(key) + ": left out, V2 has no place for it");
    }
}

} // namespace

std::vector<std::string> changesToV2(const Profile &profile, ProcessIndex process)
{
    const auto *const source = profileSource(profile, process);
    if (!source)
        return {};
    std::vector<std::string> changes{
        "version: 1 is 2 now",
        "event_id: " + attributeText(profile, *source, "event_id")
            + " is left out; profiler_id and chunk_id are new",
    };
    const auto start = profile.tables().start;
    changes.push_back(start ? "samples: elapsed_since_start_ns is a time since 1970 now, "
                              + toRfc3339(*start) + " for 0"
                            : std::string("samples: nothing says when the profile started; their "
                                          "times are those of 1970"));
    if (!profile.process(process).sdkName.isValid())
        changes.emplace_back("client_sdk: required in V2, emberchart's own");
    for (const std::string_view part : {"device", "os", "runtime"}) {
        if (hasAttributes(profile, *source, std::string(part) + '.'))
            changes.push_back(std::string(part) + ": left out, V2 has no place for it");
    }
    if (!profile.tables().transactions.isEmpty())
        changes.emplace_back("transaction: is an event that names the profiler_id now");
    else if (hasAttributes(profile, *source, "transaction."))
        changes.push_back("transaction: “" + attributeText(profile, *source, "transaction.name")
                          + "” is left out; in V2 a transaction names its profiler_id");
    if (hasAttributes(profile, *source, "profile.queue_metadata."))
        changes.emplace_back("queue_metadata: left out, V2 has no place for it");
    addOtherMembers(profile, *source, changes);
    return changes;
}

} // namespace ember::model::sentry
