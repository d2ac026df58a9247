// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/unwindstage.h"

#include "capture/procfs/maps.h"
#include "capture/procfs/procreader.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace ember::capture {

using model::Result;

namespace {

// A pc in no image: maps are read again at once while that finds new libraries, ever more rarely
// while it does not (JIT code).
constexpr model::Nanoseconds firstFutileWait = std::chrono::milliseconds(5);

// And behind samples, for libraries that none of them was in: soon while new ones are found, ever
// more rarely while not. A process that ends takes its maps with it before its last samples are
// unwound.
constexpr model::Nanoseconds firstMapsWait = std::chrono::milliseconds(10);
constexpr model::Nanoseconds longestWait = std::chrono::seconds(1);

LoadedImage toLoadedImage(const MappedImage &image)
{
    return {image.start, image.end - image.start, image.bias, image.displayPath, image.buildId};
}

} // namespace

UnwindStage::Space::Space(const ProcessStarted &process, UnwindMode mode,
                          std::shared_ptr<TableCache> tables)
    : pid(process.pid),
      places(process.places),
      memory(static_cast<pid_t>(process.pid)),
      unwinder(UnwindOptions{.mode = mode}, std::move(tables)),
      program(process.executable.empty() ? process.command : process.executable)
{
}

UnwindStage::UnwindStage(UnwindMode mode, RecordSink &sink) : m_mode(mode), m_sink(sink) { }

Result<void> UnwindStage::handle(RecordEvent &event)
{
    return std::visit([this](const auto &known) { return handle(known); }, event);
}

Result<void> UnwindStage::handle(const ProcessStarted &process)
{
    m_now = std::max(m_now, process.time);
    EMBER_RETURN_IF_ERROR(m_sink.processStarted(process));
    auto space = std::make_unique<Space>(process, m_mode, m_tables);
    const auto parent = m_spaces.find(process.parent);
    if (!process.byExec && parent != m_spaces.end()) {
        space->images = parent->second->images;
        space->mapsRead = parent->second->mapsRead;
        for (const auto &image : space->images) {
            space->unwinder.addImage(image);
            EMBER_RETURN_IF_ERROR(
                m_sink.imageLoaded(process.process, process.time, toLoadedImage(image)));
        }
    }
    m_spaces.insert_or_assign(process.process, std::move(space));
    return {};
}

Result<void> UnwindStage::handle(const ProcessMapped &process)
{
    const auto place = m_spaces.find(process.process);
    if (place == m_spaces.end())
        return {};
    return useMaps(process.process, *place->second, process.maps, m_now);
}

Result<void> UnwindStage::handle(const ProcessEnded &process)
{
    m_now = std::max(m_now, process.time);
    if (const auto place = m_spaces.find(process.process); place != m_spaces.end()) {
        EMBER_RETURN_IF_ERROR(reportCut(*place->second));
        m_spaces.erase(place);
    }
    return m_sink.processEnded(process);
}

Result<void> UnwindStage::handle(const ThreadStarted &thread)
{
    m_threads[thread.thread] = {thread.process, thread.demand};
    return m_sink.threadStarted(thread);
}

Result<void> UnwindStage::handle(const ThreadChanged &thread)
{
    return m_sink.threadChanged(thread);
}

Result<void> UnwindStage::handle(const ThreadEnded &thread)
{
    m_threads.erase(thread.thread);
    m_withheld.forget(thread.thread);
    return m_sink.threadEnded(thread);
}

Result<void> UnwindStage::handle(const Marker &marker)
{
    return m_sink.marker(marker);
}

Result<void> UnwindStage::handle(const KeepRequest &request)
{
    return m_sink.keep(request.time, request.cause);
}

Result<void> UnwindStage::handle(const Tick &tick)
{
    m_now = std::max(m_now, tick.time);
    m_unwound.time = tick.time;
    m_unwoundCount = 0;
    for (const auto &sample : tick.samples)
        EMBER_RETURN_IF_ERROR(unwind(tick, sample));
    m_unwound.samples.resize(m_unwoundCount);
    m_unwound.reused.clear();
    for (const auto &reused : tick.reused) {
        // It may have ended while its tick waited for others.
        if (m_threads.contains(reused.thread)
            && m_withheld.judge(reused) == WithheldSamples::Fate::Write)
            m_unwound.reused.push_back(reused);
    }
    EMBER_RETURN_IF_ERROR(reportLost(tick.time));
    EMBER_RETURN_IF_ERROR(m_sink.tick(m_unwound));
    return rereadDueMaps(tick.time);
}

Result<void> UnwindStage::reportLost(model::Timestamp time)
{
    const auto lost = m_withheld.takeLost();
    if (lost == 0)
        return {};
    return m_sink.marker({model::CaptureEventKind::Dropped, time, lost, {}});
}

Result<void> UnwindStage::unwind(const Tick &tick, const CapturedSample &sample)
{
    const auto thread = m_threads.find(sample.thread);
    if (thread == m_threads.end())
        return {};
    const auto number = thread->second.process;
    const auto place = m_spaces.find(number);
    if (place == m_spaces.end())
        return {};
    auto &space = *place->second;
    auto &unwound = nextSample();
    unwound.thread = sample.thread;
    unwound.process = number;
    unwound.detail = sample.detail;
    unwound.owedTicks = sample.owedTicks;
    const std::array copies{
        StackCopy{sample.registers.sp,
                  std::span(tick.stacks).subspan(sample.stackOffset, sample.stackSize)},
        StackCopy{sample.apart.address,
                  std::span(tick.stacks).subspan(sample.apart.offset, sample.apart.size)}};
    noteRun(number, space);
    space.memory.forget();
    space.unwinder.unwind(sample.registers, copies, &space.memory, unwound.stack);
    if (unwound.stack.unknownPc != 0 && tick.time - space.mapsRead >= space.unknownPcWait) {
        EMBER_RETURN_IF_ERROR(rereadMaps(number, space, tick.time));
        space.unknownPcWait = space.unwinder.knows(unwound.stack.unknownPc)
            ? model::Nanoseconds(0)
            : std::clamp(2 * space.unknownPcWait, firstFutileWait, longestWait);
        space.memory.forget();
        space.unwinder.unwind(sample.registers, copies, &space.memory, unwound.stack);
    }
    thread->second.demand->learn(sample.registers.sp, unwound.stack);
    space.cutStacks += unwound.stack.truncated ? 1 : 0;
    learnNeed(sample, copies, space);
    if (m_withheld.judge(sample, unwound, *space.places) == WithheldSamples::Fate::Withhold)
        --m_unwoundCount;
    return {};
}

// Once, with their number: when the process ends, or the capture.
Result<void> UnwindStage::reportCut(Space &space)
{
    if (space.cutStacks == 0)
        return {};
    const auto count = std::exchange(space.cutStacks, 0);
    return m_sink.marker(
        {model::CaptureEventKind::Note,
         m_now,
         count,
         {},
         model::Error{model::ErrorCode::StacksCut, space.program,
                      std::to_string(count) + " of the stacks of process "
                          + std::to_string(static_cast<int>(space.pid)) + " have more than "
                          + std::to_string(UnwindOptions().depthLimit)
                          + " frames: the innermost ones are kept"}});
}

Result<void> UnwindStage::finish()
{
    for (auto &[number, space] : m_spaces)
        EMBER_RETURN_IF_ERROR(reportCut(*space));
    return {};
}

// Where some stacks of a process need all registers, its threads are suspended wherever they sleep,
// until a place is known to need none.
void UnwindStage::learnNeed(const CapturedSample &sample, std::span<const StackCopy> copies,
                            Space &space)
{
    const bool isOpen = sample.detail.state == model::ThreadState::Blocked
        && sample.registers.told == ToldRegisters::All && space.places->someNeedRegisters()
        && space.places->needAt(sample.registers) == BlockedPlaces::Need::Unknown;
    if (!isOpen)
        return;
    auto asleep = sample.registers;
    asleep.told = ToldRegisters::OfBlockedCall;
    space.unwinder.unwind(asleep, copies, &space.memory, m_trial);
    space.places->learn(asleep,
                        m_trial.needsUntoldRegister ? BlockedPlaces::Need::Registers
                                                    : BlockedPlaces::Need::Nothing);
}

UnwoundSample &UnwindStage::nextSample()
{
    if (m_unwoundCount == m_unwound.samples.size())
        m_unwound.samples.emplace_back();
    return m_unwound.samples[m_unwoundCount++];
}

void UnwindStage::noteRun(ProcessNumber number, Space &space)
{
    if (!std::exchange(space.hasRun, true))
        m_haveRun.push_back(number);
}

// A process that only sleeps loads nothing.
Result<void> UnwindStage::rereadDueMaps(model::Timestamp time)
{
    for (std::size_t i = 0; i < m_haveRun.size();) {
        const auto place = m_spaces.find(m_haveRun[i]);
        const bool isGone = place == m_spaces.end();
        if (!isGone && time - place->second->mapsRead < place->second->mapsWait) {
            ++i;
            continue;
        }
        const auto number = std::exchange(m_haveRun[i], m_haveRun.back());
        m_haveRun.pop_back();
        if (isGone)
            continue;
        place->second->hasRun = false;
        EMBER_RETURN_IF_ERROR(rereadMaps(number, *place->second, time));
    }
    return {};
}

Result<void> UnwindStage::rereadMaps(ProcessNumber number, Space &space, model::Timestamp time)
{
    space.mapsRead = time;
    const auto maps =
        readProcFile("/proc/" + std::to_string(static_cast<int>(space.pid)) + "/maps");
    return maps && !maps->empty() ? useMaps(number, space, *maps, time) : Result<void>();
}

Result<void> UnwindStage::useMaps(ProcessNumber number, Space &space, std::string_view maps,
                                  model::Timestamp time)
{
    const auto mappings = parseMaps(maps);
    if (!mappings)
        return {};
    space.mapsRead = time;
    auto images = m_imageReader.imagesFromMaps(static_cast<pid_t>(space.pid), *mappings);
    space.mapsWait = images == space.images
        ? std::clamp(2 * space.mapsWait, firstMapsWait, longestWait)
        : firstMapsWait;
    const auto isIn = [](const auto &list, const MappedImage &image) {
        return std::ranges::find(list, image) != list.end();
    };
    for (const auto &image : space.images) {
        if (isIn(images, image))
            continue;
        space.unwinder.removeImage(image.start);
        EMBER_RETURN_IF_ERROR(m_sink.imageUnloaded(number, time, toLoadedImage(image)));
    }
    for (const auto &image : images) {
        if (isIn(space.images, image))
            continue;
        space.unwinder.addImage(image);
        EMBER_RETURN_IF_ERROR(m_sink.imageLoaded(number, time, toLoadedImage(image)));
    }
    space.images = std::move(images);
    return {};
}

} // namespace ember::capture
