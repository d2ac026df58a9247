// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/threadstatistics.h"

#include "model/core/text.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <compare>
#include <map>
#include <string_view>
#include <tuple>

namespace ember::model {

std::size_t sampledThreadCount(const Profile &profile)
{
    std::size_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        count += profile.samples(ThreadIndex(row)).isEmpty() ? 0U : 1U;
    return count;
}

ThreadStates threadStates(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    ThreadStates states;
    std::map<SystemCall, std::uint64_t> calls;
    const auto behind = std::min(end.row(), samples.details.size());
    for (auto row = first.row(); row < behind; ++row) {
        const auto &detail = samples.details[SampleIndex(row)];
        switch (detail.state) {
        case ThreadState::Unknown: break;
        case ThreadState::Running: ++states.running; break;
        case ThreadState::Runnable: ++states.runnable; break;
        case ThreadState::Blocked:
            ++states.blocked;
            ++calls[detail.call];
            break;
        }
    }
    for (const auto &[call, count] : calls)
        states.blockedIn.push_back({call, count});
    std::ranges::stable_sort(states.blockedIn, std::ranges::greater(), &CallCount::samples);
    return states;
}

namespace {

ThreadStatistics statisticsOf(const Profile &profile, ThreadIndex thread, Nanoseconds running)
{
    const ThreadSamples &samples = profile.samples(thread);
    ThreadStatistics statistics{
        thread, countSamples(samples), {}, running, !samples.details.isEmpty()};
    if (samples.isEmpty())
        return statistics;
    const auto last = lastDuration(profile, thread);
    statistics.duration = samples.times.back() - samples.times[SampleIndex(0)] + last;
    if (samples.stacks.back() != emptyStack)
        statistics.running += last;
    return statistics;
}

// Removes the digits at the start of `text` and returns them without leading zeros.
std::string_view takeNumber(std::string_view &text)
{
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    std::string_view number = text.substr(0, end);
    text.remove_prefix(end);
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

bool beginsWithDigit(std::string_view text)
{
    return isDigit(text.front());
}

// Compares in natural order: "worker-2" before "worker-10".
std::weak_ordering compareNumbered(std::string_view a, std::string_view b)
{
    while (!a.empty() && !b.empty()) {
        if (beginsWithDigit(a) && beginsWithDigit(b)) {
            const auto first = takeNumber(a);
            const auto second = takeNumber(b);
            if (first != second)
                return first.size() == second.size() ? first <=> second
                                                     : first.size() <=> second.size();
        } else if (a.front() != b.front()) {
            return a.substr(0, 1) <=> b.substr(0, 1);
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() <=> b.size();
}

std::vector<ThreadIndex> byActivity(const Profile &profile, std::vector<ThreadStatistics> rows)
{
    const auto rank = [](const ThreadStatistics &row) {
        return std::tuple(row.samples == 0, -row.running.count());
    };
    const auto standsFirst = [&](const ThreadStatistics &a, const ThreadStatistics &b) {
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        const Thread &first = profile.thread(a.thread);
        const Thread &second = profile.thread(b.thread);
        const auto names = compareNumbered(profile.text(first.name), profile.text(second.name));
        return std::is_lt(std::is_neq(names)
                              ? names
                              : compareNumbered(profile.text(first.id), profile.text(second.id)));
    };
    std::ranges::stable_sort(rows, standsFirst);
    std::vector<ThreadIndex> order;
    order.reserve(rows.size());
    for (const auto &row : rows)
        order.push_back(row.thread);
    return order;
}

} // namespace

std::vector<ThreadStatistics> threadStatistics(const Profile &profile)
{
    std::vector<ThreadStatistics> all;
    all.reserve(profile.threadCount());
    const auto idle = idleStacks(profile);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        BusyTime busy;
        busy.update(samples, idle);
        all.push_back(statisticsOf(profile, ThreadIndex(row), busy.total()));
    }
    return all;
}

std::vector<ThreadStatistics> threadStatistics(const SpanTable &spans)
{
    std::vector<ThreadStatistics> all;
    all.reserve(spans.threadCount());
    for (std::size_t row = 0; row < spans.threadCount(); ++row) {
        const ThreadIndex thread(row);
        all.push_back(statisticsOf(*spans.profile(), thread, spans.thread(thread).busy.total()));
    }
    return all;
}

std::vector<float> threadActivity(const ThreadSpans &thread, TimeRange range, std::size_t buckets)
{
    std::vector<float> shares(buckets);
    if (range.isEmpty())
        return shares;
    const auto width = static_cast<double>(range.duration().count()) / static_cast<double>(buckets);
    auto before = thread.busy.before(*thread.samples, range.start);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
        const auto end = range.start
            + Nanoseconds(static_cast<std::int64_t>(width * static_cast<double>(bucket + 1)));
        const auto until = thread.busy.before(*thread.samples, end);
        const auto share = static_cast<double>((until - before).count()) / width;
        shares[bucket] = static_cast<float>(std::clamp(share, 0.0, 1.0));
        before = until;
    }
    return shares;
}

std::vector<float> threadActivity(const ThreadSpans &thread, TimeRange range, std::size_t buckets,
                                  const SampleLeft &isLeft)
{
    std::vector<float> shares(buckets);
    const std::size_t size = thread.samples->times.size();
    if (range.isEmpty() || buckets == 0 || size == 0)
        return shares;
    const auto &times = thread.samples->times;
    const auto width = static_cast<double>(range.duration().count()) / static_cast<double>(buckets);
    const auto startOf = [&](std::size_t bucket) {
        return range.start
            + Nanoseconds(static_cast<std::int64_t>(width * static_cast<double>(bucket)));
    };
    const auto bucketAt = [&](Timestamp time) {
        const auto bucket = static_cast<double>((time - range.start).count()) / width;
        return std::min(buckets - 1, static_cast<std::size_t>(std::max(0.0, bucket)));
    };
    // An even share of an interval's busy time is in each bucket that it touches.
    const auto add = [&](Timestamp start, Timestamp end, double busyShare) {
        Timestamp from = std::max(start, range.start);
        const Timestamp until = std::min(end, range.end);
        if (from >= until)
            return;
        for (auto bucket = bucketAt(from); from < until; ++bucket) {
            const auto next =
                bucket + 1 < buckets ? std::clamp(startOf(bucket + 1), from, until) : until;
            const auto part = static_cast<double>((next - from).count());
            shares[bucket] += static_cast<float>(part * busyShare / width);
            from = next;
        }
    };
    for (std::size_t row = 0; row + 1 < size; ++row) {
        const SampleIndex sample(row);
        const auto start = times[sample];
        const auto end = times[SampleIndex(row + 1)];
        const auto busy = end > start && isLeft(sample)
            ? static_cast<double>(thread.busy.of(*thread.samples, sample).count())
            : 0;
        if (busy > 0)
            add(start, end, busy / static_cast<double>((end - start).count()));
    }
    for (float &share : shares)
        share = std::clamp(share, 0.0F, 1.0F);
    return shares;
}

std::vector<ThreadIndex> threadsByActivity(const Profile &profile)
{
    return byActivity(profile, threadStatistics(profile));
}

std::vector<ThreadIndex> threadsByActivity(const SpanTable &spans)
{
    return byActivity(*spans.profile(), threadStatistics(spans));
}

} // namespace ember::model
