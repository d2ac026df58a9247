// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// What the copiers of scripts read first at a stop of a thread is much the same from stop to stop:
// it is read together with the thread's stack, which saves a system call. Nothing is read ahead
// while it differs from stop to stop. One per thread.
class ReadAhead {
public:
    // Begins a stop: reads a piece of the stack, and what was asked for first at the last two stops
    // if that was the same. `beside`: what else is to be read at this stop.
    // Returns how many bytes of the stack were read.
    std::size_t begin(Backend &backend, Tid thread, const StopReader::Piece &stack,
                      std::span<const StopReader::Piece> beside = {});

    // How many pieces of begin()'s `beside` were read, from the first on.
    std::size_t readBeside() const { return m_readBeside; }

    // Takes the pieces from what was read ahead if they are the same. Absent: they are to be read.
    // Call for each read of a stop.
    std::optional<std::size_t> take(std::span<const StopReader::Piece> pieces);

    static constexpr std::size_t mostBytes = std::size_t(64) << 10U;
    static constexpr std::size_t mostPieces = 128;

private:
    bool isSame(std::span<const StopReader::Piece> pieces) const;
    void remember(std::span<const StopReader::Piece> pieces);

    std::vector<StopReader::Piece> m_pieces; // into m_bytes
    std::vector<std::byte> m_bytes;
    std::vector<StopReader::Piece> m_request; // kept to reuse its memory
    std::size_t m_read = 0; // of m_pieces, at this stop
    std::size_t m_readBeside = 0; // of `beside`, at this stop
    bool m_wasAsked = false; // at this stop
    bool m_isSteady = false; // the last stop asked for the same as the one before
};

} // namespace ember::capture
