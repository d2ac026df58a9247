// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/speedscope/entryfindings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace ember::model::speedscope {

namespace {

// Than where the weights of a sampled entry end. Many files have rounded it, and on a clock that
// began long ago doubles are coarse.
bool endsElsewhere(const ProfileEntry &entry, double end)
{
    constexpr double rounding = 1e-6;
    constexpr double coarseness = 4 * std::numeric_limits<double>::epsilon();
    const double start = entry.start.value_or(0);
    double lasting = 0;
    for (const double weight : entry.weights)
        lasting += weight;
    const double given = end - start;
    return std::abs(given - lasting) > rounding * std::max(lasting, std::abs(given))
        + coarseness * std::max(std::abs(start), std::abs(end));
}

// Samples and events tell when they are: what is said of both ends beside them is not needed.
void reportRange(const ProfileEntry &entry, const FileNotes &notes)
{
    if (entry.kind == ProfileKind::Sampled && entry.end
        && *entry.end >= entry.start.value_or(*entry.end) && endsElsewhere(entry, *entry.end))
        notes.note("speedscope-odd-end",
                   "endValue is not where the weights of the samples end, which count");
    if (entry.start && entry.end && *entry.end < *entry.start)
        notes.warn("speedscope-end-before-start", "endValue is before startValue");
    if (entry.events.empty())
        return;
    if (entry.start && entry.events.front().at < *entry.start)
        notes.note("speedscope-late-start", "startValue is behind the first event, which counts");
    if (entry.end && *entry.end < entry.events.back().at)
        notes.note("speedscope-early-end", "endValue is before the last event, which counts");
}

// What is open between two events of different time is a sample: of a frame that closes at the
// value it opens at nothing is seen.
std::uint64_t momentaryFrames(const ProfileEntry &entry)
{
    std::uint64_t count = 0;
    std::vector<double> open; // since when
    for (const auto &event : entry.events) {
        if (event.kind == FrameEvent::Kind::Open) {
            open.push_back(event.at);
        } else if (!open.empty()) {
            count += open.back() == event.at ? 1U : 0U;
            open.pop_back();
        }
    }
    return count;
}

} // namespace

void reportEntry(const ProfileEntry &entry, const FileNotes &notes)
{
    reportRange(entry, notes);
    notes.note("speedscope-momentary-frames", "frames that close where they open are left out",
               momentaryFrames(entry));
}

} // namespace ember::model::speedscope
