// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/idlewaits.h"
#include "views/answer/answertext.h"
#include "views/answer/sentence.h"
#include "views/text/durationtext.h"

#include <QCoreApplication>

#include <cmath>

namespace ember::views {

using namespace model;

namespace {

struct ComparisonTexts {
    Q_DECLARE_TR_FUNCTIONS(ComparisonTexts)
};

constexpr std::size_t functionsOfLine = 2;
constexpr std::size_t functionsOfSentences = 8;
constexpr double worthSaying = 0.005; // a smaller change rounds to 0 %

// Returns the relative change from one duration to another; 0 if `before` is 0.
double changeOf(Nanoseconds before, Nanoseconds after)
{
    return before.count() > 0
        ? static_cast<double>((after - before).count()) / static_cast<double>(before.count())
        : 0;
}

// Returns "The run took 14 % longer: b.ember 5.68 s, a.ember 4.98 s". Does not call less time
// "faster", which some take for the ratio of speeds.
Sentence lengths(const ComparisonAnswer &answer, const QString &before, const QString &after)
{
    const double change = changeOf(answer.before.length, answer.after.length);
    const std::vector<Sentence> values{plain(after), plain(durationText(answer.after.length)),
                                       plain(before), plain(durationText(answer.before.length)),
                                       strong(wholePercentText(std::abs(change)))};
    if (answer.areOtherPrograms)
        return filled(ComparisonTexts::tr("The programs differ: %1 lasts %2, %3 lasts %4"), values);
    if (answer.after.isPart && !answer.before.isPart)
        return filled(ComparisonTexts::tr("%2 of %1 beside all %4 of %3", "two runs"), values);
    if (answer.before.isPart && !answer.after.isPart)
        return filled(ComparisonTexts::tr("All %2 of %1 beside %4 of %3", "two runs"), values);
    if (!answer.before.isWholeRun || !answer.after.isWholeRun)
        return filled(ComparisonTexts::tr("%1 lasts %2, %3 lasts %4"), values);
    if (std::abs(change) < worthSaying)
        return filled(ComparisonTexts::tr("The runs took equally long: %1 %2, %3 %4"), values);
    return filled(change > 0 ? ComparisonTexts::tr("The run took %5 longer: %1 %2, %3 %4")
                             : ComparisonTexts::tr("The run took %5 less time: %1 %2, %3 %4"),
                  values);
}

QString cpuText(const ComparisonAnswer &answer)
{
    const double change = changeOf(answer.before.busy, answer.after.busy);
    const QString is = durationText(answer.after.busy);
    const QString was = durationText(answer.before.busy);
    if (std::abs(change) < worthSaying)
        return ComparisonTexts::tr("as much CPU time, %1").arg(is);
    return (change > 0 ? ComparisonTexts::tr("%1 more CPU time, %2 instead of %3")
                       : ComparisonTexts::tr("%1 less CPU time, %2 instead of %3"))
        .arg(wholePercentText(std::abs(change)), is, was);
}

// Returns "evaluate (0.61 s more)".
Sentence functionChange(const Comparison &comparison, const ComparedFunction &function)
{
    const bool isThere = function.after.isValid();
    const Profile &profile = *(isThere ? comparison.after : comparison.before).calls->profile;
    AnswerLink link;
    link.function = function.after;
    Sentence name = functionPart(profile, isThere ? function.after : function.before, link);
    if (!isThere)
        name.front().link.reset(); // a function that is gone is not in the open profile
    const double difference = function.self.difference();
    if (comparison.after.calls->measure != Measure::Time)
        return filled(difference > 0 ? ComparisonTexts::tr("%1 (more)", "a function")
                                     : ComparisonTexts::tr("%1 (less)", "a function"),
                      {name});
    const auto amount = Nanoseconds(std::llround(std::abs(difference)));
    return filled(difference > 0 ? ComparisonTexts::tr("%1 (%2 more)", "a function, a duration")
                                 : ComparisonTexts::tr("%1 (%2 less)", "a function, a duration"),
                  {name, plain(durationText(amount))});
}

// Returns "within noise except evaluate (0.61 s more)".
Sentence changes(const Comparison &comparison, const ComparisonAnswer &answer, std::size_t most)
{
    if (answer.beyond.empty())
        return plain(answer.unknown > 0 && answer.within == 0
                         ? ComparisonTexts::tr("what of the differences is noise is not known")
                         : ComparisonTexts::tr("all within noise", "functions"));
    std::vector<Sentence> parts;
    for (const std::size_t row : answer.beyond) {
        if (parts.size() == most)
            break;
        parts.push_back(functionChange(comparison, comparison.functions[row]));
    }
    Sentence list = joined(parts, QStringLiteral(", "));
    if (const std::size_t left = answer.beyond.size() - parts.size(); left > 0)
        list = left == 1 ? filled(ComparisonTexts::tr("%1 and 1 more function"), {list})
                         : filled(ComparisonTexts::tr("%1 and %2 more functions"),
                                  {list, plain(countText(left))});
    // Functions with few samples may have changed unnoticed: then not all others are within noise.
    return filled(answer.unknown > 0 ? ComparisonTexts::tr("beyond noise are %1", "functions")
                                     : ComparisonTexts::tr("within noise except %1", "functions"),
                  {list});
}

bool isMuchWaiting(const RunFigures &figures)
{
    const auto wanted = figures.busy + figures.waitedForCpu;
    return static_cast<double>(figures.waitedForCpu.count())
        > muchWaiting * static_cast<double>(wanted.count());
}

// Whether other programs may have changed the functions' times as much as a change of the code.
bool isMuchWaiting(const ComparisonAnswer &answer)
{
    return isMuchWaiting(answer.before) || isMuchWaiting(answer.after);
}

QString framesOf(const RunFigures &figures)
{
    const QString text = framesText(figures.frames - figures.frozen, figures.frozen);
    return text.isEmpty() ? ComparisonTexts::tr("no slow frames") : text;
}

} // namespace

Sentence lineOf(const Comparison &comparison, const ComparisonAnswer &answer, const QString &before,
                const QString &after)
{
    return filled(
        isMuchWaiting(answer)
            ? ComparisonTexts::tr("%1; functions' own time, with much waiting for a CPU: %2.",
                                  "two runs, which ones differ")
            : ComparisonTexts::tr("%1; functions' own time: %2.", "two runs, which ones differ"),
        {lengths(answer, before, after), changes(comparison, answer, functionsOfLine)});
}

std::vector<Sentence> sentencesOf(const Comparison &comparison, const ComparisonAnswer &answer,
                                  const QString &before, const QString &after)
{
    std::vector<Sentence> sentences;
    sentences.push_back(filled(QStringLiteral("%1."), {lengths(answer, before, after)}));
    if (answer.before.isCpuKnown && answer.after.isCpuKnown)
        sentences.push_back(plain(
            ComparisonTexts::tr("What is selected used %1.", "a comparison").arg(cpuText(answer))));
    sentences.push_back(
        filled(ComparisonTexts::tr("Of the functions' own time: %1.", "which ones differ"),
               {changes(comparison, answer, functionsOfSentences)}));
    if (isMuchWaiting(answer))
        sentences.push_back(plain(ComparisonTexts::tr(
            "Much of this time the threads waited for a CPU, which depends on other programs: "
            "\"Running\" compares the time without it.")));
    if (answer.before.frames + answer.after.frames > 0)
        sentences.push_back(
            plain(ComparisonTexts::tr("%1: %2; %3: %4.", "a run, its frames, twice")
                      .arg(after, framesOf(answer.after), before, framesOf(answer.before))));
    return sentences;
}

} // namespace ember::views
