// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/logfile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::capture {

// A capture log of another machine on its way into its file. What that machine sends is not to be
// trusted: a login script may greet before the log begins, and nothing there need keep to a limit.
// So nothing is written, and an older log of the name stays, until a log's header has come; what
// stands before it is skipped; and the disk's reserve and --max-size hold here as well.
class ArrivingLog {
public:
    // `path` is the name in errors. `maxSize`: what the recorder there was told.
    ArrivingLog(model::capturelog::NewLog log, std::string path,
                std::optional<std::uint64_t> maxSize);

    // The bytes that have come. Errors: those of NewLog::begin() and of writing; DiskFull, the
    // reserve is reached; FileNotFound or Truncated, somebody removed it; CaptureFailed, it is no
    // log, or much more than was asked for. After an error nothing is to be appended any more; what
    // was written is a log up to its last record.
    model::Result<void> append(std::string_view bytes);

    // Whether there is a log: else the file is what it was.
    bool hasBegun() const { return m_hasBegun; }

    std::uint64_t writtenBytes() const { return m_writtenBytes; }

    // What was skipped: how much of it, and its first words, a line without control characters.
    std::uint64_t skippedBytes() const { return m_skippedBytes; }

    std::string skippedWords() const;

private:
    model::Result<void> write(std::string_view bytes);
    void skip(std::size_t bytes);

    model::capturelog::NewLog m_log;
    std::string m_path;
    std::optional<std::uint64_t> m_mostBytes;
    std::uint64_t m_writtenBytes = 0;
    bool m_hasBegun = false;
    std::string m_waiting; // until it is known to be a log
    std::uint64_t m_skippedBytes = 0;
    std::string m_skippedStart;
};

} // namespace ember::capture
