// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/logrelay.h"

#include "capture/control/recordersignals.h"
#include "capture/system/childprocess.h"
#include "model/core/files.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace log = model::capturelog;
using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::size_t relayReadBytes = std::size_t(256) << 10U;
// Lower priority than the recorded program, but not so low that nothing is named when the program
// takes all CPUs.
constexpr int namingPriority = 10;

// Interval between batches of names: each batch makes readers of the log read it again.
constexpr std::chrono::milliseconds batchInterval(250);

Result<void> send(int file, std::string_view bytes)
{
    const auto sent = model::writeAll(file, bytes);
    return sent ? Result<void>() : Error{sent.error().code, "capture log", sent.error().detail};
}

constexpr int pipeBytes = 1 << 20; // bridges the time until a busy machine copies
constexpr int captureFailedStatus = 125;

std::atomic<pid_t> recorder{0};

std::atomic<std::int64_t> firstRequest{0}; // seconds of the monotonic clock; 0: there was none

bool isRepeated()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    std::int64_t first = 0;
    if (firstRequest.compare_exchange_strong(first, now.tv_sec))
        return false;
    return now.tv_sec - first > EndWatch::repeatTime.count();
}

// Signal handler: forwards a request to end to the recorder, unless it came from a terminal, which
// sends it to both. A second request means that the user does not want to wait for a reader that
// does not read: this process ends.
void passOn(int signal, siginfo_t *info, void *)
{
    const pid_t pid = recorder.load();
    if (pid > 0 && info->si_code != SI_KERNEL)
        kill(pid, signal);
    if (isRepeated())
        _exit(shellStatus({.code = signal, .bySignal = true}));
}

// Prepares the relay process: forwards requests to end to the recorder and gives up standard input,
// which is the recorder's. Ignores SIGPIPE: write() then reports a closed reader.
void stepBack()
{
    struct sigaction action { };
    action.sa_sigaction = passOn;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    for (const int request : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        sigaction(request, &action, nullptr);
    signal(SIGPIPE, SIG_IGN);
    const FileDescriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    dup2(nothing.number(), STDIN_FILENO);
}

int waitForRecorder()
{
    int status = 0;
    while (waitpid(recorder, &status, 0) < 0) {
        if (errno != EINTR)
            return captureFailedStatus;
    }
    return shellStatus(exitStatusOf(status));
}

[[noreturn]] void relay(FileDescriptor from)
{
    stepBack();
    {
        LogRelay names(from.number(), STDOUT_FILENO, userSymbolPaths());
        // The error is ignored here: when this process ends, the recorder's pipe breaks and the
        // recorder reports it.
        static_cast<void>(names.run());
    }
    from.close();
    _exit(waitForRecorder());
}

} // namespace

LogRelay::LogRelay(int from, int to, SymbolPaths paths)
    : m_from(from),
      m_to(to),
      m_namer(std::move(paths))
{
}

Result<void> LogRelay::run()
{
    std::thread naming([this] { nameUntilEnd(); });
    const auto passed = passOn();
    finishNaming();
    naming.join();
    EMBER_RETURN_IF_ERROR(passed);
    // The recording has ended and its user waits: name the rest at full priority.
    EMBER_RETURN_IF_ERROR(name(std::exchange(m_waiting, {})));
    return write(m_namer.nameRest());
}

Result<void> LogRelay::passOn()
{
    std::string block(relayReadBytes, '\0');
    for (;;) {
        // Polls `to` as well, to notice a closed reader while there is nothing to write.
        std::array<pollfd, 2> waited{{{m_from, POLLIN, 0}, {m_to, 0, 0}}};
        if (poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR)
            return Error{ErrorCode::FileUnreadable, "capture log", std::strerror(errno)};
        if ((waited[1].revents & (POLLERR | POLLHUP)) != 0)
            return Error{ErrorCode::FileNotWritable, "capture log", std::strerror(EPIPE)};
        const auto count = waited[0].revents != 0 ? read(m_from, block.data(), block.size()) : -1;
        if (count == 0)
            break;
        if (count > 0)
            EMBER_RETURN_IF_ERROR(
                passOn(std::string_view(block).substr(0, static_cast<std::size_t>(count))));
    }
    const std::lock_guard lock(m_writing);
    m_isPlain |= !m_bytes.empty(); // names inserted into half a record would not be found
    return send(m_to, m_bytes);
}

Result<void> LogRelay::passOn(std::string_view block)
{
    m_bytes += block;
    const std::lock_guard lock(m_writing);
    std::string passed;
    if (!m_isPlain)
        m_bytes.erase(0, consumeRecords(passed));
    if (m_isPlain)
        passed += std::exchange(m_bytes, {});
    return send(m_to, passed);
}

// Copies whole records. Returns the number of bytes used.
std::size_t LogRelay::consumeRecords(std::string &passed)
{
    std::size_t used = 0;
    if (!m_hasHeader) {
        if (m_bytes.size() < log::fileHeaderBytes)
            return 0;
        m_isPlain = !log::checkFileHeader("capture log", m_bytes);
        m_hasHeader = true;
        used = log::fileHeaderBytes;
        passed.append(m_bytes, 0, used);
    }
    News news;
    while (!m_isPlain) {
        const auto scan = log::scanRecord(std::string_view(m_bytes).substr(used));
        m_isPlain = scan.state == log::ScanState::Corrupt;
        if (scan.state != log::ScanState::Record)
            break;
        if (auto file = m_images.keep(scan.record))
            news.files.push_back(std::move(*file));
        if (LogNamer::isOfInterest(scan.record.type))
            news.records.push_back({scan.record.type, std::string(scan.record.payload)});
        take(scan.record, passed);
        used += scan.record.bytes;
    }
    giveToNamer(std::move(news));
    return used;
}

// Adds a record to the output. A SegmentEnd record contains the segment's length, which must
// include the names that were added.
void LogRelay::take(const log::RawRecord &record, std::string &passed)
{
    if (record.type == log::RecordType::Segment)
        m_addedBytes = 0;
    if (record.type != log::RecordType::SegmentEnd || m_addedBytes == 0) {
        log::appendRecord(passed, record.type, record.payload);
        return;
    }
    log::ByteReader from(record.payload);
    auto end = log::decode<log::SegmentEndRecord>(from, {});
    end.bytes += m_addedBytes;
    passed += log::recordBytes(end, {});
}

void LogRelay::giveToNamer(News news)
{
    if (news.records.empty())
        return;
    const std::lock_guard lock(m_mutex);
    std::ranges::move(news.files, std::back_inserter(m_waiting.files));
    std::ranges::move(news.records, std::back_inserter(m_waiting.records));
    m_news.notify_one();
}

Result<void> LogRelay::write(const std::vector<log::ImageSymbols> &names)
{
    std::string bytes;
    for (const auto &image : names) {
        for (const auto &payload : log::encodeSymbols(image))
            log::appendRecord(bytes, log::RecordType::Symbols, payload);
    }
    const std::lock_guard lock(m_writing);
    if (m_isPlain)
        return {};
    m_addedBytes += bytes.size();
    return send(m_to, bytes);
}

void LogRelay::nameUntilEnd()
{
    setpriority(PRIO_PROCESS, 0, namingPriority); // applies to this thread only
    News news;
    while (waitForNews(news) && name(std::move(news))) { }
}

Result<void> LogRelay::name(News news)
{
    for (auto &file : news.files)
        m_namer.take(std::move(file));
    for (const auto &record : news.records)
        m_namer.take(record.type, record.payload);
    return write(m_namer.nameNew());
}

// Waits for work. False: the log has ended and all work is done.
bool LogRelay::waitForNews(News &news)
{
    std::unique_lock lock(m_mutex);
    m_news.wait(lock, [this] { return m_isOver || !m_waiting.records.empty(); });
    if (m_news.wait_for(lock, batchInterval, [this] { return m_isOver; }))
        return false;
    news = std::exchange(m_waiting, {});
    return true;
}

void LogRelay::finishNaming()
{
    const std::lock_guard lock(m_mutex);
    m_isOver = true;
    m_news.notify_one();
}

Result<void> nameStandardOutput()
{
    EMBER_ASSIGN_OR_RETURN(auto pipe, Pipe::open());
    fcntl(pipe.writeEnd.number(), F_SETPIPE_SZ, pipeBytes);
    const pid_t pid = fork();
    if (pid < 0)
        return failedCall("fork");
    if (pid > 0) {
        recorder = pid;
        pipe.writeEnd.close();
        relay(std::move(pipe.readEnd));
    }
    if (dup2(pipe.writeEnd.number(), STDOUT_FILENO) != STDOUT_FILENO)
        return failedCall("dup2");
    return {};
}

} // namespace ember::capture
