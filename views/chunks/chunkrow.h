// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QString>

#include <cstdint>

namespace ember::views {

enum class ChunkVerdict : std::uint8_t { Unknown, Accepted, Rejected };
enum class ChunkSent : std::uint8_t { No, Sending, Yes, Failed };

// A Sentry chunk of the open profile: one that was opened, or a piece a capture would be cut into.
struct ChunkRow {
    QString profilerId;
    QString chunkId; // empty: made when it is written
    model::TimeRange range;
    std::uint32_t threads = 0;
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // 0: not known yet
    ChunkVerdict verdict = ChunkVerdict::Unknown;
    QString verdictText; // reason and advice, for the tool tip
    ChunkSent sent = ChunkSent::No;
    QString sentText; // for the tool tip
    QString receipt; // when and where it was received; empty: not known

    friend bool operator==(const ChunkRow &, const ChunkRow &) = default;
};

} // namespace ember::views
