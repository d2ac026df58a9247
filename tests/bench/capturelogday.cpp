// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/capturelogday.h"

#include "capture/log/logsink.h"
#include "capture/sampling/captureclock.h"
#include "model/core/blockstore.h"
#include "model/formats/capturelog/follower.h"
#include "model/spans/spanbuilder.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::tests {

namespace {

using namespace capture;
using model::Nanoseconds;
using Seconds = std::chrono::duration<double>;

constexpr int rateHz = 101;
constexpr Nanoseconds period{9'900'990};
constexpr std::size_t threadCount = 16;
constexpr double mebibyte = 1 << 20;

// How often a thread runs between two ticks, and for how long it is captured.
struct Load {
    const char *name;
    double running;
    std::chrono::hours length;
};

void print(const Load &load, const char *figure, double value, const char *unit)
{
    std::printf("capturelog.%s.%s %.4g %s\n", load.name, figure, value, unit);
    std::fflush(stdout);
}

void check(const model::Result<void> &outcome)
{
    if (outcome)
        return;
    std::fprintf(stderr, "%s\n", outcome.error().detail.c_str());
    std::exit(1);
}

// What the unwinding thread hands to the sink.
class Replay {
public:
    Replay(const Load &load, RecordSink &sink, model::Timestamp start)
        : m_load(load),
          m_sink(sink),
          m_time(start)
    {
        ProcessStarted process;
        process.process = ProcessSerial(0);
        process.time = start;
        process.launched = true;
        process.command = "/usr/bin/demo --all";
        process.executable = "/usr/bin/demo";
        check(m_sink.on(process));
        for (std::uint64_t image = 0; image < 60; ++image)
            check(m_sink.on(
                ImageLoaded{process.process,
                            start,
                            {0x400000 + image * 0x400000, 0x200000, 0,
                             "/usr/lib/x86_64-linux-gnu/library.so." + std::to_string(image),
                             std::string(40, 'a')}}));
        for (std::size_t thread = 0; thread < threadCount; ++thread) {
            ThreadStarted started;
            started.thread = ThreadSerial(thread);
            started.process = process.process;
            started.time = start;
            started.name = "worker";
            check(m_sink.on(started));
        }
    }

    void run()
    {
        const auto ticks = std::chrono::nanoseconds(m_load.length) / period;
        for (std::int64_t tick = 0; tick < ticks; ++tick) {
            m_time += period;
            fill(tick == 0);
            check(m_sink.on(m_event));
            if (tick % rateHz == 0)
                measure();
            if (tick % 4 != 0)
                continue;
            const auto flushed = m_sink.flush();
            if (!flushed)
                check(flushed.error());
        }
        check(m_sink.finish(m_time, CaptureEnd::Stopped, {}));
    }

private:
    void fill(bool isFirst)
    {
        m_tick.time = m_time + Nanoseconds(20'000 + static_cast<int>(m_random() % 60'000));
        m_tick.samples.clear();
        m_tick.reused.clear();
        for (std::size_t thread = 0; thread < threadCount; ++thread) {
            if (isFirst || std::uniform_real_distribution()(m_random) < m_load.running)
                takeSample(ThreadSerial(thread));
            else
                m_tick.reused.push_back({ThreadSerial(thread), model::ThreadState::Blocked});
        }
    }

    // Twenty frames: a path through a call tree of some thousand nodes, and a leaf pc of its own.
    void takeSample(ThreadSerial thread)
    {
        const bool isBusy = m_load.running > 0.5;
        auto &sample = m_tick.samples.emplace_back();
        sample.thread = thread;
        sample.process = ProcessSerial(0);
        sample.detail.state = isBusy ? model::ThreadState::Running : model::ThreadState::Blocked;
        sample.detail.cpuNs = isBusy ? static_cast<std::uint32_t>(period.count()) : 30'000;
        sample.detail.stopNs = static_cast<std::uint32_t>(10'000 + m_random() % 30'000);
        sample.native.rootReached = true;
        auto &frames = sample.native.frames;
        frames.push_back({0x400000 + m_random() % 4096 * 3, model::UnwindMethod::Leaf});
        std::uint64_t path = m_random() % 64;
        for (std::uint64_t depth = 19; depth > 0; --depth) {
            frames.push_back({0x410000 + depth * 0x1000 + path * 16, model::UnwindMethod::EhFrame});
            path /= 2;
        }
    }

    // The series that the system tells of each process, once a second.
    void measure()
    {
        const auto load = 100 * m_load.running * threadCount;
        check(m_sink.on(MeasuredValue{ProcessSerial(0), "cpu_usage", "percent", m_time, load}));
        check(m_sink.on(MeasuredValue{ProcessSerial(0), "memory_footprint", "byte", m_time, 1e8}));
    }

    const Load &m_load;
    RecordSink &m_sink;
    model::Timestamp m_time;
    SinkEvent m_event = UnwoundTick();
    UnwoundTick &m_tick = std::get<UnwoundTick>(m_event);
    std::mt19937 m_random{1};
};

class Nobody : public LogObserver {
    void kept(const std::string &, const std::string &) override { }

    void notKept(const model::Error &) override { }

    void noticed(const model::Error &) override { }
};

void write(const Load &load, const std::string &path)
{
    RecordOptions options;
    options.logPath = path;
    options.rate = rateHz;
    const ClockAnchor anchor;
    Nobody nobody;
    const auto sink = LogSink::open(options, anchor, nobody);
    if (!sink)
        check(sink.error());
    Replay(load, **sink, anchor.wall()).run();
}

// As the window's live feed: snapshots while it reads, what is not looked at goes to files.
void follow(const std::string &path, const std::string &folder)
{
    constexpr std::size_t loadedBytes = std::size_t(64) << 20U;
    model::BlockStore::useFolder(folder);
    model::ProfileBuilder builder;
    model::SpanBuilder spans;
    const auto log = model::capturelog::LogFollower::open(path, builder, {});
    if (!log)
        check(log.error());
    constexpr std::size_t pieceBytes = std::size_t(256) << 10U;
    for (;;) {
        const auto bytes = (*log)->poll(pieceBytes);
        if (!bytes)
            check(bytes.error());
        if (*bytes == 0)
            return;
        spans.update(builder.snapshot());
        model::BlockStore::unload(loadedBytes);
    }
}

struct Costs {
    double peakMiB = 0;
    Seconds took{};
};

// In a process of its own, whose memory is counted.
template<typename Work>
Costs measured(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        work();
        std::exit(0);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0)
        std::exit(1);
    return {static_cast<double>(usage.ru_maxrss) / 1024, std::chrono::steady_clock::now() - start};
}

void measure(const Load &load, const std::filesystem::path &folder)
{
    const auto log = (folder / "day.ember").string();
    const auto writing = measured([&] { write(load, log); });
    const auto bytes = static_cast<double>(std::filesystem::file_size(log));
    const auto ticks = std::chrono::nanoseconds(load.length) / period;
    const auto samples = static_cast<double>(ticks) * double(threadCount);
    print(load, "log", bytes / mebibyte, "MiB");
    print(load, "bytes_per_sample", bytes / samples, "B");
    print(load, "write", writing.took.count() * 1e9 / samples, "ns/sample");
    print(load, "recorder.rss", writing.peakMiB, "MiB");
    const auto reading = measured([&] { follow(log, folder.string()); });
    print(load, "read", reading.took.count() * 1e9 / samples, "ns/sample");
    print(load, "reader.rss", reading.peakMiB, "MiB");
}

} // namespace

void measureDay()
{
    using std::chrono::hours;
    std::string folder = (std::filesystem::temp_directory_path() / "ember-day-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr)
        return;
    measure({"day.16idle", 0.01, hours(24)}, folder);
    measure({"day.16mostlyidle", 0.05, hours(24)}, folder);
    measure({"hour.16busy", 1, hours(1)}, folder);
    std::filesystem::remove_all(folder);
}

} // namespace ember::tests
