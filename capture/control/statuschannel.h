// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"
#include "capture/system/childprocess.h"
#include "model/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Reports the progress of the capture to another program, a line for each event:
//
//     started PID                        the target runs
//     paused | resumed
//     halted SIGNAL                      job control has stopped the target
//     continued                          job control has continued the target
//     kept PATH                          a snapshot of the ring was written as a log of its own
//     ended STATUS                       the target ended; 128+N for signal N, as in a shell
//     killed SIGNAL [core]              precedes `ended` if a signal ended it; core: it left a dump
//     stopped                            the capture ended as asked; the target runs on (not with
//                                        --kill)
//     stopped early                      the capture ended otherwise; a message names what runs on
//     error CODE<TAB>subject<TAB>detail  CODE is model::codeName(); tabs and line feeds are blanks.
//                                        Not written to standard error as well
//     warning CODE<TAB>subject<TAB>detail the capture goes on, but lacks something; as error
//
// Does nothing once the reader has gone away. Any thread: each line is one write().
class StatusChannel {
public:
    explicit StatusChannel(int fd) : m_fd(fd) { } // not owned; -1: no reader

    void started(Pid pid) const;
    void paused() const;
    void resumed() const;
    void halted(int signal) const;
    void continued() const;
    void kept(const std::string &path) const;
    void ended(const model::ExitStatus &exit) const;
    enum class Early : bool { No, Yes };
    void stopped(Early early) const;
    void error(const model::Error &error) const;
    void warning(const model::Error &notice) const;

private:
    void writeError(std::string_view word, const model::Error &error) const;
    void writeLine(std::string_view line) const;

    int m_fd;
};

enum class ControlCommand : std::uint8_t { Pause, Resume, Stop, Keep };

// Parses the commands that another program writes to a descriptor, one per line: pause, resume,
// stop, keep. Unknown lines are ignored. When the writer closes its end the capture continues.
class ControlChannel {
public:
    explicit ControlChannel(int fd) : m_fd(fd) { } // not owned; -1: there is no writer

    // The descriptor to poll for input; -1 when no more commands can come.
    int fd() const { return m_fd; }

    // Call when fd() is readable. Reads once.
    std::vector<ControlCommand> read();

private:
    int m_fd;
    std::string m_line;
};

} // namespace ember::capture
