// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/waits.h"

#include "model/core/parallel.h"
#include "model/profile/inapp.h"
#include "model/profile/samplerows.h"
#include "model/query/selectedsamples.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

namespace ember::model {

namespace {

// The begin of a function's name: a file may have names of any length.
std::string_view nameOf(const Profile &profile, FrameIndex frame)
{
    const auto function = profile.frame(frame).function;
    return function.isValid()
        ? profile.text(profile.function(function).name).substr(0, mostOfNameRead)
        : std::string_view();
}

bool isLanguageFunction(std::string_view name)
{
    name = name.substr(0, name.find('('));
    for (const std::string_view scope : {"std::", "__gnu_cxx::", "parking_lot::", "lock_api::",
                                         "core::", "QMutexLocker", "sync."}) {
        const auto at = name.find(scope);
        if (at == 0 || (at != std::string_view::npos && name[at - 1] == ' '))
            return true;
    }
    return false;
}

} // namespace

WaitCause WaitCauses::of(StackIndex stack)
{
    if (m_places.empty())
        m_places.resize(m_profile.tables().stacks.size());
    auto &place = m_places[stack.row()];
    if (place == 0) {
        m_found.push_back(find(stack));
        place = static_cast<std::uint32_t>(m_found.size());
    }
    return m_found[place - 1];
}

const WaitCauses::Call &WaitCauses::call(FrameIndex index)
{
    const auto [known, isNew] = m_calls.try_emplace(index);
    if (isNew)
        known->second = judge(index);
    return known->second;
}

WaitCauses::Call WaitCauses::judge(FrameIndex index) const
{
    const auto name = nameOf(m_profile, index);
    const Frame &frame = m_profile.frame(index);
    Call call{waitingFunction(name), false, isLanguageFunction(name)};
    if (frame.function.isValid()) {
        // Inlined functions may have names without a scope ("lock_guard"): then their file tells.
        const auto file = m_profile.function(frame.function).file;
        const auto path = file.isValid() ? m_profile.text(file) : std::string_view();
        call.isOfLanguage = call.isOfLanguage || isSourceOfSystem(path);
    }
    call.isOwn = frame.inApp == InApp::Yes && !call.isOfLanguage;
    return call;
}

// Of several waiting functions the outermost counts: QThread::wait() is a join, though inside it
// waits for a condition. It is looked for near the leaf only: what called the caller has no part in
// it.
WaitCause WaitCauses::find(StackIndex stack)
{
    constexpr int mostBetween = 6; // functions between two that wait, as templates have
    WaitCause cause;
    stack = outsideKernel(m_profile, stack);
    StackIndex outside = stack; // the caller of the outermost waiting function found
    int between = 0;
    for (; stack != emptyStack && between <= mostBetween; stack = m_profile.stack(stack).parent) {
        const Call &one = call(m_profile.stack(stack).frame);
        if (one.waiting) {
            cause.isTimed =
                one.waiting->isTimed || (cause.isTimed && cause.kind == one.waiting->kind);
            cause.kind = one.waiting->kind;
            cause.waiting = m_profile.stack(stack).frame;
            outside = m_profile.stack(stack).parent;
            between = 0;
            continue;
        }
        if (one.isOwn && cause.kind != FutexUse::Unknown)
            break;
        ++between;
    }
    constexpr int mostLooked = 1'000; // a file may have stacks of any depth
    for (int looked = 0; outside != emptyStack && looked < mostLooked;
         ++looked, outside = m_profile.stack(outside).parent) {
        const FrameIndex frame = m_profile.stack(outside).frame;
        const Call &one = call(frame);
        if (one.isOfLanguage)
            continue;
        if (one.isOwn || !cause.caller.isValid())
            cause.caller = frame;
        if (one.isOwn)
            break;
    }
    return cause;
}

namespace {

constexpr std::size_t mostLocks = 8;
constexpr std::size_t mostCallers = 32; // functions whose stacks are marked; others get no holder

bool isWaiting(const ThreadSamples &samples, SampleIndex sample)
{
    if (!samples.details.contains(sample))
        return false;
    const SampleDetail &detail = samples.details[sample];
    return detail.state == ThreadState::Blocked && isFutexWait(detail.call);
}

// A strict order of all waits, so that threads can be read in any order.
bool isLonger(const Wait &a, const Wait &b)
{
    const auto key = [](const Wait &wait) {
        return std::tuple(-wait.range.duration(), wait.range.start, wait.thread);
    };
    return key(a) < key(b);
}

// Collects waits: the longest of each kind, and sums for locks.
class Collector {
public:
    Collector(const Profile &profile, std::size_t most) : m_profile(profile), m_most(most) { }

    void add(const Wait &wait)
    {
        const TimeRange range = wait.range;
        if (range.isEmpty())
            return;
        const WaitCause &cause = wait.cause;
        addLong(wait);
        if (cause.kind != FutexUse::Lock || !cause.caller.isValid())
            return;
        const auto function = m_profile.frame(cause.caller).function;
        if (!function.isValid()) // callers without names cannot be told apart
            return;
        auto &lock = m_locks[function];
        // The caller of the lowest index: threads may be read in any order.
        lock.sums.caller =
            lock.sums.waits == 0 ? cause.caller : std::min(lock.sums.caller, cause.caller);
        lock.sums.time += range.duration();
        ++lock.sums.waits;
        lock.threads.insert(wait.thread);
    }

    // Adds what another one collected, of other threads.
    void add(const Collector &others)
    {
        for (const auto &longest : others.m_longest)
            std::ranges::for_each(longest, [this](const Wait &wait) { addLong(wait); });
        for (const auto &[function, more] : others.m_locks) {
            const auto [lock, isNew] = m_locks.try_emplace(function, more);
            if (isNew)
                continue;
            lock->second.sums.caller = std::min(lock->second.sums.caller, more.sums.caller);
            lock->second.sums.time += more.sums.time;
            lock->second.sums.waits += more.sums.waits;
            lock->second.threads.insert(more.threads.begin(), more.threads.end());
        }
    }

    WaitsAnswer take()
    {
        WaitsAnswer answer;
        for (const auto &longest : m_longest)
            answer.longest.insert(answer.longest.end(), longest.begin(), longest.end());
        std::ranges::stable_sort(answer.longest, isLonger);
        for (auto &[function, lock] : m_locks) {
            lock.sums.threads.assign(lock.threads.begin(), lock.threads.end());
            answer.locks.push_back(lock.sums);
        }
        std::ranges::stable_sort(answer.locks, std::ranges::greater(), &LockWaits::time);
        answer.locks.resize(std::min(answer.locks.size(), mostLocks));
        return answer;
    }

private:
    struct Lock {
        LockWaits sums;
        std::set<ThreadIndex> threads;
    };

    void addLong(const Wait &wait)
    {
        // A heap with the shortest wait in front.
        auto &longest = m_longest.at(std::size_t(wait.cause.kind));
        if (longest.size() == m_most) {
            if (m_most == 0 || !isLonger(wait, longest.front()))
                return;
            std::ranges::pop_heap(longest, isLonger);
            longest.pop_back();
        }
        longest.push_back(wait);
        std::ranges::push_heap(longest, isLonger);
    }

    const Profile &m_profile;
    std::size_t m_most;
    std::array<std::vector<Wait>, std::size_t(FutexUse::Parked) + 1> m_longest;
    std::map<FunctionIndex, Lock> m_locks;
};

// Whether a sample belongs to the same wait as the sample before it: a thread that ran in between
// has waited twice.
bool waitsOn(const ThreadSamples &samples, SampleIndex sample)
{
    const SampleIndex before(sample.row() - 1);
    return isWaiting(samples, before) && isWaiting(samples, sample)
        && samples.stacks[before] == samples.stacks[sample] && samples.details[sample].cpuNs == 0;
}

// Returns the sample from which to look for waits: the first one of the wait that lasts beyond
// `time`, or the first at `time` or later.
std::size_t firstOfWaits(const ThreadSamples &samples, Timestamp time)
{
    std::size_t row = firstAtOrAfter(samples, time).row();
    if (row == 0 || !isWaiting(samples, SampleIndex(row - 1)))
        return row;
    --row;
    while (row > 0 && waitsOn(samples, SampleIndex(row)))
        --row;
    return row;
}

// Calls use(wait) for the waits of a thread that are in the range, in part or as a whole.
template<typename Use>
void forEachWait(const Profile &profile, ThreadIndex thread, TimeRange part, WaitCauses &causes,
                 Use use)
{
    const ThreadSamples &samples = profile.samples(thread);
    for (auto row = firstOfWaits(samples, part.start); row < samples.size();) {
        const SampleIndex first(row);
        if (samples.times[first] >= part.end)
            return;
        ++row;
        if (!isWaiting(samples, first))
            continue;
        while (row < samples.size() && waitsOn(samples, SampleIndex(row)))
            ++row;
        const TimeRange whole{
            samples.times[first],
            samples.times[row < samples.size() ? SampleIndex(row) : SampleIndex(row - 1)]};
        const TimeRange inPart{std::max(whole.start, part.start), std::min(whole.end, part.end)};
        use(Wait{thread, inPart, whole, causes.of(samples.stacks[first]), std::nullopt, 0});
    }
}

// Looks for the threads that had a part in waits.
class Search {
public:
    Search(const Profile &profile, WaitCauses &causes)
        : m_profile(profile),
          m_causes(causes),
          m_period(Nanoseconds(10'000'000))
    {
        if (const double rate = profile.tables().statistics.rateHz; rate > 0)
            m_period = Nanoseconds(static_cast<std::int64_t>(std::clamp(1e9 / rate, 1.0, 1e12)));
    }

    // Sets the thread that likely had a part in the wait, and the number of candidates.
    void look(Wait &wait)
    {
        wait.candidates = 0;
        switch (wait.cause.kind) {
        case FutexUse::Lock:
        case FutexUse::Once: wait.likely = holder(wait); break;
        case FutexUse::Join: wait.likely = joined(wait); break;
        case FutexUse::Condition:
        case FutexUse::Semaphore:
        case FutexUse::Barrier:
        case FutexUse::Future: wait.likely = waker(wait); break;
        case FutexUse::Unknown:
        case FutexUse::Interpreter:
        case FutexUse::Parked: break;
        }
    }

private:
    template<typename Use>
    void forEachOther(const Wait &wait, Use use) const
    {
        const auto process = m_profile.thread(wait.thread).process;
        for (std::size_t row = 0; row < m_profile.threadCount(); ++row) {
            const ThreadIndex other(row);
            if (other != wait.thread && m_profile.thread(other).process == process
                && !m_profile.samples(other).isEmpty())
                use(other, m_profile.samples(other));
        }
    }

    // Returns a mark for each stack: 1 if a call of the function is on it. Null once mostCallers
    // other functions have been asked about.
    const std::vector<std::uint8_t> *stacksWith(FunctionIndex function)
    {
        if (const auto known = m_marks.find(function); known != m_marks.end())
            return &known->second;
        if (m_marks.size() == mostCallers)
            return nullptr;
        const auto &stacks = m_profile.tables().stacks;
        std::vector<std::uint8_t> marks(stacks.size());
        for (std::size_t row = 1; row < stacks.size(); ++row) { // callers come before callees
            const StackNode &stack = stacks[StackIndex(row)];
            marks[row] =
                marks[stack.parent.row()] != 0 || m_profile.frame(stack.frame).function == function
                ? 1
                : 0;
        }
        return &m_marks.emplace(function, std::move(marks)).first->second;
    }

    // Returns the one thread that spent half of the wait or more in the same function without
    // waiting for its lock, and at least twice as long as any other.
    std::optional<LikelyThread> holder(Wait &wait)
    {
        if (!wait.cause.caller.isValid())
            return std::nullopt;
        const auto function = m_profile.frame(wait.cause.caller).function;
        const auto *marks = function.isValid() ? stacksWith(function) : nullptr;
        if (!marks)
            return std::nullopt;
        ThreadIndex best;
        Nanoseconds longest{};
        Nanoseconds second{};
        forEachOther(wait, [&](ThreadIndex other, const ThreadSamples &samples) {
            const auto time = timeInside(samples, wait, *marks);
            wait.candidates += time.count() > 0 ? 1U : 0U;
            if (time > longest) {
                second = longest;
                longest = time;
                best = other;
            } else {
                second = std::max(second, time);
            }
        });
        if (longest * 2 < wait.whole.duration() || second * 2 > longest)
            return std::nullopt;
        return LikelyThread{WaitRole::Holder, best};
    }

    Nanoseconds timeInside(const ThreadSamples &samples, const Wait &wait,
                           const std::vector<std::uint8_t> &marks)
    {
        Nanoseconds time{};
        const auto first = firstAtOrAfter(samples, wait.whole.start).row();
        for (auto row = first == 0 ? 0 : first - 1; row + 1 < samples.size(); ++row) {
            const SampleIndex sample(row);
            if (samples.times[sample] >= wait.whole.end)
                break;
            const StackIndex stack = samples.stacks[sample];
            if (marks[stack.row()] == 0)
                continue;
            if (isWaiting(samples, sample) && m_causes.of(stack).kind == wait.cause.kind)
                continue;
            const auto start = std::max(samples.times[sample], wait.whole.start);
            const auto end = std::min(samples.times[SampleIndex(row + 1)], wait.whole.end);
            time += std::max(end - start, Nanoseconds(0));
        }
        return time;
    }

    // Returns the one thread whose last sample is where the wait ends.
    std::optional<LikelyThread> joined(Wait &wait) const
    {
        ThreadIndex found;
        forEachOther(wait, [&](ThreadIndex other, const ThreadSamples &samples) {
            const auto last = samples.times.back();
            if (last < wait.whole.end - 2 * m_period || last > wait.whole.end)
                return;
            if (last >= m_profile.timeRange().end - m_period) // the thread may run on
                return;
            found = other;
            ++wait.candidates;
        });
        return wait.candidates == 1 ? std::optional(LikelyThread{WaitRole::Joined, found})
                                    : std::nullopt;
    }

    // Returns the one thread that was in a waking function in the samples around the wait's end.
    std::optional<LikelyThread> waker(Wait &wait)
    {
        ThreadIndex found;
        forEachOther(wait, [&](ThreadIndex other, const ThreadSamples &samples) {
            auto row = firstAtOrAfter(samples, wait.whole.end - m_period * 3 / 2).row();
            for (; row < samples.size()
                 && samples.times[SampleIndex(row)] <= wait.whole.end + m_period / 2;
                 ++row) {
                if (isWaiting(samples, SampleIndex(row))
                    || !wakes(samples.stacks[SampleIndex(row)]))
                    continue;
                found = other;
                ++wait.candidates;
                return;
            }
        });
        return wait.candidates == 1 ? std::optional(LikelyThread{WaitRole::Waker, found})
                                    : std::nullopt;
    }

    bool wakes(StackIndex stack)
    {
        const auto [known, isNew] = m_wakes.try_emplace(stack, false);
        constexpr int mostLooked = 8; // number of functions that are read from the leaf on
        for (int looked = 0; isNew && !known->second && stack != emptyStack && looked < mostLooked;
             ++looked, stack = m_profile.stack(stack).parent) {
            const auto function = m_profile.frame(m_profile.stack(stack).frame).function;
            known->second = function.isValid()
                && isWakingFunction(m_profile.text(m_profile.function(function).name));
        }
        return known->second;
    }

    const Profile &m_profile;
    WaitCauses &m_causes;
    Nanoseconds m_period;
    std::map<FunctionIndex, std::vector<std::uint8_t>> m_marks;
    std::unordered_map<StackIndex, bool> m_wakes;
};

// Sets the holder of each lock: the likely one in more than half of the waiting time that was
// looked at.
void setHolders(const Profile &profile, WaitsAnswer &answer)
{
    for (LockWaits &lock : answer.locks) {
        std::map<ThreadIndex, Nanoseconds> held;
        Nanoseconds looked{};
        for (const Wait &wait : answer.longest) {
            if (wait.cause.kind != FutexUse::Lock || !wait.cause.caller.isValid()
                || profile.frame(wait.cause.caller).function != profile.frame(lock.caller).function)
                continue;
            looked += wait.range.duration();
            if (wait.likely)
                held[wait.likely->thread] += wait.range.duration();
        }
        for (const auto &[thread, time] : held) {
            if (time * 2 > looked)
                lock.holder = thread;
        }
    }
}

} // namespace

WaitsAnswer waitsAnswer(const Profile &profile, std::size_t most, const Selection &part)
{
    const auto threads = selectedThreads(profile, part);
    struct Reader {
        WaitCauses causes;
        Collector collector;
    };
    Spares<Reader> readers;
    forEachInParallel(threads.size(), profile.sampleCount(), [&](std::size_t row) {
        auto reader = readers.take();
        if (!reader)
            reader.reset(new Reader{WaitCauses(profile), Collector(profile, most)});
        forEachWait(profile, threads[row], part.range, reader->causes,
                    [&](const Wait &wait) { reader->collector.add(wait); });
        readers.giveBack(std::move(reader));
    });
    Collector collector(profile, most);
    for (const auto &reader : readers.all())
        collector.add(reader->collector);
    WaitsAnswer answer = collector.take();
    WaitCauses causes(profile);
    Search search(profile, causes);
    for (Wait &wait : answer.longest)
        search.look(wait);
    setHolders(profile, answer);
    return answer;
}

std::optional<Wait> longestWait(const Profile &profile, ThreadIndex thread, TimeRange range)
{
    WaitCauses causes(profile);
    std::optional<Wait> longest;
    forEachWait(profile, thread, range, causes, [&](const Wait &wait) {
        if (!wait.range.isEmpty()
            && (!longest || wait.range.duration() > longest->range.duration()))
            longest = wait;
    });
    if (longest)
        Search(profile, causes).look(*longest);
    return longest;
}

} // namespace ember::model
