// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stackweights.h"

#include "model/core/parallel.h"
#include "model/query/selectedsamples.h"
#include "model/query/weights.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace ember::model {

namespace {

// A core's share of less is not worth a thread.
constexpr std::size_t fewestSamples = 250'000;

void add(const SamplePiece &piece, const Selection &selection, std::vector<Weight> &sums)
{
    const SampleWeights values(*piece.samples, selection.weight);
    const bool hasValues = selection.weight.isValid();
    forEachSelected(piece, selection, [&](const SelectedSample &sample) {
        sums[sample.stack.row()].add(
            {sample.duration, 1, hasValues ? values[sample.sample] : 0.0, sample.time});
    });
}

std::size_t sampleCount(const std::vector<SamplePiece> &pieces)
{
    std::size_t count = 0;
    for (const SamplePiece &piece : pieces)
        count += piece.end - piece.first;
    return count;
}

// About equally many samples for each core, none of them few; in their order.
std::vector<std::vector<SamplePiece>> shared(const std::vector<SamplePiece> &pieces,
                                             std::size_t stacks)
{
    const std::size_t count = sampleCount(pieces);
    // Each share has sums of its own, which cost as much as so many samples.
    const auto fewest = std::max<std::size_t>(fewestSamples, 2 * stacks);
    const auto shares = std::clamp<std::size_t>(count / fewest, 1,
                                                std::max(1U, std::thread::hardware_concurrency()));
    const auto most = count / shares + 1;
    std::vector<std::vector<SamplePiece>> result(1);
    std::size_t taken = 0;
    for (SamplePiece piece : pieces) {
        while (piece.first < piece.end) {
            if (taken == most) {
                result.emplace_back();
                taken = 0;
            }
            const auto end = std::min(piece.end, piece.first + most - taken);
            result.back().push_back({piece.thread, piece.samples, piece.first, end});
            taken += end - piece.first;
            piece.first = end;
        }
    }
    return result;
}

} // namespace

std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection)
{
    const auto stacks = profile.tables().stacks.size();
    const auto shares = shared(selectedPieces(profile, selection), stacks);
    std::vector<std::vector<Weight>> sums(shares.size());
    forEachInParallel(shares.size(), [&](std::size_t share) {
        sums[share].resize(stacks);
        for (const SamplePiece &piece : shares[share])
            add(piece, selection, sums[share]);
    });
    for (std::size_t share = 1; share < shares.size(); ++share) {
        for (std::size_t row = 0; row < stacks; ++row)
            sums.front()[row].add(sums[share][row]);
    }
    return std::move(sums.front());
}

SampledStacks sampledStacks(const Profile &profile, const Selection &selection, std::size_t count)
{
    const auto pieces = selectedPieces(profile, selection);
    const auto step =
        std::max<std::size_t>(1, sampleCount(pieces) / std::max<std::size_t>(count, 1));
    SampledStacks result{{}, step};
    std::size_t skipped = step / 2; // of the piece's samples
    for (const SamplePiece &piece : pieces) {
        const SampleWeights values(*piece.samples, selection.weight);
        const bool hasValues = selection.weight.isValid();
        auto row = piece.first + skipped;
        for (; row < piece.end; row += step) {
            const SamplePiece one{piece.thread, piece.samples, row, row + 1};
            forEachSelected(one, selection, [&](const SelectedSample &sample) {
                const double value = hasValues ? values[sample.sample] : 0.0;
                result.stacks.push_back({sample.stack,
                                         {sample.duration * static_cast<std::int64_t>(step), step,
                                          value * static_cast<double>(step), sample.time}});
            });
        }
        skipped = row - piece.end;
    }
    return result;
}

} // namespace ember::model
