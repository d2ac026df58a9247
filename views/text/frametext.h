// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"

#include <QString>

#include <vector>

namespace ember::views {

// Returns "/src/app/a.cpp" for the "/src/build/../app/a.cpp" of a compiler; URLs such as
// "webpack:///./a.js" stay. Does not touch the disk.
QString cleanedPath(const QString &path);

// Returns a frame's place in the source: "main.cpp:42", or what is known of that.
QString placeText(const model::Profile &profile, model::FrameIndex frame);

// Returns recursionOf() in words; empty without recursion.
QString recursionText(std::uint32_t level);
// Returns how many calls a box's function has in the profile; empty if not known.
QString callsText(std::uint64_t calls);

// Returns the note that a call's callers are those of neighbouring samples
// (model/spans/cutbridge.h).
QString bridgedCallersText();
// Returns, for the outermost call of a stack whose callers the recorder did not find, why they are
// not known or that callers of neighbouring samples are shown instead. Empty for all other calls.
// May contain text from the file.
QString unknownCallersText(const model::SpanTable &spans, const BoxReference &box);

// Returns rich text for the tool tip of a box. `period`: the time between two samples, by which its
// edges may be off.
QString toolTipText(const model::SpanTable &spans, const BoxReference &box,
                    model::Nanoseconds period);

// A named value of a details list.
struct DetailRow {
    QString name;
    QString value;
};

// Returns all that is known of a frame: names, module, file, line, address, attributes from its
// file.
std::vector<DetailRow> frameDetails(const model::Profile &profile, model::FrameIndex frame);
// Returns the call's duration, own time, share of its thread, samples and start.
std::vector<DetailRow> callDetails(const model::SpanTable &spans, const BoxReference &box,
                                   model::Timestamp origin, model::Nanoseconds period);

// Returns what a thread did in these samples: "blocked in futex 87 %, running 13 %", with the most
// frequent system calls. Empty if not known.
QString stateText(const model::ThreadSamples &samples, model::SampleIndex first,
                  model::SampleIndex end);

// Returns the self time of the box: its duration less those of the boxes that it calls directly.
model::Nanoseconds ownTime(const model::SpanTable &spans, const BoxReference &box);

} // namespace ember::views
