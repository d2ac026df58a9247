// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/diskroom.h"

#include <algorithm>
#include <sys/stat.h>
#include <sys/statvfs.h>

namespace ember::capture {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t(1) << 20U;

} // namespace

std::uint64_t diskReserve(std::uint64_t diskBytes)
{
    return std::min(128 * mebibyte, diskBytes / 16);
}

model::Result<void> checkDiskRoom(int fd, const std::string &path, std::uint64_t bytes)
{
    struct stat file { };

    struct statvfs disk { };

    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode) || fstatvfs(fd, &disk) != 0)
        return {};
    const std::uint64_t unit = disk.f_frsize;
    const auto free = disk.f_bavail * unit;
    const auto reserve = diskReserve(disk.f_blocks * unit);
    if (free >= reserve + bytes)
        return {};
    return model::Error{model::ErrorCode::DiskFull, path,
                        std::to_string(free / mebibyte) + " MiB are free on its disk; a capture "
                            + "leaves " + std::to_string((reserve + mebibyte - 1) / mebibyte)
                            + " MiB for others"};
}

} // namespace ember::capture
