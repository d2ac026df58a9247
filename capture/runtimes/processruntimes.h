// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ember::capture {

struct GoLayout;

// The runtimes that were found in a process, in the order in which they were found. The unwinding
// thread adds them, the sampler's thread uses them to copy. A forked child begins with its
// parent's.
class ProcessRuntimes {
public:
    using Runtime = std::shared_ptr<const ScriptRuntime>;

    static constexpr std::size_t most = 8;

    ProcessRuntimes() = default;

    ProcessRuntimes(const ProcessRuntimes &parent)
    {
        const std::scoped_lock lock(parent.m_mutex);
        m_runtimes = parent.m_runtimes;
        m_images = parent.m_images;
        m_count = m_runtimes.size();
        m_needsThreadPointer = parent.needsThreadPointer();
        // A forked child's maps are not sent, so noteSearched() is not called for it.
        m_isSearched = true;
        m_go = parent.go();
    }

    ProcessRuntimes &operator=(const ProcessRuntimes &) = delete;
    ~ProcessRuntimes() = default;

    // `image`: first address of the image that the runtime was found in. Does nothing if there are
    // already `most`.
    void add(Runtime runtime, std::uint64_t image)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_runtimes.size() == most)
            return;
        if (runtime->needsThreadPointer())
            m_needsThreadPointer.store(true, std::memory_order_release);
        m_runtimes.push_back(std::move(runtime));
        m_images.push_back(image);
        m_count.store(m_runtimes.size(), std::memory_order_release);
    }

    // Whether a runtime was found in the image that begins at `image`, here or in the parent before
    // a fork.
    bool hasFoundIn(std::uint64_t image) const
    {
        const std::scoped_lock lock(m_mutex);
        return std::ranges::find(m_images, image) != m_images.end();
    }

    // Sets the layout by which the process's goroutines are read. go() is null if no known Go was
    // found.
    void setGo(const GoLayout &layout) { m_go.store(&layout, std::memory_order_release); }

    const GoLayout *go() const { return m_go.load(std::memory_order_acquire); }

    // The number of runtimes. Read without a lock, because it is asked at every stop.
    std::size_t count() const { return m_count.load(std::memory_order_acquire); }

    // Whether one of the runtimes finds a thread's stack by its thread pointer only.
    bool needsThreadPointer() const { return m_needsThreadPointer.load(std::memory_order_acquire); }

    // Notes that all images of a memory map were searched: the runtimes that ran when it was read
    // are found.
    void noteSearched() { m_isSearched.store(true, std::memory_order_release); }

    bool isSearched() const { return m_isSearched.load(std::memory_order_acquire); }

    std::vector<Runtime> all() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_runtimes;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Runtime> m_runtimes;
    std::vector<std::uint64_t> m_images; // first addresses of the images of m_runtimes
    std::atomic<std::size_t> m_count{0};
    std::atomic<bool> m_needsThreadPointer{false};
    std::atomic<bool> m_isSearched{false};
    std::atomic<const GoLayout *> m_go{nullptr};
};

// A copy of a script stack among the bytes of its tick. Size 0: none.
struct CopiedScript {
    std::uint8_t runtime = 0; // index of its runtime in ProcessRuntimes
    std::size_t offset = 0;
    std::size_t size = 0;
    // The copy is not to be decoded: confirm() found that memory on which it was based had changed.
    bool isTorn = false;
};

// The copies of a thread's script stacks, of the first two runtimes that have one.
using CopiedScripts = std::array<CopiedScript, 2>;

// The copiers of a process, one for each runtime that was found in it. Used by the sampler's
// thread.
class ScriptCopiers {
public:
    // Appends copies of the thread's script stacks to `to`.
    CopiedScripts copy(const ProcessRuntimes &found, const StoppedThread &thread,
                       StopReader &reader, std::vector<std::byte> &to);
    // Marks as torn those of `copies` that took memory as it was at an earlier stop, though it has
    // changed since. Call once the thread runs again.
    void confirm(StopReader &reader, CopiedScripts &copies);
    // These pass the call of the same name on to the copiers; see ScriptCopier.
    void discardLast();
    void startOver();
    void forget(pid_t thread);

    // Limit of the bytes of a tick's copies behind which no further copy begins.
    static constexpr std::size_t mostBytes = std::size_t(8) << 20U;

private:
    std::vector<std::unique_ptr<ScriptCopier>> m_copiers;
};

} // namespace ember::capture
