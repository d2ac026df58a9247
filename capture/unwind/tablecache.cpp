// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tablecache.h"

#include "capture/procfs/binaryreader.h"
#include "capture/unwind/tableloader.h"
#include "capture/unwind/tablestorage.h"
#include "capture/unwind/unwindtable.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

// Files on disk: a few dozen megabytes hold the libraries of a desktop.
constexpr std::uint64_t diskLimit = std::uint64_t(256) << 20U;
// A table so small is built about as fast as its file is opened.
constexpr std::size_t fewestFunctionsToKeep = 500;

// Stripping leaves the build-id as it is, but takes .debug_frame away.
std::string diskKey(const MappedImage &image)
{
    if (image.buildId.empty())
        return {};
    const auto size = image.memory ? image.memory->size() : image.identity.size;
    return image.buildId + '-' + std::to_string(size);
}

// Nothing if the file is not at its path any more. Looked at behind opening: what has taken its
// place until then shows.
std::optional<BinaryReader> openImage(const MappedImage &image)
{
    if (image.memory)
        return BinaryReader(*image.memory);
    auto file = BinaryReader::open(image.path);
    const auto identity = readFileIdentity(image.path);
    const auto isSame = file && identity && identity->device == image.identity.device
        && identity->inode == image.identity.inode;
    return isSame ? std::optional(std::move(*file)) : std::nullopt;
}

} // namespace

TableCache::TableCache(std::size_t byteLimit, DiskCache disk)
    : m_byteLimit(byteLimit),
      m_disk(std::move(disk))
{
}

TableCache::~TableCache() = default;

DiskCache TableCache::userDisk()
{
    return DiskCache({.folder = DiskCache::userFolder("unwind"),
                      .version = TableStorage::version,
                      .byteLimit = diskLimit});
}

// One reader at a time: two threads that build tables at once would compete for the same disk.
std::shared_ptr<const UnwindTable> TableCache::tableFor(const MappedImage &image)
{
    const std::scoped_lock lock(m_mutex);
    auto key = keyOf(image);
    if (const auto known = m_entries.find(key); known != m_entries.end()) {
        m_ages.splice(m_ages.end(), m_ages, known->second.age);
        return known->second.table;
    }
    auto table = load(image);
    if (!table)
        return nullptr;
    m_bytes += table->bytes();
    const auto age = m_ages.insert(m_ages.end(), key);
    m_entries.emplace(std::move(key), Entry{table, age});
    dropUnused();
    return table;
}

std::shared_ptr<const UnwindTable> TableCache::load(const MappedImage &image) const
{
    const auto key = diskKey(image);
    if (const auto kept = m_disk.load(key)) {
        if (auto table = TableStorage::fromBytes(*kept))
            return std::make_shared<const UnwindTable>(std::move(*table));
    }
    const auto file = openImage(image);
    if (!file)
        return nullptr;
    auto built = loadUnwindTable(*file);
    if (!built)
        return std::make_shared<const UnwindTable>();
    if (built->functionCount() >= fewestFunctionsToKeep)
        m_disk.store(key, TableStorage::toBytes(*built));
    return std::make_shared<const UnwindTable>(std::move(*built));
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
