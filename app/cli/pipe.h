// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/linefollower.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <QByteArray>
#include <QByteArrayList>

#include <string_view>

namespace ember::app {

// A pipe; both ends have close-on-exec.
struct Pipe {
    capture::FileDescriptor readEnd;
    capture::FileDescriptor writeEnd;

    // Errors: CaptureFailed.
    static model::Result<Pipe> make();
};

// Reads lines from a pipe. The writer may be another machine, so lines are cut at maxLineBytes.
class LineReader {
public:
    static constexpr qsizetype maxLineBytes = LineFollower::maxLineBytes;

    // Makes the descriptor non-blocking.
    explicit LineReader(capture::FileDescriptor readEnd);

    // Descriptor to poll; -1: end of file.
    int fd() const { return m_isAtEnd ? -1 : m_readEnd.number(); }

    // Lines completed since the last call, without line feeds; at end of file also an incomplete
    // one. Large amounts are returned in parts.
    QByteArrayList newLines();

private:
    void take(std::string_view bytes, QByteArrayList &lines);

    capture::FileDescriptor m_readEnd;
    QByteArray m_begun;
    bool m_isAtEnd = false;
};

} // namespace ember::app
