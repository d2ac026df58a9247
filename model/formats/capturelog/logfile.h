// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <string>
#include <utility>

namespace ember::model::capturelog {

// The file of a log that is to be written, close-on-exec, with the lock that keeps other writers
// out for as long as the descriptor lives. The capture may not come about: an older log of its name
// stays what it is until begin(), and a file that was made for it goes with this object if it was
// never begun.
class NewLog {
public:
    // "-" is standard output. Errors: FileNotWritable, FileInUse, DiskFull, FileSizeLimited.
    static Result<NewLog> open(std::string path);

    NewLog(NewLog &&other) noexcept;
    NewLog &operator=(NewLog &&) = delete;
    ~NewLog();

    int fd() const { return m_fd; } // owned

    // There is something to write. Errors: FileNotWritable, FileInUse, DiskFull, FileSizeLimited.
    Result<void> begin();

    // The descriptor, with the lock, now the caller's.
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

// Opened and begun. Errors: FileNotWritable, FileInUse, DiskFull, FileSizeLimited.
Result<int> createLogFile(const std::string &path);

} // namespace ember::model::capturelog
