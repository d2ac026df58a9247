// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/framesused.h"

#include <unordered_set>

namespace ember::model::rprof {

FramesUsed framesUsed(const Profile &profile, std::span<const SamplePlace> samples)
{
    FramesUsed used;
    std::unordered_set<StackIndex> seen{emptyStack};
    for (const SamplePlace &place : samples) {
        auto stack = profile.samples(place.thread).stacks[place.sample];
        bool isLeaf = true;
        for (; seen.insert(stack).second; stack = profile.stack(stack).parent) {
            const Frame &frame = profile.frame(profile.stack(stack).frame);
            used.hasLines = used.hasLines || frame.line > 0;
            if (isLeaf && frame.function.isValid())
                used.hasCollections = used.hasCollections
                    || profile.text(profile.function(frame.function).name) == "<GC>";
            isLeaf = false;
        }
    }
    return used;
}

} // namespace ember::model::rprof
