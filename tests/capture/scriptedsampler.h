// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/sampler.h"
#include "tests/capture/scriptedbackend.h"

#include <chrono>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace ember::tests {

constexpr int leader = 100;
inline const capture::CaptureTime start{std::chrono::seconds(1)};

// A sampler with one process of one thread, and what it says.
struct ScriptedSampler {
    explicit ScriptedSampler(std::size_t tickBytes = capture::BatchQueue::defaultByteLimit,
                             std::size_t otherBytes = capture::BatchQueue::defaultOtherLimit)
        : queue(tickBytes, otherBytes),
          sampler(backend, queue,
                  capture::ClockAnchor(capture::CaptureTime(std::chrono::seconds(0)),
                                       model::timestampFromNs(0)))
    {
        backend.thread(leader).state.blocked = true;
        backend.thread(leader).state.registers.sp = 0x7000;
        sampler.handle(capture::ImageReplaced{capture::Pid(leader)}, start);
        for (const auto &event : queue.take({})) {
            if (const auto *process = std::get_if<capture::ProcessStarted>(&event)) {
                places = process->places;
                runtimes = process->runtimes;
            }
            if (const auto *thread = std::get_if<capture::ThreadStarted>(&event))
                demand = thread->demand;
        }
    }

    // A tick in which the thread stops at once.
    void tick(capture::CaptureTime now)
    {
        sampler.tick(now);
        sampler.planNext(now + std::chrono::milliseconds(10));
        if (sampler.isWaiting()) {
            auto &thread = backend.thread(leader);
            thread.counts.runs += 1; // to get to the stop
            thread.timesSlept += 1; // there
            sampler.handle(capture::ThreadSuspended{capture::Tid(leader)},
                           now + std::chrono::microseconds(10));
            thread.counts.runs += 1; // and to go on
            thread.timesSlept += 1; // in its call
        }
    }

    std::vector<capture::Tick> ticks()
    {
        std::vector<capture::Tick> found;
        while (queue.bytes() > 0) {
            for (auto &event : queue.take({})) {
                if (auto *tick = std::get_if<capture::Tick>(&event))
                    found.push_back(std::move(*tick));
            }
        }
        return found;
    }

    // Nothing but registers can tell the stacks at the leader's place.
    void needRegisters()
    {
        places->learn(backend.thread(leader).state.registers,
                      capture::BlockedPlaces::Need::Registers);
    }

    ScriptedBackend backend;
    capture::BatchQueue queue;
    capture::Sampler sampler;
    std::shared_ptr<capture::BlockedPlaces> places;
    std::shared_ptr<capture::ProcessRuntimes> runtimes;
    std::shared_ptr<capture::StackDemand> demand; // of the leader
};

template<typename Event>
std::vector<Event> only(std::vector<capture::RecordEvent> events)
{
    std::vector<Event> found;
    for (auto &event : events) {
        if (auto *one = std::get_if<Event>(&event))
            found.push_back(std::move(*one));
    }
    return found;
}

} // namespace ember::tests
