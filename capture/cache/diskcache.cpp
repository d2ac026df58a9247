// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/cache/diskcache.h"

#include "capture/system/filedescriptor.h"
#include "model/core/files.h"
#include "model/core/rowset.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <type_traits>
#include <unistd.h>

namespace ember::capture {

namespace {

namespace fs = std::filesystem;

// Header of a file, in native byte order: it is only read on the machine that wrote it.
struct Header {
    std::array<char, 8> mark{'E', 'M', 'B', 'E', 'R', 'K', 'P', 'T'};
    std::uint32_t version = 0;
    std::uint32_t reserved = 0;
    std::uint64_t size = 0;
    std::uint64_t hash = 0;
};
static_assert(std::has_unique_object_representations_v<Header>);

// Checksum against damage, not against malice: a process that can write here can do anything else
// as well.
std::uint64_t contentHash(std::span<const std::byte> content)
{
    std::uint64_t hash = content.size();
    std::uint64_t word = 0;
    for (; content.size() >= sizeof(word); content = content.subspan(sizeof(word))) {
        std::memcpy(&word, content.data(), sizeof(word));
        hash = model::mixHash(hash, word);
    }
    word = 0;
    if (!content.empty())
        std::memcpy(&word, content.data(), content.size());
    return model::mixHash(model::mixHash(hash, word), content.size());
}

bool readAll(int file, std::span<std::byte> into)
{
    while (!into.empty()) {
        const auto count = ::read(file, into.data(), into.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        into = into.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()}; // NOLINT
}

bool isFileName(std::string_view key)
{
    static constexpr std::string_view allowed =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
    static constexpr std::size_t longest = 200;
    return !key.empty() && key.size() <= longest && key.find_first_not_of(allowed) == key.npos;
}

// Creates the folder with owner-only permissions, as it shows which programs were recorded.
// Existing folders are not changed.
void makePrivate(const fs::path &folder)
{
    constexpr mode_t ownerOnly = 0700;
    std::error_code ignored;
    if (folder.empty() || fs::exists(folder, ignored))
        return;
    if (folder.has_parent_path() && folder.parent_path() != folder)
        makePrivate(folder.parent_path());
    ::mkdir(folder.c_str(), ownerOnly);
}

} // namespace

std::string DiskCache::userFolder(std::string_view name)
{
    const char *cache = std::getenv("XDG_CACHE_HOME");
    const char *home = std::getenv("HOME");
    // The XDG specification says that relative paths are ignored.
    if (cache != nullptr && *cache == '/')
        return std::string(cache) + "/emberchart/" + std::string(name);
    if (home != nullptr && *home == '/')
        return std::string(home) + "/.cache/emberchart/" + std::string(name);
    return {};
}

std::string DiskCache::pathOf(std::string_view key) const
{
    if (m_options.folder.empty() || !isFileName(key))
        return {};
    return m_options.folder + '/' + std::string(key);
}

std::optional<std::vector<std::byte>> DiskCache::load(std::string_view key) const
{
    const FileDescriptor file(
        ::open(pathOf(key).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    struct stat status { };
    if (!file.isOpen() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    Header header;
    if (!readAll(file.number(), std::as_writable_bytes(std::span(&header, 1))))
        return {};
    const auto size = static_cast<std::uint64_t>(status.st_size) - sizeof(Header);
    if (header.mark != Header().mark || header.version != m_options.version || header.size != size
        || size > m_options.byteLimit)
        return {};
    std::vector<std::byte> content(size);
    if (!readAll(file.number(), content) || contentHash(content) != header.hash)
        return {};
    ::futimens(file.number(), nullptr); // marks it as used: see dropOldest()
    return content;
}

void DiskCache::store(std::string_view key, std::span<const std::byte> content) const
{
    const auto path = pathOf(key);
    if (path.empty() || content.size() > m_options.byteLimit)
        return;
    makePrivate(m_options.folder);
    auto unfinished = m_options.folder + "/.new-XXXXXX";
    const FileDescriptor file(::mkostemp(unfinished.data(), O_CLOEXEC));
    if (!file.isOpen())
        return;
    Header header;
    header.version = m_options.version;
    header.size = content.size();
    header.hash = contentHash(content);
    const bool isWritten =
        model::writeAll(file.number(), textOf(std::as_bytes(std::span(&header, 1))))
        && model::writeAll(file.number(), textOf(content));
    if (!isWritten || ::rename(unfinished.c_str(), path.c_str()) != 0)
        ::unlink(unfinished.c_str());
    dropOldest();
}

void DiskCache::dropOldest() const
{
    struct Kept {
        fs::path path;
        fs::file_time_type used;
        std::uint64_t size = 0;
    };

    std::vector<Kept> files;
    std::uint64_t total = 0;
    std::error_code error;
    for (fs::directory_iterator entry(m_options.folder, error), end; !error && entry != end;
         entry.increment(error)) {
        std::error_code vanished;
        Kept kept{entry->path(), entry->last_write_time(vanished), entry->file_size(vanished)};
        if (vanished)
            continue;
        total += kept.size;
        files.push_back(std::move(kept));
    }
    std::ranges::sort(files, {}, &Kept::used);
    for (const Kept &oldest : files) {
        if (total <= m_options.byteLimit)
            break;
        fs::remove(oldest.path, error);
        total -= oldest.size;
    }
}

} // namespace ember::capture
