// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfsamples.h"

#include "model/core/text.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace ember::model::perfscript {

PerfSamples::PerfSamples(ImportSession &session, Layout layout)
    : m_session(session),
      m_layout(layout)
{
    if (m_layout != Layout::Timed) {
        m_count = m_builder.addValueType({m_builder.string("samples"), m_builder.string("count")});
        m_builder.setMainValue(m_count);
    }
}

void PerfSamples::add(const SampleLine &sample, std::size_t line, ThreadIndex thread,
                      StackIndex stack)
{
    const auto time = sample.time.value_or(Nanoseconds(0));
    m_start = std::min(m_start, time);
    const auto [event, isNew] = m_events.try_emplace(sample.event);
    const auto change = switchOf(sample);
    if (isNew) {
        event->second.counted = countedOnCpu(sample.event);
        event->second.isOfSwitches = change.has_value();
    }
    ++event->second.samples;
    event->second.periods += sample.period ? 1U : 0U;
    m_samples.push_back({time, line, thread, stack,
                         sample.period ? valueType(sample.event) : ValueTypeIndex(),
                         sample.period.value_or(0), &*event, change});
}

void PerfSamples::addSwitch(const SwitchLine &read, std::size_t line, ThreadIndex thread)
{
    m_start = std::min(m_start, *read.thread.time);
    m_switches.push_back({*read.thread.time, line, thread, read.change});
}

Result<void> PerfSamples::enter(std::span<const ThreadNaming> namings)
{
    chooseTimeLine();
    EMBER_RETURN_IF_ERROR(checkEvents());
    m_limit = TimeClamp(m_builder.tables().threads.size());
    enterThreads();
    enterNamings(namings);
    m_periods.report(m_session.notes());
    m_limit.report(m_session.notes());
    return {};
}

std::optional<Nanoseconds> PerfSamples::start() const
{
    const bool isKnown = m_layout == Layout::Timed && !(m_samples.empty() && m_switches.empty());
    return isKnown ? std::optional(m_start) : std::nullopt;
}

ValueTypeIndex PerfSamples::valueType(std::string_view event)
{
    const auto [place, isNew] = m_types.try_emplace(event);
    if (isNew) {
        const bool isTime = countedOnCpu(event) == CountedOnCpu::Clock;
        place->second = m_builder.addValueType(
            {m_session.string(event), m_builder.string(isTime ? "nanoseconds" : "count")});
    }
    return place->second;
}

// Chooses the event whose samples make the time line: the one that tells best how long threads ran,
// the first of the file among equals. Samples of several events are taken at the same time, so of
// all together no time would be right. Clocks or cycles that differ in their modifier or PMU are
// one: a thread is in user or kernel code, and on one kind of CPU.
void PerfSamples::chooseTimeLine()
{
    if (m_samples.empty() || m_layout != Layout::Timed)
        return;
    const auto best = std::ranges::max_element(
        m_samples, {}, [](const Sample &read) { return read.event->second.counted; });
    const auto [name, chosen] = *best->event;
    for (auto &[other, event] : m_events)
        event.isTimeLine = other == name
            || (chosen.counted != CountedOnCpu::Nothing && plainEvent(other) == plainEvent(name));
    // An event whose samples have no periods is weighed by their number.
    for (Sample &read : m_samples) {
        if (read.isOfTimeLine() || read.event->second.periods > 0)
            continue;
        read.type = valueType(read.event->first);
        read.period = 1;
    }
}

// Returns the names of events, with their numbers of samples.
std::string PerfSamples::eventNames(bool areOfTimeLine) const
{
    constexpr std::size_t longest = 200;
    std::string names;
    for (const auto &[name, event] : m_events) {
        if (event.isTimeLine != areOfTimeLine || (event.isOfSwitches && !m_switches.empty()))
            continue;
        if (names.size() > longest)
            break;
        names += names.empty() ? "" : ", ";
        names += validUtf8(name.substr(0, longest)) + " (" + std::to_string(event.samples) + ")";
    }
    return names;
}

void PerfSamples::noteEvents() const
{
    const auto others = eventNames(false);
    const auto areSwitches = !m_switches.empty()
        ? std::ranges::count_if(m_events,
                                [](const auto &event) { return event.second.isOfSwitches; })
        : 0;
    if (std::ssize(m_events) - areSwitches < 2)
        return;
    std::string detail = (m_layout == Layout::Timed ? "times are those of the samples of "
                                                    : "counts are those of the samples of ")
        + eventNames(true);
    if (!others.empty())
        detail += "; samples of " + others
            + " take no time: they are counted, and have values of their own, which can be chosen "
              "as weight";
    m_session.notes().note("perfscript-several-events", detail);
}

// Limits the memory for events: the values of an event take a place for each sample of a thread,
// though a sample has one event only.
Result<void> PerfSamples::checkEvents() const
{
    constexpr std::uint64_t columnMemory = 1'000;
    std::map<ThreadIndex, std::uint64_t> samples;
    std::set<std::pair<ThreadIndex, ValueTypeIndex>> columns;
    for (const Sample &read : m_samples) {
        ++samples[read.thread];
        if (read.type.isValid())
            columns.emplace(read.thread, read.type);
    }
    for (const RecordedSwitch &read : m_switches)
        ++samples[read.thread];
    std::uint64_t bytes = 0;
    for (const auto &[thread, type] : columns)
        bytes += columnMemory + samples[thread] * sizeof(double);
    if (bytes <= m_session.most(1))
        return {};
    return m_session.tooMany("perf script: " + std::to_string(m_types.size()) + " events");
}

// Returns by sample what it tells of its thread's time on a CPU.
std::vector<OnCpuTime> PerfSamples::timesOnCpu() const
{
    std::vector<OnCpuTime> times(m_samples.size());
    if (m_layout != Layout::Timed)
        return times;
    OnCpu threads;
    for (const Sample &read : m_samples) {
        if (read.isOfTimeLine())
            threads.add(read.thread.row(), read.time - m_start, read.event->second.counted,
                        read.period);
    }
    const auto ofTimeLine = threads.times();
    auto next = ofTimeLine.begin();
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        if (m_samples[row].isOfTimeLine())
            times[row] = *next++;
    }
    return times;
}

// Sorts the samples and switches by thread and time, and counts the samples that go back.
void PerfSamples::sort()
{
    std::vector<Nanoseconds> latest(m_builder.tables().threads.size(), Nanoseconds::min());
    for (const Sample &read : m_samples) {
        auto &before = latest[read.thread.row()];
        m_goneBack += read.time < before ? 1U : 0U;
        before = std::max(before, read.time);
    }
    const auto place = [](const auto &read) { return std::pair(read.thread, read.time); };
    std::ranges::stable_sort(m_samples, {}, place);
    std::ranges::stable_sort(m_switches, {}, place);
}

void PerfSamples::enterThreads()
{
    sort();
    const auto times = timesOnCpu();
    m_areTimesKnown = !m_switches.empty() || std::ranges::any_of(times, &OnCpuTime::isRunning);
    std::size_t row = 0;
    std::size_t change = 0;
    for (std::size_t thread = 0; thread < m_builder.tables().threads.size(); ++thread) {
        const auto isOfThread = [&](const auto &read) { return read.thread.row() == thread; };
        const auto firstRow = row;
        while (row < m_samples.size() && isOfThread(m_samples[row]))
            ++row;
        const auto firstChange = change;
        while (change < m_switches.size() && isOfThread(m_switches[change]))
            ++change;
        const ThreadSamples read{std::span(m_samples).subspan(firstRow, row - firstRow),
                                 std::span(times).subspan(firstRow, row - firstRow)};
        const auto switches = std::span(m_switches).subspan(firstChange, change - firstChange);
        const ThreadIndex index(thread);
        if (!m_switches.empty() && hasId(index) && !isIdle(index))
            enterStates(index, read, switches);
        else if (!read.samples.empty())
            enterSamples(read);
    }
}

// Whether the thread stands for the idle tasks of all CPUs.
bool PerfSamples::isIdle(ThreadIndex thread) const
{
    const auto id = m_builder.tables().threads[thread].id;
    return id.isValid() && m_builder.tables().strings[id] == idleId;
}

// Returns the switches and samples of a thread in the order of their times.
std::vector<ThreadMoment> PerfSamples::momentsOf(std::span<const Sample> samples,
                                                 std::span<const RecordedSwitch> switches)
{
    std::vector<ThreadMoment> moments;
    moments.reserve(samples.size() + switches.size());
    auto change = switches.begin();
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const Sample &sample = samples[row];
        for (; change != switches.end()
             && std::pair(change->time, change->line) < std::pair(sample.time, sample.line);
             ++change)
            moments.push_back({change->time, change->change, {}, emptyStack});
        moments.push_back({sample.time, sample.change, row, sample.stack, sample.isOfTimeLine()});
    }
    for (; change != switches.end(); ++change)
        moments.push_back({change->time, change->change, {}, emptyStack});
    return moments;
}

// Returns the detail of a sample that follows `before` in its thread: CPU time is used by what
// runs.
SampleDetail PerfSamples::detailAfter(const StateRow &before, Nanoseconds time, ThreadState state)
{
    const auto ran = before.state == ThreadState::Running ? time - before.time : Nanoseconds(0);
    SampleDetail detail;
    detail.cpuNs = static_cast<std::uint32_t>(
        std::min<std::int64_t>(ran.count(), std::numeric_limits<std::uint32_t>::max()));
    detail.state = state;
    return detail;
}

// Enters what a thread did, by its switches and samples.
void PerfSamples::enterStates(ThreadIndex thread, const ThreadSamples &read,
                              std::span<const RecordedSwitch> switches)
{
    Nanoseconds tail{};
    for (std::size_t row = 0; row < read.samples.size(); ++row) {
        if (read.samples[row].isOfTimeLine())
            tail = read.onCpu[row].duration.value_or(Nanoseconds(0));
    }
    StateRow before{};
    for (const StateRow &row :
         stateRows(momentsOf(read.samples, switches), tail, m_builder.tables())) {
        SampleDetail detail = detailAfter(before, row.time, row.state);
        if (row.state == ThreadState::Blocked && row.sample)
            detail.call = m_calls.of(row.stack);
        before = row;
        if (row.sample) {
            enterSample(read.samples[*row.sample], row.time, detail);
            continue;
        }
        const bool isEnd = row.state == ThreadState::Unknown;
        m_builder.addSample(
            thread, {timestamp(row.time), row.stack, detail, isEnd ? noSource : SourceIndex(0)});
        m_entered += isEnd ? 0U : 1U;
    }
}

// Enters the samples of a thread. A sample of another event than the time line's would end the one
// in whose time it was taken. So it stands at the end of that, where it takes no time.
//
//   read:    A----p---------A----------|        q
//   entered: A--------------pA---------|        q|      |: gap mark
void PerfSamples::enterSamples(const ThreadSamples &thread)
{
    const auto &samples = thread.samples;
    const ThreadIndex index = samples.front().thread;
    constexpr Nanoseconds none = Nanoseconds::max();
    Nanoseconds end = Nanoseconds::min(); // of the time line's sample before
    Nanoseconds gap = none; // when a mark is due, unless a sample was taken then
    // Idle tasks stand for CPUs that nobody used: they get CPU times of 0 once any thread has some.
    const bool isTold = hasId(index)
        && (isIdle(index) ? m_areTimesKnown
                          : std::ranges::any_of(thread.onCpu, &OnCpuTime::isRunning));
    StateRow before{};
    Nanoseconds counted{}; // by the sample before: a thread may have left its CPU for a while
    const auto detailAt = [&](Nanoseconds time, const OnCpuTime &onCpu) {
        const auto onCpuState = isIdle(index) ? ThreadState::Blocked : ThreadState::Running;
        const auto state = onCpu.isRunning ? onCpuState : ThreadState::Unknown;
        const auto detail = detailAfter(before, std::min(time, before.time + counted), state);
        before.time = time;
        before.state = state;
        counted = onCpu.counted;
        return isTold ? std::optional(detail) : std::nullopt;
    };
    const auto addGapBefore = [&](Nanoseconds time) {
        if (gap < time)
            m_builder.addSample(index, {timestamp(gap), emptyStack, detailAt(gap, {}), noSource});
        gap = none;
    };
    for (std::size_t row = 0; row < samples.size(); ++row) {
        const Sample &read = samples[row];
        const auto time = read.isOfTimeLine() ? read.time : std::max(read.time, end);
        addGapBefore(time);
        enterSample(read, time, detailAt(time, thread.onCpu[row]));
        if (!read.isOfTimeLine()) {
            gap = time;
            continue;
        }
        const auto behind = samples.subspan(row + 1);
        const auto next = std::ranges::find_if(behind, &Sample::isOfTimeLine);
        const bool isLast = next == behind.end();
        const auto &ran = thread.onCpu[row].duration;
        if (ran || (isLast && !behind.empty()))
            gap = read.time + ran.value_or(Nanoseconds(0));
        end = gap == none && !isLast ? next->time : gap;
    }
    addGapBefore(none);
}

void PerfSamples::enterSample(const Sample &read, Nanoseconds time,
                              const std::optional<SampleDetail> &detail)
{
    ++m_entered;
    m_builder.addSample(read.thread, {timestamp(time), read.stack, detail});
    if (m_count.isValid())
        m_builder.addSampleValue(read.thread, m_count, 1);
    if (read.type.isValid())
        m_builder.addSampleValue(read.thread, read.type, m_periods.entered(read.period));
}

// Enters changes of names. A thread has its last name; the model keeps the earlier ones with their
// times.
void PerfSamples::enterNamings(std::span<const ThreadNaming> namings)
{
    std::set<ThreadIndex> threads;
    for (const auto &naming : namings) {
        threads.insert(naming.thread);
        if (m_layout == Layout::Timed)
            m_builder.addThreadChange(
                {naming.thread, timestamp(naming.time), naming.name, std::nullopt});
    }
    m_session.notes().note(
        "perfscript-renamed-threads",
        "a thread changed its command while it was recorded: it is shown by its last one",
        threads.size());
}

} // namespace ember::model::perfscript
