// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/gilwaits.h"

#include "model/profile/samplerows.h"
#include "model/profile/scripts.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace ember::model {

namespace {

constexpr std::uint64_t mostLookedAt = 1'000; // samples of a thread in which holders are looked for

enum class GilOwner : std::uint8_t { None, Python, Ruby };

// Returns which interpreter with a global lock a native frame belongs to.
GilOwner gilOwner(const Profile &profile, FrameIndex frame)
{
    if (!isOfInterpreter(scriptRole(profile, frame)))
        return GilOwner::None;
    const auto module = moduleName(profile, frame);
    if (module.find("python") != std::string_view::npos)
        return GilOwner::Python;
    return module.find("ruby") != std::string_view::npos ? GilOwner::Ruby : GilOwner::None;
}

// Whether the interpreter was called by a function of Ruby that is written in Ruby.
bool isCalledByRubyCode(const Profile &profile, StackIndex stack)
{
    while (stack != emptyStack && gilOwner(profile, profile.stack(stack).frame) == GilOwner::Ruby)
        stack = profile.stack(stack).parent;
    if (stack == emptyStack)
        return false;
    const auto &frame = profile.frame(profile.stack(stack).frame);
    if (!frame.platform.isValid() || profile.text(frame.platform) != "ruby"
        || !frame.function.isValid())
        return false;
    const auto file = profile.function(frame.function).file;
    return !file.isValid() || profile.text(file) != "<cfunc>";
}

// Returns the stack without the C library's frames at its leaf; the empty stack if it has no
// others. `outermost` becomes the outermost of these frames; it is left alone if there are none.
StackIndex belowCLibrary(const Profile &profile, StackIndex stack, FrameIndex &outermost)
{
    for (; stack != emptyStack; stack = profile.stack(stack).parent) {
        const auto frame = profile.stack(stack).frame;
        if (scriptRole(profile, frame) != ScriptRole::CLibrary)
            return stack;
        outermost = frame;
    }
    return emptyStack;
}

// Whether the stack's innermost code is the interpreter's or a script's.
bool isInInterpreter(const Profile &profile, StackIndex stack)
{
    FrameIndex outermost;
    const auto own = belowCLibrary(profile, stack, outermost);
    if (own == emptyStack)
        return false;
    const auto frame = profile.stack(own).frame;
    return scriptRole(profile, frame) == ScriptRole::Script
        || gilOwner(profile, frame) != GilOwner::None;
}

// Tests stacks and remembers the answer for each.
class StackTest {
public:
    StackTest(const Profile &profile, bool (*test)(const Profile &, StackIndex))
        : m_profile(profile),
          m_test(test)
    {
    }

    bool operator()(StackIndex stack)
    {
        const auto [known, isNew] = m_known.try_emplace(stack);
        if (isNew)
            known->second = m_test(m_profile, stack);
        return known->second;
    }

private:
    const Profile &m_profile;
    bool (*m_test)(const Profile &, StackIndex);
    std::unordered_map<StackIndex, bool> m_known;
};

class HolderSearch {
public:
    HolderSearch(const Profile &profile, ThreadIndex waiting)
        : m_isInInterpreter(profile, isInInterpreter)
    {
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const ThreadIndex thread(row);
            const auto &samples = profile.samples(thread);
            if (thread != waiting && samples.details.size() == samples.size()
                && profile.thread(thread).process == profile.thread(waiting).process)
                m_others.push_back({thread, &samples});
        }
    }

    // Returns the only thread that was about to run the interpreter's code at `time`; invalid if
    // there was none, or several.
    ThreadIndex holderAt(Timestamp time)
    {
        ThreadIndex holder;
        for (const auto &[thread, samples] : m_others) {
            if (!isRunning(*samples, time))
                continue;
            if (holder.isValid())
                return {};
            holder = thread;
        }
        return holder;
    }

private:
    struct Other {
        ThreadIndex thread;
        const ThreadSamples *samples;
    };

    bool isRunning(const ThreadSamples &samples, Timestamp time)
    {
        // Samples of one tick differ in time by at most this.
        constexpr Nanoseconds sameTick{1'000'000};
        const auto later = firstAtOrAfter(samples, time + sameTick + Nanoseconds(1)).row();
        if (later == 0)
            return false;
        const SampleIndex sample(later - 1);
        if (time - samples.times[sample] > sameTick)
            return false;
        const auto state = samples.details[sample].state;
        return (state == ThreadState::Running || state == ThreadState::Runnable)
            && m_isInInterpreter(samples.stacks[sample]);
    }

    StackTest m_isInInterpreter;
    std::vector<Other> m_others;
};

} // namespace

bool waitsForGil(const Profile &recorded, StackIndex stack)
{
    FrameIndex outermost;
    const auto caller = belowCLibrary(recorded, stack, outermost);
    // The wait must be called by the interpreter itself; that of Ruby, by a function written in
    // Ruby.
    if (caller == emptyStack || !outermost.isValid())
        return false;
    const auto owner = gilOwner(recorded, recorded.stack(caller).frame);
    if (owner == GilOwner::None
        || (owner == GilOwner::Ruby && !isCalledByRubyCode(recorded, caller)))
        return false;
    const auto name = frameName(recorded, outermost);
    return name.find("pthread_cond_") != name.npos && name.find("wait") != name.npos;
}

GilWaits gilWaits(const Profile &recorded, ThreadIndex thread, SampleIndex first, SampleIndex end)
{
    const auto &samples = recorded.samples(thread);
    GilWaits waits;
    if (samples.details.size() != samples.size())
        return waits;
    StackTest isWaiting(recorded, waitsForGil);
    HolderSearch search(recorded, thread);
    for (auto row = first.row(); row < end.row(); ++row) {
        const SampleIndex sample(row);
        if (samples.details[sample].state != ThreadState::Blocked
            || !isWaiting(samples.stacks[sample]))
            continue;
        if (++waits.samples > mostLookedAt)
            continue;
        const auto holder = search.holderAt(samples.times[sample]);
        if (!holder.isValid())
            continue;
        auto known = std::ranges::find(waits.holders, holder, &GilWaits::Holder::thread);
        if (known == waits.holders.end())
            known = waits.holders.insert(known, {holder, 0});
        ++known->samples;
    }
    std::ranges::stable_sort(waits.holders, std::ranges::greater(), &GilWaits::Holder::samples);
    return waits;
}

} // namespace ember::model
