// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/transactioncut.h"

#include "model/formats/sentry/cutplan.h"
#include "model/profile/sampleplaces.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

using ThreadsByProcess = std::map<ProcessIndex, std::vector<ThreadIndex>>;

ThreadsByProcess threadsByProcess(const Profile &profile, const Selection &selection)
{
    const std::set<ThreadIndex> chosen(selection.threads.begin(), selection.threads.end());
    ThreadsByProcess threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        if (chosen.empty() || chosen.contains(thread))
            threads[profile.thread(thread).process].push_back(thread);
    }
    return threads;
}

// The samples of a thread in a range.
PieceThread partOf(const Profile &profile, ThreadIndex thread, TimeRange range)
{
    const auto &samples = profile.samples(thread);
    return {thread, firstAtOrAfter(samples, range.start), firstAtOrAfter(samples, range.end)};
}

// The part of the chosen range in which a transaction was active, its end included.
TimeRange rangeOf(const Transaction &transaction, TimeRange chosen)
{
    return {std::max(chosen.start, transaction.start),
            std::min(chosen.end - Nanoseconds(1), transaction.end) + Nanoseconds(1)};
}

std::vector<Piece> piecesOfOne(const Profile &profile, const Transaction &transaction,
                               const std::vector<ThreadIndex> &threads, TimeRange range,
                               const CutLimits &limits)
{
    std::vector<PieceThread> chosen;
    for (const auto thread : threads) {
        if (const auto part = partOf(profile, thread, range); part.first < part.end)
            chosen.push_back(part);
    }
    const bool isShort = fitsIntoChunk(range.start, range.end, limits.longest);
    const auto cuts = isShort ? std::vector<Timestamp>()
                              : cutPoints(profile, transaction.process, chosen, limits);
    CutLoss loss; // counted in all
    return CutPlan(profile, transaction.process, chosen, cuts, limits.longest).pieces(range, loss);
}

// Counts the chosen samples of a thread that are in none of the parts.
CutLoss lossOf(const Profile &profile, const PieceThread &chosen, std::vector<PieceThread> parts)
{
    const auto &samples = profile.samples(chosen.thread);
    CutLoss loss;
    const auto lose = [&](SampleIndex first, SampleIndex end) {
        for (auto row = first.row(); row < end.row(); ++row) {
            const SampleIndex sample(row);
            if (!isGapMark(samples, sample))
                ++(samples.stacks[sample] == emptyStack ? loss.idleSamples : loss.samples);
        }
    };
    std::ranges::sort(parts, {}, &PieceThread::first);
    auto next = chosen.first;
    for (const PieceThread &part : parts) {
        lose(next, part.first);
        next = std::max(next, part.end);
    }
    lose(next, chosen.end);
    loss.threads = parts.empty() && loss.samples > 0 ? 1 : 0;
    return loss;
}

} // namespace

TransactionCut cutAtTransactions(const Profile &profile, const Selection &selection,
                                 const CutLimits &limits)
{
    const auto threads = threadsByProcess(profile, selection);
    TransactionCut cut;
    profile.tables().transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        const auto known = threads.find(transaction.process);
        const auto range = rangeOf(transaction, selection.range);
        std::vector<Piece> pieces;
        if (known != threads.end() && !range.isEmpty())
            pieces = piecesOfOne(profile, transaction, known->second, range, limits);
        for (Piece &piece : pieces)
            piece.transaction = TransactionIndex(row);
        cut.transactionsLeft += pieces.empty() ? 1U : 0U;
        cut.pieces.insert(cut.pieces.end(), std::make_move_iterator(pieces.begin()),
                          std::make_move_iterator(pieces.end()));
    });
    std::map<ThreadIndex, std::vector<PieceThread>> parts;
    for (const Piece &piece : cut.pieces) {
        for (const PieceThread &part : piece.threads)
            parts[part.thread].push_back(part);
    }
    for (const auto &[process, ofProcess] : threads) {
        for (const auto thread : ofProcess)
            cut.loss += lossOf(profile, partOf(profile, thread, selection.range), parts[thread]);
    }
    return cut;
}

TransactionIndex transactionOf(const Profile &profile, const Piece &piece)
{
    if (piece.transaction.isValid())
        return piece.transaction;
    using Rank = std::tuple<int, Nanoseconds>; // ends that differ from the piece's, duration
    TransactionIndex best;
    Rank bestRank;
    profile.tables().transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        if (transaction.process != piece.process || transaction.start > piece.first
            || transaction.end < piece.last)
            return;
        const auto range = rangeOf(transaction, TimeRange::everything());
        const Rank rank((piece.coverage.start == range.start ? 0 : 1)
                            + (piece.coverage.end == range.end ? 0 : 1),
                        range.duration());
        if (!best.isValid() || rank < bestRank) {
            best = TransactionIndex(row);
            bestRank = rank;
        }
    });
    return best;
}

} // namespace ember::model::sentry
