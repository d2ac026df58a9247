// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/json/jsontext.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model::html {

// Text from a profile as the page takes it: UTF-8, and not too long to be looked at.
std::string shownText(std::string_view text);

// The functions that a page names: each is written once, boxes have its number.
class PageNames {
public:
    explicit PageNames(const Profile &profile) : m_profile(profile) { }

    // The number of the frame's function. Frames of one name, module and file have one.
    std::uint32_t of(FrameIndex frame);

    // Writes [name, module, file, 1 if it is the application's own code] for each.
    void write(JsonWriter &json) const;

private:
    struct Name {
        std::string name;
        std::string module;
        std::string file;
        bool isOwn = false;
    };

    const Profile &m_profile;
    std::unordered_map<std::uint32_t, std::uint32_t> m_byFrame;
    std::unordered_map<std::string, std::uint32_t> m_byText;
    std::vector<Name> m_names;
};

} // namespace ember::model::html
