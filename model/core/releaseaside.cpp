// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/releaseaside.h"

#include "model/core/threadpriority.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

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
            // Destroyed unlocked, because it may be the last owner of things whose release comes
            // here, too.
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

} // namespace ember::model
