// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pipe.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace ember::app {

model::Result<Pipe> Pipe::make()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return model::Error{model::ErrorCode::CaptureFailed, "pipe2", std::strerror(errno)};
    return Pipe{capture::FileDescriptor(ends[0]), capture::FileDescriptor(ends[1])};
}

LineReader::LineReader(capture::FileDescriptor readEnd) : m_readEnd(std::move(readEnd))
{
    fcntl(m_readEnd.number(), F_SETFL, O_NONBLOCK);
}

QByteArrayList LineReader::newLines()
{
    constexpr int maxReads = 256; // limit per call, for writers that never pause
    QByteArrayList lines;
    std::array<char, 4096> bytes{};
    for (int reads = 0; !m_isAtEnd && reads < maxReads; ++reads) {
        const auto count = read(m_readEnd.number(), bytes.data(), bytes.size());
        if (count < 0)
            break;
        m_isAtEnd = count == 0;
        take({bytes.data(), static_cast<std::size_t>(count)}, lines);
    }
    if (m_isAtEnd && !m_begun.isEmpty())
        lines.append(std::exchange(m_begun, {}));
    return lines;
}

void LineReader::take(std::string_view bytes, QByteArrayList &lines)
{
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        const auto room = static_cast<std::size_t>(maxLineBytes - m_begun.size());
        m_begun.append(part.data(), static_cast<qsizetype>(std::min(part.size(), room)));
        if (end == std::string_view::npos)
            return;
        lines.append(std::exchange(m_begun, {}));
        bytes.remove_prefix(end + 1);
    }
}

} // namespace ember::app
