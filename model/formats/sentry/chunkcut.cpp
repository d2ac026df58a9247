// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkcut.h"

#include "model/formats/sentry/cutplan.h"
#include "model/profile/pauses.h"
#include "model/profile/sampleplaces.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string>
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

} // namespace ember::model::sentry
