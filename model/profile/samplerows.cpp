// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/samplerows.h"

#include "model/core/text.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace ember::model {

SampleIndex firstAtOrAfter(const ThreadSamples &samples, Timestamp time)
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
    return SampleIndex(low);
}

std::size_t countSamples(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    std::size_t count = end.row() - first.row();
    if (samples.sources.isEmpty())
        return count;
    for (auto row = first.row(); row < end.row(); ++row)
        count -= isGapMark(samples, SampleIndex(row)) ? 1U : 0U;
    return count;
}

std::size_t countSamples(const ThreadSamples &samples)
{
    return countSamples(samples, SampleIndex(0), SampleIndex(samples.size()));
}

namespace {

using Threads = std::vector<std::uint32_t>;

// Deals out the ranks of the threads in `run` among these threads again, in the order in which they
// first occur in `run`.
void rankAnew(Threads &ranks, std::span<const std::uint32_t> run)
{
    std::vector<std::pair<std::uint32_t, std::uint32_t>> firsts; // thread, place in the run
    for (std::uint32_t place = 0; place < run.size(); ++place)
        firsts.emplace_back(run[place], place);
    std::ranges::sort(firsts);
    const auto areSame = [](const auto &a, const auto &b) { return a.first == b.first; };
    firsts.erase(std::unique(firsts.begin(), firsts.end(), areSame), firsts.end());
    Threads places;
    for (const auto &entry : firsts)
        places.push_back(ranks[entry.first]);
    std::ranges::sort(places);
    std::ranges::sort(firsts, {}, [](const auto &entry) { return entry.second; });
    for (std::size_t place = 0; place < firsts.size(); ++place)
        ranks[firsts[place].first] = places[place];
}

// Reads the lists of a sampleOrderAttribute one after the other.
class Changes {
public:
    explicit Changes(std::string_view json) : m_rest(json)
    {
        if (take('['))
            next();
    }

    // Returns the sample from which the list read last applies; absent after the last list.
    std::optional<std::size_t> first() const { return m_first; }
    const Threads &threads() const { return m_threads; }

    void next()
    {
        m_first.reset();
        m_threads.clear();
        if (!take('['))
            return;
        m_first = number();
        while (take(','))
            m_threads.push_back(static_cast<std::uint32_t>(number().value_or(0)));
        take(']');
        take(',');
    }

private:
    bool take(char character)
    {
        skipBlanks();
        return takePrefix(m_rest, {&character, 1});
    }

    std::optional<std::size_t> number()
    {
        skipBlanks();
        return takeNumber<std::uint32_t>(m_rest);
    }

    void skipBlanks()
    {
        while (takePrefix(m_rest, " ")) { }
    }

    std::string_view m_rest;
    std::optional<std::size_t> m_first;
    Threads m_threads;
};

// Returns by thread how many threads before it have samples: its number in the attribute.
Threads ordinalsOf(const std::vector<bool> &hasSamples)
{
    Threads ordinals;
    std::uint32_t next = 0;
    for (const bool has : hasSamples)
        ordinals.push_back(has ? next++ : next);
    return ordinals;
}

Threads ordinalsOf(std::span<const TimedThread> samples)
{
    std::vector<bool> hasSamples;
    for (const auto &sample : samples) {
        if (hasSamples.size() <= sample.thread.row())
            hasSamples.resize(sample.thread.row() + 1);
        hasSamples[sample.thread.row()] = true;
    }
    return ordinalsOf(hasSamples);
}

// Orders the samples of each time as a sampleOrderAttribute says.
class Ordering {
public:
    Ordering(std::string_view attribute, std::span<const TimedThread> samples)
        : m_samples(samples),
          m_changes(attribute),
          m_ordinals(ordinalsOf(samples)),
          m_ranks(m_ordinals.empty() ? 0 : m_ordinals.back() + 1),
          m_order(samples.size())
    {
        std::iota(m_ranks.begin(), m_ranks.end(), 0U);
        std::iota(m_order.begin(), m_order.end(), 0U);
    }

    std::vector<std::uint32_t> take()
    {
        for (std::size_t first = 0; first < m_samples.size();) {
            auto end = first + 1;
            while (end < m_samples.size() && m_samples[end].time == m_samples[first].time)
                ++end;
            if (end - first > 1)
                orderRun(first, end);
            first = end;
        }
        return std::move(m_order);
    }

private:
    std::uint32_t ordinal(std::uint32_t sample) const
    {
        return m_ordinals[m_samples[sample].thread.row()];
    }

    void orderRun(std::size_t first, std::size_t end)
    {
        while (m_changes.first() && *m_changes.first() < first)
            m_changes.next();
        const auto run = std::span(m_order).subspan(first, end - first);
        if (m_changes.first() == first && isOf(run, m_changes.threads())) {
            rankAnew(m_ranks, m_changes.threads());
            takeLiterally(run, m_changes.threads());
            return;
        }
        std::ranges::stable_sort(run, {},
                                 [this](std::uint32_t sample) { return m_ranks[ordinal(sample)]; });
    }

    // Whether the list names each thread as often as the run has samples of it.
    bool isOf(std::span<const std::uint32_t> run, const Threads &threads) const
    {
        Threads own;
        for (const auto sample : run)
            own.push_back(ordinal(sample));
        auto listed = threads;
        std::ranges::sort(own);
        std::ranges::sort(listed);
        return own == listed;
    }

    // Orders the samples of `run` as listed: the k-th sample of a thread goes where the thread is
    // listed for the k-th time.
    void takeLiterally(std::span<std::uint32_t> run, const Threads &threads) const
    {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> listed; // thread, place
        for (std::uint32_t place = 0; place < threads.size(); ++place)
            listed.emplace_back(threads[place], place);
        std::ranges::sort(listed);
        std::ranges::stable_sort(run, {}, [this](std::uint32_t sample) { return ordinal(sample); });
        const std::vector<std::uint32_t> samples(run.begin(), run.end());
        for (std::size_t place = 0; place < samples.size(); ++place)
            run[listed[place].second] = samples[place];
    }

    std::span<const TimedThread> m_samples;
    Changes m_changes;
    Threads m_ordinals; // by ThreadIndex
    Threads m_ranks; // by ordinal
    std::vector<std::uint32_t> m_order;
};

} // namespace

void SampleOrderNotes::startRun(Timestamp time)
{
    m_isByTime = m_isByTime && (m_run.empty() || m_time < time);
    endRun();
    m_time = time;
}

void SampleOrderNotes::endRun()
{
    if (!m_isExpected) {
        rankAnew(m_ranks, m_run);
        m_listed.insert(m_listed.end(), m_run.begin(), m_run.end());
        m_changes.push_back({m_before, m_listed.size()});
    }
    m_before += m_run.size();
    m_run.clear();
    m_isExpected = true;
}

std::string SampleOrderNotes::take()
{
    endRun();
    if (!m_isByTime || m_changes.empty())
        return {};
    const auto ordinals = ordinalsOf(m_hasSamples);
    std::string json;
    std::size_t place = 0;
    for (const auto &change : m_changes) {
        json += (json.empty() ? "[[" : ",[") + std::to_string(change.first);
        for (; place < change.end; ++place)
            json += ',' + std::to_string(ordinals[m_listed[place]]);
        json += ']';
    }
    return json + ']';
}

std::vector<std::uint32_t> inOrderOfSource(std::string_view attribute,
                                           std::span<const TimedThread> samples)
{
    return Ordering(attribute, samples).take();
}

} // namespace ember::model
