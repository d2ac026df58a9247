// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// The name of a thread's process and its own; either may be empty.
using ThreadNames = std::pair<std::string_view, std::string_view>;
ThreadNames threadNames(const Profile &profile, ThreadIndex index);

// Finds the thread of `other` that does the same work, by thread of `profile`: by its name and that
// of its process, else by its name alone, else if both are the main thread of a process without a
// parent. Threads with equal names are matched in their order. Invalid: there is none. Threads
// without samples are not matched.
std::vector<ThreadIndex> sameThreads(const Profile &profile, const Profile &other);

// The text that functions of different profiles are matched by: name, module and the base name of
// the file, because builds differ in folders.
std::string sharedIdentity(const Profile &profile, FrameIndex frame);

// Marks by frame: 1 if its function has this sharedIdentity(). Linear in the frames; only those
// with its name are looked at closely.
std::vector<std::uint8_t> framesOf(const Profile &profile, const std::string &identity);

// Converts a selection of `profile` to one of `other`. Threads become those that sameThreads()
// pairs them with; all threads but second records (model/query/secondrecords.h) become all but
// those of `other`. Values are matched by type; the range becomes all of the time. Errors:
// NothingToShow if `other` has none of the threads; InvalidArgument if it has no such values.
Result<Selection> sameSelection(const Profile &profile, const Selection &selection,
                                const Profile &other);

} // namespace ember::model
