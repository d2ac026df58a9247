// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// A system call, by its number on x86-64 Linux (asm/unistd_64.h).
enum class SystemCall : std::uint16_t {};

constexpr SystemCall noSystemCall{0xffff};

// The name as in manual pages, "futex"; empty if it is not known, and for noSystemCall.
std::string_view systemCallName(SystemCall call);

// Whether a thread waits on a futex in the call.
constexpr bool isFutexWait(SystemCall call)
{
    constexpr SystemCall futex{202};
    constexpr SystemCall futexWaitv{449};
    constexpr SystemCall futexWait{455};
    return call == futex || call == futexWaitv || call == futexWait;
}
// The name of a call, else its number; empty for noSystemCall.
std::string systemCallText(SystemCall call);

} // namespace ember::model
