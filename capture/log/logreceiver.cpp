// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/logreceiver.h"

#include "capture/control/commandline.h"
#include "capture/control/statuschannel.h"
#include "capture/system/childprocess.h"
#include "capture/system/diskroom.h"
#include "model/core/files.h"
#include "model/formats/capturelog/framing.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;
namespace log = model::capturelog;

namespace {

// Most bytes of a record's type and length, and bytes of its checksum.
constexpr std::size_t longestHead = 11;
constexpr std::size_t recordChecksumBytes = 4;
// Number of bytes that names of symbols may take beyond --max-size at least: a recorder does not
// count them.
constexpr std::uint64_t minRoomForNames = std::uint64_t(16) << 20U;

std::optional<std::uint64_t> boundOf(std::optional<std::uint64_t> maxSize)
{
    if (!maxSize)
        return std::nullopt;
    return *maxSize + std::max(*maxSize, minRoomForNames);
}

// Offset at which a log header begins, or may begin if the bytes end within it; the size if there
// is none.
std::size_t possibleStart(std::string_view bytes)
{
    for (std::size_t place = 0; place < bytes.size(); ++place) {
        place = bytes.find(log::fileMagic.front(), place);
        if (place == std::string_view::npos)
            return bytes.size();
        if (log::canBeFileHeader(bytes.substr(place)))
            return place;
    }
    return bytes.size();
}

constexpr int pipeBytes = 1 << 20; // bridges the time until a busy machine writes
// Bytes of standard error that are passed on.
constexpr std::size_t maxWords = std::size_t(8) << 20U;
constexpr int notFoundStatus = 127;

// Runs the command in the child by exec, with its output in these pipes. The child dies with its
// parent, because nothing else reads its output.
[[noreturn]] void become(const std::vector<std::string> &command, int output, int errors)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    signal(SIGXFSZ, SIG_DFL);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    std::vector<char *> words;
    for (const auto &word : command)
        words.push_back(const_cast<char *>(word.c_str()));
    words.push_back(nullptr);
    execv(words.front(), words.data());
    _exit(notFoundStatus);
}

// Runs one command to its end and writes the log that it prints.
class Receiver {
public:
    static Result<Receiver> start(const ReceiverOptions &options)
    {
        EMBER_ASSIGN_OR_RETURN(auto log, model::capturelog::NewLog::open(options.logPath));
        EMBER_ASSIGN_OR_RETURN(auto output, Pipe::open());
        EMBER_ASSIGN_OR_RETURN(auto errors, Pipe::open());
        for (const Pipe *pipe : {&output, &errors})
            fcntl(pipe->readEnd.number(), F_SETFL, O_NONBLOCK);
        fcntl(output.writeEnd.number(), F_SETPIPE_SZ, pipeBytes);
        signal(SIGXFSZ, SIG_IGN); // write() reports it as an error
        const pid_t pid = fork();
        if (pid < 0)
            return failedCall("fork");
        if (pid == 0)
            become(options.command, output.writeEnd.number(), errors.writeEnd.number());
        FileDescriptor end(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
        return Receiver(pid, std::move(end), std::move(output.readEnd), std::move(errors.readEnd),
                        ArrivingLog(std::move(log), options.logPath, options.maxSize));
    }

    model::ExitStatus run()
    {
        while (!hasEnded())
            takeAll();
        takeAll();
        if (!m_hasFailed)
            report(m_log.finish());
        sayLeftOut("after", m_log.textBehind());
        return exitStatus();
    }

private:
    Receiver(pid_t pid, FileDescriptor end, FileDescriptor output, FileDescriptor errors,
             ArrivingLog log)
        : m_pid(pid),
          m_end(std::move(end)),
          m_output(std::move(output)),
          m_errors(std::move(errors)),
          m_log(std::move(log))
    {
    }

    // Waits for output, or for the end of the command that sends the log, and returns whether the
    // command has ended. The end of standard error is not waited for: a master connection that ssh
    // leaves behind keeps it open.
    bool hasEnded() const
    {
        std::array<pollfd, 3> waited{{{m_output.number(), POLLIN, 0},
                                      {m_errors.number(), POLLIN, 0},
                                      {m_end.number(), POLLIN, 0}}};
        return poll(waited.data(), waited.size(), -1) > 0 && waited.back().revents != 0;
    }

    // Reads all that is available. Standard error comes first: it may say why there is no log.
    void takeAll()
    {
        takeFrom(m_errors, [this](std::string_view bytes) { passOn(bytes); });
        takeFrom(m_output, [this](std::string_view bytes) { take(bytes); });
    }

    template<typename Take>
    void takeFrom(FileDescriptor &from, Take take)
    {
        constexpr int maxReads = 64; // per turn, so that the other pipe is read as well
        std::vector<char> bytes(std::size_t(64) << 10U);
        for (int reads = 0; from.isOpen() && reads < maxReads; ++reads) {
            const auto count = read(from.number(), bytes.data(), bytes.size());
            if (count < 0)
                return;
            if (count == 0)
                from.close();
            else
                take({bytes.data(), static_cast<std::size_t>(count)});
        }
    }

    void passOn(std::string_view words)
    {
        words = words.substr(0, maxWords - m_words);
        m_words += words.size();
        [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words.data(), words.size());
    }

    void take(std::string_view bytes)
    {
        if (m_hasFailed)
            return;
        const bool hadBegun = m_log.hasBegun();
        const auto appended = m_log.append(bytes);
        if (!hadBegun && m_log.hasBegun())
            sayLeftOut("before", m_log.textBefore());
        report(appended);
    }

    void report(const Result<void> &outcome)
    {
        if (outcome)
            return;
        m_hasFailed = true;
        StatusChannel(STDERR_FILENO).error(outcome.error());
        kill(m_pid, SIGTERM);
    }

    static void sayLeftOut(std::string_view where, const ForeignText &text)
    {
        if (text.bytes() == 0)
            return;
        const std::string note = "emberchart-record: note: " + std::to_string(text.bytes())
            + " bytes that came " + std::string(where)
            + " the capture are left out (a script there prints to standard output?): “"
            + text.words() + "”\n";
        [[maybe_unused]] const auto written = ::write(STDERR_FILENO, note.data(), note.size());
    }

    model::ExitStatus exitStatus() const
    {
        int status = 0;
        while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
        return exitStatusOf(status);
    }

    pid_t m_pid;
    FileDescriptor m_end;
    FileDescriptor m_output;
    FileDescriptor m_errors;
    ArrivingLog m_log;
    std::size_t m_words = 0;
    bool m_hasFailed = false;
};

} // namespace

void ForeignText::add(std::string_view text)
{
    m_bytes += text.size();
    m_start += text.substr(0, keptBytes - m_start.size());
}

std::string ForeignText::words() const
{
    std::string words;
    for (const char c : m_start) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > ' ' && byte < 0x7f)
            words += c;
        else if (byte >= 0x7f)
            words += '?'; // an incomplete UTF-8 sequence, or a control character
        else if (!words.empty() && words.back() != ' ')
            words += ' ';
    }
    while (words.ends_with(' '))
        words.pop_back();
    return words + (m_bytes > keptBytes ? "…" : "");
}

std::size_t LogEndFinder::take(std::string_view bytes)
{
    std::size_t used = 0;
    while (used < bytes.size() && !m_hasFound) {
        const auto passed =
            static_cast<std::size_t>(std::min<std::uint64_t>(m_left, bytes.size() - used));
        m_left -= passed;
        used += passed;
        if (used == bytes.size())
            break;
        m_record += bytes[used++];
        if (!beginsRecord())
            continue;
        m_hasFound = m_left == 0 && log::scanRecord(m_record).state == log::ScanState::Record;
        m_record.clear();
    }
    return used;
}

// Returns whether the head of a record is complete, or the whole record if it is an End: its
// checksum is verified, so that bytes of a damaged stream are not taken for the end.
bool LogEndFinder::beginsRecord()
{
    log::ByteReader head(m_record);
    const auto type = log::RecordType(head.byte());
    const auto length = head.varint();
    if (head.hasFailed()) {
        if (m_record.size() <= longestHead)
            return false;
        // No record begins like this, so the start of the next one is unknown: all further bytes
        // are passed on as they are.
        m_left = std::numeric_limits<std::uint64_t>::max();
        return true;
    }
    const auto rest = length + recordChecksumBytes;
    if (type != log::RecordType::End || length > log::maxRecordBytes) {
        m_left = rest;
        return true;
    }
    return head.remaining() == rest;
}

ArrivingLog::ArrivingLog(log::NewLog log, std::string path, std::optional<std::uint64_t> maxSize)
    : m_log(std::move(log)),
      m_path(std::move(path)),
      m_mostBytes(boundOf(maxSize))
{
}

Result<void> ArrivingLog::append(std::string_view bytes)
{
    if (bytes.empty())
        return {};
    if (m_hasBegun)
        return take(bytes);
    m_waiting += bytes;
    const auto start = possibleStart(m_waiting);
    m_before.add(std::string_view(m_waiting).substr(0, start));
    m_waiting.erase(0, start);
    if (m_before.bytes() > ForeignText::maxBytes)
        return Error{ErrorCode::CaptureFailed, m_path,
                     "what came from the other machine is no capture: “" + m_before.words() + "”"};
    if (m_waiting.size() < log::fileHeaderBytes)
        return {};
    m_hasBegun = true;
    EMBER_RETURN_IF_ERROR(m_log.begin());
    const auto arrived = std::exchange(m_waiting, {});
    EMBER_RETURN_IF_ERROR(write(std::string_view(arrived).substr(0, log::fileHeaderBytes)));
    return take(std::string_view(arrived).substr(log::fileHeaderBytes));
}

Result<void> ArrivingLog::take(std::string_view bytes)
{
    const auto own = m_end.take(bytes);
    EMBER_RETURN_IF_ERROR(write(bytes.substr(0, own)));
    if (own == bytes.size())
        return {};
    if (m_behind.bytes() > 0)
        m_behind.add(bytes.substr(own));
    else
        m_waiting += bytes.substr(own);
    EMBER_RETURN_IF_ERROR(takeBehindEnd());
    if (m_behind.bytes() <= ForeignText::maxBytes)
        return {};
    return Error{ErrorCode::CaptureFailed, m_path,
                 "what came after the capture is no part of it: “" + m_behind.words() + "”"};
}

// Writes the Symbols records that may follow the end of a log. The first bytes that are no record,
// and all after them, are text.
Result<void> ArrivingLog::takeBehindEnd()
{
    std::size_t whole = 0;
    auto scan = log::scanRecord(m_waiting);
    for (; scan.state == log::ScanState::Record;
         scan = log::scanRecord(std::string_view(m_waiting).substr(whole)))
        whole += scan.record.bytes;
    EMBER_RETURN_IF_ERROR(write(std::string_view(m_waiting).substr(0, whole)));
    m_waiting.erase(0, whole);
    if (scan.state == log::ScanState::Corrupt)
        m_behind.add(std::exchange(m_waiting, {}));
    return {};
}

Result<void> ArrivingLog::finish()
{
    const auto rest = std::exchange(m_waiting, {});
    if (!m_hasBegun || rest.empty())
        return {};
    // A Symbols record that was cut off is written: readers of the log report it.
    if (log::RecordType(rest.front()) == log::RecordType::Symbols)
        return write(rest);
    m_behind.add(rest);
    return {};
}

Result<void> ArrivingLog::write(std::string_view bytes)
{
    if (bytes.empty())
        return {};
    if (m_mostBytes && m_writtenBytes + bytes.size() > *m_mostBytes)
        return Error{ErrorCode::CaptureFailed, m_path,
                     "the other machine sent more than --max-size and the names on top of it can "
                     "come to; what had arrived is kept"};
    EMBER_RETURN_IF_ERROR(checkDiskRoom(m_log.fd(), m_path, bytes.size()));
    if (m_path != "-")
        EMBER_RETURN_IF_ERROR(checkStillThere(m_log.fd(), m_path, m_writtenBytes));
    const auto written = model::writeAll(m_log.fd(), bytes, m_writtenBytes);
    if (!written)
        return Error{written.error().code, m_path, written.error().detail};
    return {};
}

Result<ReceiverOptions> parseReceiver(std::span<const std::string> arguments)
{
    const Error fault{ErrorCode::InvalidArgument, "--receive", "LOG [--max-size SIZE] -- SSH…"};
    const auto command = std::ranges::find(arguments, "--");
    const std::span options(arguments.begin(), command);
    ReceiverOptions parsed;
    for (std::size_t i = 0; i + 1 < options.size(); i += 2) {
        const auto &value = options[i + 1];
        if (options[i] == "--receive") {
            parsed.logPath = value;
        } else if (options[i] == "--max-size") {
            parsed.maxSize = parseSize(value);
            if (parsed.maxSize.value_or(0) == 0)
                return Error{ErrorCode::InvalidArgument, "--max-size",
                             "a size as 500MB or 2GiB, not " + value};
        } else {
            return fault;
        }
    }
    if (command != arguments.end())
        parsed.command.assign(command + 1, arguments.end());
    if (options.size() % 2 != 0 || parsed.logPath.empty() || parsed.command.empty())
        return fault;
    return parsed;
}

Result<model::ExitStatus> receiveLog(const ReceiverOptions &options)
{
    EMBER_ASSIGN_OR_RETURN(auto receiver, Receiver::start(options));
    return receiver.run();
}

void endLike(const model::ExitStatus &exit)
{
    if (exit.bySignal) {
        const rlimit noCore{};
        setrlimit(RLIMIT_CORE, &noCore);
        signal(exit.code, SIG_DFL);
        raise(exit.code);
    }
    _exit(shellStatus(exit));
}

} // namespace ember::capture
