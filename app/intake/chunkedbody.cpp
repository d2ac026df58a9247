// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/chunkedbody.h"

#include <charconv>
#include <system_error>

namespace ember::app {

namespace {

constexpr std::string_view lineEnd = "\r\n";
constexpr std::size_t longestLine = std::size_t(4) << 10U; // with what a chunk says beside its size

} // namespace

bool ChunkedBody::take(std::string_view piece, const std::function<bool(std::string_view)> &use)
{
    while (!piece.empty() && m_place != Place::Whole && m_place != Place::Broken) {
        if (m_place != Place::Data) {
            takeOfLine(piece.front());
            piece.remove_prefix(1);
            continue;
        }
        const auto part = piece.substr(0, m_left);
        if (!use(part)) {
            m_place = Place::Broken;
            return false;
        }
        piece.remove_prefix(part.size());
        m_left -= part.size();
        if (m_left == 0)
            m_place = Place::DataEnd;
    }
    return m_place != Place::Whole && m_place != Place::Broken;
}

void ChunkedBody::takeOfLine(char c)
{
    m_line += c;
    if (c == '\n') {
        m_place = m_line.ends_with(lineEnd) ? endLine() : Place::Broken;
        m_line.clear();
    } else if (m_line.size() == longestLine) {
        m_place = Place::Broken;
    }
}

// Returns what follows the line.
ChunkedBody::Place ChunkedBody::endLine()
{
    if (m_place == Place::Size)
        return readSize();
    if (m_place == Place::DataEnd)
        return m_line == lineEnd ? Place::Size : Place::Broken;
    return m_line == lineEnd ? Place::Whole : Place::Trailer;
}

ChunkedBody::Place ChunkedBody::readSize()
{
    constexpr int hex = 16;
    const auto *const end = m_line.data() + m_line.size();
    const auto [stop, error] = std::from_chars(m_line.data(), end, m_left, hex);
    constexpr std::string_view mayFollow = "\r; \t";
    if (error != std::errc() || mayFollow.find(*stop) == std::string_view::npos)
        return Place::Broken;
    return m_left == 0 ? Place::Trailer : Place::Data;
}

} // namespace ember::app
