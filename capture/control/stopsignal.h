// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <sys/eventfd.h>

namespace ember::capture {

// Lets one thread tell another, which polls, to come to an end. Once is for ever. Any thread.
class StopSignal {
public:
    StopSignal() : m_event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { }

    void raise() const
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(m_event.number(), &one, sizeof one);
    }

    // Stays readable once raised.
    int fd() const { return m_event.number(); }

private:
    FileDescriptor m_event;
};

} // namespace ember::capture
