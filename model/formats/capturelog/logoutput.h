// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/framing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::model::capturelog {

// The file of a log that is to be written, close-on-exec, with the lock that keeps other writers
// out as long as the descriptor lives. An older log of that name stays unchanged until begin(). If
// begin() is not called, as the capture did not come about, a file that was created for the log is
// removed with this object.
class NewLog {
public:
    // Opens a log; "-" is standard output. Errors: FileNotWritable, FileInUse, DiskFull,
    // FileSizeLimited.
    static Result<NewLog> open(std::string path);

    NewLog(NewLog &&other) noexcept;
    NewLog &operator=(NewLog &&) = delete;
    ~NewLog();

    int fd() const { return m_fd; } // owned

    // Prepares the file for writing: empties an older log. Errors: FileNotWritable, FileInUse,
    // DiskFull, FileSizeLimited.
    Result<void> begin();

    // Passes the descriptor, with the lock, to the caller.
    int release() { return std::exchange(m_fd, -1); }

private:
    enum class Made : bool { Before, Now };

    NewLog(std::string path, int fd, Made made)
        : m_path(std::move(path)),
          m_fd(fd),
          m_made(made) { }

    std::string m_path;
    int m_fd;
    Made m_made;
    bool m_hasBegun = false;
};

// Collects records and writes them to a descriptor. After the first error everything is dropped. A
// file that was empty before then ends with a whole record, and has room for lastWords() after it.
class LogOutput {
public:
    explicit LogOutput(int fd) : m_fd(fd) { }

    void append(std::string_view bytes);
    void append(RecordType type, std::string_view payload);
    Result<void> flush();
    Result<void> state() const;
    // After an error at which the file was cut to whole records, writes these records, at most
    // lastWordsBytes, if the file has room. Otherwise does nothing.
    void lastWords(std::string_view records);

    // Number of bytes that are written or wait for it.
    std::uint64_t position() const { return m_written + m_buffer.size(); }

    std::uint64_t bytesWritten() const { return m_written; }

private:
    static constexpr std::size_t flushBytes = std::size_t(256) << 10U;

    static constexpr std::size_t lastWordsBytes = 512;

    void flushIfFull();
    // After an error, truncates a file to the whole records of the buffer that were written;
    // `start` is where the buffer begins.
    void cutBack(std::uint64_t start);

    int m_fd;
    std::string m_buffer;
    std::uint64_t m_written = 0;
    std::optional<Error> m_error;
    bool m_isCut = false; // after an error, the file was truncated to its last whole record
};

} // namespace ember::model::capturelog
