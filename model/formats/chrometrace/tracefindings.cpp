// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/tracefindings.h"

#include "model/formats/import/valuechecks.h"

#include <string>

namespace ember::model::chrometrace {

namespace {

void reportCalls(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    notes.warn("chrometrace-absurd-counters", farMeasurements, counts.farValues);
    notes.note("chrometrace-unmatched-calls",
               "calls begin or end only: they are cut at what is known", counts.unmatched);
    notes.warn("chrometrace-crossing-calls",
               "calls were to last longer than the one they began in: they are cut there",
               counts.crossing);
    notes.note("chrometrace-other-ends",
               "an end names another call than the innermost open one, which it ends",
               counts.otherNames);
    notes.note("chrometrace-momentary-calls", "calls that end when they begin are left out",
               counts.momentary);
    notes.warn("chrometrace-calls-without-time", "calls without a number \"ts\" are left out",
               events.untimed);
    notes.warn("chrometrace-negative-durations", "durations below 0 are taken as 0",
               events.negative);
    notes.warn("chrometrace-no-durations", "complete calls without \"dur\" are taken as of none",
               events.endless);
    notes.warn("chrometrace-odd-ids",
               "a \"pid\" or \"tid\" is neither a text nor a whole number from 0 on",
               events.oddIds);
    notes.note("chrometrace-odd-pids", oddProcessIdIsName, counts.oddPids);
}

void reportSamples(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    notes.warn("chrometrace-broken-samples",
               events.samples.firstBreak + "; that CPU profile, or that piece of it, is left out",
               events.samples.broken);
    notes.warn("chrometrace-lost-stacks",
               "samples whose stack is not among the \"stackFrames\" are left out",
               events.samples.lost);
    notes.warn("chrometrace-lost-leaves",
               "samples of CPU profiles whose node is not there have no stack",
               events.samples.lostLeaves);
    notes.warn("chrometrace-lost-nodes",
               "a node of a CPU profile names a caller that is not there: it has none",
               events.samples.lostCallers);
    notes.note("chrometrace-lost-nodes",
               "a node of a CPU profile names a callee that is not there: no sample is in it",
               events.samples.lostCallees);
    notes.warn("chrometrace-repeated-frames",
               "ids of \"stackFrames\" come again: the last one counts", events.samples.repeated);
    notes.warn("chrometrace-lost-callers",
               "the \"parent\" of a row of \"stackFrames\" is not there: it has none now",
               events.samples.callersLost);
    notes.warn("chrometrace-cyclic-callers",
               "a row of \"stackFrames\" would be among its own parents: it has none now",
               events.samples.cycles);
    notes.warn("chrometrace-weights", "weights of samples are not read: each counts as one",
               events.weights);
    notes.note("chrometrace-times-go-back",
               "a sample is earlier than one before it; they are put in order", counts.earlier);
}

void reportNothing(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    if (events.counters.empty())
        notes.warn("chrometrace-no-calls", "there are neither calls nor samples",
                   counts.samples == 0 ? 1 : 0);
    else
        notes.note("chrometrace-no-calls", "there are measurements only, neither calls nor samples",
                   counts.samples == 0 ? 1 : 0);
}

void reportLeftOut(const TraceEvents &events, const AssemblyCounts &counts, const FileNotes &notes)
{
    notes.warn(
        "chrometrace-asynchronous-events",
        "events of asynchronous calls are left out: there are more such calls at a time than a "
        "file of this size may have threads",
        counts.asyncLeftOut);
    notes.note("chrometrace-asynchronous-steps", "steps within asynchronous calls are left out",
               events.steps);
    notes.note("chrometrace-arguments", "arguments of calls are left out", events.arguments);
    notes.note("chrometrace-categories", "categories of calls are left out", events.categories);
    notes.note(
        "chrometrace-other-events",
        "events that are neither calls nor samples nor counters (instants, flows) are left out",
        events.leftOut);
    notes.warn(
        "chrometrace-unread-counters",
        "events of counters are left out: they have no \"ts\", or no number in their \"args\"",
        events.unreadCounters);
    notes.warn("chrometrace-too-many-counters",
               "values of counters are left out: there are more counters than a file of this size "
               "may have",
               events.furtherCounters);
}

void reportArray(const TraceEvents &events, std::size_t fileBytes, const FileNotes &notes)
{
    const auto byte = [](std::size_t place) { return "byte " + std::to_string(place) + ": "; };
    notes.warn("chrometrace-no-events",
               byte(events.firstOfThem) + "an element of the array is no object; it is left out",
               events.notObjects);
    const bool isAtEnd = events.cut >= fileBytes;
    notes.note("chrometrace-open-array",
               "the array of events does not end: what is whole of it is shown",
               events.isCut && isAtEnd ? 1 : 0);
    notes.warn("chrometrace-broken-array",
               byte(events.cut) + events.cutReason + "; what is behind it is not shown",
               events.isCut && !isAtEnd ? 1 : 0);
}

} // namespace

void reportTrace(const TraceEvents &events, const AssemblyCounts &counts, std::size_t fileBytes,
                 const FileNotes &notes)
{
    reportCalls(events, counts, notes);
    reportSamples(events, counts, notes);
    reportNothing(events, counts, notes);
    reportLeftOut(events, counts, notes);
    reportArray(events, fileBytes, notes);
}

} // namespace ember::model::chrometrace
