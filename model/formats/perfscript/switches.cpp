// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/switches.h"

#include <algorithm>

namespace ember::model::perfscript {

namespace {

// Returns the calls that both stacks begin with, as the first has them: places within the functions
// may differ.
StackIndex sharedCalls(const ProfileTables &tables, StackIndex one, StackIndex other)
{
    const auto isSame = [&](FrameIndex a, FrameIndex b) {
        const auto function = tables.frames[a].function;
        return a == b || (function.isValid() && function == tables.frames[b].function);
    };
    const auto &stacks = tables.stacks;
    while (stacks[one].depth > stacks[other].depth)
        one = stacks[one].parent;
    while (stacks[other].depth > stacks[one].depth)
        other = stacks[other].parent;
    StackIndex shared = one;
    while (one != other) {
        if (!isSame(stacks[one].frame, stacks[other].frame))
            shared = stacks[one].parent;
        one = stacks[one].parent;
        other = stacks[other].parent;
    }
    return shared;
}

class StateWalk {
public:
    StateWalk(std::span<const ThreadMoment> moments, Nanoseconds tail, const ProfileTables &tables)
        : m_moments(moments),
          m_tail(tail),
          m_tables(tables)
    {
    }

    std::vector<StateRow> take()
    {
        m_rows.reserve(m_moments.size() + 1);
        for (std::size_t place = 0; place < m_moments.size(); ++place)
            read(place);
        end();
        return std::move(m_rows);
    }

private:
    void read(std::size_t place)
    {
        const ThreadMoment &moment = m_moments[place];
        if (moment.change)
            readSwitch(place);
        else if (moment.isOfTimeLine || m_rows.empty())
            addRunning(moment);
        else
            m_others.push_back(moment);
    }

    void readSwitch(std::size_t place)
    {
        const ThreadMoment &moment = m_moments[place];
        const auto state = moment.change == Switch::In ? ThreadState::Running
            : moment.change == Switch::Preempted       ? ThreadState::Runnable
                                                       : ThreadState::Blocked;
        if (!moment.sample && !m_rows.empty() && m_rows.back().state == state)
            return; // the record of a switch that was sampled, or one before it is missing
        if (state == ThreadState::Running) {
            add({moment.time, stackOnCpu(place), state, moment.sample});
            return;
        }
        auto stack = moment.sample ? moment.stack
            : m_rows.empty()       ? emptyStack
                                   : m_rows.back().stack;
        if (!moment.sample && state == ThreadState::Blocked)
            stack = sharedCalls(m_tables, stack, nextStack(place));
        add({timeOf(place), stack, state, moment.sample});
    }

    // The next known stack of the thread; empty if there is none.
    StackIndex nextStack(std::size_t place)
    {
        const auto isKnown = [](const ThreadMoment &moment) {
            return moment.sample && (moment.isOfTimeLine || moment.change);
        };
        m_next = std::max(m_next, place + 1);
        while (m_next < m_moments.size() && !isKnown(m_moments[m_next]))
            ++m_next;
        return m_next < m_moments.size() ? m_moments[m_next].stack : emptyStack;
    }

    // When a thread left its CPU. It is still there while perf takes the sample of the switch; the
    // record of it comes next.
    Nanoseconds timeOf(std::size_t place) const
    {
        const ThreadMoment &moment = m_moments[place];
        const auto next = place + 1;
        const bool isRecorded = moment.sample && next < m_moments.size()
            && m_moments[next].change == moment.change && !m_moments[next].sample;
        return m_moments[isRecorded ? next : place].time;
    }

    // The stack of a thread that got a CPU.
    StackIndex stackOnCpu(std::size_t place) const
    {
        StackIndex stack = m_ran.value_or(m_rows.empty() ? emptyStack : m_rows.back().stack);
        for (++place; place < m_moments.size(); ++place) {
            const ThreadMoment &moment = m_moments[place];
            if (moment.sample && (moment.isOfTimeLine || stack == emptyStack))
                stack = moment.stack;
            if (moment.change || moment.isOfTimeLine)
                break;
        }
        return stack;
    }

    void addRunning(const ThreadMoment &moment)
    {
        if (moment.isOfTimeLine)
            m_ran = moment.stack;
        add({moment.time, moment.stack, ThreadState::Running, moment.sample});
    }

    // Adds a row, and before it the samples of other events.
    void add(const StateRow &row)
    {
        addOthers(row.time);
        m_rows.push_back(row);
    }

    void addOthers(Nanoseconds time)
    {
        if (m_others.empty())
            return;
        const StateRow within = m_rows.back();
        for (const ThreadMoment &other : m_others)
            m_rows.push_back({time, other.stack, within.state, other.sample});
        m_others.clear();
    }

    void end()
    {
        if (m_rows.empty())
            return;
        const StateRow last = m_rows.back();
        if (!last.sample && m_others.empty() && m_moments.back().time == last.time) {
            m_rows.back() = {last.time, emptyStack, ThreadState::Unknown, {}};
            return;
        }
        const bool isOnCpu = last.sample && last.state == ThreadState::Running;
        const auto time =
            std::max(m_moments.back().time, last.time + (isOnCpu ? m_tail : Nanoseconds(0)));
        const bool isMarked = time > last.time;
        addOthers(time);
        if (isMarked)
            m_rows.push_back({time, emptyStack, ThreadState::Unknown, {}});
    }

    std::span<const ThreadMoment> m_moments;
    Nanoseconds m_tail;
    const ProfileTables &m_tables;
    std::size_t m_next = 0; // of nextStack()
    std::vector<StateRow> m_rows;
    std::vector<ThreadMoment> m_others; // samples of other events since the last row
    std::optional<StackIndex> m_ran; // the stack of the time line's last sample
};

} // namespace

std::vector<StateRow> stateRows(std::span<const ThreadMoment> moments, Nanoseconds tail,
                                const ProfileTables &tables)
{
    return StateWalk(moments, tail, tables).take();
}

SystemCall BlockedCalls::of(StackIndex stack)
{
    const auto [place, isNew] = m_known.try_emplace(stack, noSystemCall);
    for (; isNew && stack != emptyStack && place->second == noSystemCall;
         stack = m_tables.stacks[stack].parent) {
        const Frame &frame = m_tables.frames[m_tables.stacks[stack].frame];
        if (frame.function.isValid())
            place->second = named(m_tables.functions[frame.function].name);
    }
    return place->second;
}

// The part before the name is the architecture's: "__x64", "__arm64".
SystemCall BlockedCalls::named(StringIndex function)
{
    constexpr std::string_view before = "_sys_";
    constexpr std::uint16_t mostCalls = 512; // numbers that names are known of
    const auto [known, isNew] = m_named.try_emplace(function, noSystemCall);
    const std::string_view text = m_tables.strings[function];
    const auto place = text.find(before);
    if (!isNew || !text.starts_with("__") || place == std::string_view::npos)
        return known->second;
    const auto name = text.substr(place + before.size());
    for (std::uint16_t number = 0; number < mostCalls && !name.empty(); ++number) {
        if (systemCallName(SystemCall(number)) == name) {
            known->second = SystemCall(number);
            break;
        }
    }
    return known->second;
}

} // namespace ember::model::perfscript
