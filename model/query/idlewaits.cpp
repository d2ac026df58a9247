// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/idlewaits.h"

#include "model/profile/samplerows.h"
#include "model/profile/scripts.h"
#include "model/profile/waitingfunctions.h"
#include "model/query/selectedsamples.h"
#include "model/spans/busytime.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace ember::model {

namespace {

// What a blocked thread waits for.
enum class WaitKind : std::uint8_t {
    None, // for work of the system, on a disk or in memory; or it is not known for what
    Plain, // for something to do: events, time, connections, another thread's signal
    Lock,
    Unclear, // it may be Plain or something else
};

struct CallKind {
    std::string_view name;
    WaitKind kind;
};

constexpr std::array waitingCalls{
    // Events.
    CallKind{"poll", WaitKind::Plain},
    CallKind{"ppoll", WaitKind::Plain},
    CallKind{"select", WaitKind::Plain},
    CallKind{"pselect6", WaitKind::Plain},
    CallKind{"epoll_wait", WaitKind::Plain},
    CallKind{"epoll_wait_old", WaitKind::Plain},
    CallKind{"epoll_pwait", WaitKind::Plain},
    CallKind{"epoll_pwait2", WaitKind::Plain},
    CallKind{"io_getevents", WaitKind::Plain},
    CallKind{"io_pgetevents", WaitKind::Plain},
    CallKind{"io_uring_enter", WaitKind::Plain},
    CallKind{"pause", WaitKind::Plain},
    CallKind{"rt_sigsuspend", WaitKind::Plain},
    CallKind{"rt_sigtimedwait", WaitKind::Plain},
    // Time; restart_syscall goes on with a sleep or poll that a stop has interrupted.
    CallKind{"nanosleep", WaitKind::Plain},
    CallKind{"clock_nanosleep", WaitKind::Plain},
    CallKind{"restart_syscall", WaitKind::Plain},
    // Connections and messages.
    CallKind{"accept", WaitKind::Plain},
    CallKind{"accept4", WaitKind::Plain},
    CallKind{"recvfrom", WaitKind::Plain},
    CallKind{"recvmsg", WaitKind::Plain},
    CallKind{"recvmmsg", WaitKind::Plain},
    CallKind{"msgrcv", WaitKind::Plain},
    CallKind{"mq_timedreceive", WaitKind::Plain},
    // Children.
    CallKind{"wait4", WaitKind::Plain},
    CallKind{"waitid", WaitKind::Plain},
    // Pipes and sockets, but files on disks, too.
    CallKind{"read", WaitKind::Unclear},
    CallKind{"readv", WaitKind::Unclear},
    // Futexes: the functions that call them tell.
    CallKind{"futex", WaitKind::Unclear},
    CallKind{"futex_wait", WaitKind::Unclear},
    CallKind{"futex_waitv", WaitKind::Unclear},
};

constexpr std::size_t mostCalls = 512; // system calls with higher numbers are never idle waits

// How many of the innermost functions are looked at: what calls the functions of a wait may have
// any name.
constexpr int fewInnermost = 10;

WaitKind futexKind(const Profile &profile, StackIndex stack)
{
    bool isSignal = false;
    bool isEither = false;
    stack = outsideKernel(profile, stack);
    for (int depth = 0; depth < fewInnermost && stack != emptyStack; ++depth) {
        const Frame &frame = profile.frame(profile.stack(stack).frame);
        stack = profile.stack(stack).parent;
        if (!frame.function.isValid())
            continue;
        const auto name = profile.text(profile.function(frame.function).name);
        switch (futexMeaning(name)) {
        case FutexMeaning::Unknown: break;
        case FutexMeaning::Lock: return WaitKind::Lock;
        case FutexMeaning::Event:
        case FutexMeaning::CallersTell: isSignal = true; break;
        case FutexMeaning::Either: isEither = true; break;
        }
    }
    return isSignal && !isEither ? WaitKind::Plain : WaitKind::Unclear;
}

// Returns the kind of wait by the system call alone: Unclear for a futex.
WaitKind waitKindOf(SystemCall call)
{
    static const auto kinds = [] {
        std::array<WaitKind, mostCalls> byNumber{};
        for (std::size_t number = 0; number < mostCalls; ++number) {
            const auto name = systemCallName(SystemCall(static_cast<std::uint16_t>(number)));
            const auto *const found = std::ranges::find(waitingCalls, name, &CallKind::name);
            byNumber.at(number) = found == waitingCalls.end() ? WaitKind::None : found->kind;
        }
        return byNumber;
    }();
    const auto number = static_cast<std::size_t>(call);
    return number < kinds.size() ? kinds.at(number) : WaitKind::None;
}

// Returns the kind of wait by the system call and, for a futex, by the names of the functions that
// it is called from.
WaitKind waitKind(const Profile &profile, StackIndex stack, SystemCall call)
{
    return isFutexWait(call) ? futexKind(profile, stack) : waitKindOf(call);
}

// If a thread waits in at least this share of its samples, not counting waits for locks, its waits
// of an unclear kind are taken to be plain.
constexpr double mostly = 0.9;
// The share of a call's time that may go to other things than waiting in a call that does hardly
// anything but wait.
constexpr double hardlyAnything = 0.02;
// The base of a thread is open in at least these shares of samples: of all, and of those from the
// first to the last that has it. A function that a loop calls again and again is not open in
// between.
constexpr double atLeastOpen = 0.25;
constexpr double hardlyLeft = 0.9;

struct Count {
    std::uint64_t samples = 0;
    bool isIdle = false;
};

// The number of some samples of a thread, and the first and the last of them, counted from 0: for
// samples that do not begin with a script's function, counted among such samples only.
struct SeenSamples {
    std::uint64_t samples = 0;
    std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t last = 0;

    void add(const SeenSamples &other)
    {
        samples += other.samples;
        first = std::min(first, other.first);
        last = std::max(last, other.last);
    }
};

// The samples of a thread by stack, and those among them that wait, by stack and system call.
struct Counts {
    std::unordered_map<StackIndex, SeenSamples> samples;
    std::map<IdleWait, Count> waits;
    std::uint64_t all = 0;
    std::uint64_t native = 0; // those of `all` whose stack does not begin with a script's function
};

// Whether the innermost function is one that an event loop calls for each of its turns, to wait and
// to run the handlers of what came: libuv's, which runs timers outside it.
bool isTurnOfLoop(const Profile &profile, StackIndex stack)
{
    const auto function = profile.frame(profile.stack(stack).frame).function;
    return function.isValid()
        && profile.text(profile.function(function).name).starts_with("uv__io_poll");
}

// The calls of one thread as a tree, with functions told apart by their row, or, without one, by
// their image: lines of a function must not differ.
class ThreadTree {
public:
    ThreadTree(const Profile &profile, const Counts &counts) : m_profile(profile), m_all(counts.all)
    {
        m_nodes.emplace_back();
        m_places.emplace(emptyStack, 0);
        for (const auto &[stack, seen] : counts.samples) {
            Node &node = m_nodes[enter(stack)];
            node.samples += seen.samples;
            node.total.add(seen);
        }
    }

    void addWait(StackIndex stack, std::uint64_t samples)
    {
        m_nodes[m_places.at(stack)].waits += samples;
    }

    // Adds up, and finds the outermost calls that do hardly anything but wait; callers stand before
    // their callees. Call when all waits are marked.
    void sumUp()
    {
        for (auto row = m_nodes.size(); row-- > 0;) {
            Node &node = m_nodes[row];
            node.waiting += node.isWait() ? node.samples : node.waits;
            if (row == 0)
                continue;
            m_nodes[node.caller].waiting += node.waiting;
            m_nodes[node.caller].total.add(node.total);
        }
        for (std::size_t row = 1; row < m_nodes.size(); ++row) {
            Node &node = m_nodes[row];
            const bool hardlyWorks = part(node.waiting, node.total.samples) >= 1 - hardlyAnything;
            node.outermost = m_nodes[node.caller].outermost;
            if (node.outermost == 0 && hardlyWorks)
                node.outermost = static_cast<Place>(row);
        }
    }

    bool isAtBase(StackIndex stack) const
    {
        const auto leaf = m_places.at(stack);
        const auto wait = m_nodes[leaf].outermost != 0 ? m_nodes[leaf].outermost : leaf;
        const bool worksItself = wait == leaf && !m_nodes[leaf].isWait();
        auto around = worksItself ? leaf : m_nodes[wait].caller;
        if (m_nodes[around].isTurn)
            around = m_nodes[around].caller;
        const SeenSamples &base = m_nodes[around].total;
        return part(base.samples, m_all) >= atLeastOpen
            && part(base.samples, base.last - base.first + 1) >= hardlyLeft;
    }

private:
    using Place = std::uint32_t;

    struct Node {
        Place caller = 0;
        std::uint64_t samples = 0; // with this call as the leaf
        std::uint64_t waits = 0; // those of `samples` that wait
        SeenSamples total;
        // The samples of `total` that wait; all `samples` of a call that isWait() are among them.
        std::uint64_t waiting = 0;
        bool isTurn = false; // isTurnOfLoop()
        // The outermost call, of this one and its callers, that does hardly anything but wait; 0:
        // none does.
        Place outermost = 0;

        // Whether at least half of its own samples wait: a call that waits may run a little before
        // and after. A function of a script may wait itself, without another call, and work.
        bool isWait() const { return 2 * waits >= samples; }
    };

    static double part(std::uint64_t some, std::uint64_t all)
    {
        return static_cast<double>(some) / static_cast<double>(std::max<std::uint64_t>(all, 1));
    }

    std::uint64_t functionOf(StackIndex stack) const
    {
        const Frame &frame = m_profile.frame(m_profile.stack(stack).frame);
        constexpr std::uint64_t nameless = std::uint64_t(1) << 32U;
        if (frame.function.isValid())
            return frame.function.row();
        return nameless + (frame.image.isValid() ? frame.image.row() + 1 : 0);
    }

    // No recursion, as stacks can be a hundred thousand deep: goes inwards from the nearest known
    // caller.
    Place enter(StackIndex stack)
    {
        m_way.clear();
        auto known = m_places.find(stack);
        for (; known == m_places.end(); known = m_places.find(stack)) {
            m_way.push_back(stack);
            stack = m_profile.stack(stack).parent;
        }
        auto place = known->second;
        for (; !m_way.empty(); m_way.pop_back()) {
            const auto next = static_cast<Place>(m_nodes.size());
            const auto key = std::uint64_t(place) << 33U | functionOf(m_way.back());
            const auto [entry, isNew] = m_callees.try_emplace(key, next);
            if (isNew) {
                m_nodes.emplace_back();
                m_nodes.back().caller = place;
                m_nodes.back().isTurn = isTurnOfLoop(m_profile, m_way.back());
            }
            place = entry->second;
            m_places.emplace(m_way.back(), place);
        }
        return place;
    }

    const Profile &m_profile;
    std::uint64_t m_all;
    std::vector<Node> m_nodes; // the first is the root of all calls
    std::unordered_map<StackIndex, Place> m_places;
    std::unordered_map<std::uint64_t, Place> m_callees; // by caller and function
    std::vector<StackIndex> m_way;
};

} // namespace

struct IdleWaitFinder::Thread {
    std::shared_ptr<const ThreadSamples> samples; // the samples at the last read
    std::size_t read = 0; // rows before this one are counted
    Counts counts;
    ThreadIdleWaits waits;

    // Counts the new samples.
    void readOn(const std::vector<bool> &areOfScripts)
    {
        const ThreadSamples &all = *samples;
        IdleWait last;
        std::uint64_t run = 0; // number of equal samples in a row
        const auto add = [&] {
            if (run == 0)
                return;
            const bool isOfScript = areOfScripts[last.stack.row()];
            const auto first = isOfScript ? counts.all : counts.native;
            counts.samples[last.stack].add({run, first, first + run - 1});
            counts.all += run;
            counts.native += isOfScript ? 0 : run;
            if (waitKindOf(last.call) != WaitKind::None)
                counts.waits[last].samples += run;
        };
        for (; read < all.size(); ++read) {
            const SampleIndex row(read);
            if (isGapMark(all, row))
                continue;
            const auto detail = all.details.contains(row) ? all.details[row] : SampleDetail();
            const IdleWait here{all.stacks[row],
                                detail.state == ThreadState::Blocked ? detail.call : noSystemCall};
            if (here != last) {
                add();
                last = here;
                run = 0;
            }
            ++run;
        }
        add();
    }

    // Judges all waits. Returns whether one is judged otherwise than before; before the first time
    // it counts as not idle.
    bool judge(const Profile &profile)
    {
        std::uint64_t plain = 0;
        std::vector<std::pair<IdleWait, WaitKind>> kinds;
        for (const auto &[wait, count] : counts.waits) {
            kinds.emplace_back(wait, waitKind(profile, wait.stack, wait.call));
            plain += kinds.back().second == WaitKind::Lock ? 0 : count.samples;
        }
        const bool waitsMostly =
            static_cast<double>(plain) >= mostly * static_cast<double>(counts.all);
        std::erase_if(kinds, [&](const auto &one) {
            return one.second == WaitKind::Lock
                || (one.second == WaitKind::Unclear && !waitsMostly);
        });
        return keep(profile, kinds);
    }

private:
    bool keep(const Profile &profile, const std::vector<std::pair<IdleWait, WaitKind>> &kinds)
    {
        auto found = std::make_shared<std::vector<IdleWait>>();
        if (!kinds.empty()) {
            ThreadTree tree(profile, counts);
            for (const auto &[wait, kind] : kinds)
                tree.addWait(wait.stack, counts.waits[wait].samples);
            tree.sumUp();
            for (const auto &[wait, kind] : kinds) {
                if (tree.isAtBase(wait.stack))
                    found->push_back(wait);
            }
        }
        bool hasChanged = false;
        for (auto &[wait, count] : counts.waits) {
            const bool isIdle = std::ranges::binary_search(*found, wait);
            hasChanged = hasChanged || isIdle != count.isIdle;
            count.isIdle = isIdle;
        }
        waits = found->empty() ? nullptr : std::move(found);
        return hasChanged;
    }
};

IdleWaitFinder::IdleWaitFinder() = default;
IdleWaitFinder::~IdleWaitFinder() = default;

IdleWaitFinder::IdleWaitFinder(IdleWaitsPointer known) : m_isKnown(true), m_answer(std::move(known))
{
}

// Judges the new stacks; callers come before callees.
void IdleWaitFinder::findScripts(const Profile &profile)
{
    const auto &stacks = profile.tables().stacks;
    m_areOfScripts.resize(std::max<std::size_t>(m_areOfScripts.size(), 1));
    while (m_areOfScripts.size() < stacks.size()) {
        const StackNode &stack = stacks[StackIndex(m_areOfScripts.size())];
        m_areOfScripts.push_back(stack.parent == emptyStack
                                     ? isScript(profile, profile.frame(stack.frame))
                                     : m_areOfScripts[stack.parent.row()]);
    }
}

IdleWaitsPointer IdleWaitFinder::find(const Profile &profile)
{
    const std::lock_guard lock(m_mutex);
    if (m_isKnown)
        return m_answer;
    auto answer = std::make_shared<IdleWaits>();
    answer->serial = m_answer ? m_answer->serial : 0;
    bool isSame = m_answer && m_threads.size() == profile.threadCount();
    m_threads.resize(profile.threadCount());
    for (std::size_t row = 0; row < m_threads.size(); ++row) {
        const auto &known = m_threads[row].samples;
        if (known && !isContinued(*known, profile.samples(ThreadIndex(row))))
            m_areOfScripts.clear(); // another profile: its stacks are others
    }
    findScripts(profile);
    for (std::size_t row = 0; row < m_threads.size(); ++row) {
        const auto &samples = profile.sharedSamples(ThreadIndex(row));
        Thread &thread = m_threads[row];
        if (thread.samples != samples) {
            isSame = false;
            const bool isOther = thread.samples && !isContinued(*thread.samples, *samples);
            if (isOther)
                thread = {};
            thread.samples = samples;
            bool hasChanged = isOther;
            if (!samples->details.isEmpty()) {
                thread.readOn(m_areOfScripts);
                hasChanged = thread.judge(profile) || isOther;
            }
            answer->serial += hasChanged ? 1U : 0U;
        }
        answer->threads.push_back(thread.waits);
    }
    if (!isSame)
        m_answer = std::move(answer);
    return m_answer;
}

bool isIdleWait(const ThreadIdleWaits &waits, StackIndex stack, const SampleDetail &detail)
{
    return waits && detail.state == ThreadState::Blocked
        && std::ranges::binary_search(*waits, IdleWait{stack, detail.call});
}

KnownStates knownStates(const Profile &profile)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (!profile.samples(ThreadIndex(row)).details.isEmpty())
            return KnownStates::All;
    }
    return idleStacks(profile) ? KnownStates::IdleCalls : KnownStates::None;
}

IdleWaitsPointer idleWaits(const Profile &profile, const Selection &selection)
{
    if (selection.counted != Counted::Busy)
        return nullptr;
    return selection.idleWaits ? selection.idleWaits->find(profile)
                               : IdleWaitFinder().find(profile);
}

IdleShare idleShare(const Profile &profile, const Selection &selection)
{
    Selection busy = selection;
    busy.counted = Counted::Busy;
    Selection all = selection;
    all.counted = Counted::All;
    IdleShare sum;
    for (const SamplePiece &piece : selectedPieces(profile, busy)) {
        forEachSelected(piece, all, [&](const SelectedSample &sample) {
            if (sample.stack == emptyStack)
                return;
            sum.all += sample.duration;
            if (!isCounted(piece, Counted::Busy, sample.sample, sample.stack, sample.detail))
                sum.idle += sample.duration;
            else if (sample.detail && sample.detail->state == ThreadState::Runnable)
                sum.runnable += sample.duration;
        });
    }
    return sum;
}

} // namespace ember::model
