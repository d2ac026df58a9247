// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkcut.h"

#include "model/profile/pauses.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

// The times of the samples of several threads, merged.
class Times {
public:
    Times(const Profile &profile, std::span<const PieceThread> chosen)
        : m_profile(profile),
          m_chosen(chosen)
    {
    }

    std::optional<Timestamp> atOrAfter(Timestamp time) const
    {
        std::optional<Timestamp> earliest;
        for (const auto &part : m_chosen) {
            const auto &samples = m_profile.samples(part.thread);
            const auto sample = std::max(part.first, firstAtOrAfter(samples, time));
            if (sample < part.end)
                earliest =
                    std::min(earliest.value_or(samples.times[sample]), samples.times[sample]);
        }
        return earliest;
    }

    // The latest sample before `time`. There must be one.
    Timestamp before(Timestamp time) const
    {
        std::optional<Timestamp> latest;
        for (const auto &part : m_chosen) {
            const auto &samples = m_profile.samples(part.thread);
            const auto end = std::min(part.end, firstAtOrAfter(samples, time));
            if (end > part.first) {
                const auto last = samples.times[SampleIndex(end.row() - 1)];
                latest = std::max(latest.value_or(last), last);
            }
        }
        return latest.value_or(time);
    }

private:
    const Profile &m_profile;
    std::span<const PieceThread> m_chosen;
};

std::vector<Timestamp> regularCuts(const Times &times, const CutLimits &limits)
{
    // A piece of 60 s may become 66 s long: a short rest, at the end or before a pause, joins it.
    const auto tail = limits.piece / 10;
    std::vector<Timestamp> cuts;
    auto start = times.atOrAfter(TimeRange::everything().start);
    while (start) {
        const auto most = times.before(*start + limits.piece + tail + Nanoseconds(1));
        const auto rest = times.atOrAfter(most + Nanoseconds(1));
        if (fitsIntoChunk(*start, most, limits.longest) && (!rest || *rest - most >= tail))
            start = rest;
        else
            start = times.atOrAfter(*start + limits.piece);
        if (start)
            cuts.push_back(*start);
    }
    return cuts;
}

// Adds the ends of gaps as cuts: within a chunk calls last until the next sample, so a call that a
// gap ends would go on.
void addEndsOfGaps(const Profile &profile, std::vector<Timestamp> &cuts)
{
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Resumed && profile.text(event.text) == betweenChunks)
            cuts.push_back(event.time);
    });
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
}

// The samples of the chosen ones that lie in a range, its end included.
std::vector<PieceThread> within(const Profile &profile, std::span<const PieceThread> chosen,
                                TimeRange range)
{
    std::vector<PieceThread> parts;
    for (const auto &part : chosen) {
        const auto &samples = profile.samples(part.thread);
        const auto first = std::max(part.first, firstAtOrAfter(samples, range.start));
        const auto end = std::min(part.end, firstAtOrAfter(samples, range.end + Nanoseconds(1)));
        if (first < end)
            parts.push_back({part.thread, first, end});
    }
    return parts;
}

// The starts of the chunks that the samples came from, and the cuts within those that are too long;
// nullopt if chunks overlap, or not all samples came from chunks.
std::optional<std::vector<Timestamp>> sourceCuts(const Profile &profile, ProcessIndex process,
                                                 std::span<const PieceThread> chosen,
                                                 const CutLimits &limits)
{
    std::vector<TimeRange> ranges;
    for (const Source &source : profile.tables().sources) {
        if (source.process != process || source.samples == 0)
            continue;
        if (!source.chunkId.isValid())
            return std::nullopt;
        ranges.push_back(source.range);
    }
    if (ranges.empty())
        return std::nullopt;
    std::ranges::sort(ranges, {}, &TimeRange::start);
    std::vector<Timestamp> cuts;
    for (std::size_t row = 0; row < ranges.size(); ++row) {
        const auto &range = ranges[row];
        if (row > 0 && range.start <= ranges[row - 1].end)
            return std::nullopt;
        if (row > 0)
            cuts.push_back(range.start);
        if (fitsIntoChunk(range.start, range.end, limits.longest))
            continue;
        const auto parts = within(profile, chosen, range);
        const auto inner = regularCuts(Times(profile, parts), limits);
        cuts.insert(cuts.end(), inner.begin(), inner.end());
    }
    return cuts;
}

} // namespace

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

std::vector<Timestamp> cutPoints(const Profile &profile, ProcessIndex process,
                                 std::span<const PieceThread> chosen, const CutLimits &limits)
{
    if (auto cuts = sourceCuts(profile, process, chosen, limits))
        return *cuts;
    auto cuts = regularCuts(Times(profile, chosen), limits);
    addEndsOfGaps(profile, cuts);
    return cuts;
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
        return {}; // the parts would not be smaller
    for (Piece &part : pieces)
        part.transaction = piece.transaction;
    loss += lost;
    return pieces;
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

// The fewest samples that are not idle with which Relay keeps a thread (SENTRY.md §1.3).
constexpr std::uint32_t enough = 2;

SampleIndex next(SampleIndex sample)
{
    return SampleIndex(sample.row() + 1);
}

SampleIndex previous(SampleIndex sample)
{
    return SampleIndex(sample.row() - 1);
}

} // namespace

void CutPlan::Extent::include(Timestamp time)
{
    first = std::min(first, time);
    last = std::max(last, time);
}

CutPlan::CutPlan(const Profile &profile, ProcessIndex process,
                 const std::vector<PieceThread> &chosen, const std::vector<Timestamp> &cuts,
                 Nanoseconds longest)
    : m_profile(profile),
      m_process(process),
      m_longest(longest),
      m_extents(cuts.size() + 1)
{
    for (const auto &part : chosen) {
        Row row{part.thread, {part.first}};
        for (const auto cut : cuts) {
            const auto place = firstAtOrAfter(profile.samples(part.thread), cut);
            row.bounds.push_back(std::clamp(place, row.bounds.back(), part.end));
        }
        row.bounds.push_back(part.end);
        for (std::size_t piece = 0; piece < pieceCount(); ++piece) {
            if (row.bounds[piece] == row.bounds[piece + 1])
                continue;
            m_extents[piece].include(time(row, row.bounds[piece]));
            m_extents[piece].include(time(row, previous(row.bounds[piece + 1])));
        }
        m_rows.push_back(std::move(row));
    }
}

std::vector<Piece> CutPlan::pieces(TimeRange range, CutLoss &loss) &&
{
    std::vector<Piece> pieces(pieceCount());
    for (auto &row : m_rows) {
        settle(row);
        if (!fill(row, pieces, loss))
            ++loss.threads;
    }
    std::erase_if(pieces, [](const Piece &piece) { return piece.threads.empty(); });
    for (std::size_t number = 0; number < pieces.size(); ++number) {
        const bool isFirst = number == 0;
        const bool isLast = number + 1 == pieces.size();
        pieces[number].coverage = {isFirst ? range.start : pieces[number].first,
                                   isLast ? range.end : pieces[number + 1].first};
    }
    return pieces;
}

Timestamp CutPlan::time(const Row &row, SampleIndex sample) const
{
    return m_profile.samples(row.thread).times[sample];
}

bool CutPlan::isActive(const Row &row, SampleIndex sample) const
{
    return m_profile.samples(row.thread).stacks[sample] != emptyStack;
}

std::uint32_t CutPlan::activeUpTo(std::uint32_t limit, const Row &row, std::size_t piece) const
{
    std::uint32_t count = 0;
    for (auto sample = row.bounds[piece]; sample < row.bounds[piece + 1] && count < limit;
         sample = next(sample))
        count += isActive(row, sample) ? 1U : 0U;
    return count;
}

SampleIndex CutPlan::firstActive(const Row &row, std::size_t piece) const
{
    auto sample = row.bounds[piece];
    while (!isActive(row, sample))
        sample = next(sample);
    return sample;
}

SampleIndex CutPlan::lastActive(const Row &row, std::size_t piece) const
{
    auto sample = previous(row.bounds[piece + 1]);
    while (!isActive(row, sample))
        sample = previous(sample);
    return sample;
}

void CutPlan::settle(Row &row)
{
    for (std::size_t piece = 0; piece < pieceCount(); ++piece) {
        if (activeUpTo(enough, row, piece) == 1)
            settleLoneSample(row, piece);
    }
    for (std::size_t piece = 1; piece < pieceCount(); ++piece) {
        if (activeUpTo(1, row, piece) == 0)
            keepEnd(row, piece);
    }
}

// Moves a lone sample to the neighbouring piece that has others, or one of those to it, from a
// piece that can spare one.
void CutPlan::settleLoneSample(Row &row, std::size_t piece)
{
    const auto lone = firstActive(row, piece);
    const bool isFirst = piece == 0;
    const bool isLast = piece + 1 == pieceCount();
    if (!isFirst && activeUpTo(1, row, piece - 1) > 0 && giveToBefore(row, piece, lone))
        return;
    if (!isLast && activeUpTo(1, row, piece + 1) > 0 && giveToAfter(row, piece, lone))
        return;
    if (!isFirst && activeUpTo(enough + 1, row, piece - 1) > enough
        && giveToAfter(row, piece - 1, lastActive(row, piece - 1)))
        return;
    if (!isLast && activeUpTo(enough + 1, row, piece + 1) > enough)
        giveToBefore(row, piece + 1, firstActive(row, piece + 1));
}

bool CutPlan::giveToBefore(Row &row, std::size_t piece, SampleIndex sample)
{
    if (!takeIntoPiece(piece - 1, row, sample))
        return false;
    row.bounds[piece] = next(sample);
    return true;
}

bool CutPlan::giveToAfter(Row &row, std::size_t piece, SampleIndex sample)
{
    if (!takeIntoPiece(piece + 1, row, sample))
        return false;
    row.bounds[piece + 1] = sample;
    return true;
}

bool CutPlan::takeIntoPiece(std::size_t piece, const Row &row, SampleIndex sample)
{
    auto extent = m_extents[piece];
    extent.include(time(row, sample));
    if (!fitsIntoChunk(extent.first, extent.last, m_longest))
        return false;
    m_extents[piece] = extent;
    return true;
}

// Gives the first sample of a piece that is only idle, and will be removed, to the piece before if
// it ends a call there.
void CutPlan::keepEnd(Row &row, std::size_t piece)
{
    const auto idle = row.bounds[piece];
    if (idle == row.bounds[piece + 1] || idle == row.bounds[piece - 1]
        || !isActive(row, previous(idle)))
        return;
    giveToBefore(row, piece, idle);
}

// Puts the samples of a thread into the pieces. Returns false if it had samples that are not idle,
// and none of them is in a piece.
bool CutPlan::fill(const Row &row, std::vector<Piece> &pieces, CutLoss &loss) const
{
    bool isKept = false;
    bool isLost = false;
    for (std::size_t number = 0; number < pieceCount(); ++number) {
        PieceThread part{row.thread, row.bounds[number], row.bounds[number + 1]};
        part.gapMarks =
            part.samples() - countSamples(m_profile.samples(row.thread), part.first, part.end);
        const auto active = activeUpTo(enough, row, number);
        if (active < enough) {
            loss.samples += active;
            loss.idleSamples += part.samples() - active;
            isLost = isLost || active > 0;
            continue;
        }
        auto &piece = pieces[number];
        const TimeRange range{time(row, part.first), time(row, previous(part.end))};
        piece.first = piece.threads.empty() ? range.start : std::min(piece.first, range.start);
        piece.last = piece.threads.empty() ? range.end : std::max(piece.last, range.end);
        piece.process = m_process;
        piece.threads.push_back(part);
        isKept = true;
    }
    return isKept || !isLost;
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
