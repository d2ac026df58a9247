// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace ember::model {

// Where the blocks of columns lie, so that a capture of a day fits a window of bounded memory: once
// a folder is set, new ones lie in unlinked files there, mapped; small ones share a file, for a
// process has not as many mappings as a thousand threads have blocks. unload() takes them out of
// this process's memory; whoever looks at a row again has the system read it back. Columns and
// their readers know nothing of it.
//
// All functions may be called from any thread.
class BlockStore {
public:
    // Smaller blocks are ordinary memory.
    static constexpr std::size_t smallestBlock = std::size_t(16) << 10U;
    // Without a folder smaller ones come from the heap.
    static constexpr std::size_t smallestPages = std::size_t(1) << 20U;

    // Blocks made from now on lie in files of this folder; "": in memory, as at first.
    static void useFolder(std::string folder);

    // Anything may stand in it: what nobody writes is to take no memory. Given back soon after the
    // last pointer to it (see releaseAside()); in memory where the folder has no room. Throws
    // std::bad_alloc.
    static std::shared_ptr<void> allocate(std::size_t bytes);

    // Takes what lies in files out of memory, if it is more than `limit` bytes in all.
    static void unload(std::size_t limit);

    // What lies in files, loaded or not, with what is about to be given back.
    static std::size_t bytesInFiles();
};

} // namespace ember::model
