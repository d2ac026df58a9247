// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stackweights.h"

#include "model/core/pages.h"
#include "model/core/parallel.h"
#include "model/query/selectedsamples.h"
#include "model/query/weights.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace ember::model {

namespace {

// The fewest samples that are worth starting a thread for.
constexpr std::size_t minSamplesPerPart = 250'000;

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

// Divides the pieces, in their order, into shares of about equally many samples, none of them
// small, at most one per core.
std::vector<std::vector<SamplePiece>> shared(const std::vector<SamplePiece> &pieces,
                                             std::size_t stacks)
{
    const std::size_t count = sampleCount(pieces);
    // Each share has sums of its own, which cost as much as reading this many samples.
    const auto fewest = std::max<std::size_t>(minSamplesPerPart, 4 * stacks);
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
            result.back().push_back(piece);
            result.back().back().end = end;
            taken += end - piece.first;
            piece.first = end;
        }
    }
    return result;
}

// Adds `others` to `sums`; each core adds up some of the rows.
void addTo(std::vector<Weight> &sums, const std::vector<std::vector<Weight>> &others)
{
    const auto parts = others.size() + 1;
    forEachInParallel(parts, [&](std::size_t part) {
        const auto end = sums.size() * (part + 1) / parts;
        for (const auto &other : others) {
            for (auto row = sums.size() * part / parts; row < end; ++row) {
                if (other[row].samples > 0)
                    sums[row].add(other[row]);
            }
        }
    });
}

void addAll(const std::vector<SamplePiece> &pieces, const Selection &selection,
            std::vector<Weight> &sums, WeightMemory &memory)
{
    const auto shares = shared(pieces, sums.size());
    std::vector<std::vector<Weight>> others(shares.size() - 1);
    forEachInParallel(shares.size(), [&](std::size_t share) {
        auto &own = share == 0 ? sums : others[share - 1];
        if (share > 0)
            own = memory.take(sums.size());
        for (const SamplePiece &piece : shares[share])
            add(piece, selection, own);
    });
    if (!others.empty())
        addTo(sums, others);
    for (auto &other : others)
        memory.give(std::move(other));
}

} // namespace

std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection)
{
    WeightMemory memory;
    return stackWeights(profile, selection, memory);
}

std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection,
                                 WeightMemory &memory)
{
    auto sums = memory.take(profile.tables().stacks.size());
    addAll(selectedPieces(profile, selection), selection, sums, memory);
    return sums;
}

bool GrowingStackWeights::isContinuedBy(const Profile &profile, const Selection &selection,
                                        const IdleWaitsPointer &idle) const
{
    // The sums cannot be continued if idle waits are judged differently since.
    if (idle && (!selection.idleWaits || !m_idle || idle->serial != m_idle->serial))
        return false;
    if (m_samples.empty() || selection != m_selection || profile.threadCount() < m_samples.size()
        || profile.tables().stacks.size() < m_sums.size())
        return false;
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        if (!isContinued(*m_samples[row], profile.samples(ThreadIndex(row))))
            return false;
    }
    return true;
}

std::vector<Weight> GrowingStackWeights::read(const Profile &profile, const Selection &selection)
{
    WeightMemory memory;
    return read(profile, selection, memory);
}

std::vector<Weight> GrowingStackWeights::read(const Profile &profile, const Selection &selection,
                                              WeightMemory &memory)
{
    const auto idle = idleWaits(profile, selection);
    const bool isContinued = isContinuedBy(profile, selection, idle);
    if (!isContinued)
        *this = {};
    m_selection = selection;
    m_idle = idle;
    m_samples.clear();
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        m_samples.push_back(profile.sharedSamples(ThreadIndex(row)));
    // Most questions are asked once, so sums are kept from the second read on.
    if (!isContinued) {
        auto sums = memory.take(profile.tables().stacks.size());
        addAll(selectedPieces(profile, selection, idle), selection, sums, memory);
        return sums;
    }

    m_sums.resize(profile.tables().stacks.size());
    m_read.resize(profile.threadCount());
    std::vector<SamplePiece> news;
    std::vector<SamplePiece> last;
    for (SamplePiece piece : selectedPieces(profile, selection, idle)) {
        const auto end = piece.end;
        auto &read = m_read[piece.thread.row()];
        piece.first = std::max(piece.first, read);
        piece.end = std::min(end, piece.samples->size() - 1);
        if (piece.first < piece.end)
            news.push_back(piece);
        read = std::max(read, piece.end);
        if (piece.end < end) {
            piece.first = std::exchange(piece.end, end);
            last.push_back(piece);
        }
    }
    addAll(news, selection, m_sums, memory);
    auto sums = m_sums;
    for (const SamplePiece &piece : last)
        add(piece, selection, sums);
    return sums;
}

SampledStacks sampledStacks(const Profile &profile, const Selection &selection, std::size_t count)
{
    const auto pieces = selectedPieces(profile, selection);
    const auto step =
        std::max<std::size_t>(1, sampleCount(pieces) / std::max<std::size_t>(count, 1));
    SampledStacks result{{}, step};
    std::size_t skipped = step / 2; // samples at the start of the piece
    for (const SamplePiece &piece : pieces) {
        const SampleWeights values(*piece.samples, selection.weight);
        const bool hasValues = selection.weight.isValid();
        SamplePiece one = piece;
        auto row = piece.first + skipped;
        for (; row < piece.end; row += step) {
            one.first = row;
            one.end = row + 1;
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

std::vector<Weight> WeightMemory::take(std::size_t count)
{
    std::vector<Weight> weights;
    {
        const std::lock_guard lock(m_mutex);
        const auto fits = std::ranges::find_if(
            m_kept, [&](const auto &kept) { return kept.capacity() >= count; });
        if (fits != m_kept.end()) {
            weights = std::move(*fits);
            m_kept.erase(fits);
        } else {
            // The kept vectors are too small: the profile has grown, or is another one.
            m_kept.clear();
        }
    }
    reserveLargePages(weights, count);
    weights.assign(count, {});
    return weights;
}

void WeightMemory::give(std::vector<Weight> weights)
{
    const std::lock_guard lock(m_mutex);
    if (weights.capacity() >= fewestKept && m_kept.size() < mostKept)
        m_kept.push_back(std::move(weights));
}

} // namespace ember::model
