// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/system/diskroom.h"

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ember::capture {

namespace {

constexpr std::uint64_t kibibyte = std::uint64_t(1) << 10U;
constexpr std::uint64_t mebibyte = kibibyte << 10U;
constexpr std::uint64_t gibibyte = mebibyte << 10U;

// The size with the largest unit that leaves at least two digits.
std::string sizeText(std::uint64_t bytes)
{
    if (bytes >= 10 * gibibyte)
        return std::to_string(bytes / gibibyte) + " GiB";
    if (bytes >= 10 * mebibyte)
        return std::to_string(bytes / mebibyte) + " MiB";
    if (bytes >= kibibyte)
        return std::to_string(bytes / kibibyte) + " KiB";
    return std::to_string(bytes) + " bytes";
}

// Whether the file begins with a hole. After another process has cut a file, our next write at the
// old offset restores its length but leaves a hole at its start.
bool isHoleAtStart(int fd)
{
    std::array<char, 8> start{};
    return pread(fd, start.data(), start.size(), 0) == static_cast<ssize_t>(start.size())
        && std::ranges::all_of(start, [](char byte) { return byte == 0; });
}

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
                        sizeText(free) + " are free on its disk, of which " + sizeText(reserve)
                            + " are left for others"};
}

model::Result<void> checkStillThere(int fd, const std::string &path, std::uint64_t bytes)
{
    struct stat file { };

    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode))
        return {};
    if (file.st_nlink == 0)
        return model::Error{model::ErrorCode::FileNotFound, path,
                            "it was deleted while the capture was written into it"};
    if (static_cast<std::uint64_t>(file.st_size) < bytes || (bytes > 0 && isHoleAtStart(fd)))
        return model::Error{model::ErrorCode::Truncated, path,
                            "it was emptied or cut while the capture was written into it"};
    return {};
}

bool isStillNamed(int fd, const std::string &path)
{
    struct stat file { };

    struct stat named { };

    if (fstat(fd, &file) != 0 || !S_ISREG(file.st_mode))
        return true;
    return stat(path.c_str(), &named) == 0 && named.st_ino == file.st_ino
        && named.st_dev == file.st_dev;
}

} // namespace ember::capture
