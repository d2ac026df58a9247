// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/writtenprofiles.h"

#include "model/profile/samplerows.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_set>

namespace ember::model {

std::vector<std::size_t> gapMarks(const ThreadSamples &samples)
{
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < samples.sources.size(); ++row) {
        if (isGapMark(samples, SampleIndex(row)))
            rows.push_back(row);
    }
    return rows;
}

WrittenPids::WrittenPids(std::span<const ProfilePointer> profiles, std::uint32_t lowest)
{
    // Known ids come first, so that no made-up id takes one of them.
    std::unordered_set<std::uint32_t> taken;
    std::vector<std::vector<std::optional<std::uint32_t>>> own;
    for (const auto &profile : profiles) {
        auto &pids = own.emplace_back();
        for (const Process &process : profile->tables().processes) {
            const bool isOwn = process.pid != 0 && taken.insert(process.pid).second;
            pids.push_back(isOwn ? std::optional(process.pid) : std::nullopt);
            m_changed += process.pid != 0 && !isOwn ? 1U : 0U;
        }
        if (pids.empty())
            pids.emplace_back();
    }
    auto next = lowest;
    for (const auto &pids : own) {
        auto &written = m_pids.emplace_back();
        for (const auto &pid : pids) {
            while (!pid && taken.contains(next))
                ++next;
            written.push_back(pid ? *pid : next++);
        }
    }
}

namespace {

struct Amount {
    std::uint64_t stacks = 0; // number of stacks that are not empty
    std::uint64_t frames = 0;
};

void addThread(const Profile &profile, ThreadIndex thread, WrittenOut written, Amount &amount)
{
    const auto &samples = profile.samples(thread);
    std::unordered_set<std::uint64_t> known; // pairs of stack and labels
    samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
        if (stack == emptyStack)
            return;
        if (written == WrittenOut::EachStack) {
            const SampleIndex sample(row);
            const auto labels =
                samples.labels.contains(sample) ? samples.labels[sample] : StringIndex();
            if (!known.insert(std::uint64_t(stack.raw()) << 32U | labels.raw()).second)
                return;
        }
        ++amount.stacks;
        amount.frames += profile.stack(stack).depth;
    });
}

// How many times each sample is written: once for each value type if the format wants that and the
// profile has no time, else once.
std::uint64_t timesOf(const Profile &profile, WrittenOut written)
{
    if (written != WrittenOut::EachValue || profile.tables().origin != TimeOrigin::None)
        return 1;
    return std::max<std::uint64_t>(1, profile.tables().valueTypes.size());
}

} // namespace

Result<void> checkWrittenOut(std::span<const ProfilePointer> profiles, WrittenOut written,
                             WrittenFrame frame)
{
    Amount amount;
    for (const auto &profile : profiles) {
        Amount once;
        for (std::size_t thread = 0; thread < profile->threadCount(); ++thread)
            addThread(*profile, ThreadIndex(thread), written, once);
        const auto times = timesOf(*profile, written);
        amount.stacks += once.stacks * times;
        amount.frames += once.frames * times;
    }
    const bool isAbsurd =
        amount.frames > writtenFrameLimit && amount.frames > amount.stacks * writtenDepthLimit;
    const auto most = writtenByteLimit / static_cast<std::uint64_t>(frame);
    if (!isAbsurd && amount.frames <= most)
        return {};
    return Error{ErrorCode::FormatCannotHold,
                 {},
                 "stacks that are " + std::to_string(amount.frames)
                     + " frames, each written out; at most "
                     + std::to_string(isAbsurd ? writtenFrameLimit : most) + " are"};
}

} // namespace ember::model
