// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <sys/eventfd.h>

namespace ember::capture {

// Asks another thread, which polls fd(), to end. Cannot be reset. Any thread.
class StopSignal {
public:
    StopSignal() : m_event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { }

    void raise() const
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(m_event.number(), &one, sizeof one);
    }

    // Readable from the first raise() on.
    int fd() const { return m_event.number(); }

private:
    FileDescriptor m_event;
};

} // namespace ember::capture
