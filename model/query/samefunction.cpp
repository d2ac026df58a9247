// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/samefunction.h"

#include "model/query/functionstatistics.h"

#include <string_view>

namespace ember::model {

namespace {

// Frames that only their address names may be called anything.
bool mayBeCalled(const Profile &profile, FrameIndex frame, std::string_view name)
{
    const auto function = profile.frame(frame).function;
    const auto own =
        function.isValid() ? profile.text(profile.function(function).name) : std::string_view();
    return own.empty() || own == name;
}

} // namespace

std::string sharedIdentity(const Profile &profile, FrameIndex frame)
{
    std::string text = functionIdentity(profile, frame);
    const auto file = text.rfind('\0') + 1;
    if (const auto folder = text.rfind('/'); folder != std::string::npos && folder >= file)
        text.erase(file, folder + 1 - file);
    return text;
}

std::vector<std::uint8_t> framesOf(const Profile &profile, const std::string &identity)
{
    const std::string_view name(identity.data(), identity.find('\0'));
    std::vector<std::uint8_t> marks(profile.tables().frames.size());
    for (std::size_t row = 0; row < marks.size(); ++row) {
        const FrameIndex frame(row);
        if (mayBeCalled(profile, frame, name) && sharedIdentity(profile, frame) == identity)
            marks[row] = 1;
    }
    return marks;
}

} // namespace ember::model
