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

// The identity of a frame's instruction as a text: function, image and pc. To be passed to a
// CallWeigher, like lineIdentity().
std::string instructionIdentity(const Profile &profile, FrameIndex frame);

// The instruction at which a thread was. The pc of a leaf is the instruction itself (in a system
// call, the next one), also for the functions that it is inlined in. The pc of a caller is its
// return address, which follows the call and may belong to another function; `address` is then the
// byte before, the last one of the call. A function that a signal interrupted looks like a caller
// and is taken for one.
struct InstructionPlace {
    ImageIndex image; // invalid: in no binary that the profile knows
    std::uint64_t address = 0; // run-time address of one of the instruction's bytes; 0: not known

    friend bool operator==(const InstructionPlace &, const InstructionPlace &) = default;
};

// The weight of an instruction: its own, and with what was called from it, once per stack.
struct InstructionWeight {
    Weight self;
    Weight total;
};

// Finds the instructions at which the selected samples were in a function, and their weights. An
// inlined call and its caller are at the same instruction.
class InstructionVisits {
public:
    // Reads the visits to the frame's function. `instructions` is the exact answer of a CallWeigher
    // with instructionIdentity(). Linear in the samples of the range, in call paths, and in the
    // calls of the function that stacks have.
    InstructionVisits(const CallWeights &instructions, FrameIndex frame);
    // Reads the visits while a profile grows: only samples that are not in `sums` yet are read.
    InstructionVisits(const CallWeights &instructions, FrameIndex frame, GrowingStackWeights &sums);

    // The places, each once, sorted by image, then address.
    const std::vector<InstructionPlace> &places() const { return m_places; }

    // Returns the weights of groups of places, e.g. by instruction: which places are one
    // instruction shows only in the machine code. `groups` has one for each place, below `count`.
    // The `self` of all add up to that of the function.
    std::vector<InstructionWeight> weigh(std::span<const std::size_t> groups,
                                         std::size_t count) const;

private:
    class Collector;
    enum class Part : std::uint8_t { Total, SelfAndTotal };

    // A visit of a stack to a place. Visits of one stack follow each other.
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
