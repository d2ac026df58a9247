// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ember::model {

// Whether both paths lead to the same regular file, through any links.
bool isSameFile(const std::string &one, const std::string &other);

} // namespace ember::model
