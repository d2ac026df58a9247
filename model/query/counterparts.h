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

// What a thread is called: its process's name and its own; either may be empty.
using ThreadNames = std::pair<std::string_view, std::string_view>;
ThreadNames threadNames(const Profile &profile, ThreadIndex index);

// By thread of `profile`, the one of `other` that does the same work there: by its name and that of
// its process, else by its name alone, else because programs begin with both. Of several alike, the
// first belongs to the first. Invalid: none does. Threads without samples belong to nobody.
std::vector<ThreadIndex> sameThreads(const Profile &profile, const Profile &other);

// What functions of different profiles are matched by, as one text: name, module and the base name
// of the file, wherever that was built.
std::string sharedIdentity(const Profile &profile, FrameIndex frame);

// By frame: 1 for those of the function with this sharedIdentity(). Linear in the frames; only
// those of its name are looked at closely.
std::vector<std::uint8_t> framesOf(const Profile &profile, const std::string &identity);

// The selection of `profile` in `other`: threads by their names and those of their processes,
// values by their type; all of the time. Errors: NothingToShow, none of the threads is there;
// InvalidArgument, it has no such values.
Result<Selection> sameSelection(const Profile &profile, const Selection &selection,
                                const Profile &other);

} // namespace ember::model
