// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/activitybuckets.h"

#include <algorithm>
#include <utility>

namespace ember::model {

namespace {

constexpr int finest = 16; // 2^16 ns, 66 us: hardly any capture has more samples
constexpr int coarsest = 48; // three days
constexpr std::int64_t spareBuckets = 256; // beyond the number of runs
constexpr std::size_t enough = 512; // buckets of the coarsest level: few for a picture

std::int64_t numberOf(Timestamp time, int exponent)
{
    return toNs(time) >> static_cast<unsigned>(exponent);
}

ActivityShares sharesOf(const ActivityTimes &times, int exponent)
{
    const std::int64_t whole = std::int64_t(1) << static_cast<unsigned>(exponent);
    ActivityShares shares{};
    for (std::size_t activity = 0; activity < activityCount; ++activity) {
        const std::int64_t time = times.at(activity).count();
        shares.at(activity) = static_cast<std::uint8_t>(
            time == 0 ? 0 : std::max<std::int64_t>(1, (time * 255 + whole / 2) / whole));
    }
    return shares;
}

} // namespace

void ActivityBuckets::add(Activity activity, TimeRange range, std::size_t runs)
{
    if (m_levels.empty())
        m_levels.push_back({finest, numberOf(range.start, finest), {}});
    const auto most = static_cast<std::int64_t>(runs) + spareBuckets;
    while (m_levels.front().exponent < coarsest
           && numberOf(range.end, m_levels.front().exponent) - m_levels.front().first > most)
        dropFinest();
    const int exponent = m_levels.front().exponent;
    while (range.start < range.end) {
        const Timestamp end = timestampFromNs((numberOf(range.start, exponent) + 1)
                                              << static_cast<unsigned>(exponent));
        if (end <= range.start)
            return; // the end of all time
        const Timestamp until = std::min(end, range.end);
        m_open.at(std::size_t(activity)) += until - range.start;
        if (until == end)
            complete();
        range.start = until;
    }
}

void ActivityBuckets::complete()
{
    m_levels.front().shares.append(sharesOf(std::exchange(m_open, {}), m_levels.front().exponent));
    for (std::size_t level = 0;; ++level) {
        const Level &done = m_levels[level];
        if (level + 1 == m_levels.size()) {
            if (done.shares.size() >= enough)
                addLevelAbove();
            return;
        }
        if (done.end() % 2 != 0) // the bucket above has another half
            return;
        append(m_levels[level + 1], done, m_levels[level + 1].end());
    }
}

// Appends the bucket of this number, which is made of two of the level below, or of one at the
// start. What happened at all does not get lost by rounding.
void ActivityBuckets::append(Level &above, const Level &below, std::int64_t number)
{
    ActivityShares shares = below[2 * number + 1];
    const ActivityShares before = 2 * number < below.first ? ActivityShares{} : below[2 * number];
    for (std::size_t activity = 0; activity < activityCount; ++activity)
        shares.at(activity) =
            static_cast<std::uint8_t>((shares.at(activity) + before.at(activity) + 1) / 2);
    above.shares.append(shares);
}

void ActivityBuckets::addLevelAbove()
{
    Level above{m_levels.back().exponent + 1, m_levels.back().first >> 1U, {}};
    while (2 * above.end() + 1 < m_levels.back().end())
        append(above, m_levels.back(), above.end());
    m_levels.push_back(std::move(above));
}

void ActivityBuckets::dropFinest()
{
    if (m_levels.size() == 1)
        addLevelAbove();
    const Level &dropped = m_levels.front();
    // The last bucket may be half of one that is open now.
    if (!dropped.shares.isEmpty() && m_levels[1].end() * 2 < dropped.end()) {
        const ActivityShares &half = dropped[dropped.end() - 1];
        const std::int64_t whole = std::int64_t(1) << static_cast<unsigned>(dropped.exponent);
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            m_open.at(activity) += Nanoseconds(half.at(activity) * whole / 255);
    }
    m_levels.erase(m_levels.begin());
}

const ActivityBuckets::Level *ActivityBuckets::levelFor(Nanoseconds longest) const
{
    const Level *found = nullptr;
    for (const Level &level : m_levels) {
        if ((std::int64_t(1) << static_cast<unsigned>(level.exponent)) <= longest.count())
            found = &level;
    }
    return found;
}

} // namespace ember::model
