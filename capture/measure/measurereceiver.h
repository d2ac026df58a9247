// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/lifecycle/profilercalls.h"
#include "capture/measure/appmessage.h"
#include "capture/sampling/recordevents.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace ember::capture {

// A message and its sender's pid, as reported by the kernel.
struct SentMessage {
    Pid sender{};
    AppMessage message;
};

struct SentCall {
    Pid sender{};
    ProfilerCall call;
};

struct ReceivedMessages {
    std::vector<SentMessage> messages; // in the order of sending, per connection
    std::uint64_t dropped = 0; // messages that did not fit into a socket's queue or into our buffer
    std::uint64_t malformed = 0;
    std::uint64_t refusedConnections = 0; // over the limit, in total or of one process
};

// Receives messages of programs, by a SOCK_SEQPACKET socket and a thread that reads it. The socket
// has a random name in the abstract namespace, so nothing is left behind however the recorder ends.
// Any user of the machine may find the name; only messages of our own user and of root are
// accepted. Memory, connections (in total and per process) and wake-ups are limited; what exceeds a
// limit is counted.
class MeasureReceiver {
public:
    static constexpr std::size_t messageLimit = std::size_t(1) << 16U;
    // Limit of the calls of the profiler that wait to be taken; ends of transactions may wait up to
    // twice that number.
    static constexpr std::size_t callLimit = std::size_t(1) << 14U;
    static constexpr std::size_t connectionLimit = 256;
    static constexpr std::size_t processLimit =
        16; // connections per process: one for each library that reports

    // Whether calls of the profiler will be taken. If not, they are read and forgotten, and do not
    // count as lost.
    enum class Calls : bool { Forgotten, Kept };

    // Errors: CaptureFailed.
    static model::Result<std::unique_ptr<MeasureReceiver>> open(Calls calls = Calls::Kept);
    ~MeasureReceiver();
    MeasureReceiver(const MeasureReceiver &) = delete;
    MeasureReceiver &operator=(const MeasureReceiver &) = delete;

    // The value of EMBERCHART_SOCKET.
    const std::string &name() const { return m_name; }

    // Returns and removes everything that was sent before this call, except what takeCalls()
    // returns. Of one connection it reads at most 4096 packets. Any thread.
    ReceivedMessages take();

    // Readable when a program has called the profiler.
    int callsFd() const { return m_hasCalls.number(); }

    // Reads at once what was sent before the call, which the receiver's own thread would do
    // milliseconds later; of one connection at most 4096 packets. Any thread.
    void receive();
    // Returns and removes the calls of the profiler that were read. Ends of transactions have room
    // beyond the limit; if that is used up, too, the sender's last call is an end of span 0. Any
    // thread.
    std::vector<SentCall> takeCalls();

private:
    MeasureReceiver(FileDescriptor listener, FileDescriptor poller, FileDescriptor hasCalls,
                    std::string name, Calls calls);

    struct Connection {
        FileDescriptor socket;
        int process = 0; // pid that opened the connection
    };

    void run();
    void collect();
    bool isWelcome(int process) const;
    void accept();
    void read(int connection);
    void store(Pid sender, std::span<const std::byte> packet);
    void store(Pid sender, const ProfilerCall &call);

    const std::string m_name;
    const Calls m_keptCalls;
    const FileDescriptor m_listener;
    const FileDescriptor m_poller; // epoll set of the listener and all connections
    const FileDescriptor m_hasCalls; // an eventfd
    const StopSignal m_stop;
    std::mutex m_mutex; // guards the members below
    std::map<int, Connection> m_connections;
    ReceivedMessages m_received;
    // Guards the two below: to take them the sampler must not wait for packets to be read.
    std::mutex m_callsMutex;
    std::vector<SentCall> m_calls;
    std::set<Pid> m_sendersOfLostEnds;
    std::thread m_thread;
};

} // namespace ember::capture
