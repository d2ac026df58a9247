// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"
#include "model/core/result.h"
#include "model/formats/capturelog/records.h"

#include <string>

namespace ember::capture {

// Copies whole segments of a ring into a log of its own, piece by piece while the capture
// continues. The copy is a readable log at any time.
class TriggerSnapshot {
public:
    // Offsets of the segments to copy in the file `fd`, which is not owned.
    struct Source {
        int fd = -1;
        std::uint64_t start = 0;
        std::uint64_t end = 0;
    };

    // Creates the file. Errors: FileNotWritable, DiskFull, FileSizeLimited.
    static model::Result<TriggerSnapshot> create(const std::string &path, const Source &source);

    // Copies at most so many bytes more. Errors: FileUnreadable, FileNotWritable, DiskFull,
    // FileSizeLimited.
    model::Result<void> copy(std::uint64_t bytes);
    // Copies all that is left.
    model::Result<void> copyAll() { return copy(m_source.end - m_source.start); }

    // Appends the End record after the last piece. `base` is the start time of the last segment
    // copied.
    model::Result<void> end(const model::capturelog::EndRecord &end, model::Timestamp base);
    void remove() const;

    bool isCopied() const { return m_source.start == m_source.end; }

    // Offset in the source up to which it is copied.
    std::uint64_t place() const { return m_source.start; }

    const std::string &path() const { return m_path; }

private:
    TriggerSnapshot(std::string path, FileDescriptor file, const Source &source)
        : m_path(std::move(path)),
          m_file(std::move(file)),
          m_source(source)
    {
    }

    model::Result<void> write(std::string_view bytes) const;

    std::string m_path;
    FileDescriptor m_file;
    Source m_source; // what is left to copy
};

} // namespace ember::capture
