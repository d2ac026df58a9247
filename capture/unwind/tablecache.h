// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/cache/diskcache.h"
#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"
#include "capture/procfs/processimages.h"
#include "capture/unwind/unwindtable.h"
#include "model/core/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ember::capture {

// A section whose bytes are in the file.
struct StoredSection {
    std::string name;
    FileRange range;
};

// Returns the sections of a 64-bit ELF file whose content is in the file as it is. Empty if the
// file has no section headers or they are damaged: whatever must be found even then is found by
// program headers.
std::vector<StoredSection> readSections(const BinaryReader &reader);

// Returns the section of this name; null if there is none.
const StoredSection *findSection(const std::vector<StoredSection> &sections, std::string_view name);

// Reads a binary's call frame information: .eh_frame, found by its program header (which works
// without section headers), else by its section; and for code that .eh_frame does not describe
// Go's own table or, without one, .debug_frame. Adds rows for code whose form is known, such as
// linkage tables. The table is empty if nothing is known. Errors: those of readElfIdentity,
// UnsupportedArchitecture.
model::Result<UnwindTable> loadUnwindTable(const BinaryReader &reader);

// Encodes an UnwindTable as bytes, which are kept on this machine between captures. Reading them is
// far cheaper than running the call frame instructions again.
class TableStorage {
public:
    // Version of the bytes' layout and of the contents of tables: must be raised when either
    // changes, or tables of an older version are used.
    static constexpr std::uint32_t version = 3;

    static std::vector<std::byte> toBytes(const UnwindTable &table);
    // Reads a table from bytes, which are not trusted; absent if they are not a whole one.
    static std::optional<UnwindTable> fromBytes(std::span<const std::byte> bytes);

private:
    static bool isSound(const UnwindTable &table);
};

class UnwindTable;

// Caches unwind tables by file, so that all processes that map a library share its table; and by
// build-id on disk, so that the next capture need not build them. Any thread.
class TableCache {
public:
    // Tables that nobody holds are dropped, least recently used first, once all tables together
    // take more than `byteLimit`.
    static constexpr std::size_t defaultByteLimit = std::size_t(64) << 20U;

    explicit TableCache(std::size_t byteLimit = defaultByteLimit,
                        DiskCache disk = DiskCache(DiskCache::Options()));
    ~TableCache();

    // The cache in the user's cache folder, for programs that are started anew for each capture.
    static DiskCache userDisk();

    TableCache(const TableCache &) = delete;
    TableCache &operator=(const TableCache &) = delete;

    // Returns the table of a file; empty if the file has no usable unwind information. Null if the
    // image's path leads to no file any more, or to another one: the present path is in the
    // process's maps. Reads the file the first time, unless the table is kept on disk; other
    // threads wait meanwhile, whatever table they want.
    std::shared_ptr<const UnwindTable> tableFor(const MappedImage &image);

    std::size_t bytes() const;

private:
    // Identifies a file, or an image in memory (by its buildId and size).
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
    // Builds the table, or reads it from disk. Null as for tableFor().
    std::shared_ptr<const UnwindTable> load(const MappedImage &image) const;
    void dropUnused();

    mutable std::mutex m_mutex;
    std::map<Key, Entry> m_entries;
    std::list<Key> m_ages; // most recently used last
    std::size_t m_bytes = 0;
    const std::size_t m_byteLimit;
    const DiskCache m_disk;
};

// The rule for one address. `saved` and `table` are null outside all images.
struct FoundRule {
    CfaRule rule;
    const SavedRegisters *saved = nullptr;
    const UnwindTable *table = nullptr;
};

// The images of one address space and the rules for the addresses in them. Programs come back to
// the same few thousand addresses, so a small cache in front of the tables answers nearly always.
class ImageTable {
public:
    explicit ImageTable(std::shared_ptr<TableCache> tables) : m_tables(std::move(tables)) { }

    void add(const MappedImage &image);
    void remove(std::uint64_t start);
    bool contains(std::uint64_t address) const;

    // Returns the rule for an address. The reference is to an entry of the cache: a later find() of
    // another address may replace its content, as changes of the images do. Forgets an image whose
    // file is gone before its table was read: the maps have its present path.
    const FoundRule &find(std::uint64_t address)
    {
        CacheEntry &entry = m_cache[(address ^ (address >> cacheBits)) % m_cache.size()];
        if (entry.address != address) {
            entry.found = lookUp(address);
            entry.address = address;
            m_isCacheUsed = true;
        }
        return entry.found;
    }

private:
    static constexpr std::size_t cacheBits = 12;
    static constexpr std::uint64_t noAddress = ~std::uint64_t(0);

    struct CacheEntry {
        std::uint64_t address = noAddress;
        FoundRule found;
    };

    struct Loaded {
        MappedImage image;
        std::shared_ptr<const UnwindTable> table; // null until an address in it is asked for
    };

    FoundRule lookUp(std::uint64_t address);
    std::optional<std::size_t> indexOf(std::uint64_t address) const;
    void forgetRules();

    std::shared_ptr<TableCache> m_tables;
    std::vector<Loaded> m_images; // sorted by start, none overlap
    std::array<CacheEntry, std::size_t(1) << cacheBits> m_cache;
    // False while the cache is empty, so that clearing it is skipped: a new process gets dozens of
    // images before its first stack.
    bool m_isCacheUsed = false;
};

} // namespace ember::capture
