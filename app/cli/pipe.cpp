// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/pipe.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

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
    std::array<char, 4096> bytes{};
    while (!m_isAtEnd) {
        const auto count = read(m_readEnd.number(), bytes.data(), bytes.size());
        if (count < 0)
            break;
        m_begun.append(bytes.data(), count);
        m_isAtEnd = count == 0;
    }
    QByteArrayList lines = m_begun.split('\n');
    m_begun.clear();
    if (!m_isAtEnd || lines.last().isEmpty())
        m_begun = lines.takeLast();
    return lines;
}

} // namespace ember::app
