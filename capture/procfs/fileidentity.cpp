// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/fileidentity.h"

#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

Result<struct stat> status(const std::string &path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) == 0)
        return status;
    const bool missing = errno == ENOENT || errno == ENOTDIR;
    return Error{missing ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
                 std::strerror(errno)};
}

} // namespace

Result<FileIdentity> readFileIdentity(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto file, status(path));
    constexpr std::int64_t nsPerSecond = 1'000'000'000;
    return FileIdentity{.device = file.st_dev,
                        .inode = file.st_ino,
                        .size = static_cast<std::uint64_t>(file.st_size),
                        .modifiedNs = file.st_mtim.tv_sec * nsPerSecond + file.st_mtim.tv_nsec};
}

Result<RaisedPrivileges> readRaisedPrivileges(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto file, status(path));
    RaisedPrivileges raised;
    raised.setUser = (file.st_mode & S_ISUID) != 0 && file.st_uid != ::geteuid();
    // Without group execution the bit means mandatory locking, not another group.
    raised.setGroup = (file.st_mode & S_ISGID) != 0 && (file.st_mode & S_IXGRP) != 0
        && file.st_gid != ::getegid();
    raised.capabilities = ::getxattr(path.c_str(), "security.capability", nullptr, 0) > 0;
    return raised;
}

} // namespace ember::capture
