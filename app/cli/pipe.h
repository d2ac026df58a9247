// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/linefollower.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <QByteArray>
#include <QByteArrayList>

#include <string_view>

namespace ember::app {

// Both ends close on exec.
struct Pipe {
    capture::FileDescriptor readEnd;
    capture::FileDescriptor writeEnd;

    // Errors: CaptureFailed.
    static model::Result<Pipe> make();
};

// Reads lines from a pipe. Another machine may write them: of a line that is longer than
// longestLine the rest is dropped.
class LineReader {
public:
    static constexpr qsizetype longestLine = LineFollower::longestLine;

    // Makes it non-blocking.
    explicit LineReader(capture::FileDescriptor readEnd);

    // To be polled; -1: nothing comes any more.
    int fd() const { return m_isAtEnd ? -1 : m_readEnd.number(); }

    // Those that are complete since the last call, without their ends; behind the end of the pipe
    // also one that has none. Where there is very much, a part of it.
    QByteArrayList newLines();

private:
    void take(std::string_view bytes, QByteArrayList &lines);

    capture::FileDescriptor m_readEnd;
    QByteArray m_begun;
    bool m_isAtEnd = false;
};

} // namespace ember::app
