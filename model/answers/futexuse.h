// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/waitingfunctions.h"

#include <unordered_map>

namespace ember::model {

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
