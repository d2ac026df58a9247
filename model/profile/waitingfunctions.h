// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// The functions of languages and libraries that wait on a futex, or end such waits, by their
// (demangled) names: one table for everything that asks what a thread waits for.
namespace ember::model {

class Profile;

// At most so many characters of a name are read, as a file may have names of any length.
constexpr std::size_t mostOfNameRead = 1024;

// What a thread waits for in a futex, by the functions that called it.
enum class FutexUse : std::uint8_t {
    Unknown, // none of the functions is known
    Lock, // a mutex, or a lock for readers and writers
    Condition, // a condition variable
    Join, // another thread's end
    Semaphore,
    Barrier,
    Future, // a result
    Once, // the end of an initialisation that another thread does
    Interpreter, // the global lock of CPython
    Parked, // another thread's call that unparks this one
};

// A function that waits: its kind, and whether it gives up after a time.
struct WaitingFunction {
    FutexUse kind = FutexUse::Unknown;
    bool isTimed = false;
};

// Returns the kind of wait of the function with this name. nullopt if it is none that waits, and
// for functions inside a library that such a function calls.
std::optional<WaitingFunction> waitingFunction(std::string_view name);

// What the name of a function says of the futex on which the thread waits in it, or in a function
// that it calls.
enum class FutexMeaning : std::uint8_t {
    Unknown,
    Lock, // a lock, which another thread holds
    Event, // another thread's signal, end or result
    CallersTell, // a lock or an event, as its callers tell; if they do not, an event
    Either, // a lock or an event; nothing tells which of them
};

// Returns what the function with this name says of a futex. Unlike waitingFunction(), it also knows
// functions inside libraries, by parts of their names.
FutexMeaning futexMeaning(std::string_view name);

// The stack without the innermost functions of the kernel, which recordings of perf have: they
// stand between a wait and the function that waits.
StackIndex outsideKernel(const Profile &profile, StackIndex stack);

// Whether a function of this name wakes threads that wait.
bool isWakingFunction(std::string_view name);

} // namespace ember::model
