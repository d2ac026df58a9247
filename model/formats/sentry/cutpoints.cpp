// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/cutpoints.h"

#include "model/profile/pauses.h"
#include "model/profile/sampleplaces.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

namespace ember::model::sentry {

namespace {

// The samples of several threads as one row of times.
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

    // There is one: `time` is after a sample.
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
    // 60 s become at most 66 s: what is left over joins the piece, also what is left before a
    // pause.
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

// Within a chunk, calls last until the next sample: what a gap ends must not go on there.
void addEndsOfGaps(const Profile &profile, std::vector<Timestamp> &cuts)
{
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Resumed && profile.text(event.text) == betweenChunks)
            cuts.push_back(event.time);
    });
    std::ranges::sort(cuts);
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
}

// The starts of the chunks the samples came from; nothing if these overlap, are too long, or are
// not all there is.
std::optional<std::vector<Timestamp>> sourceCuts(const Profile &profile, ProcessIndex process,
                                                 Nanoseconds longest)
{
    std::vector<TimeRange> ranges;
    for (const Source &source : profile.tables().sources) {
        if (source.process != process || source.samples == 0)
            continue;
        if (!source.chunkId.isValid()
            || !fitsIntoChunk(source.range.start, source.range.end, longest))
            return std::nullopt;
        ranges.push_back(source.range);
    }
    if (ranges.empty())
        return std::nullopt;
    std::ranges::sort(ranges, {}, &TimeRange::start);
    std::vector<Timestamp> cuts;
    for (std::size_t row = 1; row < ranges.size(); ++row) {
        if (ranges[row].start <= ranges[row - 1].end)
            return std::nullopt;
        cuts.push_back(ranges[row].start);
    }
    return cuts;
}

} // namespace

double toSeconds(Timestamp time)
{
    // Through decimal digits: dividing a double of today's nanoseconds rounds twice.
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
    if (auto cuts = sourceCuts(profile, process, limits.longest))
        return *cuts;
    auto cuts = regularCuts(Times(profile, chosen), limits);
    addEndsOfGaps(profile, cuts);
    return cuts;
}

} // namespace ember::model::sentry
