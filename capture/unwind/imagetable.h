// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/mappedimage.h"
#include "capture/unwind/tablecache.h"
#include "capture/unwind/unwindtable.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ember::capture {

// What is known of one address. `saved` and `table` are null outside all images.
struct FoundRule {
    CfaRule rule;
    const SavedRegisters *saved = nullptr;
    const UnwindTable *table = nullptr;
};

// The images of one address space and the rules for the addresses in them. Programs come back to
// the same few thousand addresses: a small cache in front of the tables answers nearly always.
class ImageTable {
public:
    explicit ImageTable(std::shared_ptr<TableCache> tables) : m_tables(std::move(tables)) { }

    void add(const MappedImage &image);
    void remove(std::uint64_t start);
    void clear();
    bool contains(std::uint64_t address) const;

    // Valid until the images change. An image whose file is gone before its table was read is
    // forgotten: the maps say where it is now.
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
    bool m_isCacheUsed = false; // a new process gets dozens of images before its first stack
};

} // namespace ember::capture
