// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/futexuse.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

struct KnownWait {
    std::string_view name;
    FutexUse kind;
    bool isTimed = false;
};

using enum FutexUse;

// Names without the underscores that the C library puts before its own; those of C++ and Rust with
// as many scopes as tell them apart. A name also stands for those with digits behind it (…64).
constexpr std::array knownWaits{
    KnownWait{"pthread_mutex_lock", Lock},
    KnownWait{"pthread_mutex_timedlock", Lock, true},
    KnownWait{"pthread_mutex_clocklock", Lock, true},
    KnownWait{"lll_lock_wait", Lock},
    KnownWait{"lll_lock_wait_private", Lock},
    KnownWait{"pthread_rwlock_rdlock", Lock},
    KnownWait{"pthread_rwlock_wrlock", Lock},
    KnownWait{"mutex::lock", Lock},
    KnownWait{"recursive_mutex::lock", Lock},
    KnownWait{"shared_mutex::lock", Lock},
    KnownWait{"shared_mutex::lock_shared", Lock},
    KnownWait{"QMutex::lock", Lock},
    KnownWait{"QBasicMutex::lock", Lock},
    KnownWait{"QBasicMutex::lockInternal", Lock},
    KnownWait{"QRecursiveMutex::lock", Lock},
    KnownWait{"QReadWriteLock::lockForRead", Lock},
    KnownWait{"QReadWriteLock::lockForWrite", Lock},
    KnownWait{"g_mutex_lock", Lock},
    KnownWait{"g_mutex_lock_slowpath", Lock},
    KnownWait{"RawMutex::lock_slow", Lock},
    KnownWait{"Mutex::lock_contended", Lock},
    KnownWait{"RwLock::read_contended", Lock},
    KnownWait{"RwLock::write_contended", Lock},
    KnownWait{"sync.(*Mutex).Lock", Lock},
    KnownWait{"sync.(*Mutex).lockSlow", Lock},
    KnownWait{"ObjectMonitor::enter", Lock},
    KnownWait{"pthread_cond_wait", Condition},
    KnownWait{"pthread_cond_timedwait", Condition, true},
    KnownWait{"pthread_cond_clockwait", Condition, true},
    KnownWait{"condition_variable::wait", Condition},
    KnownWait{"condition_variable::wait_for", Condition, true},
    KnownWait{"condition_variable::wait_until", Condition, true},
    KnownWait{"condition_variable_any::wait", Condition},
    KnownWait{"condition_variable_any::wait_for", Condition, true},
    KnownWait{"condition_variable_any::wait_until", Condition, true},
    KnownWait{"QWaitCondition::wait", Condition},
    KnownWait{"g_cond_wait", Condition},
    KnownWait{"g_cond_wait_until", Condition, true},
    KnownWait{"uv_cond_wait", Condition},
    KnownWait{"uv_cond_timedwait", Condition, true},
    KnownWait{"Condvar::wait", Condition},
    KnownWait{"Condvar::wait_timeout", Condition, true},
    KnownWait{"Condvar::wait_until_internal", Condition},
    KnownWait{"sync.(*Cond).Wait", Condition},
    KnownWait{"ObjectMonitor::wait", Condition},
    KnownWait{"pthread_join", Join},
    KnownWait{"pthread_clockjoin_ex", Join},
    KnownWait{"pthread_timedjoin_np", Join, true},
    KnownWait{"pthread_clockjoin_np", Join, true},
    KnownWait{"thread::join", Join},
    KnownWait{"Thread::join", Join},
    KnownWait{"QThread::wait", Join},
    KnownWait{"sem_wait", Semaphore},
    KnownWait{"new_sem_wait", Semaphore},
    KnownWait{"new_sem_wait_slow", Semaphore},
    KnownWait{"sem_timedwait", Semaphore, true},
    KnownWait{"sem_clockwait", Semaphore, true},
    KnownWait{"QSemaphore::acquire", Semaphore},
    KnownWait{"counting_semaphore::acquire", Semaphore},
    KnownWait{"sync.runtime_Semacquire", Semaphore},
    KnownWait{"runtime.semacquire", Semaphore},
    KnownWait{"pthread_barrier_wait", Barrier},
    KnownWait{"barrier::wait", Barrier},
    KnownWait{"Barrier::wait", Barrier},
    KnownWait{"latch::wait", Barrier},
    KnownWait{"__basic_future::wait", Future},
    KnownWait{"__future_base::_State_baseV2::wait", Future},
    KnownWait{"future::get", Future},
    KnownWait{"shared_future::get", Future},
    KnownWait{"QFutureInterfaceBase::waitForFinished", Future},
    KnownWait{"QFutureInterfaceBase::waitForResult", Future},
    KnownWait{"pthread_once", Once},
    KnownWait{"cxa_guard_acquire", Once},
    KnownWait{"call_once", Once},
    KnownWait{"Once::call", Once},
    KnownWait{"take_gil", Interpreter},
    KnownWait{"thread::park", Parked},
    KnownWait{"thread::park_timeout", Parked, true},
    KnownWait{"Unsafe_Park", Parked},
};

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

// The C library has its functions under several names: "__GI___pthread_mutex_lock".
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

// Whether `name` is `known`, in any scope, with parameters or not.
bool isCalled(std::string_view name, std::string_view known)
{
    name = name.substr(0, name.find('('));
    const bool hasBrackets = known.find('(') != std::string_view::npos; // Go's methods
    if (hasBrackets)
        return false;
    for (auto at = name.find(known); at != std::string_view::npos; at = name.find(known, at + 1)) {
        const auto end = at + known.size();
        const bool begins =
            at == 0 || (!isOfWord(name[at - 1]) && !(name[at - 1] >= '0' && name[at - 1] <= '9'));
        const bool ends = end == name.size() || !isOfWord(name[end]);
        if (begins && ends)
            return true;
    }
    return false;
}

bool isKnownAs(std::string_view name, std::string_view known)
{
    return name == known || isCalled(withoutPrefixes(name), known) || isCalled(name, known);
}

// The begin of a function's name: a file may have names of any length.
std::string_view nameOf(const Profile &profile, FrameIndex frame)
{
    constexpr std::size_t mostRead = 1024;
    const auto function = profile.frame(frame).function;
    return function.isValid() ? profile.text(profile.function(function).name).substr(0, mostRead)
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

std::optional<WaitingFunction> waitingFunction(std::string_view name)
{
    const auto found = std::ranges::find_if(
        knownWaits, [&](const KnownWait &known) { return isKnownAs(name, known.name); });
    return found == knownWaits.end() ? std::nullopt
                                     : std::optional(WaitingFunction{found->kind, found->isTimed});
}

bool isWakingFunction(std::string_view name)
{
    return std::ranges::any_of(wakers,
                               [&](std::string_view known) { return isKnownAs(name, known); });
}

const WaitCause &WaitCauses::of(StackIndex stack)
{
    const auto [known, isNew] = m_known.try_emplace(stack);
    if (isNew)
        known->second = find(stack);
    return known->second;
}

// Inlined functions may have names without a scope ("lock_guard"): then their file tells.
bool WaitCauses::isOfLanguage(FrameIndex index) const
{
    const Frame &frame = m_profile.frame(index);
    if (frame.function.isValid()) {
        const auto file = m_profile.function(frame.function).file;
        const auto path = file.isValid() ? m_profile.text(file) : std::string_view();
        if (path.find("/include/") != path.npos && path.find("/c++/") != path.npos)
            return true;
    }
    return isLanguageFunction(nameOf(m_profile, index));
}

// The outermost waiting function counts: QThread::wait() waits for a condition, but that is not
// what it is for. It is looked for near the leaf only: what called the caller has no part in it.
WaitCause WaitCauses::find(StackIndex stack) const
{
    constexpr int mostBetween = 6; // functions between two that wait, as templates have
    WaitCause cause;
    StackIndex outside = stack; // of the waiting function
    int between = 0;
    for (; stack != emptyStack && between <= mostBetween; stack = m_profile.stack(stack).parent) {
        const auto name = nameOf(m_profile, m_profile.stack(stack).frame);
        if (const auto waiting = waitingFunction(name)) {
            cause.isTimed = waiting->isTimed || (cause.isTimed && cause.kind == waiting->kind);
            cause.kind = waiting->kind;
            outside = m_profile.stack(stack).parent;
            between = 0;
            continue;
        }
        const bool isOwn = m_profile.frame(m_profile.stack(stack).frame).inApp == InApp::Yes
            && !isOfLanguage(m_profile.stack(stack).frame);
        if (isOwn && cause.kind != FutexUse::Unknown)
            break;
        ++between;
    }
    constexpr int mostLooked = 1'000; // a file may have stacks of any depth
    for (int looked = 0; outside != emptyStack && looked < mostLooked;
         ++looked, outside = m_profile.stack(outside).parent) {
        const FrameIndex frame = m_profile.stack(outside).frame;
        if (isOfLanguage(frame))
            continue;
        const bool isOwn = m_profile.frame(frame).inApp == InApp::Yes;
        if (isOwn || !cause.caller.isValid())
            cause.caller = frame;
        if (isOwn)
            break;
    }
    return cause;
}

} // namespace ember::model
