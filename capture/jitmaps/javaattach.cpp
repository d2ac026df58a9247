// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/jitmaps/javaattach.h"

#include "capture/procfs/procreader.h"
#include "capture/system/childprocess.h"
#include "capture/system/filedescriptor.h"
#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t mostThreads = 20'000; // looked through for the one that takes SIGQUIT
constexpr std::size_t mostAnswer = 4096; // bytes
constexpr auto pause = std::chrono::milliseconds(1);
constexpr std::time_t longestAsking = 15; // seconds that a program asks; jcmd gives up after 10

// The request: protocol version 1, a command and three arguments, each with its zero byte.
constexpr std::string_view question("1\0jcmd\0Compiler.perfmap\0\0\0", 26);

Error refused(std::string reason)
{
    return {ErrorCode::TraceNotPermitted, "Java", std::move(reason)};
}

Error late()
{
    return {ErrorCode::TimedOut, "Java", "it did not answer in time"};
}

bool sleepUntil(Clock::time_point deadline)
{
    poll(nullptr, 0, static_cast<int>(pause.count()));
    return Clock::now() < deadline;
}

// Whether HotSpot has a thread that takes SIGQUIT. With -Xrs it has none, and the signal ends the
// process.
bool takesQuitSignal(pid_t process, const TaskStatus &status)
{
    constexpr std::uint64_t quit = std::uint64_t(1) << (SIGQUIT - 1);
    const auto threads = listThreads(process);
    if ((status.caughtSignals & quit) == 0 || !threads)
        return false;
    const auto count = std::min(threads->size(), mostThreads);
    return std::any_of(threads->begin(), threads->begin() + static_cast<std::ptrdiff_t>(count),
                       [&](pid_t thread) {
                           const auto stat = readThreadStat(process, thread);
                           return stat && stat->name == "Signal Dispatch"; // of "… Dispatcher"
                       });
}

// Whether the machine was started with attaching disabled: on SIGQUIT it would print all stacks of
// its threads. Options in files are not looked at.
bool refusesToBeAsked(pid_t process)
{
    const auto folder = "/proc/" + std::to_string(process);
    return std::ranges::any_of(std::array{"/cmdline", "/environ"}, [&](const char *file) {
        const auto text = readProcFile(folder + file);
        return text && text->find("+DisableAttachMechanism") != std::string::npos;
    });
}

// Whether a library is mapped whose file name begins with `name`.
bool hasLibrary(pid_t process, std::string_view name)
{
    const auto mappings = readMaps(process);
    return mappings && std::ranges::any_of(*mappings, [&](const Mapping &mapping) {
               return model::fileNameOf(mapping.path).starts_with(name);
           });
}

Result<TaskStatus> checkAskable(pid_t process)
{
    EMBER_ASSIGN_OR_RETURN(const auto status, readStatus(process));
    EMBER_ASSIGN_OR_RETURN(const auto stat, readStat(process));
    if (status.effectiveUser != geteuid() || status.realUser != geteuid()
        || status.effectiveGroup != getegid())
        return refused("it belongs to another user or group: record it as that one");
    if (!hasJavaMachine(process))
        return refused("it is no Java machine");
    if (hasLibrary(process, "libj9vm"))
        return refused("it is OpenJ9, which is asked in another way");
    if (stat.state == 'T')
        return refused("it is stopped");
    if (refusesToBeAsked(process))
        return refused("it was started with -XX:+DisableAttachMechanism");
    if (!takesQuitSignal(process, status))
        return refused("it takes no signals yet, or never (-Xrs): launch it with --name-jit");
    return status;
}

// Opens the process's /tmp. Links on the way lead where they lead for the process, never out of its
// root.
Result<FileDescriptor> openScratch(pid_t process)
{
    auto folder = openInRoot(process, "/tmp", O_PATH | O_DIRECTORY);
    if (!folder.isOpen())
        return failedCall("open its /tmp");
    return folder;
}

// Removes the file if a program that was killed has left it behind. Returns whether it was removed.
bool removeLeft(const FileDescriptor &folder, const std::string &name)
{
    struct stat file { };
    timespec now{};
    return fstatat(folder.number(), name.c_str(), &file, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG(file.st_mode) && file.st_uid == geteuid()
        && clock_gettime(CLOCK_REALTIME, &now) == 0
        && now.tv_sec - file.st_mtim.tv_sec > longestAsking
        && unlinkat(folder.number(), name.c_str(), 0) == 0;
}

FileDescriptor createAttachFile(const FileDescriptor &folder, const std::string &name)
{
    constexpr auto flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC;
    FileDescriptor file(openat(folder.number(), name.c_str(), flags, 0600));
    if (!file.isOpen() && errno == EEXIST && removeLeft(folder, name))
        return FileDescriptor(openat(folder.number(), name.c_str(), flags, 0600));
    return file;
}

// The file that tells HotSpot that SIGQUIT asks it to open its socket. Removed with the object.
class AttachFile {
public:
    AttachFile(const FileDescriptor &folder, std::string name)
        : m_folder(folder),
          m_name(std::move(name)),
          m_file(createAttachFile(folder, m_name))
    {
    }

    ~AttachFile()
    {
        if (m_file.isOpen())
            unlinkat(m_folder.number(), m_name.c_str(), 0);
    }

    AttachFile(const AttachFile &) = delete;
    AttachFile &operator=(const AttachFile &) = delete;

    bool isThere() const { return m_file.isOpen(); }

private:
    const FileDescriptor &m_folder;
    const std::string m_name;
    const FileDescriptor m_file;
};

// Opens the socket's file itself, so that it does not matter where its name leads later. Not open
// if it is no socket of the user's.
FileDescriptor findSocket(const FileDescriptor &folder, const std::string &name)
{
    FileDescriptor socket(openat(folder.number(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat file { };
    if (!socket.isOpen() || fstat(socket.number(), &file) != 0 || !S_ISSOCK(file.st_mode)
        || file.st_uid != geteuid())
        return {};
    return socket;
}

// Makes the machine listen at its socket, if it does not yet. Returns the socket's file.
Result<FileDescriptor> wake(const FileDescriptor &process, const FileDescriptor &folder,
                            const std::string &number, Clock::time_point deadline)
{
    const auto name = ".java_pid" + number;
    auto socket = findSocket(folder, name);
    if (socket.isOpen())
        return socket;
    const AttachFile file(folder, ".attach_pid" + number);
    if (!file.isThere())
        return errno == EEXIST ? refused("another program is asking it") : failedCall("create");
    if (syscall(SYS_pidfd_send_signal, process.number(), SIGQUIT, nullptr, 0) != 0)
        return failedCall("pidfd_send_signal");
    while (!(socket = findSocket(folder, name)).isOpen()) {
        if (!sleepUntil(deadline))
            return late();
    }
    return socket;
}

Result<FileDescriptor> connectTo(pid_t process, const FileDescriptor &file,
                                 Clock::time_point deadline)
{
    FileDescriptor socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{AF_UNIX, {}};
    const auto path = "/proc/self/fd/" + std::to_string(file.number());
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    while (::connect(socket.number(), reinterpret_cast<const sockaddr *>(&address), sizeof(address))
           != 0) {
        if (errno != EAGAIN && errno != EINTR)
            return failedCall("connect");
        if (!sleepUntil(deadline))
            return late();
    }
    ucred peer{};
    socklen_t size = sizeof(peer);
    if (getsockopt(socket.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return failedCall("getsockopt");
    if (peer.pid != process || peer.uid != geteuid())
        return refused("another process listens in its place");
    return socket;
}

// Asks for the map. Returns the answer, at most mostAnswer bytes of it.
Result<std::string> ask(const FileDescriptor &socket, Clock::time_point deadline)
{
    if (send(socket.number(), question.data(), question.size(), MSG_NOSIGNAL)
        != static_cast<ssize_t>(question.size()))
        return failedCall("send");
    std::string answer(mostAnswer, '\0');
    std::size_t size = 0;
    while (size < answer.size()) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
        pollfd readable{socket.number(), POLLIN, 0};
        if (left.count() <= 0 || poll(&readable, 1, static_cast<int>(left.count())) == 0)
            return late();
        const auto count = recv(socket.number(), answer.data() + size, answer.size() - size, 0);
        if (count == 0)
            break;
        if (count > 0)
            size += static_cast<std::size_t>(count);
        else if (errno != EINTR && errno != EAGAIN)
            return failedCall("recv");
    }
    answer.resize(size);
    return answer;
}

// Whether the map was written since `start`: HotSpot reports success even if it could not write.
// Compares whole seconds, as some file systems know no others.
bool hasWritten(const FileDescriptor &folder, const std::string &name, std::time_t start)
{
    struct stat file { };
    return fstatat(folder.number(), name.c_str(), &file, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG(file.st_mode) && file.st_uid == geteuid() && file.st_mtim.tv_sec >= start;
}

std::time_t fileTime()
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME_COARSE, &now); // as the kernel gives to files
    return now.tv_sec;
}

} // namespace

bool hasJavaMachine(pid_t process)
{
    return hasLibrary(process, "libjvm.so");
}

Result<WrittenPerfMap> askForPerfMap(pid_t process, std::chrono::milliseconds patience)
{
    const auto start = Clock::now();
    const auto deadline = start + patience;
    // From here on a reuse of the process's number cannot go unnoticed.
    const FileDescriptor handle(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
    if (!handle.isOpen())
        return errno == ESRCH ? Error{ErrorCode::ProcessGone, "Java", "it has ended"}
                              : failedCall("pidfd_open");
    EMBER_ASSIGN_OR_RETURN(const auto status, checkAskable(process));
    EMBER_ASSIGN_OR_RETURN(const auto folder, openScratch(process));
    const auto number = std::to_string(status.ownId);
    EMBER_ASSIGN_OR_RETURN(const auto file, wake(handle, folder, number, deadline));
    EMBER_ASSIGN_OR_RETURN(const auto socket, connectTo(process, file, deadline));
    const auto asked = fileTime();
    EMBER_ASSIGN_OR_RETURN(const auto answer, ask(socket, deadline));
    if (!answer.starts_with("0\n"))
        return Error{ErrorCode::UnsupportedVersion, "Java",
                     "it cannot write them; Java 17 and later can"};
    const auto name = "perf-" + number + ".map";
    if (!hasWritten(folder, name, asked))
        return Error{ErrorCode::FileNotWritable, "Java",
                     "it says that it has, but there is no new file /tmp/" + name};
    return WrittenPerfMap{
        "/tmp/" + name,
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start)};
}

} // namespace ember::capture
