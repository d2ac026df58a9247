// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkcut.h"

#include "model/formats/sentry/cutplan.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::sentry {

double toSeconds(Timestamp time)
{
    // Goes through decimal digits, as dividing a double of today's nanoseconds would round twice.
    const auto ns = toNs(time);
    const auto magnitude =
        ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    std::array<char, 32> text{};
    auto *end = text.data();
    if (ns < 0)
        *end++ = '-';
    end = std::to_chars(end, text.data() + 22, magnitude / 1'000'000'000).ptr;
    *end++ = '.';
    auto fraction = magnitude % 1'000'000'000;
    for (auto *digit = end + 9; digit-- != end; fraction /= 10)
        *digit = static_cast<char>('0' + fraction % 10);
    double seconds = 0;
    std::from_chars(text.data(), end + 9, seconds);
    return seconds;
}

bool fitsIntoChunk(Timestamp first, Timestamp last, Nanoseconds longest)
{
    return last - first <= longest
        && toSeconds(last) - toSeconds(first) <= std::chrono::duration<double>(longest).count();
}

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

// Sets the source of pieces that have all samples of a chunk that was read.
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
        auto part = std::move(plan).cut(selection.range);
        recogniseSources(profile, process, part.pieces);
        cut.loss += part.loss;
        cut.pieces.insert(cut.pieces.end(), std::make_move_iterator(part.pieces.begin()),
                          std::make_move_iterator(part.pieces.end()));
    }
    return cut;
}

std::vector<Piece> halves(const Profile &profile, const Piece &piece, CutLoss &loss,
                          const CutLimits &limits)
{
    const auto half = piece.first + (piece.last - piece.first) / 2;
    auto cut =
        CutPlan(profile, piece.process, piece.threads, {half}, limits.longest).cut(piece.coverage);
    if (cut.pieces.size() < 2)
        return {}; // the parts would not be smaller
    for (Piece &part : cut.pieces)
        part.transaction = piece.transaction;
    loss += cut.loss;
    return std::move(cut.pieces);
}

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

// Cuts the samples in the range of one transaction. What no piece holds may be in one of another.
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
    return CutPlan(profile, transaction.process, chosen, cuts, limits.longest).cut(range).pieces;
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
