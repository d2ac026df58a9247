// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tablecache.h"

#include "capture/procfs/binaryreader.h"
#include "capture/unwind/tableloader.h"
#include "capture/unwind/unwindtable.h"

#include <functional>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

model::Result<UnwindTable> load(const MappedImage &image)
{
    if (image.memory)
        return loadUnwindTable(BinaryReader(*image.memory));
    EMBER_ASSIGN_OR_RETURN(const auto reader, BinaryReader::open(image.path));
    return loadUnwindTable(reader);
}

std::shared_ptr<const UnwindTable> loadOrEmpty(const MappedImage &image)
{
    auto table = load(image);
    return std::make_shared<const UnwindTable>(table ? std::move(*table) : UnwindTable());
}

} // namespace

TableCache::TableCache(std::size_t byteLimit) : m_byteLimit(byteLimit) { }

TableCache::~TableCache() = default;

// One reader at a time: two threads that build tables at once would compete for the same disk.
std::shared_ptr<const UnwindTable> TableCache::tableFor(const MappedImage &image)
{
    const std::scoped_lock lock(m_mutex);
    auto key = keyOf(image);
    if (const auto known = m_entries.find(key); known != m_entries.end()) {
        m_ages.splice(m_ages.end(), m_ages, known->second.age);
        return known->second.table;
    }
    auto table = loadOrEmpty(image);
    m_bytes += table->bytes();
    const auto age = m_ages.insert(m_ages.end(), key);
    m_entries.emplace(std::move(key), Entry{table, age});
    dropUnused();
    return table;
}

std::size_t TableCache::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_bytes;
}

TableCache::Key TableCache::keyOf(const MappedImage &image)
{
    if (!image.memory)
        return {image.identity, {}};
    FileIdentity memory;
    memory.size = image.memory->size();
    // Without a build-id the content is the identity.
    if (image.buildId.empty()) {
        const auto *const text = reinterpret_cast<const char *>(image.memory->data()); // NOLINT
        memory.inode = std::hash<std::string_view>()({text, image.memory->size()});
    }
    return {memory, image.buildId};
}

void TableCache::dropUnused()
{
    for (auto age = m_ages.begin(); age != m_ages.end() && m_bytes > m_byteLimit;) {
        const auto entry = m_entries.find(*age);
        if (entry->second.table.use_count() > 1) {
            ++age;
            continue;
        }
        m_bytes -= entry->second.table->bytes();
        m_entries.erase(entry);
        age = m_ages.erase(age);
    }
}

} // namespace ember::capture
