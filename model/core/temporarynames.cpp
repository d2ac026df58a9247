// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/temporarynames.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <mutex>
#include <unistd.h>

namespace ember::model {

namespace {

// What a signal handler can read: nothing in it is ever allocated.
struct TemporaryName {
    std::atomic<bool> isThere{false};
    std::array<char, PATH_MAX> path{};
};

constexpr std::size_t mostNames = 64;

std::array<TemporaryName, mostNames> s_names;
std::mutex s_namesMutex;

extern "C" void removeAndEnd(int signal)
{
    for (const auto &name : s_names) {
        if (name.isThere)
            ::unlink(name.path.data());
    }
    ::raise(signal); // as by default, once this returns
}

} // namespace

void rememberTemporary(const std::string &path)
{
    const std::scoped_lock lock(s_namesMutex);
    for (auto &name : s_names) {
        if (name.isThere || path.size() >= name.path.size())
            continue;
        std::memcpy(name.path.data(), path.c_str(), path.size() + 1);
        name.isThere = true;
        return;
    }
}

void forgetTemporary(const std::string &path)
{
    const std::scoped_lock lock(s_namesMutex);
    for (auto &name : s_names) {
        if (name.isThere && path == name.path.data())
            name.isThere = false;
    }
}

void removeTemporariesOnSignals()
{
    struct sigaction removing { };

    removing.sa_handler = &removeAndEnd;
    removing.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction before { };

        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
            sigaction(signal, &removing, nullptr);
    }
}

} // namespace ember::model
