// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/addressname.h"

#include <array>
#include <charconv>

namespace ember::model {

namespace {

std::string hex(std::uint64_t number)
{
    std::array<char, 18> digits{'0', 'x'};
    const auto end =
        std::to_chars(digits.data() + 2, digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
}

} // namespace

std::string addressName(const Profile &profile, ImageIndex index, std::uint64_t address)
{
    if (!index.isValid())
        return hex(address);
    const Image &image = profile.image(index);
    return std::string(trimmedPackage(profile.text(image.codeFile))) + '+'
        + hex(address - image.address);
}

} // namespace ember::model
