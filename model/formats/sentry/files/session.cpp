// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/session.h"

#include "model/core/uuid.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>

namespace ember::model::sentry {

namespace {

constexpr unsigned bitsPerByte = 7;
constexpr std::uint64_t more = 1U << bitsPerByte; // another byte follows

// The zigzag-encoded difference: small for small differences up and down. Exact for all 64 bits, as
// overflow wraps around.
std::uint64_t difference(std::uint64_t from, std::uint64_t to)
{
    const auto ahead = to - from;
    return ahead >> 63U == 0 ? ahead << 1U : ~(ahead << 1U);
}

std::uint64_t advanced(std::uint64_t from, std::uint64_t difference)
{
    return from + ((difference & 1U) == 0 ? difference >> 1U : ~(difference >> 1U));
}

void append(PackedSamples::Bytes &bytes, std::uint64_t number)
{
    for (; number >= more; number >>= bitsPerByte)
        bytes.push_back(static_cast<unsigned char>(number | more));
    bytes.push_back(static_cast<unsigned char>(number));
}

std::uint64_t take(const unsigned char *&place)
{
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += bitsPerByte) {
        const std::uint64_t byte = *place++;
        number |= (byte & (more - 1)) << shift;
        if (byte < more)
            return number;
    }
}

// The values that a sample is stored as a difference from: the time and thread of the sample
// before, and the last stack of its thread. An invalid index is a number like others. With many
// threads some share a place; this costs only bytes, since packing and unpacking do the same.
class Predecessors {
public:
    std::uint64_t time = 0;
    std::uint64_t thread = 0;

    std::uint64_t &stackOfThread() { return m_stacks[thread % m_stacks.size()]; }

private:
    std::array<std::uint64_t, 256> m_stacks{};
};

constexpr std::int64_t microsecond = 1000;

// The unit that all times are multiples of: SDKs write whole microseconds.
std::int64_t unitOf(const ChunkSamples &samples)
{
    const auto isWhole = [](const ChunkSample &sample) {
        return toNs(sample.time) % microsecond == 0;
    };
    return std::ranges::all_of(samples, isWhole) ? microsecond : 1;
}

} // namespace

PackedSamples::PackedSamples(ChunkSamples &&given)
    : m_count(given.size()),
      m_timeUnit(unitOf(given))
{
    const auto samples = std::move(given);
    constexpr std::size_t usualBytes = 5; // per sample
    m_bytes.reserve(samples.size() * usualBytes);
    Predecessors last;
    for (const ChunkSample &sample : samples) {
        const auto time = static_cast<std::uint64_t>(toNs(sample.time) / m_timeUnit);
        const std::uint64_t thread = sample.thread.raw();
        const std::uint64_t stack = sample.stack.raw();
        append(m_bytes, difference(std::exchange(last.time, time), time));
        append(m_bytes, difference(std::exchange(last.thread, thread), thread));
        append(m_bytes, difference(std::exchange(last.stackOfThread(), stack), stack));
    }
}

ChunkSamples PackedSamples::unpacked() const
{
    ChunkSamples samples;
    samples.reserve(m_count);
    const auto *place = m_bytes.data();
    Predecessors last;
    while (samples.size() < m_count) {
        last.time = advanced(last.time, take(place));
        last.thread = advanced(last.thread, take(place));
        auto &stack = last.stackOfThread();
        stack = advanced(stack, take(place));
        samples.push_back({0, timestampFromNs(static_cast<std::int64_t>(last.time) * m_timeUnit),
                           ChunkStackIndex(std::size_t(stack)),
                           StringIndex(std::size_t(last.thread))});
    }
    return samples;
}

namespace {

std::string idText(const Chunk &chunk, StringIndex id)
{
    const std::string text(chunk.text(id));
    return parseUuid(text).value_or(text);
}

double startOf(const Chunk &chunk)
{
    auto start = std::numeric_limits<double>::infinity();
    for (const auto &sample : chunk.samples)
        start = std::min(start, sample.timestamp);
    return start;
}

} // namespace

std::string profilerIdOf(const Chunk &chunk)
{
    const auto id = chunk.metadata.profilerId;
    return id.isValid() ? idText(chunk, id) : std::string();
}

void Session::add(ChunkFile file)
{
    const auto id = file.chunk.metadata.chunkId;
    if (id.isValid() && !m_chunkIds.insert(idText(file.chunk, id)).second) {
        m_duplicates.add({"duplicate-chunk", "S4", Severity::Warning, file.uri,
                          "a chunk of this chunk_id is there already"});
        return;
    }
    for (auto &transaction : file.transactions)
        add(std::move(transaction));
    file.transactions = {};
    const auto start = startOf(file.chunk);
    m_isByTime = m_isByTime && (m_parts.empty() || m_parts.back().start <= start);
    m_parts.push_back({std::move(file), start});
    // As long as chunks come in the order of time, each is assembled at once, and earlier ones are
    // packed to save memory.
    if (m_isByTime) {
        assemble();
        pack();
    }
}

void Session::add(TransactionFile transaction)
{
    const auto &event = transaction.event;
    const auto id = event.root.id.empty() ? event.eventId : event.traceId + event.root.id;
    if (!id.empty() && !m_transactionIds.insert(id).second)
        m_duplicates.add({"duplicate-transaction", "file", Severity::Warning, transaction.uri,
                          "a transaction with these ids is there already"});
    else
        m_transactions.push_back(std::move(transaction));
}

std::string_view Session::format() const
{
    if (m_parts.empty())
        return "sentry-transaction";
    return m_parts.front().file.chunk.format == SampleFormat::V1 ? "sentry-v1" : "sentry-v2";
}

ProfilePointer Session::finish()
{
    if (m_parts.empty())
        m_assembler = std::make_unique<Assembler>(m_log);
    else
        assemble();
    if (!m_transactions.empty())
        m_assembler->add(m_transactions);
    return m_assembler->snapshot();
}

ProfilePointer Session::snapshot()
{
    assemble();
    return m_assembler->snapshot();
}

void Session::assemble()
{
    if (!std::ranges::is_sorted(m_parts, {}, &Part::start)) {
        std::ranges::stable_sort(m_parts, {}, &Part::start);
        begin(Assembler::Strings::Copied); // the old profile may have the first texts
    }
    if (!m_assembler)
        begin(Assembler::Strings::TakenOver);
    for (; m_assembled < m_parts.size(); ++m_assembled)
        assemble(m_parts[m_assembled]);
}

void Session::assemble(Part &part)
{
    if (!part.samples) {
        m_assembler->add(part.file);
        return;
    }
    part.file.chunk.samples = part.samples->unpacked();
    m_assembler->add(part.file);
    part.samples.emplace(std::move(part.file.chunk.samples));
}

// Packs all but the newest part: most sessions are one chunk, whose samples are freed soon anyway.
void Session::pack()
{
    for (; m_packed + 1 < m_parts.size(); ++m_packed) {
        auto &part = m_parts[m_packed];
        part.samples.emplace(std::move(part.file.chunk.samples));
    }
}

void Session::begin(Assembler::Strings strings)
{
    m_log = {};
    m_assembled = 0;
    m_assembler = std::make_unique<Assembler>(m_parts.front().file, strings, m_log);
}

std::vector<std::string> Session::files() const
{
    std::vector<std::string> files;
    const auto add = [&files](const std::string &uri) {
        const auto file = uri.substr(0, uri.find('#'));
        if (std::ranges::find(files, file) == files.end())
            files.push_back(file);
    };
    for (const Part &part : m_parts)
        add(part.file.uri);
    for (const auto &transaction : m_transactions)
        add(transaction.uri);
    return files;
}

} // namespace ember::model::sentry
