// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

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

} // namespace ember::model
