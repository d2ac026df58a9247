// SPDX-License-Identifier: GPL-3.0-or-later
// namedlater: eight threads that wait for work, and are given their names while they do.
#include <condition_variable>
#include <mutex>
#include <pthread.h>
#include <string>
#include <thread>
#include <vector>

int main()
{
    using namespace std::chrono_literals;
    std::mutex mutex;
    std::condition_variable hasWork;
    bool isOver = false;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] {
            std::unique_lock lock(mutex);
            hasWork.wait(lock, [&] { return isOver; });
        });
    std::this_thread::sleep_for(100ms); // long asleep, all of them
    for (std::size_t i = 0; i < threads.size(); ++i)
        pthread_setname_np(threads[i].native_handle(), ("worker-" + std::to_string(i)).c_str());
    std::this_thread::sleep_for(3s);
    {
        const std::lock_guard lock(mutex);
        isOver = true;
    }
    hasWork.notify_all();
    for (auto &thread : threads)
        thread.join();
    return 0;
}
