// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace ember::app {

struct PeerProcess {
    std::uint32_t pid = 0; // 0: not known
    std::string name; // as the kernel has it: any bytes; "": not known
};

// Finds the processes that connections of this machine come from: by the kernel's table of
// connections and the open files of this user's processes. Any thread.
class PeerProcesses {
public:
    // The process at the other end of an open connection over 127.0.0.1, by the ports of the two
    // ends; of several that share the connection one that was found before, else the one with the
    // lowest id. Not known: those of containers, those of other users unless this one is root, and
    // new ones shortly after a search that found nothing. Takes milliseconds for a new process.
    PeerProcess find(std::uint16_t peerPort, std::uint16_t ownPort);

private:
    std::uint32_t pidOf(const std::string &socket);

    using Clock = std::chrono::steady_clock;

    std::mutex m_mutex;
    std::vector<std::uint32_t> m_known; // processes found by earlier searches, the newest last
    Clock::time_point m_nextSearch; // before this time, processes are not searched again
};

} // namespace ember::app
