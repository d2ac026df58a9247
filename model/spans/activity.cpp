// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/activity.h"

#include "model/profile/samplerows.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ember::model {

namespace {

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, name) != names.end();
}

// What a blocked thread waits for, by its system call.
enum class Wait : std::uint8_t { Other, Futex, Lock, InputOutput };

Wait waitOf(std::string_view call)
{
    if (call.starts_with("futex"))
        return Wait::Futex;
    if (isOneOf(call, {"flock", "semop", "semtimedop"}))
        return Wait::Lock;
    const bool isInputOutput = isOneOf(
        call, {"read",       "write",       "open",     "openat",  "openat2",         "close",
               "stat",       "fstat",       "lstat",    "statx",   "newfstatat",      "pread64",
               "pwrite64",   "readv",       "writev",   "preadv",  "pwritev",         "preadv2",
               "pwritev2",   "sendfile",    "connect",  "sendto",  "recvfrom",        "sendmsg",
               "recvmsg",    "sendmmsg",    "recvmmsg", "fsync",   "fdatasync",       "msync",
               "truncate",   "ftruncate",   "getdents", "rename",  "renameat",        "renameat2",
               "unlink",     "unlinkat",    "mkdir",    "mkdirat", "sync_file_range", "syncfs",
               "getdents64", "fallocate",   "splice",   "tee",     "copy_file_range", "readahead",
               "sync",       "io_getevents"});
    return isInputOutput ? Wait::InputOutput : Wait::Other;
}

// Returns what a thread waits for in a system call. Looks up the name of each call only once.
Wait waitOf(SystemCall call)
{
    static const auto waits = [] {
        std::array<Wait, 512> all{};
        for (std::size_t number = 0; number < all.size(); ++number)
            all.at(number) = waitOf(systemCallName(static_cast<SystemCall>(number)));
        return all;
    }();
    const auto number = static_cast<std::size_t>(call);
    return number < waits.size() ? waits.at(number) : Wait::Other;
}

} // namespace

FutexMeaning FutexStacks::meansOf(const Profile &profile, const Frame &frame)
{
    if (!frame.function.isValid())
        return FutexMeaning::Unknown;
    const auto name = profile.text(profile.function(frame.function).name);
    const FutexMeaning means = futexMeaning(name);
    // A function that may wait for a lock or an event does not tell which; its callers may.
    return means == FutexMeaning::Either ? FutexMeaning::Unknown : means;
}

void FutexStacks::update(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    while (m_frames.size() < frames.size())
        m_frames.push_back(meansOf(profile, frames[FrameIndex(m_frames.size())]));
    const auto &stacks = profile.tables().stacks;
    m_stacks.reserve(stacks.size());
    while (m_stacks.size() < stacks.size()) {
        const StackIndex stack(m_stacks.size());
        if (stack == emptyStack) {
            m_stacks.push_back(FutexMeaning::Unknown);
            continue;
        }
        const FutexMeaning own = m_frames[stacks[stack].frame.row()];
        const FutexMeaning outer = m_stacks[stacks[stack].parent.row()];
        const bool doCallersTell =
            own == FutexMeaning::CallersTell && outer != FutexMeaning::Unknown;
        m_stacks.push_back(own == FutexMeaning::Unknown || doCallersTell ? outer : own);
    }
}

Activity activityOf(const ThreadSamples &samples, SampleIndex sample, const IdleStackList &idle,
                    const FutexStacks &futexes)
{
    if (isGapMark(samples, sample))
        return Activity::None;
    const StackIndex stack = samples.stacks[sample];
    const SampleDetail detail =
        samples.details.contains(sample) ? samples.details[sample] : SampleDetail{};
    switch (detail.state) {
    case ThreadState::Unknown: return isIdle(stack, idle) ? Activity::Idle : Activity::Sampled;
    case ThreadState::Running: return Activity::Running;
    case ThreadState::Runnable: return Activity::Runnable;
    case ThreadState::Blocked: break;
    }
    switch (waitOf(detail.call)) {
    case Wait::Futex: return futexes.isEvent(stack) ? Activity::Waiting : Activity::Lock;
    case Wait::Lock: return Activity::Lock;
    case Wait::InputOutput: return Activity::InputOutput;
    case Wait::Other: break;
    }
    return Activity::Waiting;
}

void ActivityRuns::update(const ThreadSamples &samples, const IdleStackList &idle,
                          const FutexStacks &futexes)
{
    while (m_read < samples.size()) {
        const SampleIndex sample(m_read);
        add(samples.times[sample], activityOf(samples, sample, idle, futexes));
    }
}

// Adds a sample.
void ActivityRuns::add(Timestamp time, Activity activity)
{
    ++m_read;
    if (!isEmpty())
        m_total.at(std::size_t(m_activities.back())) += time - m_last;
    m_last = time;
    if (!isEmpty() && m_activities.back() == activity)
        return;
    if (!isEmpty() && size() % step == 0)
        m_sums.append(m_total);
    addToBuckets(time);
    m_starts.append(time);
    m_activities.append(activity);
}

ActivityRuns ActivityRuns::ofStacks(const ThreadSamples &samples,
                                    std::span<const std::uint8_t> marks,
                                    const ActivitySet &counts) const
{
    ActivityRuns marked;
    std::size_t begun = 0;
    for (std::size_t row = 0; row < m_read; ++row) {
        const SampleIndex sample(row);
        const Timestamp time = samples.times[sample];
        while (begun < size() && m_starts[Run(begun)] <= time)
            ++begun;
        const Activity activity = m_activities[Run(begun - 1)];
        const bool isMarked =
            marks[samples.stacks[sample].row()] != 0 && counts.test(std::size_t(activity));
        marked.add(time, isMarked ? activity : Activity::None);
    }
    return marked;
}

// Adds the last run, which ends at `end`, to the buckets unless there are few runs. As soon as
// there are enough, adds all earlier runs first.
void ActivityRuns::addToBuckets(Timestamp end)
{
    for (std::size_t row = size() == few ? 0 : size() - 1; size() >= few && row < size(); ++row) {
        const Run run(row);
        m_buckets.add(m_activities[run],
                      {m_starts[run], row + 1 < size() ? m_starts[Run(row + 1)] : end}, size());
    }
}

Timestamp ActivityRuns::end(Run run, Nanoseconds tail) const
{
    const Run next(run.row() + 1);
    return m_starts.contains(next) ? m_starts[next] : m_last + tail;
}

std::size_t ActivityRuns::upTo(Timestamp time) const
{
    std::size_t low = 0;
    for (auto high = size(); low < high;) {
        const auto middle = low + (high - low) / 2;
        if (m_starts[Run(middle)] <= time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

ActivityTimes ActivityRuns::before(Run run) const
{
    const std::size_t sum = run.row() / step;
    ActivityTimes times = sum > 0 ? m_sums[Index<struct ActivitySumTag>(sum - 1)] : ActivityTimes{};
    for (auto row = sum * step; row < run.row(); ++row)
        times.at(std::size_t(m_activities[Run(row)])) +=
            m_starts[Run(row + 1)] - m_starts[Run(row)];
    return times;
}

ActivityTimes ActivityRuns::within(TimeRange range, Nanoseconds tail) const
{
    ActivityWalk walk(*this, tail);
    const ActivityTimes start = walk.walkTo(range.start);
    ActivityTimes times = walk.walkTo(range.end);
    for (std::size_t activity = 0; activity < activityCount; ++activity)
        times.at(activity) -= start.at(activity);
    return times;
}

ActivityTimes ActivityWalk::walkTo(Timestamp time)
{
    using Run = ActivityRuns::Run;
    constexpr std::size_t few = 24;
    const auto hasBegun = [&](std::size_t run) {
        return run < m_runs.size() && m_runs.start(Run(run)) <= time;
    };
    for (std::size_t passed = 0; passed < few && hasBegun(m_next); ++passed, ++m_next) {
        if (m_next > 0)
            m_before[std::size_t(m_runs.activity(Run(m_next - 1)))] +=
                m_runs.start(Run(m_next)) - m_runs.start(Run(m_next - 1));
    }
    if (hasBegun(m_next)) {
        m_next = m_runs.upTo(time);
        m_before = m_runs.before(Run(m_next - 1));
    }
    if (m_next == 0)
        return {};
    const Run last(m_next - 1);
    ActivityTimes times = m_before;
    times[std::size_t(m_runs.activity(last))] +=
        std::max(std::min(time, m_runs.end(last, m_tail)) - m_runs.start(last), Nanoseconds(0));
    return times;
}

namespace {

constexpr int finest = 16; // 2^16 ns, 66 us: hardly any capture has a shorter period
constexpr int coarsest = 48; // 2^48 ns, three days
// Buckets that a level may have beyond the number of runs.
constexpr std::int64_t spareBuckets = 256;
// A coarser level is added as soon as the coarsest one has this many buckets: few for a picture.
constexpr std::size_t enough = 512;

std::int64_t numberOf(Timestamp time, int exponent)
{
    return toNs(time) >> static_cast<unsigned>(exponent);
}

ActivityShares sharesOf(const ActivityTimes &times, int exponent)
{
    const std::int64_t whole = std::int64_t(1) << static_cast<unsigned>(exponent);
    ActivityShares shares{};
    for (std::size_t activity = 0; activity < activityCount; ++activity) {
        const std::int64_t time = times.at(activity).count();
        shares.at(activity) = static_cast<std::uint8_t>(
            time == 0 ? 0 : std::max<std::int64_t>(1, (time * 255 + whole / 2) / whole));
    }
    return shares;
}

} // namespace

void ActivityBuckets::add(Activity activity, TimeRange range, std::size_t runs)
{
    if (m_levels.empty())
        m_levels.push_back({finest, numberOf(range.start, finest), {}});
    const auto most = static_cast<std::int64_t>(runs) + spareBuckets;
    while (m_levels.front().exponent < coarsest
           && numberOf(range.end, m_levels.front().exponent) - m_levels.front().first > most)
        dropFinest();
    const int exponent = m_levels.front().exponent;
    while (range.start < range.end) {
        const Timestamp end = timestampFromNs((numberOf(range.start, exponent) + 1)
                                              << static_cast<unsigned>(exponent));
        if (end <= range.start)
            return; // there is no time after it
        const Timestamp until = std::min(end, range.end);
        m_open.at(std::size_t(activity)) += until - range.start;
        if (until == end)
            complete();
        range.start = until;
    }
}

void ActivityBuckets::complete()
{
    m_levels.front().shares.append(sharesOf(std::exchange(m_open, {}), m_levels.front().exponent));
    for (std::size_t level = 0;; ++level) {
        const Level &done = m_levels[level];
        if (level + 1 == m_levels.size()) {
            if (done.shares.size() >= enough)
                addLevelAbove();
            return;
        }
        if (done.end() % 2 != 0) // the bucket above still lacks its second half
            return;
        append(m_levels[level + 1], done, m_levels[level + 1].end());
    }
}

// Appends to `above` its bucket of this number, made of two of the level below, or of one at the
// start. Rounds up, so that what happened at all is not lost.
void ActivityBuckets::append(Level &above, const Level &below, std::int64_t number)
{
    ActivityShares shares = below[2 * number + 1];
    const ActivityShares before = 2 * number < below.first ? ActivityShares{} : below[2 * number];
    for (std::size_t activity = 0; activity < activityCount; ++activity)
        shares.at(activity) =
            static_cast<std::uint8_t>((shares.at(activity) + before.at(activity) + 1) / 2);
    above.shares.append(shares);
}

void ActivityBuckets::addLevelAbove()
{
    Level above{m_levels.back().exponent + 1, m_levels.back().first >> 1U, {}};
    while (2 * above.end() + 1 < m_levels.back().end())
        append(above, m_levels.back(), above.end());
    m_levels.push_back(std::move(above));
}

void ActivityBuckets::dropFinest()
{
    if (m_levels.size() == 1)
        addLevelAbove();
    const Level &dropped = m_levels.front();
    // The last bucket of the dropped level may be half of the open bucket of the next level.
    if (!dropped.shares.isEmpty() && m_levels[1].end() * 2 < dropped.end()) {
        const ActivityShares &half = dropped[dropped.end() - 1];
        const std::int64_t whole = std::int64_t(1) << static_cast<unsigned>(dropped.exponent);
        for (std::size_t activity = 0; activity < activityCount; ++activity)
            m_open.at(activity) += Nanoseconds(half.at(activity) * whole / 255);
    }
    m_levels.erase(m_levels.begin());
}

const ActivityBuckets::Level *ActivityBuckets::levelFor(Nanoseconds longest) const
{
    const Level *found = nullptr;
    for (const Level &level : m_levels) {
        if ((std::int64_t(1) << static_cast<unsigned>(level.exponent)) <= longest.count())
            found = &level;
    }
    return found;
}

} // namespace ember::model
