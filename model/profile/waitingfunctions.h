// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// The functions of languages and libraries that wait on a futex, or end such waits, by their
// (demangled) names: one table for all who ask what a thread waits for.
namespace ember::model {

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
    Once, // that another thread initialises something
    Interpreter, // the global lock of CPython
    Parked, // until another thread unparks it
};

// A function that waits: its kind, and whether it gives up after a time.
struct WaitingFunction {
    FutexUse kind = FutexUse::Unknown;
    bool isTimed = false;
};

// The kind of wait that a function of this name is; nullopt for any other function, those inside a
// library that a waiting function calls among them.
std::optional<WaitingFunction> waitingFunction(std::string_view name);

// What a function says of the futex that is waited on in it, or in what it calls.
enum class FutexMeaning : std::uint8_t {
    Unknown,
    Lock, // something that another thread has
    Event, // another thread's signal, end or result
    CallersTell, // both, but its callers say which; an event if they do not
    Either, // both, and nothing says which
};

// The same for functions inside libraries as well, which are told by a part of their name.
FutexMeaning futexMeaning(std::string_view name);

// Whether a function of this name wakes threads that wait.
bool isWakingFunction(std::string_view name);

} // namespace ember::model
