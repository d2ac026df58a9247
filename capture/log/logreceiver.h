// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/logoutput.h"
#include "model/profile/threads.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::capture {

// Text that another machine prints before or after the log. Counts its bytes and keeps its start.
class ForeignText {
public:
    // A stream with more text than this counts as no capture.
    static constexpr std::uint64_t maxBytes = std::uint64_t(1) << 20U;

    void add(std::string_view text);

    std::uint64_t bytes() const { return m_bytes; }

    // The first 160 bytes of the text on one line: control characters as blanks, what is not ASCII
    // as "?". "…" follows if the text is longer.
    std::string words() const;

private:
    static constexpr std::size_t keptBytes = 160;

    std::uint64_t m_bytes = 0;
    std::string m_start;
};

// Follows the records of a log through its bytes, as they arrive, to its End record.
class LogEndFinder {
public:
    // Returns how many of the bytes belong to the log up to its End record. They must follow the
    // file header, or the bytes of the call before.
    std::size_t take(std::string_view bytes);

private:
    bool beginsRecord();

    std::string m_record; // type and length of the open record; all bytes of an End record
    std::uint64_t m_left = 0; // bytes of the open record that can be skipped
    bool m_hasFound = false;
};

// Writes the capture log that arrives from another machine into a file. The sender is not trusted:
// a login script may print text before the log begins and after it has ended, and nothing enforces
// limits there. So nothing is written, and an older log of the same name stays, until a log header
// has arrived; text before the header is skipped; after the End record only records are written, of
// which the last may be cut off; and the disk reserve and --max-size are enforced here as well.
class ArrivingLog {
public:
    // `path` is used in errors only. `maxSize`: the limit the remote recorder was given.
    ArrivingLog(model::capturelog::NewLog log, std::string path,
                std::optional<std::uint64_t> maxSize);

    // Appends bytes as they arrive. Errors: those of NewLog::begin() and of writing; DiskFull (the
    // reserve is reached); FileNotFound or Truncated (the file was removed or cut); CaptureFailed
    // (this is no log, or far more than was asked for). Do not append after an error; the file is a
    // readable log up to its last record.
    model::Result<void> append(std::string_view bytes);
    // Call when nothing more will arrive. Errors: those of writing.
    model::Result<void> finish();

    // Whether a header has arrived. If not, the file is unchanged.
    bool hasBegun() const { return m_hasBegun; }

    std::uint64_t writtenBytes() const { return m_writtenBytes; }

    const ForeignText &textBefore() const { return m_before; }

    // The text after the End record; complete once finish() was called.
    const ForeignText &textBehind() const { return m_behind; }

private:
    model::Result<void> take(std::string_view bytes);
    model::Result<void> takeBehindEnd();
    model::Result<void> write(std::string_view bytes);

    model::capturelog::NewLog m_log;
    std::string m_path;
    std::optional<std::uint64_t> m_mostBytes;
    std::uint64_t m_writtenBytes = 0;
    bool m_hasBegun = false;
    std::string m_waiting; // bytes of a header or record that is not yet complete
    LogEndFinder m_end;
    ForeignText m_before;
    ForeignText m_behind;
};

// Options of the process that receives a capture from another machine and outlives the window that
// started it: emberchart-record --receive LOG [--max-size SIZE] -- SSH ARGUMENT…
struct ReceiverOptions {
    std::string logPath;
    std::optional<std::uint64_t> maxSize;
    std::vector<std::string> command; // ssh by its path, and its arguments
};

// Errors: InvalidArgument.
model::Result<ReceiverOptions> parseReceiver(std::span<const std::string> arguments);

// Runs the command with our standard input and writes the log that it prints (see ArrivingLog). Its
// standard error is passed on, up to 8 MiB. An error of the log is written to standard error as a
// line of statuschannel.h and ends the command. Returns how the command ended: with status 127 if
// exec fails. Single-threaded. Errors: CaptureFailed (no process or pipe can be made); those of
// NewLog.
model::Result<model::ExitStatus> receiveLog(const ReceiverOptions &options);

// Ends this process with the same exit status or signal as another process.
[[noreturn]] void endLike(const model::ExitStatus &exit);

} // namespace ember::capture
