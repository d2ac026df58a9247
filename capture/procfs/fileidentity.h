// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>
#include <tuple>

namespace ember::capture {

// Identifies a file independently of its name (device, inode, size, time), so that data read from
// it is valid for every process that maps it. All zero: not a file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t modifiedNs = 0; // since the Unix epoch

    friend bool operator==(const FileIdentity &, const FileIdentity &) = default;

    friend bool operator<(const FileIdentity &left, const FileIdentity &right)
    {
        return std::tie(left.device, left.inode, left.size, left.modifiedNs)
            < std::tie(right.device, right.inode, right.size, right.modifiedNs);
    }
};

// Reads the identity of a file. Errors: FileNotFound, FileUnreadable.
model::Result<FileIdentity> readFileIdentity(const std::string &path);

// Reasons why a program would run with more privileges than its caller.
struct RaisedPrivileges {
    bool setUser = false; // setuid bit, and owned by another user
    bool setGroup = false;
    bool capabilities = false; // security.capability

    bool any() const { return setUser || setGroup || capabilities; }
};

// The raised privileges of a program for the effective user and group of this process. Errors:
// FileNotFound, FileUnreadable.
model::Result<RaisedPrivileges> readRaisedPrivileges(const std::string &path);

} // namespace ember::capture
