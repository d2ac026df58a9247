// SPDX-License-Identifier: GPL-3.0-or-later
// With a timeout (SO_RCVTIMEO, SO_SNDTIMEO) the kernel restarts none of these.
#include "waitingcall.h"

#include <fcntl.h>
#include <memory>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

using std::chrono::milliseconds;

static void limit(int socket, milliseconds patience)
{
    const timeval time{patience.count() / 1000, patience.count() % 1000 * 1000};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

// An end where nothing ever arrives.
static int emptySocket(milliseconds patience)
{
    int ends[2];
    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
    limit(ends[0], patience);
    return ends[0];
}

// An end that takes no more.
static int fullSocket(milliseconds patience)
{
    const int end = emptySocket(patience);
    const char bytes[4096] = {};
    while (send(end, bytes, sizeof bytes, MSG_DONTWAIT) > 0) { }
    return end;
}

static void addReceiving(WaitingCalls &calls, milliseconds patience)
{
    calls.push_back({"recv", [end = emptySocket(patience)] {
                         char byte = 0;
                         return outcomeOf(recv(end, &byte, 1, 0));
                     }});
    calls.push_back({"recvmsg", [end = emptySocket(patience)] {
                         char byte = 0;
                         iovec area{&byte, 1};
                         msghdr message{};
                         message.msg_iov = &area;
                         message.msg_iovlen = 1;
                         return outcomeOf(recvmsg(end, &message, 0));
                     }});
    calls.push_back({"recvmmsg", [end = emptySocket(patience)] {
                         char byte = 0;
                         iovec area{&byte, 1};
                         mmsghdr message{};
                         message.msg_hdr.msg_iov = &area;
                         message.msg_hdr.msg_iovlen = 1;
                         return outcomeOf(recvmmsg(end, &message, 1, 0, nullptr));
                     }});
    calls.push_back({"read_socket", [end = emptySocket(patience)] {
                         char byte = 0;
                         return outcomeOf(read(end, &byte, 1));
                     }});
    calls.push_back({"readv_socket", [end = emptySocket(patience)] {
                         char byte = 0;
                         const iovec area{&byte, 1};
                         return outcomeOf(readv(end, &area, 1));
                     }});
    calls.push_back({"preadv2_socket", [end = emptySocket(patience)] {
                         char byte = 0;
                         const iovec area{&byte, 1};
                         return outcomeOf(preadv2(end, &area, 1, -1, 0));
                     }});
}

static void addSending(WaitingCalls &calls, milliseconds patience)
{
    static char byte = 0;
    calls.push_back({"send", [end = fullSocket(patience)] {
                         return outcomeOf(send(end, &byte, 1, MSG_NOSIGNAL));
                     }});
    calls.push_back({"sendmsg", [end = fullSocket(patience)] {
                         iovec area{&byte, 1};
                         msghdr message{};
                         message.msg_iov = &area;
                         message.msg_iovlen = 1;
                         return outcomeOf(sendmsg(end, &message, MSG_NOSIGNAL));
                     }});
    calls.push_back({"sendmmsg", [end = fullSocket(patience)] {
                         iovec area{&byte, 1};
                         mmsghdr message{};
                         message.msg_hdr.msg_iov = &area;
                         message.msg_hdr.msg_iovlen = 1;
                         return outcomeOf(sendmmsg(end, &message, 1, MSG_NOSIGNAL));
                     }});
    calls.push_back(
        {"write_socket", [end = fullSocket(patience)] { return outcomeOf(write(end, &byte, 1)); }});
    calls.push_back({"writev_socket", [end = fullSocket(patience)] {
                         const iovec area{&byte, 1};
                         return outcomeOf(writev(end, &area, 1));
                     }});
    calls.push_back({"pwritev2_socket", [end = fullSocket(patience)] {
                         const iovec area{&byte, 1};
                         return outcomeOf(pwritev2(end, &area, 1, -1, 0));
                     }});
}

// Bytes of a file and of a pipe on their way through a socket.
static void addMoving(WaitingCalls &calls, milliseconds patience)
{
    const int file = memfd_create("bytes", MFD_CLOEXEC);
    [[maybe_unused]] const int sized = ftruncate(file, 4096);
    calls.push_back({"sendfile", [end = fullSocket(patience), file] {
                         off_t from = 0;
                         return outcomeOf(sendfile(end, file, &from, 4096));
                     }});
    int full[2];
    [[maybe_unused]] const int made = pipe2(full, O_CLOEXEC);
    const char bytes[4096] = {};
    [[maybe_unused]] const auto written = write(full[1], bytes, sizeof bytes);
    calls.push_back({"splice_to_socket", [end = fullSocket(patience), from = full[0]] {
                         return outcomeOf(splice(from, nullptr, end, nullptr, 1, 0));
                     }});
    int empty[2];
    [[maybe_unused]] const int madeToo = pipe2(empty, O_CLOEXEC);
    calls.push_back({"splice_from_socket", [end = emptySocket(patience), to = empty[1]] {
                         return outcomeOf(splice(end, nullptr, to, nullptr, 1, 0));
                     }});
}

// A listener with a name of the kernel's choice, and that name.
struct Listener {
    Listener()
    {
        sockaddr_un unnamed{};
        unnamed.sun_family = AF_UNIX;
        bind(socket, reinterpret_cast<sockaddr *>(&unnamed), sizeof unnamed.sun_family);
        getsockname(socket, reinterpret_cast<sockaddr *>(&name), &nameLength);
        listen(socket, 0);
    }

    int connectFrom(int other) const
    {
        return connect(other, reinterpret_cast<const sockaddr *>(&name), nameLength);
    }

    int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un name{};
    socklen_t nameLength = sizeof name;
};

void addSocketCalls(WaitingCalls &calls, milliseconds patience)
{
    addReceiving(calls, patience);
    addSending(calls, patience);
    addMoving(calls, patience);
    const auto lonely = std::make_shared<Listener>();
    limit(lonely->socket, patience);
    calls.push_back(
        {"accept", [lonely] { return outcomeOf(accept(lonely->socket, nullptr, nullptr)); }});
    const auto crowded = std::make_shared<Listener>();
    crowded->connectFrom(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); // the one it has room for
    const int waiting = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    limit(waiting, patience);
    calls.push_back(
        {"connect", [crowded, waiting] { return outcomeOf(crowded->connectFrom(waiting)); }});
}
