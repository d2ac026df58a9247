// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/answertext.h"
#include "views/answer/sentence.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>

namespace ember::views {

using namespace model;

namespace {

struct FrameAnswerTexts {
    Q_DECLARE_TR_FUNCTIONS(FrameAnswerTexts)
};

constexpr std::size_t holdersOfLine = 3;
constexpr std::size_t holdersOfSentence = 8;
constexpr double leastHeld = 0.05; // threads with smaller shares of the CPUs are not named
// A smaller share of CPU time outside of the profile's threads may come only from where samples
// lie.
constexpr double leastRest = 0.1;
constexpr double mainRest = 0.5; // if the rest is larger, the line tells this program's share

// Returns the time that shares of CpuHolder are parts of: that of all CPUs, or, if their number is
// not known, that which threads of the profile had.
Nanoseconds heldOf(const FrameAnswer &answer)
{
    if (answer.cpuTime.count() > 0)
        return answer.cpuTime;
    Nanoseconds sum = answer.own;
    for (const CpuHolder &holder : answer.holders)
        sum += holder.time;
    return sum;
}

Sentence frameName(const FrameAnswer &answer)
{
    AnswerLink link;
    link.frame = answer.frame;
    const QString text = answer.count > 1
        ? FrameAnswerTexts::tr("Frame %1 of %2").arg(answer.number).arg(answer.count)
        : FrameAnswerTexts::tr("The frame");
    const Sentence name = linked(text, link);
    return filled(answer.frame.pace == FramePace::Frozen
                      ? FrameAnswerTexts::tr("%1, %2, frozen", "a frame, its duration")
                      : FrameAnswerTexts::tr("%1, %2, slow", "a frame, its duration"),
                  {name, plain(durationText(answer.frame.range.duration()))});
}

Sentence heldUp(const Profile &profile, const FrameAnswer &answer)
{
    AnswerLink link;
    link.function = answer.function;
    const Sentence function = functionPart(profile, answer.function, link);
    const double share = timeShare(answer.blamed.duration(), answer.frame.range.duration());
    const Sentence part = strong(wholePercentText(std::min(share, 1.0)));
    return answer.blame->code == BlameCodeOf::User
        ? filled(FrameAnswerTexts::tr("%1 held it up for %2", "a function, a share"),
                 {function, part})
        : filled(FrameAnswerTexts::tr("%1, no code of your own, held it up for %2",
                                      "a function, a share"),
                 {function, part});
}

// Returns "the thread ran 41 %, waited for a CPU 59 %".
Sentence statesPart(const FrameAnswer &answer)
{
    const SpentTime &spent = answer.spent;
    QStringList did;
    const auto share = [&](Nanoseconds time) {
        return wholePercentText(timeShare(time, spent.known()));
    };
    if (spent.running.count() > 0)
        did << FrameAnswerTexts::tr("ran %1").arg(share(spent.running));
    if (spent.blocked.count() > 0) {
        const bool isIn = !spent.blockedIn.empty() && spent.blockedIn.front().call != noSystemCall;
        did << (isIn ? FrameAnswerTexts::tr("was blocked %1, most in %2", "a share, a system call")
                           .arg(share(spent.blocked),
                                fromUtf8(systemCallText(spent.blockedIn.front().call)))
                     : FrameAnswerTexts::tr("was blocked %1").arg(share(spent.blocked)));
    }
    if (spent.runnable.count() > 0)
        did << FrameAnswerTexts::tr("waited for a CPU %1").arg(share(spent.runnable));
    return plain(
        FrameAnswerTexts::tr("the thread %1", "what it did").arg(did.join(QStringLiteral(", "))));
}

std::vector<Sentence> holders(const Profile &profile, const FrameAnswer &answer, std::size_t limit,
                              bool withShares)
{
    std::vector<Sentence> parts;
    for (const CpuHolderPart &part : cpuHolderParts(profile, answer)) {
        if (parts.size() == limit)
            break;
        parts.push_back(withShares ? filled(QStringLiteral("%1 %2"),
                                            {part.thread, plain(wholePercentText(part.share))})
                                   : part.thread);
    }
    return parts;
}

bool isRestWorthSaying(const FrameAnswer &answer)
{
    return answer.cpuTime.count() > 0 && timeShare(answer.others(), answer.cpuTime) >= leastRest;
}

// Returns the share of the threads that cpuHolderParts() leaves out.
double smallShares(const FrameAnswer &answer)
{
    const Nanoseconds whole = heldOf(answer);
    double sum = 0;
    std::size_t named = 0;
    for (const CpuHolder &holder : answer.holders) {
        const double share = timeShare(holder.time, whole);
        if (named < holdersOfSentence && share >= leastHeld)
            ++named;
        else
            sum += share;
    }
    return sum;
}

// Adds to the line which threads had the CPU that the frame's thread waited for.
Sentence withHolders(const Profile &profile, const FrameAnswer &answer, const Sentence &line)
{
    const auto had = holders(profile, answer, holdersOfLine, false);
    const Sentence names = joined(had, QStringLiteral(", "));
    const bool isMostRest =
        answer.cpuTime.count() > 0 && timeShare(answer.others(), answer.cpuTime) > mainRest;
    // Tells only this program's share: other programs may have had the rest, or this one may not
    // use all CPUs.
    if (isMostRest) {
        const double share = 1 - timeShare(answer.others(), answer.cpuTime);
        const Sentence part = plain(wholePercentText(share));
        return had.empty()
            ? filled(
                FrameAnswerTexts::tr("%1; this program had %2 of all CPUs' time meanwhile; the "
                                     "rest went to other programs or was not used.",
                                     "a thread waited for a CPU"),
                {line, part})
            : filled(FrameAnswerTexts::tr("%1; this program had %2 of all CPUs' time meanwhile, "
                                          "most of it %3; the rest went to other programs or was "
                                          "not used.",
                                          "a thread waited for a CPU; threads"),
                     {line, part, names});
    }
    if (had.empty())
        return filled(answer.holders.empty()
                          ? QStringLiteral("%1.")
                          : FrameAnswerTexts::tr("%1, which many threads of this program had, each "
                                                 "a little.",
                                                 "a thread waited for a CPU"),
                      {line});
    return filled(
        isRestWorthSaying(answer)
            ? FrameAnswerTexts::tr("%1, which %2 and others outside this program had.",
                                   "a thread waited for a CPU; threads")
            : FrameAnswerTexts::tr("%1, which %2 had.", "a thread waited for a CPU; threads"),
        {line, names});
}

} // namespace

std::vector<CpuHolderPart> cpuHolderParts(const Profile &profile, const FrameAnswer &answer)
{
    const Nanoseconds whole = heldOf(answer);
    std::vector<CpuHolderPart> parts;
    for (const CpuHolder &holder : answer.holders) {
        const double share = timeShare(holder.time, whole);
        if (parts.size() == holdersOfSentence || share < leastHeld)
            break;
        AnswerLink link;
        link.range = answer.frame.range;
        link.threads = {answer.thread, holder.thread};
        parts.push_back({threadPart(profile, holder.thread, link), share, holder.time});
    }
    return parts;
}

QString smallHoldersText(const FrameAnswer &answer)
{
    const double share = smallShares(answer);
    return share >= leastHeld
        ? FrameAnswerTexts::tr("%1 threads of this program, each a little", "a share")
              .arg(wholePercentText(share))
        : QString();
}

QString restText(const FrameAnswer &answer)
{
    return isRestWorthSaying(answer)
        ? FrameAnswerTexts::tr("%1 no thread of this profile", "a share of the CPUs' time")
              .arg(wholePercentText(timeShare(answer.others(), answer.cpuTime)))
        : QString();
}

Sentence lineOf(const Profile &profile, const FrameAnswer &answer)
{
    Sentence line = frameName(answer);
    if (answer.blame)
        line = filled(FrameAnswerTexts::tr("%1: %2", "a frame, who held it up"),
                      {line, heldUp(profile, answer)});
    if (answer.spent.known().count() == 0)
        return filled(QStringLiteral("%1."), {line});
    line = filled(answer.blame ? QStringLiteral("%1; %2") : QStringLiteral("%1: %2"),
                  {line, statesPart(answer)});
    if (answer.spent.runnable.count() == 0)
        return filled(QStringLiteral("%1."), {line});
    return withHolders(profile, answer, line);
}

std::vector<Sentence> sentencesOf(const Profile &profile, const FrameAnswer &answer)
{
    std::vector<Sentence> sentences;
    sentences.push_back(filled(QStringLiteral("%1."), {frameName(answer)}));
    if (answer.blame)
        sentences.push_back(filled(QStringLiteral("%1."), {heldUp(profile, answer)}));
    if (!answer.thread.isValid())
        return sentences;
    if (answer.spent.known().count() > 0) {
        AnswerLink link;
        link.range = answer.frame.range;
        link.threads = {answer.thread};
        sentences.push_back(
            filled(FrameAnswerTexts::tr("%1 draws it: %2.", "a thread, what the thread did"),
                   {threadPart(profile, answer.thread, link), statesPart(answer)}));
    }
    const auto had = holders(profile, answer, holdersOfSentence, true);
    if (!had.empty())
        sentences.push_back(
            filled(answer.cpuTime.count() > 0
                       ? FrameAnswerTexts::tr(
                           "While it waited for a CPU, of all CPUs' time these had: %1.")
                       : FrameAnswerTexts::tr(
                           "While it waited for a CPU, of this program's CPU time these "
                           "had: %1."),
                   {joined(had, QStringLiteral(", "))}));
    if (const double share = smallShares(answer); share >= leastHeld)
        sentences.push_back(plain(
            (had.empty() ? FrameAnswerTexts::tr("While it waited for a CPU, threads of this "
                                                "program, each a little, had %1 of the CPU time.")
                         : FrameAnswerTexts::tr("More threads of this program, each a little, had "
                                                "%1 of the CPU time."))
                .arg(wholePercentText(share))));
    if (answer.cpuTime.count() > 0 && isRestWorthSaying(answer))
        sentences.push_back(
            plain(FrameAnswerTexts::tr(
                      "%1 of the CPUs' time meanwhile no thread of this profile had: other "
                      "programs did, or this one may not use all CPUs.")
                      .arg(wholePercentText(timeShare(answer.others(), answer.cpuTime)))));
    return sentences;
}

} // namespace ember::views
