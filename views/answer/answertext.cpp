// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/answer/answertext.h"

#include "views/answer/sentence.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct AnswerTexts {
    Q_DECLARE_TR_FUNCTIONS(AnswerTexts)
};

constexpr std::size_t functionsOfLine = 2;
constexpr std::size_t functionsOfSentence = 5;
constexpr std::size_t modulesOfSentence = 3;
// The line tells of waits for a CPU if they took at least this share of the time in which threads
// could have run.
constexpr double worthSaying = 0.2;
// Waits for a CPU while this program did not use all CPUs are told if they are at least this share:
// less may be chance.
constexpr double worthBlaming = 0.1;

QString coresText(const ProfileAnswer &answer)
{
    constexpr double least = 0.1;
    const bool isTiny = answer.cores() > 0 && answer.cores() < least / 2; // avoids the text 0.0
    const QString cores = isTiny
        ? AnswerTexts::tr("less than %1", "CPUs: 0.1").arg(decimalText(least))
        : decimalText(answer.cores());
    if (!answer.cpus)
        return AnswerTexts::tr("%1 CPUs", "2.1 CPUs").arg(cores);
    return *answer.cpus == 1
        ? AnswerTexts::tr("%1 of 1 CPU").arg(cores)
        : AnswerTexts::tr("%1 of %2 CPUs", "2.1 of 4 CPUs").arg(cores, countText(*answer.cpus));
}

Sentence hottest(const Profile &profile, const HotFunctions &functions, std::size_t most)
{
    AnswerLink link;
    std::vector<Sentence> parts;
    for (const HotFunction &function : functions.functions) {
        if (parts.size() == most || functions.share(function) < 0.01)
            break;
        link.function = function.frame;
        parts.push_back(filled(QStringLiteral("%1 %2"),
                               {functionPart(profile, function.frame, link),
                                plain(wholePercentText(functions.share(function)))}));
    }
    return joined(parts, QStringLiteral(", "));
}

Sentence holderPart(const Profile &profile, const FrameHolder &holder)
{
    AnswerLink link;
    link.function = holder.function;
    return functionPart(profile, holder.function, link);
}

// Returns "3 slow frames: all held up by draw".
Sentence framesLine(const Profile &profile, const ProfileAnswer &answer)
{
    const FramesAnswer &frames = *answer.frames;
    AnswerLink link;
    link.frame = frames.worst;
    const Sentence count = linked(framesText(frames.slow, frames.frozen), link);
    if (frames.holders.empty())
        return count;
    const FrameHolder &first = frames.holders.front();
    const Sentence holder = holderPart(profile, first);
    if (frames.count() == 1)
        return filled(AnswerTexts::tr("%1, held up by %2"), {count, holder});
    if (first.frames == frames.count())
        return filled(AnswerTexts::tr("%1: all held up by %2"), {count, holder});
    return filled(AnswerTexts::tr("%1: %2 held up by %3", "frames, a number, a function"),
                  {count, plain(countText(first.frames)), holder});
}

// Returns how long threads ran or could have run.
Nanoseconds wanted(const SpentTime &spent)
{
    return spent.running + spent.runnable;
}

Sentence usedLine(const ProfileAnswer &answer)
{
    const Sentence length = plain(durationText(answer.range.duration()));
    if (!answer.isCpuKnown)
        return filled(AnswerTexts::tr("%1: %2 in calls", "a duration, a sum over threads"),
                      {length, strong(durationText(answer.spent.busy))});
    return filled(AnswerTexts::tr("%1: used %2 of CPU, %3"),
                  {length, strong(durationText(answer.spent.busy)), strong(coresText(answer))});
}

// Returns "blocked 3.6 s, most in poll".
QString blockedText(const SpentTime &spent)
{
    const QString text = AnswerTexts::tr("was blocked %1").arg(durationText(spent.blocked));
    if (spent.blockedIn.empty() || spent.blockedIn.front().call == noSystemCall
        || spent.blockedIn.front().spent.time * 2 < spent.blocked)
        return text;
    return AnswerTexts::tr("%1, most of it in %2", "was blocked 3 s; a system call")
        .arg(text, fromUtf8(systemCallText(spent.blockedIn.front().call)));
}

Sentence threadSentence(const Profile &profile, const ProfileAnswer &answer,
                        const ThreadAnswer &thread)
{
    AnswerLink link = linkTo(answer);
    link.threads = {thread.thread};
    const SpentTime &spent = thread.spent;
    std::vector<Sentence> did;
    did.push_back(plain((answer.isCpuKnown ? AnswerTexts::tr("used %1 of CPU")
                                           : AnswerTexts::tr("was in calls for %1"))
                            .arg(durationText(spent.busy))));
    if (spent.runnable.count() > 0)
        did.push_back(
            plain(AnswerTexts::tr("waited %1 for a CPU").arg(durationText(spent.runnable))));
    if (spent.blocked.count() > 0)
        did.push_back(plain(blockedText(spent)));
    const Sentence what = joined(did, QStringLiteral(", "));
    const Sentence hot = hottest(profile, thread.functions, 3);
    const Sentence name = threadPart(profile, thread.thread, link);
    return hot.empty()
        ? filled(QStringLiteral("%1 %2."), {name, what})
        : filled(answer.isCpuKnown
                     ? AnswerTexts::tr("%1 %2; ran most in %3.", "a thread, what it did, functions")
                     : AnswerTexts::tr("%1 %2; most in %3.", "a thread, what it did, functions"),
                 {name, what, hot});
}

Sentence statesSentence(const ProfileAnswer &answer)
{
    constexpr std::size_t shownCalls = 3;
    const SpentTime &spent = answer.spent;
    const AnswerLink link = linkTo(answer, FiguresPage::Statistics);
    QStringList calls;
    for (const BlockedTime &blocked : spent.blockedIn) {
        if (static_cast<std::size_t>(calls.size()) == shownCalls)
            break;
        if (blocked.call != noSystemCall)
            calls << QStringLiteral("%1 %2").arg(fromUtf8(systemCallText(blocked.call)),
                                                 durationText(blocked.spent.time));
    }
    const Sentence states = filled(
        answer.threads == 1
            ? AnswerTexts::tr("By its samples the thread ran %1, waited %2 for a CPU and was "
                              "blocked %3")
            : AnswerTexts::tr("By their samples all threads together ran %1, waited %2 for "
                              "a CPU and were blocked %3"),
        {linked(durationText(spent.running), link), linked(durationText(spent.runnable), link),
         linked(durationText(spent.blocked), link)});
    return calls.isEmpty()
        ? filled(QStringLiteral("%1."), {states})
        : filled(QStringLiteral("%1: %2."), {states, plain(calls.join(QStringLiteral(", ")))});
}

Sentence framesSentence(const Profile &profile, const ProfileAnswer &answer)
{
    const FramesAnswer &frames = *answer.frames;
    AnswerLink link;
    link.frame = frames.worst;
    const auto start = frames.worst.range.start - answer.range.start;
    const Sentence longest = linked(durationText(frames.worst.range.duration()), link);
    return filled(AnswerTexts::tr("%1; the longest took %2, at %3.",
                                  "slow frames and who held them up, a duration, a time"),
                  {framesLine(profile, answer), longest,
                   plain(offsetText(start, std::chrono::milliseconds(10)))});
}

// Tells whether the machine had CPUs for the threads that could run.
Sentence machineSentence(const ProfileAnswer &answer)
{
    const MachineAnswer &machine = *answer.machine;
    const double part = static_cast<double>(machine.waitedBesideOthers.count())
        / static_cast<double>(machine.waited.count());
    const std::vector<Sentence> values{
        linked(durationText(machine.waited), linkTo(answer, FiguresPage::Statistics)),
        plain(countText(machine.cpus)), plain(durationText(machine.waitedBesideOthers))};
    if (machine.cpus == 1)
        return filled(
            part < worthBlaming
                ? AnswerTexts::tr("Threads waited %1 for the CPU, while this program "
                                  "itself kept it busy.")
                : AnswerTexts::tr("Threads waited %1 for the CPU; for about %3 of it this "
                                  "program did not use it: others had it, or it may not "
                                  "use all of it."),
            values);
    return filled(part < worthBlaming
                      ? AnswerTexts::tr("Threads waited %1 for a CPU, while this program itself "
                                        "kept the %2 CPUs busy.")
                      : AnswerTexts::tr("Threads waited %1 for a CPU; for about %3 of it this "
                                        "program used fewer than the %2 CPUs: others had them, or "
                                        "it may not use them all."),
                  values);
}

// Returns "libQt6Core, libglib and 3 more": the first modules, named by their member `name`, or
// `nameless` where that is empty.
template<typename Module>
QString modulesText(const std::vector<Module> &modules, std::string Module::*name,
                    const QString &nameless)
{
    QStringList names;
    for (const Module &module : modules) {
        if (static_cast<std::size_t>(names.size()) == modulesOfSentence)
            break;
        names << ((module.*name).empty() ? nameless : fromUtf8(module.*name));
    }
    const QString list = names.join(QStringLiteral(", "));
    const std::size_t left = modules.size() - static_cast<std::size_t>(names.size());
    return left == 0
        ? list
        : AnswerTexts::tr("%1 and %2 more", "modules, a number").arg(list, countText(left));
}

void addNameless(const ProfileAnswer &answer, std::vector<Sentence> &sentences)
{
    const NamelessTime &nameless = answer.quality.nameless;
    if (nameless.share() < 0.01)
        return;
    AnswerLink link;
    link.page = FiguresPage::MissingNames;
    sentences.push_back(
        filled(answer.isCpuKnown
                   ? AnswerTexts::tr("%1 of the running time is in functions without names: %2.")
                   : AnswerTexts::tr("%1 of what was sampled is in functions without names: %2."),
               {linked(wholePercentText(nameless.share()), link),
                plain(modulesText(nameless.modules, &NamelessModule::name,
                                  AnswerTexts::tr("code in no file")))}));
}

// Adds how well the profile was recorded; its properties have the figures.
void addQuality(const ProfileAnswer &answer, std::vector<Sentence> &sentences)
{
    const QualityAnswer &quality = answer.quality;
    AnswerLink link;
    link.page = FiguresPage::Properties;
    const auto add = [&](const QString &text) { sentences.push_back(linked(text, link)); };
    if (quality.ticks > 0)
        add(quality.missedTicks == 0
                ? AnswerTexts::tr("No tick of %1 was missed.").arg(countText(quality.ticks))
                : pluralText(quality.missedTicks, [](int number) {
                      return AnswerTexts::tr("%Ln tick(s) missed, of %1.", nullptr, number);
                  }).arg(countText(quality.ticks + quality.missedTicks)));
    if (quality.cutStacks > 0 && quality.stacks > 0) {
        add(AnswerTexts::tr("%1 of the stacks are cut, their callers unknown: in %2.")
                .arg(percentText(double(quality.cutStacks) / double(quality.stacks)),
                     modulesText(quality.cutIn, &CutModule::module,
                                 AnswerTexts::tr("code made at run time"))));
    } else if (quality.ticks > 0 && quality.stacks > 0) {
        add(AnswerTexts::tr("All stacks reach their threads' start."));
    }
    addNameless(answer, sentences);
    if (quality.lostSamples > 0)
        add(pluralText(quality.lostSamples, [](int number) {
            return AnswerTexts::tr("%Ln sample(s) lost.", nullptr, number);
        }));
    if (quality.lostReports > 0)
        add(pluralText(quality.lostReports, [](int number) {
            return AnswerTexts::tr("%Ln report(s) of the program lost.", nullptr, number);
        }));
}

QString mostText(const ProfileAnswer &answer)
{
    const bool isWithSystem = answer.functions.code == CodeOf::NotSystem;
    if (answer.isCpuKnown)
        return isWithSystem
            ? AnswerTexts::tr("Ran most, with the system's code that they called: %1.")
            : AnswerTexts::tr("Ran most: %1.");
    return isWithSystem
        ? AnswerTexts::tr("Most of it, with the system's code that they called, in: %1.",
                          "of the time in calls")
        : AnswerTexts::tr("Most of it in: %1.", "of the time in calls");
}

Sentence withoutTimes(const ProfileAnswer &answer)
{
    const QString threads = threadsText(answer.threads);
    if (answer.counted != answer.samples)
        return plain(AnswerTexts::tr("%1 in %2 records of %3, without times.")
                         .arg(samplesText(answer.counted), countText(answer.samples), threads));
    return plain(
        AnswerTexts::tr("%1 of %2, without times.").arg(samplesText(answer.samples), threads));
}

} // namespace

AnswerLink linkTo(const ProfileAnswer &answer, FiguresPage page)
{
    AnswerLink link;
    link.isExact = true;
    link.threads = answer.part.threads;
    if (answer.part.range != TimeRange::everything())
        link.range = answer.part.range;
    link.page = page;
    return link;
}

Sentence lineOf(const Profile &profile, const ProfileAnswer &answer)
{
    if (answer.range.isEmpty())
        return withoutTimes(answer);
    Sentence line = usedLine(answer);
    const auto add = [&](const QString &pattern, const Sentence &more) {
        line = filled(pattern, {line, more});
    };
    const Nanoseconds couldRun = wanted(answer.spent);
    const double waited = couldRun.count() > 0
        ? static_cast<double>(answer.spent.runnable.count()) / static_cast<double>(couldRun.count())
        : 0;
    if (waited >= worthSaying)
        add(answer.part.threads.size() == 1
                ? AnswerTexts::tr("%1; waited %2 for a CPU",
                                  "%1 is what was said before of a thread")
                : AnswerTexts::tr("%1; threads waited %2 for a CPU", "%1 is what was said before"),
            strong(durationText(answer.spent.runnable)));
    // Tells blocked time only of chosen threads, as these may do nothing but wait.
    if (!answer.part.threads.empty() && answer.spent.blocked > couldRun)
        add(QStringLiteral("%1; %2"), plain(blockedText(answer.spent)));
    if (const Sentence lock = lockLineOf(profile, answer); !lock.empty())
        add(QStringLiteral("%1; %2"), lock);
    if (const Sentence hot = hottest(profile, answer.functions, functionsOfLine); !hot.empty())
        add(answer.isCpuKnown ? AnswerTexts::tr("%1; ran most in %2", "%1 is what was said before")
                              : AnswerTexts::tr("%1; most in %2", "%1 is what was said before"),
            hot);
    add(QStringLiteral("%1."), {});
    if (answer.frames)
        add(QStringLiteral("%1 %2."), framesLine(profile, answer));
    return line;
}

Sentence partLineOf(const Profile &profile, const ProfileAnswer &answer)
{
    const Sentence line = lineOf(profile, answer);
    const bool isRange = answer.part.range != TimeRange::everything();
    const auto &threads = answer.part.threads;
    if (threads.empty())
        return isRange ? filled(AnswerTexts::tr("In the selected range, %1",
                                                "what was done in it, with its duration"),
                                {line})
                       : line;
    const Sentence who = threads.size() == 1
        ? threadPart(profile, threads.front(), linkTo(answer))
        : plain(AnswerTexts::tr("the %1 chosen threads").arg(countText(threads.size())));
    return filled(isRange
                      ? AnswerTexts::tr("Only %1, in the selected range, %2",
                                        "threads; what they did, with its duration")
                      : AnswerTexts::tr("Only %1, %2", "threads; what they did, with its duration"),
                  {who, line});
}

std::vector<Sentence> sentencesOf(const Profile &profile, const ProfileAnswer &answer)
{
    std::vector<Sentence> sentences;
    const QString samples = samplesText(answer.samples);
    const QString threads = threadsText(answer.threads);
    if (answer.range.isEmpty()) {
        sentences.push_back(withoutTimes(answer));
        addQuality(answer, sentences);
        return sentences;
    }
    sentences.push_back(plain(AnswerTexts::tr("%1 of %2 in %3.", "samples, threads, a duration")
                                  .arg(samples, threads, durationText(answer.range.duration()))));
    if (answer.recordedTwice > 0)
        sentences.push_back(plain(pluralText(answer.recordedTwice, [](int number) {
            return AnswerTexts::tr("%Ln more thread(s) are another profiler's record of a process "
                                   "that was captured, too: they do not count.",
                                   nullptr, number);
        })));
    sentences.push_back(filled(
        answer.isCpuKnown
            ? AnswerTexts::tr("The threads used %1 of CPU: %2 on average.")
            : AnswerTexts::tr("The threads were in calls for %1, all together; whether they ran "
                              "is not known."),
        {linked(durationText(answer.spent.busy), linkTo(answer, FiguresPage::Statistics)),
         plain(coresText(answer))}));
    // Recordings of a CPU's clock know when threads ran, and nothing of how they waited.
    if (answer.spent.runnable.count() > 0 || answer.spent.blocked.count() > 0)
        sentences.push_back(statesSentence(answer));
    if (const Sentence hot = hottest(profile, answer.functions, functionsOfSentence); !hot.empty())
        sentences.push_back(filled(mostText(answer), {hot}));
    for (const ThreadAnswer &thread : answer.busy)
        sentences.push_back(threadSentence(profile, answer, thread));
    if (answer.frames)
        sentences.push_back(framesSentence(profile, answer));
    if (answer.machine)
        sentences.push_back(machineSentence(answer));
    addQuality(answer, sentences);
    return sentences;
}

} // namespace ember::views
