// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/commandline.h"
#include "capture/control/statuschannel.h"
#include "capture/log/logreceiver.h"
#include "capture/log/logsink.h"
#include "capture/naming/logrelay.h"
#include "capture/recorder.h"
#include "capture/recordsession.h"
#include "capture/sampling/tickclock.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

// Exit codes are part of the contract with scripts: the target's own status, or one of these.
namespace {

using namespace ember::capture;
using ember::model::Error;
using ember::model::ErrorCode;
using ember::model::Result;

constexpr int usageStatus = 2;
constexpr int captureFailedStatus = 125;
constexpr int notExecutableStatus = 126;
constexpr int notFoundStatus = 127;

void say(std::string_view kind, const std::string &text)
{
    // A program that shows our progress may have written an unfinished line to this terminal.
    const char *const start = isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "";
    const std::string line =
        std::string(start) + "emberchart-record: " + std::string(kind) + ": " + text + '\n';
    [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
}

std::string textOf(const Error &error)
{
    return std::string(codeName(error.code)) + ' ' + error.subject + ": " + error.detail;
}

void sayError(const Error &error)
{
    say("error", textOf(error));
}

int statusOf(const Error &error)
{
    switch (error.code) {
    case ErrorCode::CommandNotFound: return notFoundStatus;
    case ErrorCode::CommandNotExecutable: return notExecutableStatus;
    default: return captureFailedStatus;
    }
}

const char *textOf(ShimRefusal reason)
{
    switch (reason) {
    case ShimRefusal::Static: return "it is linked statically, so that no library can be added";
    case ShimRefusal::OtherPrivileges:
        return "it runs with other privileges, with which LD_PRELOAD is ignored";
    case ShimRefusal::ForeignLoader: return "it uses another C library";
    case ShimRefusal::Sanitizer:
        return "it is built with a sanitizer, whose library must be the first";
    }
    return "";
}

class Messages : public RecordObserver, public LogObserver {
public:
    // Which program prints the notices about the log for the user: the recorder itself, or the
    // reader of its status channel.
    enum class Teller { Recorder, StatusReader };

    Messages(const StatusChannel &status, Teller who, int progressFd)
        : m_status(status),
          m_teller(who),
          m_progressFd(progressFd)
    {
        if (progressFd >= 0) // a slow reader must not block the recorder
            fcntl(progressFd, F_SETFL, fcntl(progressFd, F_GETFL) | O_NONBLOCK);
    }

    void leakSanitizerFound(const std::string &program) override
    {
        say("note",
            program
                + " was built with LeakSanitizer, which cannot work in a traced program: set"
                  " ASAN_OPTIONS=detect_leaks=0 (--env ASAN_OPTIONS=detect_leaks=0)");
    }

    void frameTimesRefused(const std::string &program, ShimRefusal reason) override
    {
        say("note", "no frame times of " + program + ": " + textOf(reason));
    }

    void privilegesWithheld(const std::string &text) override { say("warning", text); }

    void runtimesAsked(const std::string &text) override { say("note", text); }

    void reportsLost(std::uint64_t dropped, std::uint64_t refused) override
    {
        say("warning",
            "of what the program reported, " + std::to_string(dropped)
                + " messages came faster than they were taken and are lost; "
                + std::to_string(refused)
                + " were refused: wrong, or of a process that is not recorded");
    }

    void kept(const std::string &path, const std::string &cause) override
    {
        say("note", "kept " + path + ": " + cause);
        m_status.kept(path);
    }

    void notKept(const Error &error) override
    {
        say("warning", "not kept: " + error.subject + ": " + error.detail);
    }

    void noticed(const Error &notice) override
    {
        if (m_teller == Teller::Recorder)
            say("warning", textOf(notice));
        m_status.warning(notice);
    }

    void progressed(const Progress &progress) override
    {
        if (m_progressFd < 0)
            return;
        const auto line = std::to_string(progress.samples) + ' ' + std::to_string(progress.threads)
            + ' ' + std::to_string(progress.missed) + '\n';
        [[maybe_unused]] const auto written = write(m_progressFd, line.data(), line.size());
    }

private:
    const StatusChannel &m_status;
    const Teller m_teller;
    const int m_progressFd;
};

// Opens /dev/null as each of the descriptors 0 to 2 that is closed, so that no file of ours gets
// its number. The target still starts with them closed.
void occupyStandardStreams()
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", O_RDWR | O_CLOEXEC);
    }
}

bool keepFromTarget(int fd)
{
    return fd < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

void warnOfRate(int rate, TickPlacement placement)
{
    if (isPrime(rate) || rate == 1 || placement == TickPlacement::Random)
        return;
    say("warning",
        "-F " + std::to_string(rate)
            + " is not prime: programs that work in step with it (every 10 ms, at 50 Hz, …) are"
              " caught at the same moment each time, and the shares are wrong; a prime near it is "
            + std::to_string(primeNear(rate, fastestRate)) + "; --jitter helps at any rate");
}

// Prints that the target still runs if the user could take the end of the capture for the end of
// the command.
void sayWhatRunsOn(const RecordOptions &options, const RecordOutcome &outcome)
{
    if (outcome.exit || options.atEnd == AtEnd::Kill)
        return;
    const auto pid = std::to_string(static_cast<int>(outcome.pid));
    const auto what =
        options.attachTo ? "process " + pid + " runs on" : "the command runs on as process " + pid;
    if (outcome.failure)
        say("note", "the capture ended early; " + what);
    else if (outcome.end == CaptureEnd::SizeReached)
        say("note", "the capture ended at the size limit of its log; " + what);
    else if (options.statusFd < 0
             && !options.attachTo) // otherwise the reader of the status channel prints it
        say("note", what);
}

int run(const RecordOptions &options)
{
    const StatusChannel status(options.statusFd);
    const auto fail = [&](const Error &error) {
        if (options.statusFd < 0) // otherwise the reader of the status channel prints it
            sayError(error);
        status.error(error);
        return statusOf(error);
    };
    const RecorderSignals signals(options.triggers.signal);
    const ClockAnchor anchor;
    Messages messages(
        status, options.statusFd < 0 ? Messages::Teller::Recorder : Messages::Teller::StatusReader,
        options.progressFd);
    const auto openLog = [&]() -> Result<std::unique_ptr<RecordSink>> {
        EMBER_ASSIGN_OR_RETURN(auto log, LogSink::open(options, anchor, messages));
        return std::unique_ptr<RecordSink>(std::move(log));
    };
    const auto outcome = record(options, signals, anchor, openLog, messages);
    if (!outcome)
        return fail(outcome.error());
    sayWhatRunsOn(options, *outcome);
    if (outcome->failure) {
        const int failedStatus = fail(*outcome->failure);
        const bool isEndedInExec = failedStatus == notExecutableStatus && outcome->exit;
        return isEndedInExec ? shellStatus(*outcome->exit) : failedStatus;
    }
    return outcome->exit ? shellStatus(*outcome->exit) : 0;
}

// Receives a capture of another machine; see logreceiver.h.
int receive(const std::vector<std::string> &arguments)
{
    const auto options = parseReceiver(arguments);
    if (!options) {
        sayError(options.error());
        return usageStatus;
    }
    const auto exit = receiveLog(*options);
    if (exit)
        endLike(*exit);
    // Prints the error to the stream that also gets the other machine's standard error.
    StatusChannel(STDERR_FILENO).error(exit.error());
    return statusOf(exit.error());
}

} // namespace

int main(int argc, char **argv)
{
    occupyStandardStreams();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    for (const auto &argument : arguments) {
        if (argument == "--")
            break;
        if (argument == "--help" || argument == "--version") {
            const std::string text = argument == "--help"
                ? usage()
                : std::string("emberchart-record " EMBER_VERSION "\n");
            return write(STDOUT_FILENO, text.data(), text.size()) < 0 ? 1 : 0;
        }
    }
    if (!arguments.empty() && arguments.front() == "--receive")
        return receive(arguments);
    const auto options = parseCommandLine(arguments);
    if (!options) {
        sayError(options.error());
        const std::string text = usage();
        [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
        return usageStatus;
    }
    for (const int fd : {options->controlFd, options->statusFd, options->progressFd}) {
        if (!keepFromTarget(fd)) {
            sayError({ErrorCode::InvalidArgument, std::to_string(fd), std::strerror(errno)});
            return usageStatus;
        }
    }
    warnOfRate(options->rate, options->placement);
    if (options->names == NamesInLog::Yes) {
        if (const auto named = nameStandardOutput(); !named) {
            sayError(named.error());
            return captureFailedStatus;
        }
    }
    try {
        return run(*options);
    } catch (const std::bad_alloc &) {
        sayError(outOfMemory());
        return captureFailedStatus;
        // No thread could be started, so the command was not launched.
    } catch (const std::system_error &refused) {
        sayError({ErrorCode::CaptureFailed, "thread",
                  refused.code().message() + "; nothing was started"});
        return captureFailedStatus;
    }
}
