// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// Reads ahead, together with a thread's stack, what the copiers of scripts will likely read first
// at a stop, which saves a system call: what they read first at the last two stops, if that was the
// same. One per thread.
class ReadAhead {
public:
    // Begins a stop: reads a piece of the stack, and what was asked for first at the last two stops
    // if that was the same. `beside`: what else is to be read at this stop.
    // Returns how many bytes of the stack were read.
    std::size_t begin(Backend &backend, Tid thread, const StopReader::Piece &stack,
                      std::span<const StopReader::Piece> beside = {});

    // How many pieces of begin()'s `beside` were read, from the first on.
    std::size_t readBeside() const { return m_readBeside; }

    // Fills the pieces from what was read ahead if they are the first read of the stop and the same
    // as at the last one, and returns their number. Absent: the caller must read them. Call for
    // each read of a stop.
    std::optional<std::size_t> take(std::span<const StopReader::Piece> pieces);

    static constexpr std::size_t mostBytes = std::size_t(64) << 10U;
    static constexpr std::size_t mostPieces = 128;

private:
    bool isSame(std::span<const StopReader::Piece> pieces) const;
    void remember(std::span<const StopReader::Piece> pieces);

    std::vector<StopReader::Piece> m_pieces; // what the last stop read first; their bytes are in
                                             // m_bytes
    std::vector<std::byte> m_bytes;
    std::vector<StopReader::Piece> m_request; // kept to reuse its memory
    std::size_t m_read = 0; // number of m_pieces that were read ahead at this stop
    std::size_t m_readBeside = 0; // number of pieces of `beside` that were read at this stop
    bool m_wasAsked = false; // take() was called at this stop
    bool m_isSteady = false; // the last two stops read the same pieces first
};

} // namespace ember::capture
