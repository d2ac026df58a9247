// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string_view>

namespace ember::model {

// The JSON text of the first attribute with this key; nullopt if there is none.
inline std::optional<std::string_view> findAttribute(const Profile &profile, const Source &source,
                                                     std::string_view key)
{
    for (const Attribute &attribute : source.attributes) {
        if (profile.text(attribute.key) == key)
            return profile.text(attribute.json);
    }
    return std::nullopt;
}

} // namespace ember::model
