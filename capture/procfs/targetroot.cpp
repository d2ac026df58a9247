// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/targetroot.h"

#include <cerrno>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ember::capture {

namespace {

bool isOneFile(const std::string &one, const std::string &other)
{
    struct stat first { };
    struct stat second { };
    return ::stat(one.c_str(), &first) == 0 && ::stat(other.c_str(), &second) == 0
        && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// Whether a process has our root directory and our mounts: its paths are ours.
bool hasOurPaths(const std::string &directory)
{
    return isOneFile(directory + "/root", "/")
        && isOneFile(directory + "/ns/mnt", "/proc/self/ns/mnt");
}

} // namespace

FileDescriptor openInRoot(pid_t process, const std::string &path, int flags)
{
    const auto directory = "/proc/" + std::to_string(process);
    const FileDescriptor root(
        ::open((directory + "/root").c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen())
        return {};
    open_how how{};
    how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    FileDescriptor file(
        static_cast<int>(::syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof(how))));
    if (!file.isOpen() && (errno == ENOSYS || errno == EPERM) && hasOurPaths(directory))
        return FileDescriptor(::open(path.c_str(), flags | O_CLOEXEC));
    return file;
}

} // namespace ember::capture
