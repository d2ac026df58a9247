// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::tests {

constexpr model::SystemCall futexCall{202};
constexpr model::SystemCall pollCall{7};

constexpr model::Timestamp atMs(std::int64_t ms)
{
    return model::timestampFromNs(ms * 1'000'000);
}

// A made-up capture: threads with a sample every 10 ms, each in a state.
class Program {
public:
    // What a thread does between two samples.
    struct Doing {
        model::ThreadState state = model::ThreadState::Running;
        model::SystemCall call = model::noSystemCall;
        std::uint32_t cpuMs = 0; // in each of these intervals

        static constexpr Doing running(std::uint32_t cpuMs = 10)
        {
            return {model::ThreadState::Running, model::noSystemCall, cpuMs};
        }
        static constexpr Doing runnable() { return {model::ThreadState::Runnable, {}, 0}; }
        static constexpr Doing blocked(model::SystemCall call = futexCall)
        {
            return {model::ThreadState::Blocked, call, 0};
        }
    };

    // A machine with so many CPUs; 0: the capture does not say so.
    explicit Program(unsigned cpus)
    {
        model::Source source;
        source.type = builder.string("emberchart");
        if (cpus > 0)
            source.attributes.push_back(
                {builder.string("cpus"), builder.string(std::to_string(cpus))});
        builder.addSource(std::move(source));
        m_process = builder.addProcess({});
    }

    model::ThreadIndex thread(std::string_view name, std::int64_t startMs = 0)
    {
        model::Thread thread;
        thread.process = m_process;
        thread.name = builder.string(name);
        thread.id = builder.string(std::to_string(m_nextMs.size() + 1));
        thread.isMain = m_nextMs.empty();
        m_nextMs.push_back(startMs);
        m_cpuMs.push_back(0);
        return builder.addThread(thread);
    }

    // Adds `count` samples of a thread. `stack` has the names of functions, root first; those that
    // begin with a capital are the user's own, the others are the system's. "name@file" has a file.
    Program &add(model::ThreadIndex thread, int count, const std::vector<std::string> &stack,
                 Doing doing)
    {
        model::StackIndex row = model::emptyStack;
        for (const std::string &name : stack)
            row = builder.stack(row, frame(name));
        for (; count > 0; --count) {
            auto &ms = m_nextMs[thread.row()];
            auto &cpuMs = m_cpuMs[thread.row()]; // of the interval before this sample
            builder.addSample(
                thread,
                {atMs(ms), row,
                 model::SampleDetail{cpuMs * 1'000'000U, 0, doing.state, doing.call}});
            ms += 10;
            cpuMs = doing.cpuMs;
        }
        return *this;
    }

    Program &frameMeasured(std::int64_t startMs, std::int64_t endMs, bool isFrozen = false)
    {
        model::Measurement series;
        series.name = builder.string(isFrozen ? "frozen_frame_renders" : "slow_frame_renders");
        series.process = m_process;
        const auto index = builder.addMeasurement(series);
        builder.addMeasurementValue(index, {atMs(endMs), double(endMs - startMs) * 1e6});
        return *this;
    }

    model::ProfileBuilder builder;

private:
    model::FrameIndex frame(const std::string &name)
    {
        model::Function function;
        const auto at = std::min(name.find('@'), name.size());
        function.name = builder.string(name.substr(0, at));
        if (at < name.size())
            function.file = builder.string(name.substr(at + 1));
        model::Frame frame;
        frame.function = builder.function(function);
        const bool isOwn = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
        frame.inApp = isOwn ? model::InApp::Yes : model::InApp::No;
        return builder.frame(frame);
    }

    model::ProcessIndex m_process;
    std::vector<std::int64_t> m_nextMs; // by thread
    std::vector<std::uint32_t> m_cpuMs; // by thread
};

} // namespace ember::tests
