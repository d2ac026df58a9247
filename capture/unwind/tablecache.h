// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cache/diskcache.h"
#include "capture/procfs/mappedimage.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

namespace ember::capture {

class UnwindTable;

// Unwind tables by file, so that all processes that map a library share its table; and by build-id
// on disk, so that the next capture does. Any thread.
class TableCache {
public:
    // Tables nobody uses are dropped, oldest first, once all together take more than `byteLimit`.
    static constexpr std::size_t defaultByteLimit = std::size_t(64) << 20U;

    explicit TableCache(std::size_t byteLimit = defaultByteLimit,
                        DiskCache disk = DiskCache(DiskCache::Options()));
    ~TableCache();

    // In the user's cache folder, for programs that are started anew for each capture.
    static DiskCache userDisk();

    TableCache(const TableCache &) = delete;
    TableCache &operator=(const TableCache &) = delete;

    // A file without usable unwind information has an empty table. Null: the file is not at its
    // path any more, or another one is; where it is now the maps say. Reads the file the first
    // time; others that want the same table meanwhile wait.
    std::shared_ptr<const UnwindTable> tableFor(const MappedImage &image);

    std::size_t bytes() const;

private:
    // A file, or an image in memory (then buildId and the size tell them apart).
    struct Key {
        FileIdentity file;
        std::string buildId;

        friend bool operator<(const Key &left, const Key &right)
        {
            return std::tie(left.file, left.buildId) < std::tie(right.file, right.buildId);
        }
    };

    struct Entry {
        std::shared_ptr<const UnwindTable> table;
        std::list<Key>::iterator age;
    };

    static Key keyOf(const MappedImage &image);
    // Null as above.
    std::shared_ptr<const UnwindTable> load(const MappedImage &image) const;
    void dropUnused();

    mutable std::mutex m_mutex;
    std::map<Key, Entry> m_entries;
    std::list<Key> m_ages; // newest use last
    std::size_t m_bytes = 0;
    const std::size_t m_byteLimit;
    const DiskCache m_disk;
};

} // namespace ember::capture
