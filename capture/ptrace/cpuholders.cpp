// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/cpuholders.h"

#include "model/core/threadpriority.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <limits>
#include <sched.h>
#include <string_view>
#include <sys/prctl.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace ember::capture {

namespace {

// Parses "0.20 0.18 0.12 1/80 11206": returns the number before the slash.
std::size_t parseRunnable(std::string_view text)
{
    auto count = std::numeric_limits<std::size_t>::max();
    const auto slash = text.find('/');
    const auto space = text.rfind(' ', slash);
    if (slash != std::string_view::npos && space != std::string_view::npos)
        std::from_chars(text.data() + space + 1, text.data() + slash, count);
    return count;
}

// How long a holder keeps its CPU if it is not released (the sampler may itself have lost its CPU),
// and how long the sampler waits for holders to arrive.
constexpr std::chrono::microseconds patience(200);
// Time that the sampler needs for other things before the holders are to come.
constexpr std::chrono::microseconds headStart(10);
// Time for a holder to wake up and to wait for the timer again.
constexpr std::chrono::microseconds secondStart(60);

constexpr std::int64_t nothingPlanned = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t atOnce = 0; // a moment that ends the holder's thread

void sleepUntil(std::int64_t nanoseconds)
{
    constexpr std::int64_t perSecond = 1'000'000'000;
    const timespec moment{nanoseconds / perSecond, nanoseconds % perSecond};
    clock_nanosleep(CaptureClock::id, TIMER_ABSTIME, &moment, nullptr);
}

} // namespace

bool pinTo(int cpu)
{
    if (cpu < 0 || cpu >= CPU_SETSIZE)
        return false;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(cpu), &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

void ThreadPlace::moveTo(int cpu)
{
    leave();
    const bool isOurs = sched_getaffinity(0, sizeof m_allowed, &m_allowed) == 0 && cpu >= 0
        && cpu < CPU_SETSIZE && CPU_ISSET(static_cast<unsigned>(cpu), &m_allowed);
    m_isMoved = isOurs && pinTo(cpu);
}

void ThreadPlace::leave()
{
    if (m_isMoved)
        sched_setaffinity(0, sizeof m_allowed, &m_allowed);
    m_isMoved = false;
}

MachineLoad::MachineLoad() : m_file(open("/proc/loadavg", O_RDONLY | O_CLOEXEC)) { }

std::size_t MachineLoad::runnableThreads() const
{
    std::array<char, 64> text;
    const auto size = pread(m_file.number(), text.data(), text.size(), 0);
    return parseRunnable({text.data(), size > 0 ? static_cast<std::size_t>(size) : 0});
}

class CpuHolders::Holder {
public:
    explicit Holder(int cpu) : m_thread([this, cpu] { run(cpu); }) { }

    ~Holder()
    {
        planFor(atOnce);
        m_thread.join();
    }

    Holder(const Holder &) = delete;
    Holder &operator=(const Holder &) = delete;

    void planFor(std::int64_t moment)
    {
        m_state = State::Planned;
        m_moment = moment;
        m_moment.notify_one();
    }

    bool isExpected() const { return m_state == State::Planned; }

    bool isThere() const { return m_state == State::There; }

    // Ends the holder's wait. If it has not reached its CPU's moment yet, it will not occupy the
    // CPU for this plan.
    void release() { m_state = State::Free; }

private:
    enum class State : std::uint8_t { Free, Planned, There };

    void run(int cpu)
    {
        prctl(PR_SET_TIMERSLACK, 1UL);
        model::askToRunFirst();
        const bool isPinned = pinTo(cpu);
        for (;;) {
            m_moment.wait(nothingPlanned);
            const auto moment = m_moment.exchange(nothingPlanned);
            if (moment == atOnce)
                return;
            if (!isPinned) { // a CPU that we may not use
                release();
                continue;
            }
            sleepUntil(moment);
            auto planned = State::Planned;
            if (!m_state.compare_exchange_strong(planned, State::There))
                continue;
            const auto limit = CaptureClock::now() + patience;
            while (isThere() && CaptureClock::now() < limit) { }
            auto there = State::There;
            m_state.compare_exchange_strong(there, State::Free);
        }
    }

    std::atomic<std::int64_t> m_moment{nothingPlanned};
    std::atomic<State> m_state{State::Free};
    std::thread m_thread;
};

CpuHolders::CpuHolders() = default;
CpuHolders::~CpuHolders() = default;

void CpuHolders::plan(const std::vector<int> &cpus, CaptureTime moment)
{
    m_planned.clear();
    const int own = sched_getcpu();
    for (const int cpu : cpus) {
        if (cpu < 0 || cpu == own)
            continue;
        auto &holder = m_holders[cpu];
        try {
            if (!holder)
                holder = std::make_unique<Holder>(cpu);
        } catch (const std::system_error &) { // no more threads are allowed
            continue;
        }
        holder->planFor((moment + headStart).time_since_epoch().count());
        m_planned.push_back(holder.get());
    }
}

// Returns when all holders are there or cannot be had soon. Plans missing holders for a second
// time: a holder that has waited too long has left, and on a busy machine the caller may come late,
// too.
void CpuHolders::await() const
{
    awaitExpected();
    for (Holder *holder : m_planned) {
        if (!holder->isThere())
            holder->planFor((CaptureClock::now() + secondStart).time_since_epoch().count());
    }
    awaitExpected();
}

void CpuHolders::awaitExpected() const
{
    const auto limit = CaptureClock::now() + patience;
    const auto isExpected = [](const Holder *holder) { return holder->isExpected(); };
    while (std::ranges::any_of(m_planned, isExpected) && CaptureClock::now() < limit) { }
}

void CpuHolders::release()
{
    for (Holder *holder : m_planned)
        holder->release();
    m_planned.clear();
}

} // namespace ember::capture
