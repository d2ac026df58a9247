// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/longestwaittext.h"

#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>

namespace ember::views {

using namespace model;

namespace {

struct LongestWait {
    Q_DECLARE_TR_FUNCTIONS(LongestWait)
};

// Returns why samples do not show which thread held a lock; `candidates` threads were in the
// function meanwhile.
QString holderReason(std::size_t candidates)
{
    if (candidates == 0)
        return LongestWait::tr("no other thread was in the same function in its samples at the "
                               "time, so who held the lock is not known");
    return candidates == 1
        ? LongestWait::tr("one other thread was in the same function in its samples at the time, "
                          "but too briefly to say that it held the lock")
        : LongestWait::tr("%1 other threads were in the same function in their samples at the "
                          "time, so who held the lock is not known")
              .arg(countText(candidates));
}

QString joinReason(std::size_t candidates)
{
    return candidates == 0
        ? LongestWait::tr("no other thread was seen to end then, so it is not known whose end it "
                          "waited for")
        : LongestWait::tr("%1 other threads were seen to end then, so it is not known whose end "
                          "it waited for")
              .arg(countText(candidates));
}

QString wakerReason(std::size_t candidates)
{
    return candidates == 0
        ? LongestWait::tr("no other thread was in a function that wakes in its samples when it "
                          "ended, so who ended it is not known")
        : LongestWait::tr("%1 other threads were in functions that wake when it ended, so which "
                          "of them ended it is not known")
              .arg(countText(candidates));
}

// Whether the function in which other threads were looked for has a name.
bool isCallerNamed(const Profile &profile, const WaitCause &cause)
{
    return cause.caller.isValid() && profile.frame(cause.caller).function.isValid();
}

QString reasonText(const Profile &profile, const Wait &wait)
{
    switch (wait.cause.kind) {
    case FutexUse::Lock:
    case FutexUse::Once:
        if (!isCallerNamed(profile, wait.cause))
            break;
        return holderReason(wait.candidates);
    case FutexUse::Join: return joinReason(wait.candidates);
    case FutexUse::Condition:
    case FutexUse::Semaphore:
    case FutexUse::Barrier:
    case FutexUse::Future: return wakerReason(wait.candidates);
    case FutexUse::Interpreter:
    case FutexUse::Parked:
    case FutexUse::Unknown: break;
    }
    return LongestWait::tr("its functions do not tell what it waited for, so who ended it is not "
                           "known");
}

} // namespace

QString likelyText(WaitRole role)
{
    switch (role) {
    case WaitRole::Holder: return LongestWait::tr("likely held by %1", "a thread");
    case WaitRole::Waker: return LongestWait::tr("likely woken by %1", "a thread");
    case WaitRole::Joined: return LongestWait::tr("likely for the end of %1", "a thread");
    }
    return {};
}

QString longestWaitText(const Profile &profile, const Wait &wait, Timestamp origin)
{
    const QString why = wait.likely
        ? likelyText(wait.likely->role).arg(threadName(profile, wait.likely->thread))
        : reasonText(profile, wait);
    return LongestWait::tr("waited %1 from %2 on: %3", "a duration, a time, who ended it")
        .arg(durationText(wait.range.duration()),
             offsetText(wait.range.start - origin, std::chrono::milliseconds(10)), why);
}

} // namespace ember::views
