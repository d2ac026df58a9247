// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::model::sentry {

// The samples of a chunk in about a sixth of their memory: each is stored as its difference from
// earlier ones. Used for chunks that are assembled already; they are read again only if one comes
// late.
class PackedSamples {
public:
    using Bytes = std::vector<unsigned char, PageAllocator<unsigned char>>;

    PackedSamples() = default;
    // Packs the samples, and frees them.
    explicit PackedSamples(ChunkSamples &&samples);

    // The samples without ChunkSample::timestamp, which only Relay's verdict needs.
    ChunkSamples unpacked() const;

private:
    Bytes m_bytes;
    std::size_t m_count = 0;
    std::int64_t m_timeUnit = 1; // ns; all times are multiples of it
};

} // namespace ember::model::sentry
