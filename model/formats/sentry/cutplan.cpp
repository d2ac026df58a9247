// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/cutplan.h"

#include "model/profile/pauses.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <optional>
#include <utility>

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

// Returns those of the chosen samples that lie in a range, its end included.
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

Cut CutPlan::cut(TimeRange range) &&
{
    Cut cut{std::vector<Piece>(pieceCount()), {}};
    for (auto &row : m_rows) {
        settle(row);
        fill(row, cut);
    }
    auto &pieces = cut.pieces;
    std::erase_if(pieces, [](const Piece &piece) { return piece.threads.empty(); });
    for (std::size_t number = 0; number < pieces.size(); ++number) {
        const bool isFirst = number == 0;
        const bool isLast = number + 1 == pieces.size();
        pieces[number].coverage = {isFirst ? range.start : pieces[number].first,
                                   isLast ? range.end : pieces[number + 1].first};
    }
    return cut;
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

// Moves a lone sample to a neighbouring piece in which the thread has others; else moves one of
// those to it, if the neighbour can spare one.
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

// If a thread is only idle in a piece, and so will be removed from it, gives its first sample there
// to the piece before if that sample ends a call.
void CutPlan::keepEnd(Row &row, std::size_t piece)
{
    const auto idle = row.bounds[piece];
    if (idle == row.bounds[piece + 1] || idle == row.bounds[piece - 1]
        || !isActive(row, previous(idle)))
        return;
    giveToBefore(row, piece, idle);
}

// Puts the samples of a thread into the pieces. The thread is lost if it had samples that are not
// idle, and none of them is in a piece.
void CutPlan::fill(const Row &row, Cut &cut) const
{
    bool isKept = false;
    bool isLost = false;
    for (std::size_t number = 0; number < pieceCount(); ++number) {
        PieceThread part{row.thread, row.bounds[number], row.bounds[number + 1]};
        part.gapMarks =
            part.samples() - countSamples(m_profile.samples(row.thread), part.first, part.end);
        const auto active = activeUpTo(enough, row, number);
        if (active < enough) {
            cut.loss.samples += active;
            cut.loss.idleSamples += part.samples() - active;
            isLost = isLost || active > 0;
            continue;
        }
        auto &piece = cut.pieces[number];
        const TimeRange range{time(row, part.first), time(row, previous(part.end))};
        piece.first = piece.threads.empty() ? range.start : std::min(piece.first, range.start);
        piece.last = piece.threads.empty() ? range.end : std::max(piece.last, range.end);
        piece.process = m_process;
        piece.threads.push_back(part);
        isKept = true;
    }
    cut.loss.threads += isLost && !isKept ? 1U : 0U;
}

} // namespace ember::model::sentry
