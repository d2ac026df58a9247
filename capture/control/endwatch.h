// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/control/stopsignal.h"

#include <chrono>
#include <functional>
#include <thread>

namespace ember::capture {

// Obeys a second request to end after the capture has ended, while the rest of the log is being
// written. If the log is a pipe whose reader does not read, that writing may never finish; the
// second request then ends the process as it would end any program, and the log lacks its end.
// Requests within `repeatTime` belong to the one that ended the capture: timeout(1) sends two.
class EndWatch {
public:
    static constexpr std::chrono::seconds repeatTime{1};

    // `signals` must outlive this object.
    explicit EndWatch(const RecorderSignals &signals) : m_signals(signals) { }

    ~EndWatch() { stop(); }

    EndWatch(const EndWatch &) = delete;
    EndWatch &operator=(const EndWatch &) = delete;

    // Call once, from the thread that has read the signals until now. The watching thread calls
    // `beforeEnd` before it ends the process. If no thread can be started, a second request has no
    // effect.
    void start(std::function<void()> beforeEnd);
    // Call when the log is written. Does not return if the process is about to end.
    void stop();

private:
    void watch(const std::function<void()> &beforeEnd) const;

    const RecorderSignals &m_signals;
    StopSignal m_isWritten;
    std::thread m_thread;
};

} // namespace ember::capture
