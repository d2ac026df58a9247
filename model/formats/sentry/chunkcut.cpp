// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkcut.h"

#include "model/formats/sentry/cutplan.h"
#include "model/formats/sentry/cutpoints.h"
#include "model/profile/sampleplaces.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace ember::model::sentry {

namespace {

std::vector<ThreadIndex> threadsOf(const Profile &profile, const Selection &selection,
                                   ProcessIndex process)
{
    std::vector<ThreadIndex> threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const bool isChosen = selection.threads.empty()
            || std::ranges::find(selection.threads, thread) != selection.threads.end();
        if (isChosen && profile.thread(thread).process == process)
            threads.push_back(thread);
    }
    return threads;
}

std::vector<PieceThread> chosenSamples(const Profile &profile,
                                       const std::vector<ThreadIndex> &threads, TimeRange range)
{
    std::vector<PieceThread> chosen;
    for (const auto thread : threads) {
        const auto &samples = profile.samples(thread);
        const PieceThread part{thread, firstAtOrAfter(samples, range.start),
                               firstAtOrAfter(samples, range.end)};
        if (part.first < part.end)
            chosen.push_back(part);
    }
    return chosen;
}

// A piece that has all samples of a chunk that was read is that chunk.
void recogniseSources(const Profile &profile, ProcessIndex process, std::vector<Piece> &pieces)
{
    const auto &sources = profile.tables().sources;
    std::multimap<Timestamp, SourceIndex> byStart;
    for (std::size_t row = 0; row < sources.size(); ++row) {
        const Source &source = sources[SourceIndex(row)];
        if (source.chunkId.isValid() && source.process == process)
            byStart.emplace(source.range.start, SourceIndex(row));
    }
    for (auto &piece : pieces) {
        const auto [first, end] = byStart.equal_range(piece.first);
        for (auto place = first; place != end; ++place) {
            const Source &source = sources[place->second];
            if (source.range.end == piece.last && source.samples == piece.samples())
                piece.source = place->second;
        }
    }
}

} // namespace

std::uint64_t Piece::samples() const
{
    return std::accumulate(threads.begin(), threads.end(), std::uint64_t(0),
                           [](auto sum, const auto &part) { return sum + part.samples(); });
}

CutLoss &CutLoss::operator+=(const CutLoss &other)
{
    samples += other.samples;
    idleSamples += other.idleSamples;
    threads += other.threads;
    return *this;
}

Cut cutIntoPieces(const Profile &profile, const Selection &selection, const CutLimits &limits)
{
    Cut cut;
    for (std::size_t row = 0; row < profile.tables().processes.size(); ++row) {
        const ProcessIndex process(row);
        const auto chosen =
            chosenSamples(profile, threadsOf(profile, selection, process), selection.range);
        CutPlan plan(profile, process, chosen, cutPoints(profile, process, chosen, limits),
                     limits.longest);
        auto pieces = std::move(plan).pieces(selection.range, cut.loss);
        recogniseSources(profile, process, pieces);
        cut.pieces.insert(cut.pieces.end(), std::make_move_iterator(pieces.begin()),
                          std::make_move_iterator(pieces.end()));
    }
    return cut;
}

std::vector<Piece> halves(const Profile &profile, const Piece &piece, CutLoss &loss,
                          const CutLimits &limits)
{
    const auto half = piece.first + (piece.last - piece.first) / 2;
    CutLoss lost;
    auto pieces = CutPlan(profile, piece.process, piece.threads, {half}, limits.longest)
                      .pieces(piece.coverage, lost);
    if (pieces.size() < 2)
        return {}; // nothing would be smaller
    loss += lost;
    return pieces;
}

} // namespace ember::model::sentry
