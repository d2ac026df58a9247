// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/naming/imagestore.h"
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

// Passes a log on as it grows and puts the names of its addresses between the records. One thread
// passes on, so that names never hold up what is recorded, and opens the binaries while they are
// there; another, with a lower priority, looks the names up.
class LogRelay {
public:
    // Descriptors are not owned. `to` may be a pipe, a socket or a file.
    LogRelay(int from, int to, SymbolPaths paths);

    // Until `from` ends and all names are written. What is no log is passed on as it is. Errors:
    // FileNotWritable, DiskFull, FileSizeLimited: nobody reads `to` any more.
    model::Result<void> run();

private:
    struct Record {
        model::capturelog::RecordType type;
        std::string payload;
    };

    // What the naming thread is given, in the log's order.
    struct News {
        std::vector<ElfFile> files; // that the records tell of
        std::vector<Record> records;
    };

    model::Result<void> passOn();
    model::Result<void> passOn(std::string_view block);
    std::size_t takeRecords(std::string &passed);
    void take(const model::capturelog::RawRecord &record, std::string &passed);
    void giveToNamer(News news);
    model::Result<void> write(const std::vector<model::capturelog::ImageSymbols> &names);
    void nameUntilEnd();
    model::Result<void> name(News news);
    bool waitForNews(News &news);
    void finishNaming();

    int m_from;
    int m_to;
    LogNamer m_namer; // the naming thread's as long as it runs
    std::string m_bytes; // read, but not passed on
    bool m_hasHeader = false;
    ImageStore m_images;

    std::mutex m_writing; // guards `to` and what follows; between two records whenever it is free
    std::uint64_t m_addedBytes = 0; // names in this segment
    bool m_isPlain = false; // not to be understood: passed on as it is

    std::mutex m_mutex; // guards what follows
    std::condition_variable m_news;
    News m_waiting;
    bool m_isOver = false;
};

} // namespace ember::capture
