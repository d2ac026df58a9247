// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::model::sentry {

// The samples of a chunk in a sixth of their memory, or so: each as what it differs by from those
// before. For chunks that are assembled, and read again only if one comes late.
class PackedSamples {
public:
    using Bytes = std::vector<unsigned char, PageAllocator<unsigned char>>;

    PackedSamples() = default;
    // Frees what it is given.
    explicit PackedSamples(ChunkSamples &&samples);

    // Without ChunkSample::timestamp, which nobody asks for behind Relay's verdict.
    ChunkSamples unpacked() const;

private:
    Bytes m_bytes;
    std::size_t m_count = 0;
    std::int64_t m_timeUnit = 1; // ns that all times are multiples of
};

} // namespace ember::model::sentry
