// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/intake/peerprocesses.h"

#include "model/core/text.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace ember::app {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mostKnown = 16;
// No search in this time after one that found nothing: clients whose processes cannot be seen would
// cost a search each.
constexpr std::chrono::milliseconds pauseAfterFailure{250};

// Whether an address of the kernel's tables is this port of 127.0.0.1: "0100007F:1F90" for 8080. It
// may be mapped to IPv6.
bool isLoopbackPort(std::string_view address, std::uint16_t port)
{
    const auto colon = address.rfind(':');
    if (colon == std::string_view::npos || !address.substr(0, colon).ends_with("0100007F"))
        return false;
    constexpr int hex = 16;
    return model::toNumber<std::uint16_t>(address.substr(colon + 1), hex) == port;
}

// The row of the kernel's table of sockets for a connection's other end.
struct PeerSocket {
    std::string number;
    bool isVisible = false; // its process can be found: it is this user's, or this user is root
};

std::optional<PeerSocket> socketIn(const char *table, std::uint16_t peerPort, std::uint16_t ownPort)
{
    std::ifstream lines(table);
    std::string line;
    while (std::getline(lines, line)) {
        std::istringstream words(line);
        std::string number, local, remote, state, queues, timer, retransmits, user, timeout, inode;
        words >> number >> local >> remote >> state >> queues >> timer >> retransmits >> user
            >> timeout >> inode;
        if (words && isLoopbackPort(local, peerPort) && isLoopbackPort(remote, ownPort)
            && inode != "0")
            return PeerSocket{inode, geteuid() == 0 || user == std::to_string(geteuid())};
    }
    return std::nullopt;
}

bool hasOpen(std::uint32_t pid, const std::string &socket)
{
    std::error_code failed;
    fs::directory_iterator files("/proc/" + std::to_string(pid) + "/fd", failed);
    for (; !failed && files != fs::directory_iterator(); files.increment(failed)) {
        std::error_code unreadable;
        if (fs::read_symlink(files->path(), unreadable) == socket)
            return true;
    }
    return false;
}

std::vector<std::uint32_t> allProcesses()
{
    std::vector<std::uint32_t> pids;
    std::error_code failed;
    fs::directory_iterator entries("/proc", failed);
    for (; !failed && entries != fs::directory_iterator(); entries.increment(failed)) {
        const std::string name = entries->path().filename();
        if (const auto pid = model::toNumber<std::uint32_t>(name))
            pids.push_back(*pid);
    }
    std::ranges::sort(pids);
    return pids;
}

} // namespace

PeerProcess PeerProcesses::find(std::uint16_t peerPort, std::uint16_t ownPort)
{
    auto socket = socketIn("/proc/net/tcp", peerPort, ownPort);
    if (!socket)
        socket = socketIn("/proc/net/tcp6", peerPort, ownPort);
    // A failed search would delay the next one, for a process of this user.
    if (!socket || !socket->isVisible)
        return {};
    PeerProcess peer;
    peer.pid = pidOf("socket:[" + socket->number + "]");
    if (peer.pid != 0)
        std::getline(std::ifstream("/proc/" + std::to_string(peer.pid) + "/comm"), peer.name);
    return peer;
}

std::uint32_t PeerProcesses::pidOf(const std::string &socket)
{
    const auto has = [&socket](std::uint32_t pid) { return hasOpen(pid, socket); };
    const std::lock_guard lock(m_mutex);
    if (const auto known = std::find_if(m_known.rbegin(), m_known.rend(), has);
        known != m_known.rend())
        return *known;
    if (Clock::now() < m_nextSearch)
        return 0;
    const auto all = allProcesses();
    const auto found = std::ranges::find_if(all, has);
    if (found == all.end()) {
        m_nextSearch = Clock::now() + pauseAfterFailure;
        return 0;
    }
    if (m_known.size() >= mostKnown)
        m_known.erase(m_known.begin());
    m_known.push_back(*found);
    return *found;
}

} // namespace ember::app
