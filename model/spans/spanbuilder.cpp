// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"

#include "model/core/parallel.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace ember::model {

void GrowingSpans::update(std::shared_ptr<const ThreadSamples> samples, const CallPaths &paths,
                          Nanoseconds lastDuration, const IdleStackList &idle,
                          const FutexStacks &futexes)
{
    if (m_published && samples == m_samples && lastDuration == m_lastDuration)
        return;
    if (m_samples && !isContinued(*m_samples, *samples)) {
        m_budget->giveBack(m_paid);
        *this = GrowingSpans(*m_budget);
    }
    m_samples = std::move(samples);
    m_lastDuration = lastDuration;

    const auto &times = m_samples->times;
    const auto &stacks = m_samples->stacks;
    const auto end = times.size() - (lastDuration.count() > 0 || times.isEmpty() ? 0 : 1);
    for (; m_read < end; ++m_read) {
        const SampleIndex sample(m_read);
        const auto path = paths.path(stacks[sample]);
        const auto shared = read(sample, times[sample], path, paths);
        const bool lasts =
            m_read + 1 == times.size() || times[sample] < times[SampleIndex(m_read + 1)];
        m_outline.append(lasts ? shared : StackOutline::interruptsNothing, paths.node(path).depth);
    }
    m_busy.update(*m_samples, idle);
    m_activity.update(*m_samples, idle, futexes);
    publish();
}

void GrowingSpans::leaveOut(std::shared_ptr<const ThreadSamples> samples)
{
    m_samples = std::move(samples);
    publish();
}

// Reads one sample. Returns how many calls are open since before `time`.
std::size_t GrowingSpans::read(SampleIndex sample, Timestamp time, PathIndex path,
                               const CallPaths &paths)
{
    if (m_openDepth < m_chain.size() && m_endedAt != time)
        closeFrom(m_openDepth);
    if (m_time != time) {
        m_time = time;
        m_firstOfTime = sample;
    }
    const std::size_t depth = paths.node(path).depth;
    // The common case first: the same call goes on.
    if (depth == m_openDepth && m_openDepth == m_chain.size()
        && (depth == 0 || m_chain.back().box.path == path))
        return openBefore(depth);

    const auto shared = findShared(path, paths);
    if (shared < m_openDepth)
        endFrom(shared, sample, time);
    else
        takeUp(shared, sample);
    m_openDepth = shared;
    if (shared == depth)
        return openBefore(depth);
    closeFrom(shared);
    pay(m_opening.size(), depth);
    for (; !m_opening.empty(); m_opening.pop_back())
        m_chain.push_back({{sample, {}, m_opening.back()}});
    m_openDepth = depth;
    if (m_rows.size() < depth)
        m_rows.resize(depth);
    return openBefore(shared);
}

void GrowingSpans::pay(std::size_t boxes, std::size_t depth)
{
    const auto rows = depth - std::min(depth, m_rows.size());
    const auto bytes = boxes * sizeof(Box) + rows * sizeof(Row);
    m_budget->take(bytes);
    m_paid += bytes;
}

// Returns how many of the outermost `depth` calls were open before the present time.
std::size_t GrowingSpans::openBefore(std::size_t depth) const
{
    while (depth > 0 && m_chain[depth - 1].box.first >= m_firstOfTime)
        --depth;
    return depth;
}

// Returns how many calls of the path are in the chain already, and puts the others into m_opening.
// Paths are nodes of a tree: if two are equal, so are their callers.
std::size_t GrowingSpans::findShared(PathIndex path, const CallPaths &paths)
{
    m_opening.clear();
    auto depth = std::size_t(paths.node(path).depth);
    for (; depth > 0; --depth) {
        if (depth <= m_chain.size() && m_chain[depth - 1].box.path == path)
            break;
        m_opening.push_back(path);
        path = paths.node(path).caller;
    }
    return depth;
}

void GrowingSpans::takeUp(std::size_t depth, SampleIndex sample)
{
    for (auto level = m_openDepth; level < depth; ++level) {
        auto &[box, skipped] = m_chain[level];
        skipped += sample.raw() - box.end.raw();
    }
}

void GrowingSpans::endFrom(std::size_t depth, SampleIndex sample, Timestamp time)
{
    for (auto level = depth; level < m_openDepth; ++level)
        m_chain[level].box.end = sample;
    m_endedAt = time;
}

void GrowingSpans::closeFrom(std::size_t depth)
{
    for (auto level = depth; level < m_chain.size(); ++level) {
        auto &[closed, published] = m_rows[level];
        const auto &[box, skipped] = m_chain[level];
        const auto index = closed.boxes.append(box);
        if (skipped > 0)
            closed.skipped.append({index, skipped});
        published.reset();
    }
    m_chain.resize(depth);
}

void GrowingSpans::publish()
{
    auto spans = std::make_shared<ThreadSpans>();
    spans->samples = m_samples;
    spans->rows.reserve(m_rows.size());
    m_boxCount = 0;
    for (std::size_t level = 0; level < m_rows.size(); ++level) {
        auto &row = m_rows[level];
        if (!row.published && !row.closed.boxes.isEmpty())
            row.published = std::make_shared<const ClosedBoxes>(row.closed);
        std::optional<OpenBox> open;
        if (level < m_chain.size()) {
            open = m_chain[level];
            if (level < m_openDepth)
                open->box.end = SampleIndex(m_read);
        }
        spans->rows.push_back({BoxColumn(row.published, open)});
        m_boxCount += spans->rows.back().boxes.size();
    }
    spans->outline = m_outline;
    spans->busy = m_busy;
    spans->activity = m_activity;
    spans->lastDuration = m_lastDuration;
    m_published = std::move(spans);
}

namespace {

// The fewest new samples that are read in several threads: reading fewer takes less time than
// starting these.
constexpr std::size_t worthThreads = 50'000;

} // namespace

SpanBuilder::SpanBuilder(std::size_t bytesAtLeast) : m_budget(bytesAtLeast) { }

SpanBuilder::~SpanBuilder() = default;

SpanTablePointer SpanBuilder::update(const ProfilePointer &recorded, const std::stop_token &stop)
{
    return update({recorded, recorded, recorded, stacksAsRecorded}, stop);
}

SpanTablePointer SpanBuilder::update(const ShownProfile &stacks, const std::stop_token &stop)
{
    const auto &profile = stacks.shown;
    m_budget.allow(profile->sampleCount(), stop);
    m_idle.update(*profile);
    m_futexes.update(*profile);
    m_paths.update(*profile);
    auto table = std::make_shared<SpanTable>();
    table->m_stacks = stacks;
    table->m_threads.reserve(profile->threadCount());
    while (m_threads.size() < profile->threadCount())
        m_threads.push_back(std::make_unique<GrowingSpans>(m_budget));
    readSamples(*profile);
    for (std::size_t row = 0; row < profile->threadCount(); ++row) {
        table->m_threads.push_back(m_threads[row]->published());
        table->m_boxCount += m_threads[row]->boxCount();
    }
    table->m_paths = m_paths.nodes();
    table->m_stackPaths = m_paths.stackPaths();
    return table;
}

void SpanBuilder::readSamples(const Profile &profile)
{
    const auto read = [&](std::size_t row) {
        const auto &samples = profile.sharedSamples(ThreadIndex(row));
        // Samples without time have no order, either: there is nothing to draw.
        if (profile.tables().origin == TimeOrigin::None)
            m_threads[row]->leaveOut(samples);
        else
            m_threads[row]->update(samples, m_paths, lastDuration(profile, ThreadIndex(row)),
                                   m_idle.list(), m_futexes);
    };
    const auto news = profile.sampleCount() - std::exchange(m_sampleCount, profile.sampleCount());
    if (news >= worthThreads) {
        forEachInParallel(profile.threadCount(), read);
        return;
    }
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        read(row);
}

SpanTablePointer buildSpans(const ProfilePointer &profile, const std::stop_token &stop)
{
    return SpanBuilder().update(profile, stop);
}

SpanTablePointer buildSpans(const ProfilePointer &recorded, StackChoice choice,
                            const std::stop_token &stop)
{
    return SpanBuilder().update(ShownStacks::of(recorded, choice), stop);
}

} // namespace ember::model
