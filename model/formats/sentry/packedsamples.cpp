// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/packedsamples.h"

#include <algorithm>
#include <array>
#include <cstdint>
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

} // namespace ember::model::sentry
