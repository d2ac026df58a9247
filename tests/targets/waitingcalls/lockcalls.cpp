// SPDX-License-Identifier: GPL-3.0-or-later
#include "waitingcall.h"

#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <unistd.h>

namespace {

// Two openings of one file: one holds the lock that the other waits for.
struct LockedFile {
    LockedFile()
    {
        char path[] = "/tmp/waitingcalls-XXXXXX";
        holder = mkstemp(path);
        waiter = open(path, O_RDWR | O_CLOEXEC);
        unlink(path);
    }

    int holder = -1;
    int waiter = -1;
};

int lockRange(int file, short kind)
{
    struct flock range { };
    range.l_type = kind;
    range.l_whence = SEEK_SET;
    return fcntl(file, F_OFD_SETLKW, &range);
}

// Long enough for who waits to take its turn.
void pauseForAMoment()
{
    const timespec moment{0, 1'000'000};
    nanosleep(&moment, nullptr);
}

} // namespace

void addLockCalls(WaitingCalls &calls)
{
    static const LockedFile whole;
    flock(whole.holder, LOCK_EX);
    calls.push_back({"flock",
                     [] {
                         const int outcome = outcomeOf(flock(whole.waiter, LOCK_EX));
                         flock(whole.waiter, LOCK_UN);
                         if (outcome == 0)
                             pauseForAMoment(); // while the holder takes it back
                         return outcome;
                     },
                     [] {
                         flock(whole.holder, LOCK_UN);
                         pauseForAMoment();
                         flock(whole.holder, LOCK_EX);
                     }});
    static const LockedFile range;
    lockRange(range.holder, F_WRLCK);
    calls.push_back({"fcntl_lock",
                     [] {
                         const int outcome = outcomeOf(lockRange(range.waiter, F_WRLCK));
                         lockRange(range.waiter, F_UNLCK);
                         if (outcome == 0)
                             pauseForAMoment(); // while the holder takes it back
                         return outcome;
                     },
                     [] {
                         lockRange(range.holder, F_UNLCK);
                         pauseForAMoment();
                         lockRange(range.holder, F_WRLCK);
                     }});
}
