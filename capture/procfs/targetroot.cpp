// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/targetroot.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ember::capture {

FileDescriptor openInRoot(pid_t process, const std::string &path, int flags)
{
    const auto link = "/proc/" + std::to_string(process) + "/root";
    const FileDescriptor root(::open(link.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root.isOpen())
        return {};
    open_how how{};
    how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    return FileDescriptor(
        static_cast<int>(::syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof(how))));
}

} // namespace ember::capture
