// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/lognamer.h"
#include "model/core/result.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Copies a growing log from one descriptor to another and inserts Symbols records between its
// records. One thread copies, so that names never delay the recording, and opens binaries while
// they exist; a second one with lower priority looks names up.
class LogRelay {
public:
    // Descriptors are not owned. `to` may be a pipe, a socket or a file.
    LogRelay(int from, int to, SymbolPaths paths);

    // Runs until `from` ends and all names are written. Input that is no log is copied unchanged.
    // Errors: FileUnreadable, FileNotWritable (also if the reader of `to` has gone away), DiskFull,
    // FileSizeLimited.
    model::Result<void> run();

private:
    struct Record {
        model::capturelog::RecordType type;
        std::string payload;
    };

    // Work for the naming thread, in the log's order.
    struct News {
        std::vector<ElfFile> files; // opened binaries that the records name
        std::vector<Record> records;
    };

    model::Result<void> passOn();
    model::Result<void> passOn(std::string_view block);
    std::size_t consumeRecords(std::string &passed);
    void take(const model::capturelog::RawRecord &record, std::string &passed);
    void giveToNamer(News news);
    model::Result<void> write(const std::vector<model::capturelog::ImageSymbols> &names);
    void nameUntilEnd();
    model::Result<void> name(News news);
    bool waitForNews(News &news);
    void finishNaming();

    int m_from;
    int m_to;
    LogNamer m_namer; // owned by the naming thread while that runs
    std::string m_bytes; // read, but not yet copied
    bool m_hasHeader = false;
    ImageStore m_images;

    std::mutex m_writing; // guards `to` and the members below; free only between two records
    std::uint64_t m_addedBytes = 0; // bytes of Symbols records added to the current segment
    bool m_isPlain = false; // the rest of the input is no log: it is copied unchanged

    std::mutex m_mutex; // guards the members below
    std::condition_variable m_news;
    News m_waiting;
    bool m_isOver = false;
};

// Forks a process that adds symbol names to the log on its way to standard output (LogRelay).
// Returns in the child, which is to record and has a pipe to the relay for standard output; the
// calling process becomes the relay and exits with the child's status. Call before anything is
// opened or started. A separate process keeps the memory for names, and the damage of bad debug
// information, away from the recorder. Errors: CaptureFailed.
model::Result<void> nameStandardOutput();

} // namespace ember::capture
