// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/tracingfeed.h"

#include "model/core/text.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

namespace {

std::string hexOf(std::uint64_t number)
{
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string text(16, '0');
    for (auto place = text.rbegin(); place != text.rend(); ++place, number >>= 4U)
        *place = digits[number & 15U];
    return text;
}

} // namespace

StringIndex TracingFeed::text(const std::string &bytes)
{
    return bytes.empty() ? StringIndex() : m_builder.string(validUtf8(bytes));
}

StringIndex TracingFeed::textOfId(std::uint64_t id)
{
    return id == 0 ? StringIndex() : m_builder.string(hexOf(id));
}

void TracingFeed::take(const SpanRecord &span)
{
    TracingSpan row;
    row.process = m_programs.processIndex(span.process);
    row.thread = m_programs.thread(span.thread);
    row.name = m_builder.string(validUtf8(span.name));
    row.start = span.start;
    row.end = std::max(span.start, span.end);
    row.op = text(span.op);
    row.id = textOfId(span.id);
    row.parent = textOfId(span.parent);
    row.status = text(span.status);
    const TransactionKey key(row.process, span.transaction);
    if (const auto known = m_known.find(key); known != m_known.end())
        row.transaction = known->second;
    if (span.transaction == 0 || row.transaction.isValid() || m_heldCount >= heldLimit) {
        m_builder.addTracingSpan(row);
        return;
    }
    m_held[key].spans.push_back(row);
    ++m_heldCount;
}

void TracingFeed::take(const TransactionRecord &transaction)
{
    Transaction row;
    row.process = m_programs.processIndex(transaction.process);
    row.thread = m_programs.thread(transaction.thread);
    row.name = m_builder.string(validUtf8(transaction.name));
    row.op = text(transaction.op);
    row.traceId = m_builder.string(hexOf(transaction.traceHigh) + hexOf(transaction.traceLow));
    row.spanId = textOfId(transaction.id);
    row.status = text(transaction.status);
    row.start = transaction.start;
    row.end = std::max(transaction.start, transaction.end);
    const auto index = m_builder.addTransaction(row);
    const TransactionKey key(row.process, transaction.id);
    m_known.try_emplace(key, index);
    const auto held = m_held.extract(key);
    if (!held)
        return;
    m_heldCount -= held.mapped().spans.size();
    for (auto &span : held.mapped().spans) {
        span.transaction = index;
        m_builder.addTracingSpan(span);
    }
}

void TracingFeed::finish()
{
    for (const auto &[key, held] : m_held) {
        for (const auto &span : held.spans)
            m_builder.addTracingSpan(span);
    }
    m_held.clear();
    m_heldCount = 0;
}

bool TracingFeed::showHeld()
{
    bool isAny = false;
    for (auto &[key, held] : m_held) {
        for (; held.shown < held.due; ++held.shown) {
            auto span = held.spans[held.shown];
            if (!span.id.isValid()) // could not be told from the one that replaces it
                continue;
            span.isProvisional = true;
            m_builder.addTracingSpan(span);
            isAny = true;
        }
        held.due = held.spans.size();
    }
    m_hasProvisional |= isAny;
    return isAny;
}

} // namespace ember::model::capturelog
