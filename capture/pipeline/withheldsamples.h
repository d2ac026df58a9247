// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/pipeline/recordsink.h"
#include "capture/sampling/blockedplaces.h"
#include "capture/sampling/recordevents.h"

#include <cstdint>
#include <unordered_map>

namespace ember::capture {

// Samples of sleeping threads that turned out to need registers nobody told. They are kept out of
// the log, with the ticks the thread is credited with meanwhile, until the sampler has suspended
// the thread: the sample with all registers then stands for them as well. A thread that woke before
// that has lost them.
class WithheldSamples {
public:
    enum class Fate : std::uint8_t { Write, Withhold };

    // What becomes of a sample that was just unwound; the process learns whether such samples do.
    Fate judge(const CapturedSample &sample, UnwoundSample &unwound, BlockedPlaces &places);
    // Whether the thread's credit for one more tick is withheld.
    Fate judge(const ReusedSample &sample);
    void forget(ThreadNumber thread); // it has ended

    // How many were lost since this was last asked.
    std::uint64_t takeLost();

private:
    std::unordered_map<ThreadNumber, std::uint32_t> m_ticks; // withheld, by thread
    std::uint64_t m_lost = 0;
};

} // namespace ember::capture
