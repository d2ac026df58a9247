// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/demo/workers.h"

#include "app/demo/workload.h"
#include "capture/api/emberchart.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <stop_token>
#include <string>

namespace ember::demo {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// Names the thread; the kernel keeps 15 characters.
void nameThread(const std::string &name)
{
    pthread_setname_np(pthread_self(), name.c_str());
}

// Sleeps, but not beyond the end of the demo.
void rest(const std::stop_token &stop, Clock::time_point until)
{
    std::mutex mutex;
    std::condition_variable_any wakeUp;
    std::unique_lock lock(mutex);
    wakeUp.wait_until(lock, stop, until, [] { return false; });
}

void runCrunch(const std::stop_token &stop)
{
    nameThread("crunch");
    while (!stop.stop_requested())
        crunch(10ms);
}

void runTicker(const std::stop_token &stop)
{
    nameThread("ticker");
    for (auto next = Clock::now(); !stop.stop_requested(); next += 100ms) {
        tick(20ms);
        rest(stop, next + 100ms);
    }
}

void runWaiter(const std::stop_token &stop)
{
    nameThread("waiter");
    while (!stop.stop_requested())
        rest(stop, Clock::now() + 200ms);
}

void runHanoi(const std::stop_token &stop)
{
    nameThread("hanoi");
    int towers = 0;
    while (!stop.stop_requested()) {
        {
            const emberchart::Span span("hanoi");
            hanoi(18, 'A', 'B', 'C');
        }
        emberchart_measure("towers_moved", "", ++towers);
        rest(stop, Clock::now() + 30ms);
    }
}

void runInliner(const std::stop_token &stop)
{
    nameThread("inliner");
    while (!stop.stop_requested()) {
        sumOfPolynomials(5ms);
        rest(stop, Clock::now() + 5ms);
    }
}

void runForeman(const std::stop_token &stop)
{
    nameThread("foreman");
    for (unsigned number = 1; !stop.stop_requested(); ++number) {
        std::jthread worker([number] {
            nameThread("worker-" + std::to_string(number));
            crunch(60ms);
        });
        rest(stop, Clock::now() + 500ms);
    }
}

} // namespace

Workers::Workers()
{
    for (auto *run : {runCrunch, runTicker, runWaiter, runHanoi, runInliner, runForeman})
        m_threads.emplace_back([run](const std::stop_token &stop) { run(stop); });
}

// Stops all threads before waiting for the first.
Workers::~Workers()
{
    for (std::jthread &thread : m_threads)
        thread.request_stop();
}

} // namespace ember::demo
