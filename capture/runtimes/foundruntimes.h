// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace ember::capture {

// The runtimes that were found in a process, in the order in which they were. The unwinding thread
// finds them, the sampler's thread copies by them. A forked child begins with its parent's.
class FoundRuntimes {
public:
    using Runtime = std::shared_ptr<const ScriptRuntime>;

    static constexpr std::size_t most = 8;

    FoundRuntimes() = default;

    explicit FoundRuntimes(const FoundRuntimes &parent) : m_runtimes(parent.all())
    {
        m_count = m_runtimes.size();
    }

    FoundRuntimes &operator=(const FoundRuntimes &) = delete;
    ~FoundRuntimes() = default;

    // Does nothing if there are too many.
    void add(Runtime runtime)
    {
        const std::scoped_lock lock(m_mutex);
        if (m_runtimes.size() == most)
            return;
        m_runtimes.push_back(std::move(runtime));
        m_count.store(m_runtimes.size(), std::memory_order_release);
    }

    // Without a lock: asked at every stop.
    std::size_t count() const { return m_count.load(std::memory_order_acquire); }

    std::vector<Runtime> all() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_runtimes;
    }

private:
    mutable std::mutex m_mutex;
    std::vector<Runtime> m_runtimes;
    std::atomic<std::size_t> m_count{0};
};

} // namespace ember::capture
