// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <sys/types.h>
#include <vector>

struct Dwfl;

namespace ember::tests {

// elfutils' unwinder, on a process that is stopped and traced by the calling thread: the yardstick.
class DwflUnwinder {
public:
    explicit DwflUnwinder(pid_t process);

    // The addresses of the stack, leaf first, as far as it comes.
    std::vector<std::uint64_t> frames(pid_t thread) const;

private:
    std::unique_ptr<Dwfl, void (*)(Dwfl *)> m_dwfl;
};

inline std::vector<std::uint64_t> dwflFrames(pid_t process, pid_t thread)
{
    return DwflUnwinder(process).frames(thread);
}

} // namespace ember::tests
