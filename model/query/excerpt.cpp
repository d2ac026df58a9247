// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/excerpt.h"

#include "model/profile/profilebuilder.h"
#include "model/profile/samplerows.h"
#include "model/query/selectedsamples.h"
#include "model/spans/busytime.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace ember::model {

namespace {

constexpr double missingValue = std::numeric_limits<double>::quiet_NaN();

// Copies the selected samples of a piece.
class Cutting {
public:
    Cutting(const SamplePiece &piece, const Selection &selection)
        : m_piece(piece),
          m_all(*piece.samples),
          m_selection(selection),
          m_part(std::make_shared<ThreadSamples>())
    {
        for (const ValueColumn &column : m_all.values)
            m_part->values.push_back({column.type, {}});
    }

    std::shared_ptr<const ThreadSamples> run()
    {
        for (auto row = m_piece.first; row < m_piece.end; ++row)
            copy(SampleIndex(row));
        const SampleIndex next(m_piece.end);
        if (m_all.times.contains(next) && !m_isHole)
            append(next, m_selection.range.end, emptyStack);
        return m_part;
    }

private:
    void copy(SampleIndex row)
    {
        const auto start = m_selection.range.start;
        const auto time = m_all.times[row];
        const SampleIndex next(row.row() + 1);
        const auto end =
            m_all.times.contains(next) ? m_all.times[next] : time + m_piece.lastDuration;
        if (time < start && end <= start)
            return;
        const auto stack = m_all.stacks[row];
        const bool isGap = isGapMark(m_all, row);
        if (isGap || isCounted(m_piece, m_selection.counted, row, stack))
            append(row, std::max(time, start), stack);
        else if (!m_isHole)
            append(row, std::max(time, start), emptyStack);
        else
            return;
        m_isHole = m_part->stacks.back() == emptyStack;
    }

    // Appends a copy of a sample with another time and stack. One with another stack is a hole in
    // place of calls, and has no values.
    void append(SampleIndex like, Timestamp time, StackIndex stack)
    {
        const bool isSame = stack == m_all.stacks[like];
        m_part->times.append(time);
        m_part->stacks.append(stack);
        if (m_all.details.contains(like))
            m_part->details.append(cutDetail(like));
        if (!m_all.labels.isEmpty())
            m_part->labels.append(isSame ? m_all.labels[like] : StringIndex());
        if (!m_all.sources.isEmpty())
            m_part->sources.append(m_all.sources[like]);
        for (std::size_t column = 0; column < m_part->values.size(); ++column)
            m_part->values[column].values.append(isSame ? m_all.values[column].values[like]
                                                        : missingValue);
    }

    // Returns the sample's detail. Its CPU time is that of the time since the sample before, and is
    // cut to the range with it.
    SampleDetail cutDetail(SampleIndex like) const
    {
        SampleDetail detail = m_all.details[like];
        if (like.row() == 0)
            return detail;
        const SampleIndex before(like.row() - 1);
        const auto &range = m_selection.range;
        if (m_all.times[before] < range.start || m_all.times[like] > range.end)
            detail.cpuNs =
                static_cast<std::uint32_t>(busyTimeIn(range, m_all, before, nullptr).count());
        return detail;
    }

    const SamplePiece &m_piece;
    const ThreadSamples &m_all;
    const Selection &m_selection;
    std::shared_ptr<ThreadSamples> m_part;
    bool m_isHole = true; // whether the sample appended last has no calls; true before the first
};

template<typename Table, typename Keep>
void keepRows(Table &table, Keep keep)
{
    Table kept;
    table.forEach([&](std::size_t, const auto &row) {
        if (keep(row))
            kept.append(row);
    });
    table = std::move(kept);
}

// Keeps only transactions and spans that lie in the range, at least in part.
void cutTracing(ProfileTables &tables, TimeRange range)
{
    const auto isIn = [range](const auto &span) {
        return span.start < range.end && span.end >= range.start;
    };
    std::vector<TransactionIndex> places(tables.transactions.size());
    Transactions transactions;
    tables.transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        if (isIn(transaction))
            places[row] = transactions.append(transaction);
    });
    TracingSpans spans;
    tables.tracingSpans.forEach([&](std::size_t, TracingSpan span) {
        if (!isIn(span))
            return;
        if (span.transaction.isValid())
            span.transaction = places[span.transaction.row()];
        spans.append(span);
    });
    tables.transactions = std::move(transactions);
    tables.tracingSpans = std::move(spans);
}

ProfileTables tablesIn(const Profile &profile, TimeRange range)
{
    ProfileTables tables = profile.tables();
    if (range == TimeRange::everything())
        return tables;
    const auto isIn = [range](const auto &row) { return range.contains(row.time); };
    for (std::size_t row = 0; row < tables.measurements.size(); ++row)
        keepRows(tables.measurements.edit(MeasurementIndex(row)).values, isIn);
    keepRows(tables.events, isIn);
    keepRows(tables.output, isIn);
    cutTracing(tables, range);
    return tables;
}

// Counts the samples with calls: a hole stands for no sample of its own.
std::uint64_t countCalls(const ThreadSamples &samples)
{
    std::uint64_t count = 0;
    samples.stacks.forEach(
        [&](std::size_t, StackIndex stack) { count += stack == emptyStack ? 0U : 1U; });
    return count;
}

} // namespace

Excerpt excerpt(const ProfilePointer &profile, const Selection &selection)
{
    const bool isWhole = selection.threads.empty() && selection.range == TimeRange::everything();
    if (isWhole && selection.counted == Counted::All)
        return {profile};
    std::vector<std::shared_ptr<const ThreadSamples>> samples(
        profile->threadCount(), std::make_shared<const ThreadSamples>());
    auto unfiltered = selection;
    unfiltered.filters.clear();
    for (const SamplePiece &piece : selectedPieces(*profile, unfiltered))
        samples[piece.thread.row()] = Cutting(piece, selection).run();
    Excerpt result;
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const auto all = countCalls(profile->samples(ThreadIndex(row)));
        const auto left = countCalls(*samples[row]);
        result.samplesLeftOut += all - left;
        result.threadsLeftOut += all > 0 && left == 0 ? 1U : 0U;
    }
    result.profile =
        ProfileBuilder::ofParts(tablesIn(*profile, selection.range), std::move(samples));
    return result;
}

} // namespace ember::model
