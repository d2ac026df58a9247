// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stackweights.h"

#include "model/core/parallel.h"
#include "model/profile/sampleplaces.h"
#include "model/query/weights.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace ember::model {

namespace {

// A core's share of less is not worth a thread.
constexpr std::size_t fewestSamples = 250'000;

bool isRunning(const ThreadSamples &samples, SampleIndex sample)
{
    if (!samples.details.contains(sample))
        return true;
    const auto state = samples.details[sample].state;
    return state != ThreadState::Blocked;
}

// The part of [start, end) that lies in the range.
Nanoseconds cutTo(TimeRange range, Timestamp start, Timestamp end)
{
    const auto from = std::max(start, range.start);
    const auto to = std::min(end, range.end);
    return std::max(to - from, Nanoseconds(0));
}

// The first sample whose duration reaches into what begins there.
std::size_t firstReaching(const ThreadSamples &samples, Timestamp start)
{
    const auto first = firstAtOrAfter(samples, start).row();
    return first == 0 ? 0 : first - 1;
}

// Samples [first, end) of a thread.
struct Piece {
    const ThreadSamples *samples;
    std::size_t first;
    std::size_t end;
};

// Goes through the samples run by run: the columns break at the same rows.
void add(const Piece &piece, const Selection &selection, std::vector<Weight> &sums)
{
    const ThreadSamples &samples = *piece.samples;
    const auto range = selection.range;
    const SampleWeights values(samples, selection.weight);
    const bool hasValues = selection.weight.isValid();
    for (auto row = piece.first; row < piece.end;) {
        const auto times = samples.times.run(row);
        const auto stacks = samples.stacks.run(row);
        const auto behind = row + times.size();
        const auto after =
            behind < samples.size() ? samples.times[SampleIndex(behind)] : times.back();
        for (std::size_t place = 0; place < times.size() && row < piece.end; ++place, ++row) {
            const auto time = times[place];
            if (selection.runningOnly && !isRunning(samples, SampleIndex(row)))
                continue;
            const auto next = place + 1 < times.size() ? times[place + 1] : after;
            const auto duration = cutTo(range, time, next);
            // A sample before the range counts only if it lasts into it.
            if (time < range.start && duration.count() == 0)
                continue;
            sums[stacks[place].row()].add(
                {duration, 1, hasValues ? values[SampleIndex(row)] : 0.0});
        }
    }
}

// The samples of the selection's range, thread by thread.
std::vector<Piece> piecesOf(const Profile &profile, const Selection &selection)
{
    std::vector<Piece> pieces;
    const auto addThread = [&](ThreadIndex thread) {
        const auto &samples = profile.samples(thread);
        const auto first = firstReaching(samples, selection.range.start);
        const auto end = firstAtOrAfter(samples, selection.range.end).row();
        if (first < end)
            pieces.push_back({&samples, first, end});
    };
    for (std::size_t row = 0; selection.threads.empty() && row < profile.threadCount(); ++row)
        addThread(ThreadIndex(row));
    for (const auto thread : selection.threads)
        addThread(thread);
    return pieces;
}

// About equally many samples for each core, none of them few; in their order.
std::vector<std::vector<Piece>> shared(const std::vector<Piece> &pieces, std::size_t stacks)
{
    std::size_t count = 0;
    for (const Piece &piece : pieces)
        count += piece.end - piece.first;
    // Each share has sums of its own, which cost as much as so many samples.
    const auto fewest = std::max<std::size_t>(fewestSamples, 2 * stacks);
    const auto shares = std::clamp<std::size_t>(count / fewest, 1,
                                                std::max(1U, std::thread::hardware_concurrency()));
    const auto most = count / shares + 1;
    std::vector<std::vector<Piece>> result(1);
    std::size_t taken = 0;
    for (Piece piece : pieces) {
        while (piece.first < piece.end) {
            if (taken == most) {
                result.emplace_back();
                taken = 0;
            }
            const auto end = std::min(piece.end, piece.first + most - taken);
            result.back().push_back({piece.samples, piece.first, end});
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
    const auto shares = shared(piecesOf(profile, selection), stacks);
    std::vector<std::vector<Weight>> sums(shares.size());
    forEachInParallel(shares.size(), [&](std::size_t share) {
        sums[share].resize(stacks);
        for (const Piece &piece : shares[share])
            add(piece, selection, sums[share]);
    });
    for (std::size_t share = 1; share < shares.size(); ++share) {
        for (std::size_t row = 0; row < stacks; ++row)
            sums.front()[row].add(sums[share][row]);
    }
    return std::move(sums.front());
}

} // namespace ember::model
