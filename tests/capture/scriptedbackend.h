// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ember::tests {

// Threads that do what a test says, and a record of what was done to them.
class ScriptedBackend : public capture::Backend {
public:
    struct Script {
        capture::SchedulerCounts counts;
        std::uint64_t timesSlept = 0;
        capture::ThreadPosition state;
        capture::ThreadTraits traits{"thread", 20, true};
        bool returnedToCall = false; // it sleeps where `state` says, with some registers missing
        int runsBetween = 0; // how often yet it runs while its sleeping position is read
        int runsBeforeCpuTime = 0; // how often yet before the process's CPU time is read
    };

    Script &thread(int tid) { return m_scripts[tid]; }

    int suspensions(int tid) const;
    int resumptions(int tid) const;

    int placeChecks() const { return m_placeChecks; } // calls of sleepingPosition()

    int countReads() const { return m_countReads; } // calls of schedulerCounts()

    // What was asked for by planToPushAside(), and how many were asked to stop while they were
    // kept.
    using Plan = std::pair<std::vector<capture::Tid>, capture::CaptureTime>;

    const std::vector<Plan> &plans() const { return m_plans; }

    int pushedSuspensions() const { return m_pushedSuspensions; }

    bool isKept() const { return m_isKept; } // or will be

    bool hidden = false; // no memory can be read
    std::string maps; // of each process

    std::size_t runnable = 1;

    // Of ended threads, as part of the process's CPU time.
    std::chrono::nanoseconds endedCpuTime{};

    int eventFd() const override { return -1; }

    std::optional<capture::BackendEvent> nextEvent() override { return std::nullopt; }

    bool suspend(capture::Tid thread) override;
    void resume(capture::Tid thread) override;
    void planToPushAside(std::span<const capture::Tid> threads,
                         capture::CaptureTime moment) override;
    void awaitPushed() override { m_isPushed = m_isKept; }
    void letRun(capture::CaptureTime) override { m_isKept = m_isPushed = false; }
    std::optional<capture::ThreadPosition> position(capture::Tid thread) override;
    std::optional<capture::ThreadPosition> sleepingPosition(capture::Tid thread) override;
    std::size_t readStack(capture::Tid thread, std::uint64_t address,
                          std::span<std::byte> bytes) override;
    std::size_t readPieces(capture::Tid, std::span<const capture::StopReader::Piece>) override
    {
        return 0;
    }

    bool hidesMemory(capture::Pid process) override;
    std::optional<capture::SchedulerCounts> schedulerCounts(capture::Tid thread) override;
    std::optional<std::uint64_t> timesSlept(capture::Tid thread) override;
    std::optional<std::chrono::nanoseconds> cpuTime(capture::Pid process) override;
    std::size_t runnableThreads() override { return runnable; }

    capture::ThreadTraits threadTraits(capture::Tid thread) override;
    capture::ProcessTraits processTraits(capture::Pid process) override;
    std::string memoryMaps(capture::Pid process) override;

private:
    std::map<int, Script> m_scripts;
    std::vector<int> m_suspended;
    std::vector<int> m_resumed;
    std::vector<Plan> m_plans;
    bool m_isKept = false;
    bool m_isPushed = false;
    int m_pushedSuspensions = 0;
    int m_placeChecks = 0;
    int m_countReads = 0;
};

} // namespace ember::tests
