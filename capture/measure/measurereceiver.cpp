// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/measurereceiver.h"

#include "capture/api/emberchart.h"
#include "capture/system/childprocess.h"
#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// Pause between two reads: a program that reports every microsecond then wakes us a thousand times
// a second, and a socket's queue holds far more than it can send meanwhile.
constexpr std::chrono::milliseconds rest(1);
// Packets read from one connection in a row, so that no program starves the others.
constexpr int packetsPerLook = 4096;
// Size of the buffer for a packet: one byte more than a message, to detect packets that are too
// long.
constexpr std::size_t packetSize = sizeof(emberchart_message_) + 1;

std::string randomName()
{
    std::array<std::byte, 16> bytes{};
    std::string name = "emberchart-";
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        return name + std::to_string(getpid());
    return name + model::hexDigits(bytes);
}

bool bindTo(int descriptor, const std::string &name)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(&address.sun_path[1], name.data(), name.size());
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    return bind(descriptor, reinterpret_cast<const sockaddr *>(&address), size) == 0;
}

bool watch(int poller, int descriptor)
{
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = descriptor;
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0;
}

bool isReadableWithin(int descriptor, int milliseconds)
{
    pollfd one{descriptor, POLLIN, 0};
    return poll(&one, 1, milliseconds) > 0;
}

std::optional<ucred> peerOf(int connection)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return std::nullopt;
    return peer;
}

// The sender's pid, which the kernel attaches to every packet.
std::optional<Pid> senderOf(const msghdr &header)
{
    for (auto *control = CMSG_FIRSTHDR(&header); control != nullptr;
         control = CMSG_NXTHDR(const_cast<msghdr *>(&header), control)) {
        if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_CREDENTIALS)
            continue;
        ucred credentials{};
        std::memcpy(&credentials, CMSG_DATA(control), sizeof credentials);
        return Pid(credentials.pid);
    }
    return std::nullopt;
}

} // namespace

Result<std::unique_ptr<MeasureReceiver>> MeasureReceiver::open(Calls calls)
{
    FileDescriptor listener(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    FileDescriptor poller(epoll_create1(EPOLL_CLOEXEC));
    FileDescriptor hasCalls(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    auto name = randomName();
    const int on = 1;
    if (!listener.isOpen() || !poller.isOpen() || !hasCalls.isOpen()
        || setsockopt(listener.number(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on) != 0
        || !bindTo(listener.number(), name) || listen(listener.number(), SOMAXCONN) != 0
        || !watch(poller.number(), listener.number()))
        return failedCall("measurements");
    return std::unique_ptr<MeasureReceiver>(new MeasureReceiver(
        std::move(listener), std::move(poller), std::move(hasCalls), std::move(name), calls));
}

MeasureReceiver::MeasureReceiver(FileDescriptor listener, FileDescriptor poller,
                                 FileDescriptor hasCalls, std::string name, Calls calls)
    : m_name(std::move(name)),
      m_keptCalls(calls),
      m_listener(std::move(listener)),
      m_poller(std::move(poller)),
      m_hasCalls(std::move(hasCalls)),
      m_thread([this] { run(); })
{
}

MeasureReceiver::~MeasureReceiver()
{
    m_stop.raise();
    m_thread.join();
}

ReceivedMessages MeasureReceiver::take()
{
    const std::scoped_lock lock(m_mutex);
    collect();
    return std::exchange(m_received, {});
}

void MeasureReceiver::receive()
{
    const std::scoped_lock lock(m_mutex);
    collect();
}

std::vector<SentCall> MeasureReceiver::takeCalls()
{
    const std::scoped_lock lock(m_callsMutex);
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = ::read(m_hasCalls.number(), &count, sizeof count);
    auto calls = std::exchange(m_calls, {});
    for (const Pid sender : std::exchange(m_sendersOfLostEnds, {}))
        calls.push_back({sender, TransactionEnded()});
    return calls;
}

void MeasureReceiver::run()
{
    std::array<pollfd, 2> waited{{{m_poller.number(), POLLIN, 0}, {m_stop.fd(), POLLIN, 0}}};
    do {
        poll(waited.data(), waited.size(), -1);
        const std::scoped_lock lock(m_mutex);
        collect();
    } while (!isReadableWithin(m_stop.fd(), int(rest.count())));
}

void MeasureReceiver::collect()
{
    std::array<epoll_event, connectionLimit + 1> events{};
    const int count = epoll_wait(m_poller.number(), events.data(), int(events.size()), 0);
    for (int i = 0; i < count; ++i) {
        const int ready = events[std::size_t(i)].data.fd;
        if (ready == m_listener.number())
            accept();
        else
            read(ready);
    }
}

void MeasureReceiver::accept()
{
    for (;;) {
        FileDescriptor connection(
            accept4(m_listener.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (!connection.isOpen())
            return;
        const int number = connection.number();
        const auto peer = peerOf(number);
        // Not counted: another user's connection is not a loss.
        if (!peer || (peer->uid != geteuid() && peer->uid != 0))
            continue;
        if (!isWelcome(peer->pid) || !watch(m_poller.number(), number)) {
            ++m_received.refusedConnections;
            continue;
        }
        const auto place =
            m_connections.emplace(number, Connection{std::move(connection), peer->pid}).first;
        read(place->first); // reads what was sent before the connection was registered
    }
}

bool MeasureReceiver::isWelcome(int process) const
{
    const auto have = std::ranges::count_if(
        m_connections, [&](const auto &entry) { return entry.second.process == process; });
    return m_connections.size() < connectionLimit && static_cast<std::size_t>(have) < processLimit;
}

void MeasureReceiver::read(int connection)
{
    std::array<std::byte, packetSize> bytes{};
    alignas(cmsghdr) std::array<std::byte, CMSG_SPACE(sizeof(ucred))> control{};
    for (int packet = 0; packet < packetsPerLook; ++packet) {
        iovec part{bytes.data(), bytes.size()};
        msghdr header{};
        header.msg_iov = &part;
        header.msg_iovlen = 1;
        header.msg_control = control.data();
        header.msg_controllen = control.size();
        const auto size = recvmsg(connection, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (size < 0 && errno == EAGAIN)
            return;
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0) {
            m_connections.erase(connection); // closing also removes it from the epoll set
            return;
        }
        if (const auto sender = senderOf(header))
            store(*sender, std::span(bytes).first(static_cast<std::size_t>(size)));
    }
}

void MeasureReceiver::store(Pid sender, std::span<const std::byte> packet)
{
    auto message = parseAppMessage(packet);
    if (!message) {
        ++m_received.malformed;
        return;
    }
    m_received.dropped += std::exchange(message->dropped, 0U);
    if (const auto *call = std::get_if<ProfilerCall>(&message->content)) {
        store(sender, *call);
        return;
    }
    if (const auto *transaction = std::get_if<AppTransaction>(&message->content))
        store(sender, TransactionEnded{transaction->ids.span});
    if (m_received.messages.size() >= messageLimit) {
        ++m_received.dropped;
        return;
    }
    m_received.messages.push_back({sender, std::move(*message)});
}

void MeasureReceiver::store(Pid sender, const ProfilerCall &call)
{
    if (m_keptCalls == Calls::Forgotten)
        return;
    const std::scoped_lock lock(m_callsMutex);
    const bool isEnd = std::holds_alternative<TransactionEnded>(call);
    if (m_calls.size() < (isEnd ? 2U : 1U) * callLimit) {
        m_calls.push_back({sender, call});
    } else if (isEnd) {
        m_sendersOfLostEnds.insert(sender);
    } else {
        ++m_received.dropped;
        return;
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(m_hasCalls.number(), &one, sizeof one);
}

} // namespace ember::capture
