// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/changes.h"

#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/rfc3339.h"
#include "model/formats/sentry/v1/v1machine.h"
#include "model/profile/sampleorder.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::model::sentry::v1 {

namespace {

bool hasAttributes(const Profile &profile, const Source &source, std::string_view prefix)
{
    return std::ranges::any_of(source.attributes, [&](const Attribute &attribute) {
        return profile.text(attribute.key).starts_with(prefix);
    });
}

// Members that V2 has too, or that have a word of their own.
bool isSpokenOf(std::string_view key)
{
    static constexpr std::array<std::string_view, 11> names{
        "version",   "platform",        "release",           "environment",
        "event_id",  "client_sdk.name", "verdict",           "client_sdk.version",
        "timestamp", attribute::images, sampleOrderAttribute};
    static constexpr std::array<std::string_view, 5> prefixes{
        "device.", "os.", "runtime.", "transaction.", "profile.queue_metadata."};
    return std::ranges::find(names, key) != names.end()
        || std::ranges::any_of(prefixes, [key](auto prefix) { return key.starts_with(prefix); });
}

void addOtherMembers(const Profile &profile, const Source &source,
                     std::vector<std::string> &changes)
{
    for (const Attribute &entry : source.attributes) {
        const auto key = profile.text(entry.key);
        if (key == attribute::unusedThreads)
            changes.push_back(std::string(key) + ": threads without samples are left out");
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
    if (hasAttributes(profile, *source, "transaction."))
        changes.push_back("transaction: “" + attributeText(profile, *source, "transaction.name")
                          + "” is left out; in V2 a transaction names its profiler_id");
    if (hasAttributes(profile, *source, "profile.queue_metadata."))
        changes.emplace_back("queue_metadata: left out, V2 has no place for it");
    addOtherMembers(profile, *source, changes);
    return changes;
}

} // namespace ember::model::sentry::v1
