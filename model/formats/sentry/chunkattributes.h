// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string_view>

// What a chunk's source says beside the members that a profile has columns for.
namespace ember::model::sentry::attribute {

constexpr std::string_view images = "debug_meta.images"; // "[]" where the file names none
constexpr std::string_view threads = "profile.thread_metadata."; // and an id: "{}", an empty entry
constexpr std::string_view clock = "measurements.clock"; // "repaired", in no file

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
