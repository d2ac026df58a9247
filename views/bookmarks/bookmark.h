// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QString>

#include <cstdint>
#include <string>

namespace ember::views {

// A place somebody wants to come back to, and why. Its thread is named as captures name it: indices
// change when a profile is read again.
struct Bookmark {
    std::uint64_t number = 0;
    model::TimeRange range; // empty: a moment
    std::string profilerId; // of the thread's process
    std::string threadId; // both "": of no thread
    QString note;

    friend bool operator==(const Bookmark &, const Bookmark &) = default;
};

// Of an id that was used more than once: the thread that was there then, as far as that is known.
// Invalid: the profile has none such.
model::ThreadIndex threadOf(const model::Profile &profile, const Bookmark &bookmark);
void setThread(Bookmark &bookmark, const model::Profile &profile, model::ThreadIndex thread);

} // namespace ember::views
