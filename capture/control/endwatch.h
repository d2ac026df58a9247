// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/control/stopsignal.h"

#include <chrono>
#include <functional>
#include <thread>

namespace ember::capture {

// Behind the end of a capture, while what is left of its log is written: where the log is a pipe,
// that may wait for ever for somebody who does not read. Then a further request to end is obeyed as
// by any program: it ends the process, and the log is without its end.
//
// Those that come at once are the one that ended the capture: timeout(1) sends two.
class EndWatch {
public:
    static constexpr std::chrono::seconds repeatTime{1};

    // `signals` outlives this.
    explicit EndWatch(const RecorderSignals &signals) : m_signals(signals) { }

    ~EndWatch() { stop(); }

    EndWatch(const EndWatch &) = delete;
    EndWatch &operator=(const EndWatch &) = delete;

    // Once, by the thread that read the requests until now. `beforeEnd` is what has to be done
    // before the process ends, by a thread of its own. Where none can be had, nothing is watched.
    void start(std::function<void()> beforeEnd);
    // All is written. Does not return when the process is about to end.
    void stop();

private:
    void watch(const std::function<void()> &beforeEnd) const;

    const RecorderSignals &m_signals;
    StopSignal m_isWritten;
    std::thread m_thread;
};

} // namespace ember::capture
