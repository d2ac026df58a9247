// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitingcall.h"

#include <cstdint>
#include <linux/aio_abi.h>
#include <linux/io_uring.h>
#include <sys/syscall.h>
#include <unistd.h>

using std::chrono::milliseconds;

void addQueueCalls(WaitingCalls &calls, milliseconds patience)
{
    io_uring_params parameters{};
    const int ring = static_cast<int>(syscall(SYS_io_uring_setup, 4, &parameters));
    if (ring >= 0) { // a system may forbid it
        calls.push_back({"io_uring_enter", [ring, patience] {
                             const auto time = toTimespec(patience);
                             io_uring_getevents_arg argument{};
                             argument.ts = reinterpret_cast<std::uintptr_t>(&time);
                             return outcomeOf(syscall(SYS_io_uring_enter, ring, 0, 1,
                                                      IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG,
                                                      &argument, sizeof argument));
                         }});
    }
    aio_context_t context = 0;
    if (syscall(SYS_io_setup, 4, &context) == 0) {
        calls.push_back({"io_getevents", [context, patience] {
                             io_event event{};
                             auto time = toTimespec(patience);
                             return outcomeOf(
                                 syscall(SYS_io_getevents, context, 1, 1, &event, &time));
                         }});
    }
}
