// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/comparisonanswer.h"

#include "model/core/text.h"
#include "model/profile/pauses.h"
#include "model/query/rangestatistics.h"
#include "model/query/slowframes.h"

#include <algorithm>
#include <string_view>

namespace ember::model {

namespace {

RunFigures figuresOf(const CallWeights &calls)
{
    const Profile &profile = *calls.profile;
    RunFigures figures;
    figures.length = sampledTime(profile, calls.selection.range);
    Selection selection;
    selection.threads = calls.selection.threads;
    selection.range = calls.selection.range;
    const RangeStatistics statistics = rangeStatistics(profile, selection);
    figures.busy = statistics.busy;
    figures.isCpuKnown = isCpuTime(profile, statistics);
    if (calls.selection.counted == Counted::Busy || calls.selection.counted == Counted::All)
        figures.waitedForCpu = statistics.runnable.time;
    const TimeRange whole = profile.timeRange();
    figures.isPart =
        calls.selection.range.start > whole.start || calls.selection.range.end < whole.end;
    figures.isWholeRun = isWholeRun(profile, calls.selection);
    for (const SlowFrame &frame : slowFrames(profile)) {
        if (!calls.selection.range.contains(frame.range.end))
            continue;
        ++figures.frames;
        figures.frozen += frame.pace == FramePace::Frozen ? 1U : 0U;
    }
    return figures;
}

// The name of the launched program without its folder; empty: not known. The words of a command are
// joined by blanks, which a path may have, too: the executable's path is better if it is known.
std::string_view programOf(const Profile &profile)
{
    std::string_view program;
    for (const Process &process : profile.tables().processes) {
        if (!process.launched)
            continue;
        const auto executable = profile.text(process.executable);
        const auto command = profile.text(process.command);
        if (!executable.empty())
            program = executable;
        else if (process.command.isValid())
            program = command.substr(0, command.find(' '));
    }
    return fileNameOf(program);
}

// Whether each side of the comparison spent most self time in functions that the other side lacks.
bool areOtherFunctions(const Comparison &comparison)
{
    ComparedAmount all;
    ComparedAmount own;
    for (const ComparedFunction &function : comparison.functions) {
        all.before += function.self.before;
        all.after += function.self.after;
        own.before += function.after.isValid() ? 0 : function.self.before;
        own.after += function.before.isValid() ? 0 : function.self.after;
    }
    return own.before * 2 > all.before && own.after * 2 > all.after;
}

} // namespace

bool isWholeRun(const Profile &profile, const Selection &selection)
{
    const TimeRange all = profile.timeRange();
    const auto exit = launchedExit(profile);
    return exit && !exit->bySignal && selection.range.start <= all.start
        && selection.range.end >= all.end;
}

ComparisonAnswer comparisonAnswer(const Comparison &comparison)
{
    ComparisonAnswer answer;
    answer.before = figuresOf(*comparison.before.calls);
    answer.after = figuresOf(*comparison.after.calls);
    const auto before = programOf(*comparison.before.calls->profile);
    const auto after = programOf(*comparison.after.calls->profile);
    // Builds of one program may differ in name, so their functions are compared as well.
    answer.areOtherPrograms =
        !before.empty() && !after.empty() && before != after && areOtherFunctions(comparison);
    for (std::size_t row = 0; row < comparison.functions.size(); ++row) {
        switch (comparison.functions[row].self.noise) { // sorted by difference
        case Noise::Beyond: answer.beyond.push_back(row); break;
        case Noise::Within: ++answer.within; break;
        case Noise::Unknown: ++answer.unknown; break;
        }
    }
    return answer;
}

} // namespace ember::model
