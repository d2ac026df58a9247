// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/callweights.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ember::model {

// What tells the instructions of functions apart, as one text: for a CallWeigher, like
// lineIdentity().
std::string instructionIdentity(const Profile &profile, FrameIndex frame);

// Where a thread was, to the instruction. The pc of a leaf is the instruction itself (in a system
// call, the one behind it), and so is that of the functions it is inlined in. The pc of a caller is
// where it returns to, behind the call, and maybe in another function already: `address` is then
// the byte before, the last one of the call. The one exception cannot be told: a function that a
// signal interrupted stands as a caller and is taken for one.
struct InstructionPlace {
    ImageIndex image; // invalid: in no binary that the profile knows
    std::uint64_t address = 0; // run-time address of one of the instruction's bytes; 0: not known

    friend bool operator==(const InstructionPlace &, const InstructionPlace &) = default;
};

// What was spent at an instruction: itself, and in what was called from it, once per stack.
struct InstructionWeight {
    Weight self;
    Weight total;
};

// Where the selected samples met a function, and what they are worth there. An inlined call is met
// where its own code is, its caller at the same place.
class InstructionVisits {
public:
    // Of the frame's function. `instructions` is the exact answer of a CallWeigher that goes by
    // instructionIdentity(). Linear in the samples of the range, in call paths, and in the calls of
    // the function that stacks have.
    InstructionVisits(const CallWeights &instructions, FrameIndex frame);
    // For one who asks again and again while a profile grows: of its samples only those are read
    // that `sums` has not seen.
    InstructionVisits(const CallWeights &instructions, FrameIndex frame, GrowingStackWeights &sums);

    // Each once; in order of images, then addresses.
    const std::vector<InstructionPlace> &places() const { return m_places; }

    // By group, which is an instruction, say: only who has its code knows which places are the
    // same. `groups` has one for each place, below `count`. The `self` of all sums up to that of
    // the function.
    std::vector<InstructionWeight> weigh(std::span<const std::size_t> groups,
                                         std::size_t count) const;

private:
    class Collector;
    enum class Part : std::uint8_t { Total, SelfAndTotal };

    // Of a stack, at a place. Those of one stack follow each other.
    struct Visit {
        std::uint32_t stack = 0; // row of m_stacks
        std::uint32_t place = 0; // row of m_places
        Part part = Part::Total;
    };

    std::vector<InstructionPlace> m_places;
    std::vector<Weight> m_stacks;
    std::vector<Visit> m_visits;
};

} // namespace ember::model
