// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/transactionrows.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ember::model::sentry {

void Namesakes::add(ThreadIndex thread, const ThreadSamples &samples)
{
    if (samples.isEmpty()) {
        if (!m_unsampled.isValid())
            m_unsampled = thread;
        return;
    }
    m_sampled.push_back({{samples.times[SampleIndex(0)], samples.times.back()}, thread});
    m_isInOrder = false;
}

Namesakes::Found Namesakes::nearest(Timestamp time)
{
    if (!std::exchange(m_isInOrder, true))
        putInOrder();
    if (m_sampled.empty())
        return {m_unsampled};
    const auto after = std::ranges::upper_bound(m_sampled, time, {},
                                                [](const Sampled &one) { return one.range.start; });
    if (after == m_sampled.begin())
        return found(*after, time);
    const auto earlier = found(*std::prev(after), time);
    if (after == m_sampled.end())
        return earlier;
    const auto later = found(*after, time);
    return later.distance < earlier.distance ? later : earlier;
}

Namesakes::Found Namesakes::found(const Sampled &one, Timestamp time)
{
    return {one.thread, std::max({one.range.start - time, time - one.range.end, Nanoseconds(0)})};
}

// By start. Each then has the end, and the thread, of the one before it if that lasted longer.
void Namesakes::putInOrder()
{
    std::ranges::stable_sort(m_sampled, {}, [](const Sampled &one) { return one.range.start; });
    for (std::size_t row = 1; row < m_sampled.size(); ++row) {
        const Sampled &before = m_sampled[row - 1];
        if (m_sampled[row].range.end <= before.range.end)
            m_sampled[row] = {{m_sampled[row].range.start, before.range.end}, before.thread};
    }
}

// One of that name, or without a name; if there is none, any other.
Namesakes::Found TransactionRows::SameId::nearest(std::string_view name, Timestamp time)
{
    if (name.empty())
        return all.nearest(time);
    Namesakes::Found best;
    for (const auto wanted : {name, std::string_view()}) {
        const auto known = named.find(wanted);
        if (known == named.end())
            continue;
        const auto other = known->second.nearest(time);
        if (!best.thread.isValid() || other.distance < best.distance)
            best = other;
    }
    return best.thread.isValid() ? best : all.nearest(time);
}

TransactionRows::TransactionRows(ProfileBuilder &builder, const Profile &sampled,
                                 ProcessIndex process, ThreadIndex activeThread)
    : m_builder(builder),
      m_process(process),
      m_activeThread(activeThread)
{
    for (std::size_t row = 0; row < sampled.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const Thread &known = sampled.thread(thread);
        know(thread, sampled.samples(thread), sampled.text(known.id), sampled.text(known.name));
    }
}

void TransactionRows::know(ThreadIndex thread, const ThreadSamples &samples, std::string_view id,
                           std::string_view name)
{
    auto &same = m_threads[std::string(id)];
    same.all.add(thread, samples);
    same.named[std::string(name)].add(thread, samples);
}

StringIndex TransactionRows::text(std::string_view text)
{
    return text.empty() ? StringIndex() : m_builder.string(text);
}

void TransactionRows::add(const TransactionFile &file)
{
    const auto &event = file.event;
    const auto &root = event.root;
    if (m_firstUri.empty())
        m_firstUri = file.uri;
    // The times of a V1 profile count from its start, which should be the transaction's (V1-6).
    const auto &tables = m_builder.tables();
    const auto zero = tables.origin == TimeOrigin::ProfileStart
        ? tables.start.value_or(*root.start).time_since_epoch()
        : Nanoseconds(0);
    Transaction row;
    row.process = m_process;
    row.thread = threadOf(root, *root.start - zero);
    row.name = text(root.description);
    row.op = text(root.op);
    row.traceId = text(event.traceId);
    row.spanId = text(root.id);
    row.parent = text(root.parent);
    row.status = text(root.status);
    row.profilerId = text(event.profilerId);
    row.start = *root.start - zero;
    row.end = *root.end - zero;
    row.event = text(event.json);
    const auto transaction = m_builder.addTransaction(row);
    for (const auto &span : event.spans) {
        const auto start = *span.start - zero;
        m_builder.addTracingSpan({m_process, threadOf(span, start), text(span.description), start,
                                  *span.end - zero, text(span.op), text(span.id), text(span.parent),
                                  text(span.status), transaction});
    }
}

// Ids are used again: of several threads with the id, the one that was sampled nearest to the time
// is meant, and one of another name is not.
ThreadIndex TransactionRows::threadOf(const EventSpan &span, Timestamp start)
{
    if (span.threadId.empty())
        return m_activeThread;
    m_ids.insert(span.threadId);
    const auto known = m_threads.find(span.threadId);
    return known == m_threads.end() ? addThread(span)
                                    : known->second.nearest(span.threadName, start).thread;
}

ThreadIndex TransactionRows::addThread(const EventSpan &span)
{
    Thread row;
    row.process = m_process;
    row.id = m_builder.string(span.threadId);
    row.name = text(span.threadName);
    row.isMain = span.threadName == "main" || span.threadName == "MainThread";
    const auto thread = m_builder.addThread(std::move(row));
    know(thread, {}, span.threadId, {}); // it is the one of this id, whatever else names it
    return thread;
}

void TransactionRows::reportThreads(const ThreadIds &described, ImportLog &log) const
{
    constexpr std::size_t most = 10;
    std::uint64_t count = 0;
    std::string named;
    for (const auto &id : m_ids) {
        if (described.contains(id))
            continue;
        if (count++ < most)
            named += (named.empty() ? "" : ", ") + id;
    }
    if (count > 0)
        log.add({"spec-transaction-thread", "T2", Severity::Warning, m_firstUri,
                 "thread.id " + named + (count > most ? ", …" : "") + ": no thread_metadata has it",
                 count});
}

} // namespace ember::model::sentry
