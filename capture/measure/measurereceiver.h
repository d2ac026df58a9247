// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/sampling/recordevents.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace ember::capture {

// Parses and checks messages that a program sends through capture/api/emberchart.h.

// CLOCK_MONOTONIC, the clock of the header.
using SteadyTime = std::chrono::steady_clock::time_point;

struct AppValue {
    std::string name;
    std::string unit;
    double value = 0; // finite
};

struct AppSpan {
    std::string name;
};

struct AppFrame { };

struct AppRefreshRate {
    double hertz = 0; // 1 to 10 000
};

enum class FrameSource : std::uint8_t { Program, Shim };

struct AppMessage {
    std::variant<AppValue, AppSpan, AppFrame, AppRefreshRate> content;
    SteadyTime begin; // start of a span; time a frame was requested; else equal to `end`
    SteadyTime end; // end of a span; time a frame was presented; time of a value
    Tid thread{}; // as the program sees it: inside a PID namespace it differs from ours
    FrameSource source = FrameSource::Program;
    std::uint32_t dropped = 0; // messages lost before this one
};

// Parses one packet as received. Empty if it is not a message of ours, of another version, or
// invalid (an empty name, a value that is not finite, an end before its begin).
std::optional<AppMessage> parseAppMessage(std::span<const std::byte> packet);

// A message and its sender's pid, as reported by the kernel.
struct SentMessage {
    Pid sender{};
    AppMessage message;
};

struct ReceivedMessages {
    std::vector<SentMessage> messages; // in the order of sending, per process
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
    static constexpr std::size_t connectionLimit = 256;
    static constexpr std::size_t processLimit =
        16; // connections per process: one for each library that reports

    // Errors: CaptureFailed.
    static model::Result<std::unique_ptr<MeasureReceiver>> open();
    ~MeasureReceiver();
    MeasureReceiver(const MeasureReceiver &) = delete;
    MeasureReceiver &operator=(const MeasureReceiver &) = delete;

    // The value of EMBERCHART_SOCKET.
    const std::string &name() const { return m_name; }

    // Returns and removes everything that was sent before the call. Any thread.
    ReceivedMessages take();

private:
    MeasureReceiver(FileDescriptor listener, FileDescriptor poller, std::string name);

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

    const std::string m_name;
    const FileDescriptor m_listener;
    const FileDescriptor m_poller; // epoll set of the listener and all connections
    const StopSignal m_stop;
    std::mutex m_mutex; // guards the members below
    std::map<int, Connection> m_connections;
    ReceivedMessages m_received;
    std::thread m_thread;
};

} // namespace ember::capture
