// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/pipeline/imagefollower.h"
#include "capture/pipeline/recordsink.h"
#include "capture/procfs/processimages.h"
#include "capture/runtimes/runtimecandidate.h"
#include "capture/runtimes/scriptnames.h"
#include "capture/runtimes/scriptstacks.h"
#include "capture/sampling/recordevents.h"
#include "capture/sampling/stackdemand.h"
#include "capture/unwind/stackmemory.h"
#include "capture/unwind/tablecache.h"
#include "capture/unwind/unwinder.h"
#include "model/core/result.h"

#include <cstdint>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Keeps back samples of sleeping threads that turned out to need registers that were not known.
// They are kept out of the log, with the ticks that the thread is credited with meanwhile, until
// the sampler has suspended the thread: the sample with all registers then stands for them as well.
// If the thread has woken before, they are lost.
class WithheldSamples {
public:
    enum class Fate : std::uint8_t { Write, Withhold };

    // Decides about a sample that was just unwound. `places` learns whether a thread that sleeps
    // where this one does needs all its registers.
    Fate judge(const CapturedSample &sample, UnwoundSample &unwound, BlockedPlaces &places);
    // Whether the credit for one more tick is withheld, as is the thread's sample that it repeats.
    Fate judge(const ReusedSample &sample);
    void forget(ThreadSerial thread); // call when it has ended

    // Returns how many samples were lost since the last call.
    std::uint64_t takeLost();

private:
    std::unordered_map<ThreadSerial, std::uint32_t> m_ticks; // number of withheld ticks, by thread
    std::uint64_t m_lost = 0;
};

// Turns captured registers and stacks into frames, and follows which images each process has
// mapped. One thread; the target runs meanwhile.
class UnwindStage {
public:
    UnwindStage(UnwindMode mode, RecordSink &sink);

    // Call before each batch of events that is taken from the queue. All errors are the sink's.
    model::Result<void> beginBatch();
    model::Result<void> handle(const RecordEvent &event);
    model::Result<void> endBatch();
    // Call after the last batch.
    model::Result<void> finish();

private:
    struct Space {
        Space(const ProcessStarted &process, UnwindStage &stage);

        Pid pid;
        std::shared_ptr<BlockedPlaces> places;
        ProcessMemory memory;
        Unwinder unwinder;
        ScriptStacks scripts;
        ImageFollower images;
        std::string program;
        std::uint64_t limitedStacks = 0; // stacks that ended at a limit of ours
    };

    struct KnownThread {
        ProcessSerial process;
        Tid tid{};
        std::shared_ptr<StackDemand> demand;
        std::uint64_t unknownPc = 0; // the pc without a known image at which the newest stack was
                                     // cut; 0: none
    };

    model::Result<void> handle(const ProcessStarted &process);
    model::Result<void> handle(const ProcessMapped &process);
    model::Result<void> handle(const ProcessEnded &process);
    model::Result<void> handle(const ThreadStarted &thread);
    model::Result<void> handle(const ThreadEnded &thread);
    model::Result<void> handle(const Tick &tick);

    // Passes events that unwinding does not depend on to the sink as they are.
    template<typename Other>
    model::Result<void> handle(const Other &event)
    {
        return m_sink.on(event);
    }

    model::Result<void> unwind(const Tick &tick, const CapturedSample &sample);
    void noteImagesFound();
    void learnNeed(const CapturedSample &sample, std::span<const StackCopy> copies, Space &space);
    model::Result<void> reportLost(model::Timestamp time);
    model::Result<void> reportLimited(Space &space);
    model::Result<void> reportScripts(Space &space);
    model::Result<void> reportNewFunctions();
    UnwoundTick &unwoundTick() { return std::get<UnwoundTick>(m_unwound); }

    UnwoundSample &nextSample();

    const UnwindMode m_mode;
    RecordSink &m_sink;
    std::shared_ptr<TableCache> m_tables =
        std::make_shared<TableCache>(TableCache::defaultByteLimit, TableCache::userDisk());
    ImageReader m_imageReader;
    RuntimeFinder m_runtimes{findRuntime};
    ScriptNames m_scriptNames;
    std::unordered_map<ProcessSerial, std::unique_ptr<Space>> m_spaces;
    std::unordered_map<ThreadSerial, KnownThread> m_threads;
    std::set<ThreadSerial> m_cut; // threads whose newest stack was cut in an unknown image
    SinkEvent m_unwound = UnwoundTick(); // kept to reuse its memory
    std::size_t m_unwoundCount = 0;
    UnwoundStack m_trial; // kept to reuse its memory
    WithheldSamples m_withheld;
    model::Timestamp m_now; // time of the newest tick or start
};

} // namespace ember::capture
