// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/unwindstage.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ember::capture {

using model::Result;

WithheldSamples::Fate WithheldSamples::judge(const CapturedSample &sample, UnwoundSample &unwound,
                                             BlockedPlaces &places)
{
    const auto withheld = m_ticks.find(sample.thread);
    if (withheld != m_ticks.end()) {
        if (sample.completesLast)
            unwound.owedTicks += withheld->second;
        else
            m_lost += withheld->second;
        m_ticks.erase(withheld);
    }
    if (sample.registers.told == AvailableRegisters::All)
        return Fate::Write;
    const bool isWhole = !unwound.native.needsMissingRegister;
    places.learn(sample.registers,
                 isWhole ? BlockedPlaces::Need::Nothing : BlockedPlaces::Need::Registers);
    if (isWhole)
        return Fate::Write;
    m_ticks[sample.thread] = 1;
    return Fate::Withhold;
}

WithheldSamples::Fate WithheldSamples::judge(const ReusedSample &sample)
{
    const auto withheld = m_ticks.find(sample.thread);
    if (withheld == m_ticks.end())
        return Fate::Write;
    ++withheld->second;
    return Fate::Withhold;
}

void WithheldSamples::forget(ThreadSerial thread)
{
    const auto withheld = m_ticks.find(thread);
    if (withheld == m_ticks.end())
        return;
    m_lost += withheld->second;
    m_ticks.erase(withheld);
}

std::uint64_t WithheldSamples::takeLost()
{
    return std::exchange(m_lost, 0);
}

namespace {

// Whether the stack ends at a limit of ours: of frames, or of copied bytes.
bool endsAtLimit(const CapturedSample &sample, const UnwoundStack &stack)
{
    const bool lacksCopy = stack.beyondCopies != 0 && sample.stackSize == StackDemand::longestCopy;
    return stack.truncated || (lacksCopy && !stack.rootReached);
}

} // namespace

UnwindStage::Space::Space(const ProcessStarted &process, UnwindStage &stage)
    : pid(process.pid),
      places(process.places),
      memory(static_cast<pid_t>(process.pid)),
      unwinder(UnwindOptions{.mode = stage.m_mode}, stage.m_tables),
      scripts(static_cast<pid_t>(process.pid), process.runtimes, stage.m_runtimes,
              stage.m_scriptNames),
      images(process.process, process.pid, {stage.m_imageReader, stage.m_sink, unwinder, scripts}),
      program(process.executable.empty() ? process.command : process.executable)
{
}

UnwindStage::UnwindStage(UnwindMode mode, RecordSink &sink) : m_mode(mode), m_sink(sink) { }

Result<void> UnwindStage::beginBatch()
{
    for (auto &[number, space] : m_spaces)
        EMBER_RETURN_IF_ERROR(space->images.beginBatch(m_now));
    return {};
}

Result<void> UnwindStage::endBatch()
{
    for (auto &[number, space] : m_spaces)
        EMBER_RETURN_IF_ERROR(space->images.endBatch(m_now));
    noteImagesFound();
    return {};
}

Result<void> UnwindStage::handle(const RecordEvent &event)
{
    return std::visit([this](const auto &known) { return handle(known); }, event);
}

Result<void> UnwindStage::handle(const ProcessStarted &process)
{
    m_now = std::max(m_now, process.time);
    EMBER_RETURN_IF_ERROR(m_sink.on(process));
    auto space = std::make_unique<Space>(process, *this);
    const auto parent = m_spaces.find(process.parent);
    if (!process.byExec && parent != m_spaces.end())
        EMBER_RETURN_IF_ERROR(space->images.inherit(parent->second->images, process.time));
    m_spaces.insert_or_assign(process.process, std::move(space));
    return {};
}

Result<void> UnwindStage::handle(const ProcessMapped &process)
{
    const auto place = m_spaces.find(process.process);
    if (place == m_spaces.end())
        return {};
    EMBER_RETURN_IF_ERROR(place->second->images.use(process.maps, m_now));
    place->second->scripts.noteSearched();
    return {};
}

Result<void> UnwindStage::handle(const ProcessEnded &process)
{
    m_now = std::max(m_now, process.time);
    if (const auto place = m_spaces.find(process.process); place != m_spaces.end()) {
        EMBER_RETURN_IF_ERROR(reportLimited(*place->second));
        EMBER_RETURN_IF_ERROR(reportScripts(*place->second));
        m_spaces.erase(place);
    }
    return m_sink.on(process);
}

Result<void> UnwindStage::handle(const ThreadStarted &thread)
{
    m_threads[thread.thread] = {thread.process, thread.tid, thread.demand};
    return m_sink.on(thread);
}

Result<void> UnwindStage::handle(const ThreadEnded &thread)
{
    m_threads.erase(thread.thread);
    m_withheld.forget(thread.thread);
    return m_sink.on(thread);
}

Result<void> UnwindStage::handle(const Tick &tick)
{
    m_now = std::max(m_now, tick.time);
    auto &unwound = unwoundTick();
    unwound.time = tick.time;
    m_unwoundCount = 0;
    for (const auto &sample : tick.samples)
        EMBER_RETURN_IF_ERROR(unwind(tick, sample));
    unwound.samples.resize(m_unwoundCount);
    unwound.reused.clear();
    for (const auto &reused : tick.reused) {
        // The thread may have ended while the tick waited for other threads.
        if (m_threads.contains(reused.thread)
            && m_withheld.judge(reused) == WithheldSamples::Fate::Write)
            unwound.reused.push_back(reused);
    }
    EMBER_RETURN_IF_ERROR(reportLost(tick.time));
    EMBER_RETURN_IF_ERROR(reportNewFunctions());
    return m_sink.on(m_unwound);
}

Result<void> UnwindStage::reportLost(model::Timestamp time)
{
    const auto lost = m_withheld.takeLost();
    if (lost == 0)
        return {};
    return m_sink.on(Marker{model::CaptureEventKind::Dropped, time, lost, {}});
}

Result<void> UnwindStage::unwind(const Tick &tick, const CapturedSample &sample)
{
    const auto place = m_spaces.find(sample.process);
    if (place == m_spaces.end())
        return {};
    auto &space = *place->second;
    const auto thread = m_threads.find(sample.thread);
    if (thread == m_threads.end()) { // the thread has ended; its copy may describe memory that
                                     // others need
        space.scripts.decode(sample.scripts, tick.scripts, sample.registers, {}, {});
        return {};
    }
    auto &unwound = nextSample();
    static_cast<model::TickSample &>(unwound) = sample;
    unwound.process = sample.process;
    const std::array copies{
        StackCopy{sample.registers.sp,
                  std::span(tick.stacks).subspan(sample.stackOffset, sample.stackSize)},
        StackCopy{sample.apart.address,
                  std::span(tick.stacks).subspan(sample.apart.offset, sample.apart.size)}};
    space.images.noteRun();
    space.memory.readBy(static_cast<pid_t>(thread->second.tid));
    space.memory.forget();
    space.unwinder.unwind(sample.registers, copies, &space.memory, unwound.native,
                          sample.goroutineStack);
    if (unwound.native.unknownPc != 0) {
        EMBER_ASSIGN_OR_RETURN(const bool isKnown,
                               space.images.find(unwound.native.unknownPc, tick.time));
        if (isKnown) {
            space.memory.forget();
            space.unwinder.unwind(sample.registers, copies, &space.memory, unwound.native,
                                  sample.goroutineStack);
        }
    }
    thread->second.demand->learn(sample.registers.sp, unwound.native);
    thread->second.unknownPc = unwound.native.unknownPc;
    if (thread->second.unknownPc != 0)
        m_cut.insert(sample.thread);
    space.limitedStacks += endsAtLimit(sample, unwound.native) ? 1U : 0U;
    learnNeed(sample, copies, space);
    space.scripts.decode(sample.scripts, tick.scripts, sample.registers, copies, unwound.native);
    space.scripts.merge([&space](std::uint64_t pc) { return space.unwinder.knows(pc); },
                        unwound.native);
    if (m_withheld.judge(sample, unwound, *space.places) == WithheldSamples::Fate::Withhold)
        --m_unwoundCount;
    return {};
}

// Lets threads be sampled anew whose image is known by now: one that sleeps would keep its cut
// stack for as long as it sleeps.
void UnwindStage::noteImagesFound()
{
    std::erase_if(m_cut, [this](ThreadSerial serial) {
        const auto thread = m_threads.find(serial);
        if (thread == m_threads.end() || thread->second.unknownPc == 0)
            return true;
        const auto space = m_spaces.find(thread->second.process);
        if (space == m_spaces.end() || !space->second->unwinder.knows(thread->second.unknownPc))
            return false;
        thread->second.unknownPc = 0;
        thread->second.demand->noteImage();
        return true;
    });
}

// Reports once how many stacks ended at a limit, when the process or the capture ends.
Result<void> UnwindStage::reportLimited(Space &space)
{
    if (space.limitedStacks == 0)
        return {};
    const auto count = std::exchange(space.limitedStacks, 0);
    return m_sink.on(Marker{
        model::CaptureEventKind::Note,
        m_now,
        count,
        {},
        model::Error{model::ErrorCode::StacksCut, space.program,
                     std::to_string(count) + " of the stacks of process "
                         + std::to_string(static_cast<int>(space.pid)) + " have more than "
                         + std::to_string(UnwindOptions().depthLimit) + " frames or take more than "
                         + std::to_string(StackDemand::longestCopy >> 10U)
                         + " KiB: the innermost frames are kept"}});
}

// Reports the functions of scripts that the next tick's stacks have for the first time.
Result<void> UnwindStage::reportNewFunctions()
{
    for (auto &function : m_scriptNames.takeNew())
        EMBER_RETURN_IF_ERROR(m_sink.on(std::move(function)));
    return {};
}

// Reports once, when the process or the capture ends, how many script stacks could not be read.
Result<void> UnwindStage::reportScripts(Space &space)
{
    const auto note = [&](std::uint64_t count, const std::string &text) {
        return m_sink.on(
            Marker{model::CaptureEventKind::Note, m_now, count,
                   "process " + std::to_string(static_cast<int>(space.pid)) + ": " + text});
    };
    space.scripts.giveUp();
    if (const auto refusal = space.scripts.takeRefusal())
        EMBER_RETURN_IF_ERROR(note(0, *refusal));
    const auto &counts = space.scripts.counts();
    if (counts.torn == 0)
        return {};
    return note(counts.torn,
                std::to_string(counts.torn) + " of " + std::to_string(counts.stacks)
                    + " script stacks were just being changed: only the native frames of these"
                      " samples are kept");
}

Result<void> UnwindStage::finish()
{
    for (auto &[number, space] : m_spaces) {
        EMBER_RETURN_IF_ERROR(reportLimited(*space));
        EMBER_RETURN_IF_ERROR(reportScripts(*space));
    }
    return {};
}

// Learns whether a thread that sleeps at the sample's place can be unwound without the registers
// that only a suspended thread shows: unwinds the sample again with the others. Done only in code
// where some stack is known to need them; threads that sleep there are suspended until it is known.
void UnwindStage::learnNeed(const CapturedSample &sample, std::span<const StackCopy> copies,
                            Space &space)
{
    const bool isOpen = sample.detail.state == model::ThreadState::Blocked
        && sample.registers.told == AvailableRegisters::All
        && space.places->mayNeedRegisters(sample.registers)
        && space.places->needAt(sample.registers) == BlockedPlaces::Need::Unknown;
    if (!isOpen)
        return;
    auto asleep = sample.registers;
    asleep.told = AvailableRegisters::OfBlockedCall;
    space.unwinder.unwind(asleep, copies, &space.memory, m_trial, sample.goroutineStack);
    space.places->learn(asleep,
                        m_trial.needsMissingRegister ? BlockedPlaces::Need::Registers
                                                     : BlockedPlaces::Need::Nothing);
}

UnwoundSample &UnwindStage::nextSample()
{
    auto &samples = unwoundTick().samples;
    if (m_unwoundCount == samples.size())
        samples.emplace_back();
    return samples[m_unwoundCount++];
}

} // namespace ember::capture
