// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/threadstatistics.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ember::model {

namespace {

// How busy the thread was during the sample, 0 … 1: by its CPU time if the capture knows that, else
// by whether it had a stack.
class Busyness {
public:
    explicit Busyness(const ThreadSamples &samples) : m_samples(samples) { }

    // CPU time is told by the sample that ends the interval.
    Nanoseconds busy(SampleIndex sample) const
    {
        const SampleIndex next(sample.row() + 1);
        const auto duration = m_samples.times[next] - m_samples.times[sample];
        if (m_samples.details.contains(next))
            return std::min(Nanoseconds(m_samples.details[next].cpuNs), duration);
        return m_samples.stacks[sample] == emptyStack ? Nanoseconds(0) : duration;
    }

private:
    const ThreadSamples &m_samples;
};

ThreadStatistics statisticsOf(const Profile &profile, ThreadIndex thread)
{
    const auto &samples = profile.samples(thread);
    ThreadStatistics statistics{thread, samples.size(), {}, {}};
    if (samples.isEmpty())
        return statistics;
    statistics.duration = samples.times.back() - samples.times[SampleIndex(0)];
    const Busyness busyness(samples);
    for (std::size_t row = 0; row + 1 < samples.size(); ++row)
        statistics.running += busyness.busy(SampleIndex(row));
    return statistics;
}

std::size_t firstAtOrAfter(const ThreadSamples &samples, Timestamp time)
{
    std::size_t low = 0;
    std::size_t high = samples.size();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (samples.times[SampleIndex(middle)] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Spreads busy time over equal pieces of a range.
class Buckets {
public:
    Buckets(TimeRange range, std::size_t count)
        : m_start(toNs(range.start)),
          m_width(static_cast<double>(range.duration().count()) / static_cast<double>(count)),
          m_shares(count)
    {
    }

    void add(Timestamp start, Timestamp end, double share)
    {
        const double from = place(start);
        const double to = place(end);
        const auto last = std::min(static_cast<double>(m_shares.size()), to);
        for (double bucket = std::max(0.0, std::floor(from)); bucket < last; ++bucket) {
            const double part = std::min(bucket + 1, to) - std::max(bucket, from);
            m_shares[static_cast<std::size_t>(bucket)] += static_cast<float>(part * share);
        }
    }

    std::vector<float> take() &&
    {
        for (auto &share : m_shares)
            share = std::clamp(share, 0.0F, 1.0F);
        return std::move(m_shares);
    }

private:
    double place(Timestamp time) const
    {
        return static_cast<double>(toNs(time) - m_start) / m_width;
    }

    std::int64_t m_start;
    double m_width; // of a bucket, ns
    std::vector<float> m_shares;
};

} // namespace

std::vector<ThreadStatistics> threadStatistics(const Profile &profile)
{
    std::vector<ThreadStatistics> all;
    all.reserve(profile.threadCount());
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        all.push_back(statisticsOf(profile, ThreadIndex(row)));
    return all;
}

std::vector<float> threadActivity(const Profile &profile, ThreadIndex thread, TimeRange range,
                                  std::size_t buckets)
{
    if (range.isEmpty() || buckets == 0)
        return std::vector<float>(buckets);
    const auto &samples = profile.samples(thread);
    const Busyness busyness(samples);
    Buckets shares(range, buckets);
    const auto first = firstAtOrAfter(samples, range.start);
    for (auto row = first == 0 ? 0 : first - 1; row + 1 < samples.size(); ++row) {
        const auto start = samples.times[SampleIndex(row)];
        const auto end = samples.times[SampleIndex(row + 1)];
        if (start >= range.end)
            break;
        if (end > start) {
            const auto busy = busyness.busy(SampleIndex(row));
            shares.add(start, end,
                       static_cast<double>(busy.count())
                           / static_cast<double>((end - start).count()));
        }
    }
    return std::move(shares).take();
}

std::vector<ThreadIndex> threadsByActivity(const Profile &profile)
{
    auto statistics = threadStatistics(profile);
    const auto rank = [&](const ThreadStatistics &row) {
        const Thread &thread = profile.thread(row.thread);
        return std::tuple(row.samples == 0, -row.running.count(), profile.text(thread.name),
                          profile.text(thread.id));
    };
    std::ranges::stable_sort(statistics,
                             [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
    std::vector<ThreadIndex> order;
    order.reserve(statistics.size());
    for (const auto &row : statistics)
        order.push_back(row.thread);
    return order;
}

} // namespace ember::model
