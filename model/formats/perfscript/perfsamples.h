// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importsession.h"
#include "model/formats/perfscript/oncpu.h"
#include "model/formats/perfscript/perflines.h"
#include "model/formats/perfscript/switches.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::perfscript {

// A new name of a thread. Before its first change, its first name is listed, too.
struct ThreadNaming {
    ThreadIndex thread;
    Nanoseconds time; // perf's clock
    StringIndex name;
};

// The samples and switches of a recording. They are entered into the profile once all are read, as
// only then it is known where its time begins, and the samples of which event make the time line.
// The text of the lines and the session must outlive it.
class PerfSamples {
public:
    PerfSamples(ImportSession &session, Layout layout);

    // Both take the number of the line in the file: switches and samples of the same time are in
    // the order of their lines.
    void add(const SampleLine &sample, std::size_t line, ThreadIndex thread, StackIndex stack);
    void addSwitch(const SwitchLine &read, std::size_t line, ThreadIndex thread);

    // Enters all into the profile. FileTooBig: there are too many events. Call once.
    Result<void> enter(std::span<const ThreadNaming> namings);

    // The following functions may be called after enter().

    // Reports several events, and which of them the times are of.
    void noteEvents() const;
    // The number of samples in the profile.
    std::uint64_t entered() const { return m_entered; }
    // The number of samples that are earlier than one of their thread before them in the file.
    std::uint64_t goneBack() const { return m_goneBack; }
    // The time by perf's clock at which the profile's time begins; nullopt if nothing has a time.
    std::optional<Nanoseconds> start() const;

private:
    struct Event {
        CountedOnCpu counted = CountedOnCpu::Nothing;
        std::uint64_t samples = 0;
        std::uint64_t periods = 0; // samples that have one
        // Its samples last; those of other events take no time.
        bool isTimeLine = true;
        bool isOfSwitches = false; // each sample is a switch of its thread
    };

    using Events = std::map<std::string_view, Event>;

    struct Sample {
        Nanoseconds time;
        std::size_t line; // of the file
        ThreadIndex thread;
        StackIndex stack;
        ValueTypeIndex type; // invalid: no value
        std::uint64_t period = 0;
        const Events::value_type *event = nullptr;
        std::optional<Switch> change; // that was sampled

        bool isOfTimeLine() const { return event->second.isTimeLine; }
    };

    // A switch that was recorded, but not sampled.
    struct RecordedSwitch {
        Nanoseconds time;
        std::size_t line;
        ThreadIndex thread;
        Switch change;
    };

    // The samples of one thread, sorted by time, and what each tells of its time on a CPU.
    struct ThreadSamples {
        std::span<const Sample> samples;
        std::span<const OnCpuTime> onCpu;
    };

    ValueTypeIndex valueType(std::string_view event);
    void chooseTimeLine();
    std::string eventNames(bool areOfTimeLine) const;
    Result<void> checkEvents() const;
    std::vector<OnCpuTime> timesOnCpu() const;
    void sort();
    static std::vector<ThreadMoment> momentsOf(std::span<const Sample> samples,
                                               std::span<const RecordedSwitch> switches);
    Timestamp timestamp(Nanoseconds time) { return Timestamp(m_limit.bounded(time - m_start)); }
    bool isIdle(ThreadIndex thread) const;
    bool hasId(ThreadIndex thread) const { return m_builder.tables().threads[thread].id.isValid(); }
    void enterThreads();
    void enterStates(ThreadIndex thread, const ThreadSamples &read,
                     std::span<const RecordedSwitch> switches);
    void enterSamples(const ThreadSamples &thread);
    static SampleDetail detailAfter(const StateRow &before, Nanoseconds time, ThreadState state);
    void enterSample(const Sample &read, Nanoseconds time,
                     const std::optional<SampleDetail> &detail);
    void enterNamings(std::span<const ThreadNaming> namings);

    ImportSession &m_session;
    ProfileBuilder &m_builder = m_session.builder();
    Layout m_layout;
    ValueTypeIndex m_count; // counts samples; used if they have no time
    std::map<std::string_view, ValueTypeIndex> m_types; // of events' periods
    Events m_events; // by name
    std::vector<Sample> m_samples;
    std::vector<RecordedSwitch> m_switches;
    BlockedCalls m_calls{m_builder.tables()};
    RoundingCounter m_periods;
    TimeClamp m_limit{0};
    bool m_areTimesKnown = false; // on a CPU, of one thread at least: idle tasks then have 0
    std::uint64_t m_entered = 0;
    std::uint64_t m_goneBack = 0;
    Nanoseconds m_start = Nanoseconds::max(); // the time of the first sample or switch
};

} // namespace ember::model::perfscript
