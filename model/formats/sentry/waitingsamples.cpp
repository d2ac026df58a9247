// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/waitingsamples.h"

#include "model/profile/sampleplaces.h"

namespace ember::model::sentry {

bool isInsideWait(const Profile &profile, const PieceThread &part, SampleIndex sample)
{
    const auto &samples = profile.samples(part.thread);
    if (samples.details.isEmpty() || sample == part.first || sample.row() + 1 == part.end.row())
        return false;
    const auto state = samples.details[sample].state;
    const SampleIndex before(sample.row() - 1);
    const SampleIndex after(sample.row() + 1);
    const bool isWaiting = state == ThreadState::Blocked || state == ThreadState::Runnable;
    return isWaiting && samples.stacks[before] == samples.stacks[sample]
        && samples.stacks[after] == samples.stacks[sample] && !isGapMark(samples, before)
        && !isGapMark(samples, sample) && !isGapMark(samples, after);
}

std::uint64_t countInsideWaits(const Profile &profile, const Piece &piece)
{
    std::uint64_t count = 0;
    for (const auto &part : piece.threads) {
        for (auto row = part.first.row(); row < part.end.row(); ++row)
            count += isInsideWait(profile, part, SampleIndex(row)) ? 1U : 0U;
    }
    return count;
}

} // namespace ember::model::sentry
