// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/stopsignal.h"
#include "capture/measure/appmessage.h"
#include "capture/sampling/recordevents.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace ember::capture {

// A message and the process that sent it, as the kernel says.
struct SentMessage {
    Pid sender{};
    AppMessage message;
};

struct ReceivedMessages {
    std::vector<SentMessage> messages; // of one process in the order it sent them
    std::uint64_t dropped = 0; // did not fit: into a socket's queue, or here
    std::uint64_t malformed = 0;
    std::uint64_t refusedConnections = 0; // too many at once, of all processes or of one
};

// The socket that programs talk to, and a thread that empties it: packets with borders
// (SOCK_SEQPACKET) under a random name of the abstract namespace, which leaves nothing behind
// however the recorder ends. Any user of the machine may find that name: only our own is listened
// to, and root. Bounded in memory, connections, of all and of a process, and wake-ups; what is too
// much is counted.
class MeasureReceiver {
public:
    static constexpr std::size_t messageLimit = std::size_t(1) << 16U;
    static constexpr std::size_t connectionLimit = 256;
    static constexpr std::size_t processLimit =
        16; // connections: one for each library that reports

    // Errors: CaptureFailed.
    static model::Result<std::unique_ptr<MeasureReceiver>> open();
    ~MeasureReceiver();
    MeasureReceiver(const MeasureReceiver &) = delete;
    MeasureReceiver &operator=(const MeasureReceiver &) = delete;

    // The value of EMBERCHART_SOCKET.
    const std::string &name() const { return m_name; }

    // Everything that was sent before the call and not taken yet. Any thread.
    ReceivedMessages take();

private:
    MeasureReceiver(FileDescriptor listener, FileDescriptor poller, std::string name);

    struct Connection {
        FileDescriptor socket;
        int process = 0; // that made it
    };

    void run();
    void collect();
    bool isWelcome(int process) const;
    void accept();
    void read(int connection);
    void store(Pid sender, std::span<const std::byte> packet);

    const std::string m_name;
    const FileDescriptor m_listener;
    const FileDescriptor m_poller; // epoll of the listener and the connections
    const StopSignal m_stop;
    std::mutex m_mutex; // over what follows
    std::map<int, Connection> m_connections;
    ReceivedMessages m_received;
    std::thread m_thread;
};

} // namespace ember::capture
