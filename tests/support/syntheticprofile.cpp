// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/syntheticprofile.h"

#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace ember::tests {

using namespace model;

namespace {

constexpr std::array modules{"emberdemo",       "libQt6Core.so.6", "libQt6Gui.so.6", "libc.so.6",
                             "libsqlite3.so.0", "libstdc++.so.6",  "libz.so.1"};
constexpr std::array verbs{"parse",  "paint",   "layout", "resolve", "compress", "write",
                           "lookup", "hash",    "merge",  "read",    "dispatch", "notify",
                           "update", "convert", "encode", "wait"};
constexpr std::array nouns{"Document", "Row",   "Index",  "Buffer", "Event", "Glyph",
                           "Image",    "Query", "Packet", "Node",   "Cache", "Frame"};
constexpr std::array threadNames{"main", "render",  "worker-1", "worker-2",
                                 "io",   "network", "logger",   "timer"};
constexpr std::int64_t startNs = 1'760'000'000'000'000'000;
constexpr std::int64_t periodNs = 9'900'990; // 101 Hz

class Generator {
public:
    explicit Generator(const SyntheticOptions &options) : m_options(options), m_random(options.seed)
    {
    }

    ProfilePointer make()
    {
        addProcess();
        addFrames();
        for (std::size_t thread = 0; thread < m_options.threads; ++thread)
            addThread(thread);
        if (m_options.measurements)
            addMeasurements();
        if (m_options.events)
            addEvents();
        return m_builder.snapshot();
    }

private:
    std::size_t below(std::size_t limit) { return m_random() % limit; }

    Timestamp timeOf(std::size_t sample) const
    {
        return timestampFromNs(startNs + static_cast<std::int64_t>(sample) * periodNs);
    }

    void addProcess()
    {
        Process process;
        process.pid = 4711;
        process.name = m_builder.string("emberdemo");
        process.command = m_builder.string("emberdemo --seconds 20");
        process.executable = m_builder.string("/usr/bin/emberdemo");
        process.platform = m_builder.string("native");
        m_process = m_builder.addProcess(process);
    }

    void addFrames()
    {
        for (std::size_t number = 0; number < m_options.functions; ++number) {
            const std::size_t module = number < 8 ? 0 : below(modules.size());
            const std::string name = std::string(module == 0 ? "demo::" : "")
                + nouns[below(nouns.size())] + "::" + verbs[below(verbs.size())]
                + (number % 3 == 0 ? "All(std::vector<int> const&)" : "()");
            Function function;
            function.name = m_builder.string(name + (number < 40 ? "" : std::to_string(number)));
            function.package = m_builder.string(std::string("/usr/lib/") + modules[module]);
            function.file = m_builder.string("source" + std::to_string(number % 20) + ".cpp");
            Frame frame;
            frame.function = m_builder.function(function);
            frame.line = static_cast<std::uint32_t>(10 + number);
            frame.inApp = module == 0 ? InApp::Yes : InApp::No;
            m_frames.push_back(m_builder.frame(frame));
        }
    }

    void addThread(std::size_t number)
    {
        Thread thread;
        thread.process = m_process;
        thread.id = m_builder.string(std::to_string(4711 + number));
        thread.name =
            m_builder.string(number < threadNames.size() ? std::string(threadNames[number])
                                                         : "pool-" + std::to_string(number));
        thread.priority = 20;
        thread.isMain = number == 0;
        const ThreadIndex index = m_builder.addThread(thread);
        // Root first: a stack that mostly stays and now and then loses and gains a few frames.
        std::vector<std::size_t> stack;
        const std::size_t idlePercent = std::min<std::size_t>(90, number * 12 % 70);
        for (std::size_t sample = 0; sample < m_options.samplesPerThread; ++sample) {
            const std::size_t kept = below(100) < 30 ? stack.size() : below(stack.size() + 1);
            const std::size_t lowest = std::min<std::size_t>(stack.size(), 3);
            stack.resize(std::max(kept, lowest));
            const std::size_t wanted = 4 + below(m_options.depth - 3);
            while (stack.size() < wanted)
                stack.push_back(nextFrame(stack));
            const bool idle = (sample / 40 * 7 + number * 13) % 100 < idlePercent;
            StackIndex path = emptyStack;
            for (const std::size_t frame : stack)
                path = m_builder.stack(path, m_frames[frame]);
            m_builder.addSample(index, {timeOf(sample), idle ? emptyStack : path, {}});
        }
    }

    // Few callees per caller, so that the same paths come again.
    std::size_t nextFrame(const std::vector<std::size_t> &stack)
    {
        const std::size_t caller = stack.empty() ? 0 : stack.back();
        return (caller * 7 + stack.size() * 3 + 1 + below(3)) % m_frames.size();
    }

    MeasurementIndex addSeries(const char *name, const char *unit)
    {
        Measurement series;
        series.process = m_process;
        series.name = m_builder.string(name);
        series.unit = m_builder.string(unit);
        return m_builder.addMeasurement(series);
    }

    void addMeasurements()
    {
        const auto cpu = addSeries("cpu_usage", "percent");
        const auto memory = addSeries("memory_footprint", "byte");
        const auto slow = addSeries("slow_frame_renders", "nanosecond");
        const auto frozen = addSeries("frozen_frame_renders", "nanosecond");
        double bytes = 80e6;
        double percent = 60;
        for (std::size_t sample = 0; sample < m_options.samplesPerThread; sample += 10) {
            percent = std::clamp(percent + static_cast<double>(below(41)) - 20, 0.0, 200.0);
            bytes += static_cast<double>(below(2'000'000)) - 600'000;
            m_builder.addMeasurementValue(cpu, {timeOf(sample), percent});
            m_builder.addMeasurementValue(memory, {timeOf(sample), bytes});
            if (sample % 90 == 0 && sample > 0)
                m_builder.addMeasurementValue(slow, {timeOf(sample), 3e7});
            if (sample % 700 == 600)
                m_builder.addMeasurementValue(frozen, {timeOf(sample), 9e8});
        }
    }

    void addEvents()
    {
        const std::size_t third = m_options.samplesPerThread / 3;
        m_builder.addEvent({timeOf(third), CaptureEventKind::Paused, 0, {}});
        m_builder.addEvent({timeOf(third + third / 8), CaptureEventKind::Resumed, 0, {}});
        m_builder.addEvent({timeOf(2 * third), CaptureEventKind::MissedTicks, 12, {}});
        m_builder.addEvent({timeOf(2 * third + 40), CaptureEventKind::Dropped, 30, {}});
        m_builder.addOutput(
            {timeOf(5), OutputStream::Standard, m_builder.string("demo: starting four threads")});
        m_builder.addOutput(
            {timeOf(third), OutputStream::Error, m_builder.string("demo: cache is cold")});
    }

    SyntheticOptions m_options;
    std::mt19937 m_random;
    ProfileBuilder m_builder;
    ProcessIndex m_process;
    std::vector<FrameIndex> m_frames;
};

} // namespace

ProfilePointer syntheticProfile(const SyntheticOptions &options)
{
    return Generator(options).make();
}

} // namespace ember::tests
