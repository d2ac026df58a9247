// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/readahead.h"

#include <algorithm>
#include <utility>

namespace ember::capture {

std::size_t ReadAhead::begin(Backend &backend, Tid thread, const StopReader::Piece &stack,
                             std::span<const StopReader::Piece> beside)
{
    m_read = m_readBeside = 0;
    if (!std::exchange(m_wasAsked, false))
        m_pieces.clear();
    m_request.assign(1, stack);
    if (m_isSteady)
        m_request.insert(m_request.end(), m_pieces.begin(), m_pieces.end());
    const auto ahead = m_request.size() - 1;
    m_request.insert(m_request.end(), beside.begin(), beside.end());
    if (m_request.size() > 1) {
        if (const auto read = backend.readPieces(thread, m_request); read > 0) {
            m_read = std::min(read - 1, ahead);
            m_readBeside = std::min(read, m_request.size()) - 1 - m_read;
            return stack.into.size();
        }
    }
    // A piece that is read alone is read in part if its end is not mapped.
    return backend.readStack(thread, stack.address, stack.into);
}

std::optional<std::size_t> ReadAhead::take(std::span<const StopReader::Piece> pieces)
{
    if (std::exchange(m_wasAsked, true))
        return std::nullopt;
    m_isSteady = isSame(pieces);
    if (!m_isSteady) {
        remember(pieces);
        return std::nullopt;
    }
    if (m_read < pieces.size())
        return std::nullopt;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        std::ranges::copy(m_pieces[i].into, pieces[i].into.begin());
    return pieces.size();
}

bool ReadAhead::isSame(std::span<const StopReader::Piece> pieces) const
{
    return std::ranges::equal(pieces, m_pieces, [](const auto &one, const auto &other) {
        return one.address == other.address && one.into.size() == other.into.size();
    });
}

void ReadAhead::remember(std::span<const StopReader::Piece> pieces)
{
    m_pieces.clear();
    std::size_t size = 0;
    for (const auto &piece : pieces)
        size += piece.into.size();
    if (size > mostBytes || pieces.size() > mostPieces)
        return;
    m_bytes.resize(size);
    std::size_t offset = 0;
    for (const auto &piece : pieces) {
        m_pieces.push_back({piece.address, std::span(m_bytes).subspan(offset, piece.into.size())});
        offset += piece.into.size();
    }
}

} // namespace ember::capture
