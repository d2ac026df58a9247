// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per sample and speed of capture logs, from made-up captures of an hour at 101 Hz; with the
// argument "day", of a day.
#include "model/formats/capturelog/logreader.h"
#include "model/formats/capturelog/logwriter.h"
#include "tests/bench/capturelogday.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

using namespace ember::model;
using namespace ember::model::capturelog;

namespace {

constexpr double rateHz = 101;
constexpr Nanoseconds period{9'900'990};
constexpr int ticksPerHour = 363'600;
constexpr std::size_t threadCount = 16;

// How often a thread runs between two ticks.
struct Load {
    const char *name;
    double running;
};

class Capture {
public:
    explicit Capture(Load load) : m_load(load), m_fd(memfd_create("log", MFD_CLOEXEC))
    {
        CaptureStart start;
        start.time = timestampFromNs(1'700'000'000'000'000'000);
        start.rateHz = rateHz;
        m_writer = std::move(Writer::start(m_fd, start)).value();
        ProcessRecord process;
        process.launched = true;
        process.serial = m_process;
        m_writer->beginProcess(process);
        m_writer->loadImage(
            {{}, m_process, "/usr/bin/demo", "", 0x400000, 0x200000, 0, start.time});
        for (std::size_t thread = 0; thread < threadCount; ++thread) {
            m_threads.emplace_back(thread);
            m_writer->startThread({m_threads.back(), m_process, 100, false, "t", {}, start.time});
        }
        m_time = start.time;
    }

    ~Capture() { close(m_fd); }

    void run(int ticks)
    {
        std::vector<TickSample> samples;
        for (int tick = 0; tick < ticks; ++tick) {
            m_time += period;
            samples.clear();
            for (const auto thread : m_threads)
                samples.push_back(sample(thread, tick));
            const Nanoseconds lateness(20'000 + static_cast<int>(m_random() % 60'000));
            if (!m_writer->tick(m_time + lateness, samples)
                || (tick % 10 == 0 && !m_writer->flush()))
                std::abort();
            m_samples += samples.size();
        }
    }

    void report(double seconds)
    {
        if (!m_writer->finish({EndReason::Stopped, m_time, {}}))
            std::abort();
        const auto count = static_cast<double>(m_samples);
        print("bytes_per_sample", static_cast<double>(m_writer->bytesWritten()) / count, "B");
        print("write", seconds * 1e9 / count, "ns/sample");
        std::string bytes(m_writer->bytesWritten(), '\0');
        if (pread(m_fd, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
            std::abort();
        const auto start = std::chrono::steady_clock::now();
        const auto reading = readCaptureLog("bench", bytes, {});
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        if (!reading || reading->profile->sampleCount() != m_samples)
            std::abort();
        print("read", took.count() * 1e9 / count, "ns/sample");
    }

private:
    TickSample sample(ThreadSerial thread, int tick)
    {
        const bool ran = tick == 0 || std::uniform_real_distribution()(m_random) < m_load.running;
        if (!ran)
            return {thread, SampleKind::Credited, {}, {0, 0, ThreadState::Blocked}};
        return {thread,
                SampleKind::Taken,
                stack(),
                {m_load.running > 0.5 ? static_cast<std::uint32_t>(period.count()) : 30'000,
                 static_cast<std::uint32_t>(10'000 + m_random() % 30'000),
                 m_load.running > 0.5 ? ThreadState::Running : ThreadState::Blocked}};
    }

    // Twenty frames: a path through a call tree of some thousand nodes, and a leaf pc of its own.
    StackId stack()
    {
        m_frames.clear();
        m_frames.push_back({0x400000 + m_random() % 4096 * 3, UnwindMethod::Leaf});
        std::uint64_t path = m_random() % 64;
        for (std::uint64_t depth = 19; depth > 0; --depth) {
            m_frames.push_back({0x410000 + depth * 0x1000 + path * 16, UnwindMethod::EhFrame});
            path /= 2;
        }
        return m_writer->stack(m_process, m_frames, RootReached::Yes);
    }

    void print(const char *figure, double value, const char *unit) const
    {
        std::printf("capturelog.%s.%s %.3g %s\n", m_load.name, figure, value, unit);
    }

    Load m_load;
    int m_fd;
    std::unique_ptr<Writer> m_writer;
    ProcessSerial m_process{0};
    std::vector<ThreadSerial> m_threads;
    std::vector<UnwoundFrame> m_frames;
    std::mt19937 m_random{1};
    Timestamp m_time;
    std::uint64_t m_samples = 0;
};

void measure(Load load, int ticks)
{
    Capture capture(load);
    const auto start = std::chrono::steady_clock::now();
    capture.run(ticks);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    capture.report(took.count());
}

} // namespace

int main(int argc, char **argv)
{
    if (argc > 1 && std::string(argv[1]) == "day") {
        ember::tests::measureDay();
        return 0;
    }
    measure({"16idle", 0.01}, ticksPerHour);
    measure({"16busy", 1.0}, ticksPerHour / 10);
}
