// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stoptimes.h"

#include "model/spans/spantable.h"

#include <algorithm>
#include <utility>

namespace ember::model {

void StopTimes::add(Nanoseconds stop)
{
    if (stop <= Nanoseconds::zero())
        return;
    total += stop;
    longest = std::max(longest, stop);
    ++stops;
}

void StopTimes::add(const StopTimes &more)
{
    total += more.total;
    longest = std::max(longest, more.longest);
    stops += more.stops;
}

StopTimes stopTimes(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    StopTimes times;
    const auto behind = std::min(end.row(), samples.details.size());
    for (auto row = first.row(); row < behind; ++row)
        times.add(Nanoseconds(samples.details[SampleIndex(row)].stopNs));
    return times;
}

bool StopShares::isContinuedBy(const Profile &profile) const
{
    if (m_pieces.empty() || profile.timeRange().start < m_start
        || profile.threadCount() < m_samples.size())
        return false;
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        if (!isContinued(*m_samples[row], profile.samples(ThreadIndex(row))))
            return false;
    }
    return true;
}

void StopShares::makeRoom(Nanoseconds duration)
{
    const auto needed = [&] { return static_cast<std::size_t>(duration / m_width) + 1; };
    while (needed() > m_most) {
        m_width *= 2;
        for (std::size_t place = 0; place < m_pieces.size(); ++place) {
            if (place % 2 == 0)
                m_pieces[place / 2] = m_pieces[place];
            else
                m_pieces[place / 2].add(m_pieces[place]);
        }
        m_pieces.resize((m_pieces.size() + 1) / 2);
    }
    m_pieces.resize(needed());
}

// Adds the samples from `first` on, without the last, which takes no time yet.
void StopShares::add(const ThreadSamples &samples, std::size_t first)
{
    for (std::size_t row = first; row + 1 < samples.size(); ++row) {
        const SampleIndex sample(row);
        const auto time = samples.times[sample];
        Piece &piece = m_pieces[static_cast<std::size_t>((time - m_start) / m_width)];
        piece.whole += samples.times[SampleIndex(row + 1)] - time;
        if (samples.details.contains(sample))
            piece.held += Nanoseconds(samples.details[sample].stopNs);
    }
}

MeasurementValues StopShares::values() const
{
    MeasurementValues shares;
    auto middle = m_start + m_width / 2;
    for (const Piece &piece : m_pieces) {
        if (piece.whole.count() > 0) {
            const double share =
                static_cast<double>(piece.held.count()) / static_cast<double>(piece.whole.count());
            shares.append({std::min(middle, m_end), 100 * std::min(share, 1.0)});
        }
        middle += m_width;
    }
    return shares;
}

MeasurementValues StopShares::read(const Profile &profile)
{
    const TimeRange range = profile.timeRange();
    if (range.isEmpty() || profile.tables().statistics.stopTotal.count() <= 0)
        return {};
    if (!isContinuedBy(profile)) {
        m_start = range.start;
        m_width = m_finest;
        m_pieces.clear();
        m_samples.clear();
    }
    m_end = range.end;
    makeRoom(range.duration());
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.sharedSamples(ThreadIndex(row));
        if (row == m_samples.size())
            m_samples.push_back(std::make_shared<const ThreadSamples>());
        const auto read = std::exchange(m_samples[row], samples)->size();
        add(*samples, read == 0 ? 0 : read - 1);
    }
    return values();
}

} // namespace ember::model
