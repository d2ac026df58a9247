// SPDX-License-Identifier: GPL-3.0-or-later
// bigtransfers MILLISECONDS: transfers that take longer than the time between two samples, for that
// long each, and goes on with the rest where one comes back short.
//
// Prints for each "CALL transfers short failed wrong": how many transfers of a megabyte or more
// there were, calls that came back with a part, calls that failed, and whether bytes were lost on
// the way.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <random>
#include <string>
#include <sys/random.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::size_t transferBytes = std::size_t(1) << 20U;
constexpr std::size_t longBytes = std::size_t(32) << 20U; // of what is made as it is read
constexpr std::size_t pieceBytes = std::size_t(1) << 14U;
constexpr auto pause = 300us; // between two pieces: a transfer takes some 20 ms
constexpr char unset = 1;

const std::string &pattern()
{
    static const std::string bytes = [] {
        std::mt19937 random(1);
        std::string made(transferBytes, '\0');
        for (char &byte : made)
            byte = static_cast<char>(random());
        return made;
    }();
    return bytes;
}

struct Count {
    long transfers = 0;
    long shortened = 0;
    long failed = 0;
    bool isWrong = false;

    // `call` moves up to so many bytes, from or to a place so far from the start.
    void move(std::size_t size, const std::function<ssize_t(std::size_t, std::size_t)> &call)
    {
        ++transfers;
        for (std::size_t done = 0; done < size && failed == 0;) {
            const auto moved = call(done, size - done);
            failed += moved <= 0;
            done += moved > 0 ? static_cast<std::size_t>(moved) : 0;
            shortened += moved > 0 && done < size;
        }
    }

    void print(const char *name) const
    {
        std::printf("%s %ld %ld %ld %d\n", name, transfers, shortened, failed, isWrong ? 1 : 0);
    }
};

// Reads to the end; whether it was the pattern, again and again.
bool drainSlowly(int file)
{
    std::array<char, pieceBytes> piece{};
    std::size_t place = 0;
    bool isRight = true;
    for (;;) {
        const auto wanted = std::min(piece.size(), transferBytes - place);
        const auto count = read(file, piece.data(), wanted);
        if (count <= 0)
            return isRight && place == 0;
        const auto size = static_cast<std::size_t>(count);
        isRight = isRight && std::memcmp(piece.data(), pattern().data() + place, size) == 0;
        place = (place + size) % transferBytes;
        std::this_thread::sleep_for(pause);
    }
}

void sendBig(const char *name, int from, int to, std::chrono::milliseconds time)
{
    Count count;
    bool isRight = false;
    std::thread reader([&] { isRight = drainSlowly(to); });
    for (const auto end = Clock::now() + time; Clock::now() < end;)
        count.move(transferBytes, [from](std::size_t done, std::size_t rest) {
            return write(from, pattern().data() + done, rest);
        });
    close(from);
    reader.join();
    close(to);
    count.isWrong = !isRight;
    count.print(name);
}

void receiveBig(const char *name, int from, int to, std::chrono::milliseconds time)
{
    Count count;
    std::thread feeder([from] {
        for (std::size_t place = 0;; place = (place + pieceBytes) % transferBytes) {
            if (send(from, pattern().data() + place, pieceBytes, MSG_NOSIGNAL) <= 0)
                return;
            std::this_thread::sleep_for(pause);
        }
    });
    std::string received(transferBytes, '\0');
    for (const auto end = Clock::now() + time; Clock::now() < end;) {
        count.move(transferBytes, [to, &received](std::size_t done, std::size_t rest) {
            return recv(to, received.data() + done, rest, MSG_WAITALL);
        });
        count.isWrong = count.isWrong || received != pattern();
    }
    close(to);
    feeder.join();
    close(from);
    count.print(name);
}

// Nothing of what is read stays what it was, in any page.
void readBig(const char *name, std::chrono::milliseconds time,
             const std::function<ssize_t(char *, std::size_t)> &call)
{
    const std::string untouched(pieceBytes, unset);
    Count count;
    for (const auto end = Clock::now() + time; Clock::now() < end;) {
        std::string bytes(longBytes, unset);
        count.move(longBytes, [&](std::size_t done, std::size_t rest) {
            return call(bytes.data() + done, rest);
        });
        count.isWrong = count.isWrong || bytes.find(untouched) != std::string::npos;
    }
    count.print(name);
}

} // namespace

int main(int argc, char **argv)
{
    const std::chrono::milliseconds time(argc > 1 ? std::atoi(argv[1]) : 500);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return 90;
    sendBig("write_pipe", ends[1], ends[0], time);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return 91;
    sendBig("write_socket", ends[1], ends[0], time);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return 92;
    receiveBig("recv_all", ends[1], ends[0], time);
    readBig("getrandom", time, [](char *to, std::size_t size) { return getrandom(to, size, 0); });
    const int zeros = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    readBig("read_zero", time,
            [zeros](char *to, std::size_t size) { return read(zeros, to, size); });
    return 0;
}
