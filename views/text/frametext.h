// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"

#include <QString>

#include <vector>

namespace ember::views {

// "main.cpp:42", as much of it as is known.
QString placeText(const model::Profile &profile, model::FrameIndex frame);

// recursionOf() in words; empty: no recursion.
QString recursionText(std::uint32_t level);
// How many calls the function of a box has in the profile; empty: not known.
QString callsText(std::uint64_t calls);

// Says that callers are those of the samples around (model/spans/cutbridge.h).
QString bridgedCallersText();
// For the outermost call of a stack whose callers the recorder did not find: why nobody is named,
// or whose callers are. Empty for any other. May hold what a file says.
QString unknownCallersText(const model::SpanTable &spans, const BoxReference &box);

// Rich text for the tool tip of a box. `period`: between two samples, what its edges may be off by.
QString toolTipText(const model::SpanTable &spans, const BoxReference &box,
                    model::Nanoseconds period);

// A named value of a details list.
struct DetailRow {
    QString name;
    QString value;
};

// All that is known of a frame: names, module, file, line, address, attributes of its file.
std::vector<DetailRow> frameDetails(const model::Profile &profile, model::FrameIndex frame);
// Of the call itself: duration, own time, share of its thread, samples, when.
std::vector<DetailRow> callDetails(const model::SpanTable &spans, const BoxReference &box,
                                   model::Timestamp origin, model::Nanoseconds period);

// What a thread did in these samples: "blocked in futex 87 %, running 13 %", the calls that were
// waited in most. Empty: not known.
QString stateText(const model::ThreadSamples &samples, model::SampleIndex first,
                  model::SampleIndex end);

// Time of the box in which it called nothing, by its samples.
model::Nanoseconds ownTime(const model::SpanTable &spans, const BoxReference &box);

} // namespace ember::views
