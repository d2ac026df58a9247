// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/waitingfunctions.h"

#include "model/core/text.h"
#include "model/profile/profile.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

using enum FutexUse;
using Means = FutexMeaning;

constexpr Means meaningOf(FutexUse use)
{
    switch (use) {
    case Unknown: break;
    case Lock:
    case Once:
    case Interpreter: return Means::Lock;
    case Condition:
    case Join:
    case Semaphore:
    case Barrier:
    case Future:
    case Parked: return Means::Event;
    }
    return Means::Unknown;
}

// One row of the table.
struct KnownFunction {
    // Makes a row for a whole name.
    constexpr KnownFunction(std::string_view function, FutexUse usedFor, bool givesUp = false)
        : name(function),
          use(usedFor),
          means(meaningOf(usedFor)),
          isTimed(givesUp)
    {
    }
    // Makes a row for a part of names.
    constexpr KnownFunction(std::string_view inName, Means meaning) : name(inName), means(meaning)
    {
    }

    std::string_view name;
    FutexUse use = Unknown; // only for rows of a whole name
    Means means;
    bool isTimed = false;
};

constexpr std::array knownFunctions{
    // Names without the underscores that the C library puts before its own; those of C++ and Rust
    // with as many scopes as tell them apart. A name also stands for those with digits after it
    // (…64).
    KnownFunction{"pthread_mutex_lock", Lock}, KnownFunction{"pthread_mutex_timedlock", Lock, true},
    KnownFunction{"pthread_mutex_clocklock", Lock, true}, KnownFunction{"lll_lock_wait", Lock},
    KnownFunction{"lll_lock_wait_private", Lock}, KnownFunction{"pthread_rwlock_rdlock", Lock},
    KnownFunction{"pthread_rwlock_wrlock", Lock}, KnownFunction{"mutex::lock", Lock},
    KnownFunction{"recursive_mutex::lock", Lock}, KnownFunction{"shared_mutex::lock", Lock},
    KnownFunction{"shared_mutex::lock_shared", Lock}, KnownFunction{"QMutex::lock", Lock},
    KnownFunction{"QBasicMutex::lock", Lock}, KnownFunction{"QBasicMutex::lockInternal", Lock},
    KnownFunction{"QRecursiveMutex::lock", Lock},
    KnownFunction{"QReadWriteLock::lockForRead", Lock},
    KnownFunction{"QReadWriteLock::lockForWrite", Lock}, KnownFunction{"g_mutex_lock", Lock},
    KnownFunction{"g_mutex_lock_slowpath", Lock}, KnownFunction{"RawMutex::lock_slow", Lock},
    KnownFunction{"Mutex::lock_contended", Lock}, KnownFunction{"RwLock::read_contended", Lock},
    KnownFunction{"RwLock::write_contended", Lock}, KnownFunction{"sync.(*Mutex).Lock", Lock},
    KnownFunction{"sync.(*Mutex).lockSlow", Lock}, KnownFunction{"ObjectMonitor::enter", Lock},
    KnownFunction{"pthread_cond_wait", Condition},
    KnownFunction{"pthread_cond_timedwait", Condition, true},
    KnownFunction{"pthread_cond_clockwait", Condition, true},
    KnownFunction{"condition_variable::wait", Condition},
    KnownFunction{"condition_variable::wait_for", Condition, true},
    KnownFunction{"condition_variable::wait_until", Condition, true},
    KnownFunction{"condition_variable_any::wait", Condition},
    KnownFunction{"condition_variable_any::wait_for", Condition, true},
    KnownFunction{"condition_variable_any::wait_until", Condition, true},
    KnownFunction{"QWaitCondition::wait", Condition}, KnownFunction{"g_cond_wait", Condition},
    KnownFunction{"g_cond_wait_until", Condition, true}, KnownFunction{"uv_cond_wait", Condition},
    KnownFunction{"uv_cond_timedwait", Condition, true}, KnownFunction{"Condvar::wait", Condition},
    KnownFunction{"Condvar::wait_timeout", Condition, true},
    KnownFunction{"Condvar::wait_until_internal", Condition},
    KnownFunction{"sync.(*Cond).Wait", Condition}, KnownFunction{"ObjectMonitor::wait", Condition},
    KnownFunction{"pthread_join", Join}, KnownFunction{"pthread_clockjoin_ex", Join},
    KnownFunction{"pthread_timedjoin_np", Join, true},
    KnownFunction{"pthread_clockjoin_np", Join, true}, KnownFunction{"thread::join", Join},
    KnownFunction{"Thread::join", Join}, KnownFunction{"QThread::wait", Join},
    KnownFunction{"sem_wait", Semaphore}, KnownFunction{"new_sem_wait", Semaphore},
    KnownFunction{"new_sem_wait_slow", Semaphore}, KnownFunction{"sem_timedwait", Semaphore, true},
    KnownFunction{"sem_clockwait", Semaphore, true},
    KnownFunction{"QSemaphore::acquire", Semaphore},
    KnownFunction{"counting_semaphore::acquire", Semaphore},
    KnownFunction{"sync.runtime_Semacquire", Semaphore},
    KnownFunction{"runtime.semacquire", Semaphore}, KnownFunction{"pthread_barrier_wait", Barrier},
    KnownFunction{"barrier::wait", Barrier}, KnownFunction{"Barrier::wait", Barrier},
    KnownFunction{"latch::wait", Barrier}, KnownFunction{"__basic_future::wait", Future},
    KnownFunction{"__future_base::_State_baseV2::wait", Future},
    KnownFunction{"future::get", Future}, KnownFunction{"shared_future::get", Future},
    KnownFunction{"QFutureInterfaceBase::waitForFinished", Future},
    KnownFunction{"QFutureInterfaceBase::waitForResult", Future},
    KnownFunction{"pthread_once", Once}, KnownFunction{"cxa_guard_acquire", Once},
    KnownFunction{"call_once", Once}, KnownFunction{"Once::call", Once},
    KnownFunction{"take_gil", Interpreter}, KnownFunction{"thread::park", Parked},
    KnownFunction{"thread::park_timeout", Parked, true}, KnownFunction{"Unsafe_Park", Parked},
    // Parts of names: of internal functions of the libraries, and of their callers.
    KnownFunction{"mutex_lock", Means::Lock}, // pthread, g_, uv_, __lll_
    KnownFunction{"mutex_timedlock", Means::Lock}, KnownFunction{"mutex_clocklock", Means::Lock},
    KnownFunction{"mutex_cond_lock", Means::Lock}, // a condition variable takes its mutex again
    KnownFunction{"lll_lock", Means::Lock}, KnownFunction{"rwlock_", Means::Lock},
    KnownFunction{"utex::lock", Means::Lock}, // std::mutex::lock, QMutex::lock
    KnownFunction{"utex::Lock", Means::Lock},
    KnownFunction{"lockInternal", Means::Lock}, // QBasicMutex
    KnownFunction{"QReadWriteLock", Means::Lock},
    KnownFunction{"lock_slow", Means::Lock}, // parking_lot, GLib
    KnownFunction{"LockSlow", Means::Lock}, // Abseil
    KnownFunction{"lock_contended", Means::Lock}, // Rust
    KnownFunction{"ObjectMonitor::enter", Means::Lock}, // Java
    KnownFunction{"take_gil", Means::Lock}, // Python
    KnownFunction{"gvl_acquire", Means::Lock}, // Ruby
    KnownFunction{"runtime.lock", Means::Lock}, // Go
    KnownFunction{"cond_wait", Means::Event}, KnownFunction{"cond_timedwait", Means::Event},
    KnownFunction{"cond_clockwait", Means::Event}, KnownFunction{"pthread_cond_", Means::Event},
    KnownFunction{"condition_variable", Means::Event},
    KnownFunction{"QWaitCondition", Means::Event}, KnownFunction{"uv_cond_", Means::Event},
    KnownFunction{"sem_wait", Means::Event}, KnownFunction{"sem_timedwait", Means::Event},
    KnownFunction{"sem_clockwait", Means::Event},
    KnownFunction{"do_futex_wait", Means::Event}, // of glibc's semaphores
    KnownFunction{"QSemaphore", Means::Event}, KnownFunction{"futexSemaphore", Means::Event},
    KnownFunction{"pthread_join", Means::Event}, KnownFunction{"pthread_timedjoin", Means::Event},
    KnownFunction{"pthread_clockjoin", Means::Event}, KnownFunction{"thread::join", Means::Event},
    KnownFunction{"barrier_wait", Means::Event},
    KnownFunction{"_M_futex_wait", Means::Event}, // std::future
    KnownFunction{"__atomic_wait", Means::Event},
    KnownFunction{"thread::park", Means::Event}, // Rust
    KnownFunction{"Unsafe_Park", Means::Event}, // Java
    KnownFunction{"runtime.notesleep", Means::Event}, // Go
    KnownFunction{"runtime.notetsleep", Means::Event}, KnownFunction{"runtime.mPark", Means::Event},
    KnownFunction{"runtime.futexsleep", Means::CallersTell},
    KnownFunction{"PyThread_acquire_lock", Means::Either},
    KnownFunction{"Parker::park", Means::Either}, // Java's LockSupport
};

// Each known name contains one of these, and few other names do: most names end the search here.
constexpr std::array<std::string_view, 16> hints{
    "lock", "Lock",  "wait", "join",     "park",  "Park",    "once", "Once",
    "acq",  "uture", "gil",  "emaphore", "sleep", "Monitor", "cond", "Cond",
};

constexpr bool hasHint(std::string_view name)
{
    return std::ranges::any_of(
        hints, [name](std::string_view hint) { return name.find(hint) != name.npos; });
}

static_assert(std::ranges::all_of(knownFunctions, hasHint, &KnownFunction::name));

constexpr std::array<std::string_view, 20> wakers{
    "pthread_cond_signal",
    "pthread_cond_broadcast",
    "condition_variable::notify_one",
    "condition_variable::notify_all",
    "condition_variable_any::notify_one",
    "condition_variable_any::notify_all",
    "QWaitCondition::wakeOne",
    "QWaitCondition::wakeAll",
    "g_cond_signal",
    "g_cond_broadcast",
    "uv_cond_signal",
    "Condvar::notify_one",
    "Condvar::notify_all",
    "sem_post",
    "new_sem_post",
    "QSemaphore::release",
    "counting_semaphore::release",
    "promise::set_value",
    "pthread_barrier_wait",
    "ObjectMonitor::notify",
};

bool isOfWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Removes the prefixes of a name: the C library has its functions under several,
// "__GI___pthread_mutex_lock".
std::string_view withoutPrefixes(std::string_view name)
{
    constexpr std::string_view internal = "GI_";
    for (;;) {
        if (name.starts_with('_'))
            name.remove_prefix(1);
        else if (name.starts_with(internal))
            name.remove_prefix(internal.size());
        else
            return name;
    }
}

// Whether `name` is `known`, in any scope, with parameters or not. Never for Go's methods, which
// have brackets that are no parameters.
bool isCalled(std::string_view name, std::string_view known)
{
    name = name.substr(0, name.find('('));
    for (auto at = name.find(known); at != std::string_view::npos; at = name.find(known, at + 1)) {
        const auto end = at + known.size();
        const bool begins = at == 0 || (!isOfWord(name[at - 1]) && !isDigit(name[at - 1]));
        const bool ends = end == name.size() || !isOfWord(name[end]);
        if (begins && ends)
            return true;
    }
    return false;
}

bool isKnownAs(std::string_view name, std::string_view known)
{
    const auto own = withoutPrefixes(name);
    return name == known || isCalled(own, known)
        || (own.size() != name.size() && isCalled(name, known));
}

} // namespace

std::optional<WaitingFunction> waitingFunction(std::string_view name)
{
    name = name.substr(0, mostOfNameRead);
    if (!hasHint(name))
        return std::nullopt;
    const auto *const found = std::ranges::find_if(knownFunctions, [&](const auto &known) {
        return known.use != Unknown && isKnownAs(name, known.name);
    });
    return found == knownFunctions.end()
        ? std::nullopt
        : std::optional(WaitingFunction{found->use, found->isTimed});
}

FutexMeaning futexMeaning(std::string_view name)
{
    name = name.substr(0, mostOfNameRead);
    Means means = Means::Unknown;
    if (!hasHint(name))
        return means;
    for (const KnownFunction &known : knownFunctions) {
        const bool isFound =
            known.use == Unknown ? name.find(known.name) != name.npos : isKnownAs(name, known.name);
        if (isFound && known.means == Means::Lock)
            return Means::Lock;
        means = isFound ? std::max(means, known.means) : means;
    }
    return means;
}

StackIndex outsideKernel(const Profile &profile, StackIndex stack)
{
    constexpr int most = 100; // a file may have stacks of any depth
    const auto isOfKernel = [&](const Frame &frame) {
        return frame.function.isValid()
            && profile.text(profile.function(frame.function).package).starts_with("[kernel.");
    };
    for (int looked = 0; looked < most && stack != emptyStack
         && isOfKernel(profile.frame(profile.stack(stack).frame));
         ++looked)
        stack = profile.stack(stack).parent;
    return stack;
}

bool isWakingFunction(std::string_view name)
{
    name = name.substr(0, mostOfNameRead);
    return std::ranges::any_of(wakers,
                               [&](std::string_view known) { return isKnownAs(name, known); });
}

} // namespace ember::model
