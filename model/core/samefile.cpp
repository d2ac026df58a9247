// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/samefile.h"

#include <sys/stat.h>

namespace ember::model {

bool isSameFile(const std::string &one, const std::string &other)
{
    struct stat first { };
    struct stat second { };

    return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0
        && S_ISREG(first.st_mode) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

} // namespace ember::model
