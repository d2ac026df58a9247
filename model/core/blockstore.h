// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace ember::model {

// Runs `release`, which must not throw, in a thread that all such calls share, one after the other
// and at low priority: the system takes up to a second per gigabyte to release files, and the last
// owner may be any thread, even the window's. If no thread can be started, it runs at once. Any
// thread. Releases that wait at the process's end are left to the system.
void releaseAside(std::function<void()> release) noexcept;

// Allocates the blocks of columns, so that a capture of a day fits a window of bounded memory: once
// a folder is set, new blocks lie in unlinked files there, which are mapped. Small blocks share a
// file: a process may not have as many mappings as a thousand threads have blocks. unload() takes
// the blocks out of this process's memory; the system reads a row back when it is used. Columns and
// their readers are the same in both cases.
//
// All functions may be called from any thread.
class BlockStore {
public:
    // In bytes. Columns take smaller blocks from ordinary memory, without this store.
    static constexpr std::size_t smallestBlock = std::size_t(16) << 10U;
    // In bytes. Without a folder, blocks from this size on get pages of their own, smaller ones
    // come from the heap.
    static constexpr std::size_t smallestPages = std::size_t(1) << 20U;

    // Sets the folder for the files of blocks that are made from now on; "", the default: blocks
    // lie in memory.
    static void useFolder(std::string folder);

    // Returns memory with any content: clearing it would make the system provide pages that are
    // never written. The last pointer to it releases it; memory in a file is released a little
    // later (see releaseAside()). If the folder cannot hold the block, it is in no file. Throws
    // std::bad_alloc.
    static std::shared_ptr<void> allocate(std::size_t bytes);

    // Takes the blocks in files out of memory, if bytesInFiles() is above `limit`.
    static void unload(std::size_t limit);

    // Bytes of all files of blocks, loaded or not, including those that wait for their release. A
    // file that small blocks share counts as a whole.
    static std::size_t bytesInFiles();
};

} // namespace ember::model
