// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace ember::model {

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

// The kind of wait that a function of this (demangled) name is; nullopt for any other function.
std::optional<WaitingFunction> waitingFunction(std::string_view name);

// Whether a function of this name wakes threads that wait.
bool isWakingFunction(std::string_view name);

// Why a thread with this stack waits.
struct WaitCause {
    FutexUse kind = FutexUse::Unknown;
    bool isTimed = false;
    FrameIndex caller; // the code that waits, the user's own if there is some; invalid: none
};

// Finds causes by stack; keeps what it found. For one profile, for one thread at a time.
class WaitCauses {
public:
    explicit WaitCauses(const Profile &profile) : m_profile(profile) { }

    const WaitCause &of(StackIndex stack);

private:
    // Whether the function belongs to a language's library of locks and templates, though it may
    // be compiled into the program: it is not what a reader calls the caller.
    bool isOfLanguage(FrameIndex index) const;
    WaitCause find(StackIndex stack) const;

    const Profile &m_profile;
    std::unordered_map<StackIndex, WaitCause> m_known;
};

} // namespace ember::model
