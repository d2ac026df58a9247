// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/targetfiles.h"

#include "capture/system/childprocess.h"
#include "capture/system/filedescriptor.h"
#include "model/core/threadpriority.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <string>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr int unnoticedMs = 1000; // polling interval: the last close of the files causes no event
// Pause between two checks while the target prints all the time.
constexpr timespec restWhileIdle{0, 1'000'000};
constexpr std::uint64_t blockBytes = 4096;

// Whether the disk is nearly full: less than 256 MiB free, or half of a small disk. What the target
// prints during one rest must fit into that.
bool isShort(int file)
{
    struct statvfs disk { };

    if (fstatvfs(file, &disk) != 0)
        return false;
    const std::uint64_t unit = disk.f_frsize;
    const auto needed = std::min(disk.f_blocks * unit / 2, std::uint64_t(256) << 20U);
    return disk.f_bavail * unit < needed;
}

// The trimmer process. It was forked from a process with threads, so nothing in here may allocate
// or take a lock.
class Keeping {
public:
    Keeping(const std::array<int, 2> &files, int recorder, std::atomic<bool> &hasDropped)
        : m_recorder(recorder),
          m_hasDropped(hasDropped)
    {
        for (std::size_t i = 0; i < files.size(); ++i)
            m_files[i] = openAnew(files[i], O_RDWR);
        m_news = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
        for (const int file : files) {
            std::array<char, 32> path{};
            inotify_add_watch(m_news, pathOf(file, path), IN_MODIFY);
        }
        stepAside();
    }

    [[noreturn]] void run()
    {
        for (;;) {
            waitForNews();
            for (const int file : m_files)
                look(file);
            if (m_isAlone && std::ranges::all_of(m_files, isNobodys))
                _exit(0);
            nanosleep(&restWhileIdle, nullptr);
        }
    }

private:
    static const char *pathOf(int file, std::array<char, 32> &path)
    {
        std::snprintf(path.data(), path.size(), "/proc/self/fd/%d", file);
        return path.data();
    }

    // Opens the file again: the target's open file description goes away with its last process.
    static int openAnew(int file, int flags)
    {
        std::array<char, 32> path{};
        return ::open(pathOf(file, path), flags | O_CLOEXEC);
    }

    static void closeAll(unsigned first, unsigned last)
    {
        constexpr unsigned maxOnOldKernels = 4096;
        if (syscall(SYS_close_range, first, last, 0) == 0)
            return;
        for (unsigned number = first; number <= std::min(last, maxOnOldKernels); ++number)
            close(static_cast<int>(number));
    }

    // Leaves the recorder's session and closes its descriptors, so that a program that waits for
    // the end of the recorder's streams does not wait for this process.
    void stepAside()
    {
        setsid();
        prctl(PR_SET_NAME, "emberchart-spool");
        model::askToRunFirst(); // the trimmer does little, but must keep up with the output
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        std::array<int, 4> kept{m_files[0], m_files[1], m_news, m_recorder};
        std::ranges::sort(kept);
        int next = 0;
        for (const int descriptor : kept) {
            if (descriptor > next)
                closeAll(static_cast<unsigned>(next), static_cast<unsigned>(descriptor) - 1);
            next = std::max(next, descriptor + 1);
        }
        closeAll(static_cast<unsigned>(next), ~0U);
    }

    void waitForNews()
    {
        std::array<pollfd, 2> waited{
            {{m_news, POLLIN, 0}, {m_isAlone ? -1 : m_recorder, POLLIN, 0}}};
        poll(waited.data(), waited.size(), unnoticedMs);
        alignas(inotify_event) std::array<char, 4096> events{};
        while (read(m_news, events.data(), events.size()) > 0) { }
        m_isAlone = m_isAlone || waited[1].revents != 0;
    }

    void look(int file)
    {
        struct stat status { };

        if ((!m_isAlone && !isShort(file)) || fstat(file, &status) != 0 || status.st_blocks == 0)
            return;
        m_hasDropped = true;
        freeBefore(file, static_cast<std::uint64_t>(status.st_size));
    }

    // Whether the target has closed the file. The recorder holds a lock on the open file
    // description that the target inherited; the lock ends when the last copy is closed.
    static bool isNobodys(int file) { return flock(file, LOCK_EX | LOCK_NB) == 0; }

    std::array<int, 2> m_files{};
    int m_news = -1;
    int m_recorder;
    std::atomic<bool> &m_hasDropped;
    bool m_isAlone = false;
};

constexpr mode_t ownerOnly = 0600;

Result<FileDescriptor> openForWriting(const std::string &path, int flags)
{
    // Appends, because the target may truncate the file or open it again by /dev/stdout.
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | flags, ownerOnly));
    if (!file.isOpen())
        return Error{ErrorCode::FileNotWritable, path, std::strerror(errno)};
    return file;
}

std::string temporaryFolder()
{
    const char *folder = std::getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

// Opens a temporary file that has no name.
Result<FileDescriptor> openTemporary(std::string path)
{
    if (auto file = openForWriting(path, O_TMPFILE))
        return file;
    path += "/emberchart-XXXXXX"; // for file systems without O_TMPFILE
    FileDescriptor file(mkostemp(path.data(), O_APPEND | O_CLOEXEC));
    if (!file.isOpen())
        return Error{ErrorCode::FileNotWritable, path, std::strerror(errno)};
    unlink(path.c_str());
    return file;
}

Result<FileDescriptor> openInput(const std::string &path)
{
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (file.isOpen())
        return file;
    return Error{errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
                 std::strerror(errno)};
}

} // namespace

// Shared memory of the recorder and the trimmer process.
struct SpoolTrimmer::Shared {
    std::atomic<bool> hasDropped{false};
};

Result<std::unique_ptr<SpoolTrimmer>> SpoolTrimmer::start(const std::array<int, 2> &files)
{
    for (const int file : files) {
        if (flock(file, LOCK_EX | LOCK_NB) != 0)
            return failedCall("flock");
    }
    void *page =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return failedCall("mmap");
    std::unique_ptr<SpoolTrimmer> trimmer(new SpoolTrimmer(new (page) Shared));
    const FileDescriptor recorder(static_cast<int>(syscall(SYS_pidfd_open, getpid(), 0)));
    // Forks twice, so that this is not a child of the recorder: the recorder waits for all its
    // children and takes them for the target's.
    const pid_t between = fork();
    if (between < 0)
        return failedCall("fork");
    if (between == 0) {
        if (fork() == 0)
            Keeping(files, recorder.number(), trimmer->m_shared->hasDropped).run();
        _exit(0);
    }
    while (waitpid(between, nullptr, 0) < 0 && errno == EINTR) { }
    return trimmer;
}

SpoolTrimmer::~SpoolTrimmer()
{
    munmap(m_shared, sizeof(Shared));
}

bool SpoolTrimmer::hasDropped() const
{
    return m_shared->hasDropped;
}

Result<void> SpoolTrimmer::checkRoom(int file)
{
    if (!isShort(file))
        return {};
    return Error{ErrorCode::DiskFull, {}, "what the command prints is to wait there to be read"};
}

void freeBefore(int file, std::uint64_t offset)
{
    const auto end = offset - offset % blockBytes;
    if (end > 0)
        fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(end));
}

Result<TargetFiles> TargetFiles::open(const LaunchOptions &options, WhereLogGoes log)
{
    TargetFiles files;
    if (!options.standardInput.empty()) {
        EMBER_ASSIGN_OR_RETURN(files.input, openInput(options.standardInput));
    }
    if (!options.outputDirectory.empty()) {
        const auto &folder = options.outputDirectory;
        files.outputFolder = folder;
        EMBER_ASSIGN_OR_RETURN(files.output, openForWriting(folder + "/stdout", O_CREAT | O_TRUNC));
        EMBER_ASSIGN_OR_RETURN(files.errors, openForWriting(folder + "/stderr", O_CREAT | O_TRUNC));
    } else if (log == WhereLogGoes::StandardOutput) {
        files.outputFolder = temporaryFolder();
        EMBER_ASSIGN_OR_RETURN(files.output, openTemporary(files.outputFolder));
        EMBER_ASSIGN_OR_RETURN(files.errors, openTemporary(files.outputFolder));
        if (auto room = SpoolTrimmer::checkRoom(files.output.number()); !room)
            return Error{room.error().code, files.outputFolder,
                         room.error().detail
                             + ", and it is nearly full; TMPDIR names another"
                               " folder"};
        EMBER_ASSIGN_OR_RETURN(files.spool,
                               SpoolTrimmer::start({files.output.number(), files.errors.number()}));
    }
    return files;
}

} // namespace ember::capture
