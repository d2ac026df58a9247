// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/writtenstacks.h"

#include <string>
#include <vector>

namespace ember::model {

namespace {

std::uint64_t framesOf(const Profile &profile, WrittenOut written)
{
    std::vector<bool> isWritten(profile.tables().stacks.size());
    std::uint64_t frames = 0;
    for (std::size_t thread = 0; thread < profile.threadCount(); ++thread) {
        profile.samples(ThreadIndex(thread)).stacks.forEach([&](std::size_t, StackIndex stack) {
            if (written == WrittenOut::EachSample || !isWritten[stack.row()])
                frames += profile.stack(stack).depth;
            isWritten[stack.row()] = true;
        });
    }
    return frames;
}

} // namespace

Result<void> checkWrittenOut(std::span<const ProfilePointer> profiles, WrittenOut written)
{
    std::uint64_t frames = 0;
    for (const auto &profile : profiles)
        frames += framesOf(*profile, written);
    if (frames <= writtenFrameLimit)
        return {};
    return Error{ErrorCode::FormatCannotHold,
                 {},
                 "stacks that are " + std::to_string(frames) + " frames, each written out; at most "
                     + std::to_string(writtenFrameLimit) + " are"};
}

} // namespace ember::model
