// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/blockstore.h"

#include "model/core/pages.h"
#include "model/core/threadpriority.h"

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <exception>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace ember::model {

namespace {

class Releases {
public:
    void add(const std::function<void()> &release)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_hasThread)
                std::thread([this] { run(); }).detach();
            m_hasThread = true;
            m_waiting.push_back(release);
        }
        m_wake.notify_one();
    }

private:
    [[noreturn]] void run()
    {
        letOthersGoFirst();
        for (;;) {
            // Destroyed without the lock: it may be the last owner of objects that call
            // releaseAside() themselves.
            std::function<void()> next;
            {
                std::unique_lock lock(m_mutex);
                m_wake.wait(lock, [this] { return !m_waiting.empty(); });
                next = std::move(m_waiting.front());
                m_waiting.pop_front();
            }
            next();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<std::function<void()>> m_waiting;
    bool m_hasThread = false;
};

// The one list of releases. Never destroyed: its thread runs to the end of the process.
Releases &releases()
{
    static auto *const theReleases = new Releases;
    return *theReleases;
}

} // namespace

void releaseAside(std::function<void()> release) noexcept
{
    try {
        releases().add(release);
    } catch (const std::exception &) {
        release();
    }
}

namespace {

constexpr std::size_t sharedFileBytes = std::size_t(4) << 20U;
constexpr std::size_t pageBytes = 4096; // where pages are larger, blocks share one

struct Store {
    std::mutex mutex;
    std::string folder;
    std::map<void *, std::size_t> inFiles; // bytes of each mapping
    std::size_t bytesInFiles = 0;
    std::weak_ptr<void> shared; // the file that small blocks are put into at present
    std::size_t sharedUsed = 0; // bytes of `shared` that are taken
};

// The one store. Never destroyed: columns may outlive it at the end of the process.
Store &store()
{
    static auto *const theStore = new Store;
    return *theStore;
}

// Deleter of a block in a shared file: gives its part of the disk back.
struct SharedPlace {
    std::shared_ptr<void> file;
    std::size_t bytes;

    void operator()(void *block) const
    {
        releaseAside([block, kept = file, length = bytes] { madvise(block, length, MADV_REMOVE); });
    }
};

int unnamedFile(const std::string &folder)
{
    const int fd = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        return fd;
    auto path = folder + "/block-XXXXXX";
    const int named = mkostemp(path.data(), O_CLOEXEC);
    if (named >= 0)
        unlink(path.c_str());
    return named;
}

// Maps a new file. nullptr: the folder cannot hold it. The room on the disk is taken beforehand: a
// store into a mapped file on a full disk would end the process.
void *mapFile(const std::string &folder, std::size_t bytes)
{
    const int fd = unnamedFile(folder);
    if (fd < 0)
        return nullptr;
    void *memory = MAP_FAILED;
    if (fallocate(fd, 0, 0, static_cast<off_t>(bytes)) == 0)
        memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return memory == MAP_FAILED ? nullptr : memory;
}

void release(void *memory, std::size_t bytes)
{
    {
        auto &known = store();
        const std::lock_guard lock(known.mutex);
        if (known.inFiles.erase(memory) > 0)
            known.bytesInFiles -= bytes;
    }
    unmapPages(memory, bytes);
}

// Maps a new file that the store counts. nullptr: no folder is set, or it cannot hold the file. The
// store must be locked.
std::shared_ptr<void> mapFileInFolder(std::size_t bytes)
{
    auto &known = store();
    void *memory = known.folder.empty() ? nullptr : mapFile(known.folder, bytes);
    if (memory == nullptr)
        return {};
    known.inFiles.emplace(memory, bytes);
    known.bytesInFiles += bytes;
    return {memory,
            [bytes](void *block) { releaseAside([block, bytes] { release(block, bytes); }); }};
}

// Allocates a block in the file that small blocks share at present. The file is unmapped with its
// last block; a block's room on the disk is given back with the block.
std::shared_ptr<void> shareFile(std::size_t bytes)
{
    auto &known = store();
    std::shared_ptr<void> full; // destroyed after the lock: its deleter locks the store
    const std::lock_guard lock(known.mutex);
    auto file = known.shared.lock();
    if (!file || known.sharedUsed + bytes > sharedFileBytes) {
        full = std::move(file);
        file = mapFileInFolder(sharedFileBytes);
        if (!file)
            return {};
        known.shared = file;
        known.sharedUsed = 0;
    }
    auto *const memory = static_cast<std::byte *>(file.get()) + known.sharedUsed;
    const auto taken = (bytes + pageBytes - 1) / pageBytes * pageBytes;
    known.sharedUsed += taken;
    return std::shared_ptr<void>(memory, SharedPlace{file, taken});
}

std::shared_ptr<void> ownFile(std::size_t bytes)
{
    const std::lock_guard lock(store().mutex);
    return mapFileInFolder(bytes);
}

} // namespace

void BlockStore::useFolder(std::string folder)
{
    const std::lock_guard lock(store().mutex);
    store().folder = std::move(folder);
    store().shared.reset();
}

std::shared_ptr<void> BlockStore::allocate(std::size_t bytes)
{
    if (auto memory = bytes < sharedFileBytes / 4 ? shareFile(bytes) : ownFile(bytes))
        return memory;
    if (bytes < smallestPages)
        return {::operator new(bytes), [](void *block) { ::operator delete(block); }};
    return {mapPages(bytes), [bytes](void *block) { unmapPages(block, bytes); }};
}

void BlockStore::unload(std::size_t limit)
{
    auto &known = store();
    const std::lock_guard lock(known.mutex);
    if (known.bytesInFiles <= limit)
        return;
    // For a shared mapping this drops the pages from this process; their content stays in the file.
    for (const auto &[memory, bytes] : known.inFiles)
        madvise(memory, bytes, MADV_DONTNEED);
}

std::size_t BlockStore::bytesInFiles()
{
    const std::lock_guard lock(store().mutex);
    return store().bytesInFiles;
}

} // namespace ember::model
