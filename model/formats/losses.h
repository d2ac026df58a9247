// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/exporter.h"

#include <initializer_list>
#include <span>
#include <vector>

namespace ember::model {

// The parts of profiles that one format can hold and another cannot.
enum class Part : std::uint8_t {
    Times, // of samples
    Threads,
    Processes,
    Values, // beside time
    Labels,
    States, // what threads did, CPU time, stop times
    Lines,
    Addresses, // of code, with its images
    Modules,
    Inlining,
    InApp,
    Measurements,
    Spans,
    Output,
    Events,
    Count,
};

// What of the profiles a format that holds these parts only leaves out: one Loss for each part
// there is something of.
std::vector<Loss> lossesBeside(std::initializer_list<Part> held,
                               std::span<const ProfilePointer> profiles);

} // namespace ember::model
