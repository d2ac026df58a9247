// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/packedsamples.h"

#include <utility>

namespace ember::model::sentry {

namespace {

constexpr unsigned bitsPerByte = 7;
constexpr std::uint64_t more = 1U << bitsPerByte; // another byte follows

// Small numbers for small differences up and down; all 64 bits, whatever overflows.
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

// Of a sample, as numbers; an index that is none is one like others.
struct Numbers {
    std::uint64_t time = 0;
    std::uint64_t stack = 0;
    std::uint64_t thread = 0;
};

Numbers numbersOf(const ChunkSample &sample)
{
    return {static_cast<std::uint64_t>(toNs(sample.time)), sample.stack.raw(), sample.thread.raw()};
}

} // namespace

PackedSamples::PackedSamples(ChunkSamples &&given) : m_count(given.size())
{
    const auto samples = std::move(given);
    constexpr std::size_t usualBytes = 7; // of a sample
    m_bytes.reserve(samples.size() * usualBytes);
    Numbers last;
    for (const ChunkSample &sample : samples) {
        const auto now = numbersOf(sample);
        append(m_bytes, difference(last.time, now.time));
        append(m_bytes, difference(last.stack, now.stack));
        append(m_bytes, difference(last.thread, now.thread));
        last = now;
    }
}

ChunkSamples PackedSamples::unpacked() const
{
    ChunkSamples samples;
    samples.reserve(m_count);
    const auto *place = m_bytes.data();
    Numbers now;
    while (samples.size() < m_count) {
        now.time = advanced(now.time, take(place));
        now.stack = advanced(now.stack, take(place));
        now.thread = advanced(now.thread, take(place));
        samples.push_back({0, timestampFromNs(static_cast<std::int64_t>(now.time)),
                           ChunkStackIndex(std::size_t(now.stack)),
                           StringIndex(std::size_t(now.thread))});
    }
    return samples;
}

} // namespace ember::model::sentry
