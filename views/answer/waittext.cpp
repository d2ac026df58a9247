// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/answertext.h"
#include "views/answer/sentence.h"
#include "views/text/durationtext.h"
#include "views/text/longestwaittext.h"

#include <QCoreApplication>

#include <array>
#include <map>
#include <string>

namespace ember::views {

using namespace model;

namespace {

struct WaitTexts {
    Q_DECLARE_TR_FUNCTIONS(WaitTexts)
};

constexpr std::size_t locksOfSentences = 3;
constexpr std::size_t mostWaits = 12;
// Limits of the waits that are told: of those that idle threads have, too (conditions, semaphores,
// parking, unknown) and whose likely ender is not known; and of those with one calling function.
constexpr std::size_t mostConditions = 3;
constexpr std::size_t mostInOneFunction = 3;
constexpr int worthALine = 10; // least time for a mention in the line: 1/10 of the range
constexpr int worthASentence = 100;

// Returns what a thread waited for, to follow "waited 3 s".
QString kindText(const WaitCause &cause)
{
    switch (cause.kind) {
    case FutexUse::Lock: return WaitTexts::tr("for a lock");
    case FutexUse::Condition:
        return cause.isTimed ? WaitTexts::tr("for a condition, or until a time")
                             : WaitTexts::tr("for a condition");
    case FutexUse::Join: return WaitTexts::tr("for another thread's end");
    case FutexUse::Semaphore: return WaitTexts::tr("for a semaphore");
    case FutexUse::Barrier: return WaitTexts::tr("at a barrier");
    case FutexUse::Future: return WaitTexts::tr("for a result");
    case FutexUse::Once: return WaitTexts::tr("for another thread's initialisation");
    case FutexUse::Interpreter: return WaitTexts::tr("for the interpreter's lock");
    case FutexUse::Parked: return WaitTexts::tr("to be unparked");
    case FutexUse::Unknown: break;
    }
    return WaitTexts::tr("in futex");
}

Sentence waitSentence(const Profile &profile, const Wait &wait)
{
    AnswerLink link;
    link.threads = {wait.thread};
    if (wait.likely)
        link.threads.push_back(wait.likely->thread);
    link.range = wait.range;
    const Sentence length = linked(durationText(wait.range.duration()), link);
    Sentence sentence =
        filled(WaitTexts::tr("%1 waited %2 %3, at %4", "a thread, a duration, what for, a time"),
               {threadPart(profile, wait.thread, link), length, plain(kindText(wait.cause)),
                plain(offsetText(wait.range.start - profile.timeRange().start,
                                 std::chrono::milliseconds(10)))});
    if (wait.cause.caller.isValid())
        sentence = filled(WaitTexts::tr("%1, in %2", "a wait, a function"),
                          {sentence, functionName(profile, wait.cause.caller)});
    if (wait.likely)
        sentence = filled(QStringLiteral("%1; %2"),
                          {sentence,
                           filled(likelyText(wait.likely->role),
                                  {threadPart(profile, wait.likely->thread, link)})});
    return filled(QStringLiteral("%1."), {sentence});
}

// Returns a sentence about the waits for one lock; `whole` is a link to all that the answer is
// about.
Sentence lockSentence(const Profile &profile, const LockWaits &lock, const AnswerLink &whole)
{
    AnswerLink link = whole;
    link.threads = lock.threads;
    const Sentence threads = linked(threadsText(lock.threads.size()), link);
    const Sentence sentence =
        filled(WaitTexts::tr("%1 waited %2 for the lock in %3, in %4",
                             "threads, a duration, a function, a number of waits"),
               {threads, plain(durationText(lock.time)), functionName(profile, lock.caller),
                plain(pluralText(lock.waits, [](int number) {
                    return WaitTexts::tr("%Ln wait(s)", nullptr, number);
                }))});
    if (!lock.holder.isValid())
        return filled(QStringLiteral("%1."), {sentence});
    link.threads = {lock.holder};
    return filled(lock.waits > 1 ? WaitTexts::tr("%1; %2 likely held it in the longest.",
                                                 "a sentence, a thread")
                                 : WaitTexts::tr("%1; %2 likely held it.", "a sentence, a thread"),
                  {sentence, threadPart(profile, lock.holder, link)});
}

// Returns the waits that are worth reading.
std::vector<const Wait *> told(const Profile &profile, const WaitsAnswer &waits)
{
    std::vector<const Wait *> told;
    std::size_t conditions = 0;
    std::map<std::string, std::size_t> inFunctions;
    for (const Wait &wait : waits.longest) { // longest first
        const bool mayIdle = wait.cause.kind == FutexUse::Condition
            || wait.cause.kind == FutexUse::Unknown || wait.cause.kind == FutexUse::Parked
            || wait.cause.kind == FutexUse::Semaphore;
        if (mayIdle && !wait.likely && ++conditions > mostConditions)
            continue;
        if (wait.cause.caller.isValid()
            && ++inFunctions[frameName(profile, wait.cause.caller)] > mostInOneFunction)
            continue;
        if (told.size() == mostWaits)
            break;
        told.push_back(&wait);
    }
    return told;
}

} // namespace

Sentence lockLineOf(const Profile &profile, const ProfileAnswer &answer)
{
    if (answer.waits.locks.empty())
        return {};
    const LockWaits &lock = answer.waits.locks.front();
    if (lock.time * worthALine < answer.range.duration())
        return {};
    const std::vector<Sentence> values{strong(durationText(lock.time)),
                                       functionName(profile, lock.caller)};
    const Sentence waited = filled(WaitTexts::tr("waited %1 for the lock in %2"), values);
    if (!lock.holder.isValid())
        return waited;
    AnswerLink link;
    link.threads = {lock.holder};
    // The holder is known for the longest waits only: others may have held the lock in the rest.
    return filled(lock.waits > 1
                      ? WaitTexts::tr("%1, which %2 likely held in the longest waits",
                                      "waited for a lock; a thread")
                      : WaitTexts::tr("%1, which %2 likely held", "waited for a lock; a thread"),
                  {waited, threadPart(profile, lock.holder, link)});
}

std::vector<Sentence> waitSentencesOf(const Profile &profile, const ProfileAnswer &answer)
{
    const AnswerLink whole = linkTo(answer);
    std::vector<Sentence> sentences;
    for (const LockWaits &lock : answer.waits.locks) {
        if (sentences.size() < locksOfSentences
            && lock.time * worthASentence >= answer.range.duration())
            sentences.push_back(lockSentence(profile, lock, whole));
    }
    for (const Wait *wait : told(profile, answer.waits))
        sentences.push_back(waitSentence(profile, *wait));
    return sentences;
}

} // namespace ember::views
