// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/rangestatistics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::model {

// Whether the name of a frame's function is not known: the frame has only an address, the name that
// is made of one ("module+0x12"), or what other tools write in place of a name ("[unknown]", "??").
// A script's function without a name is not one of these: it has none to be found.
bool isNameless(const Profile &profile, FrameIndex frame);

// A binary whose functions without names have samples.
struct NamelessModule {
    std::string name; // moduleName(); "": code in no file
    ImageIndex image; // one of the binary's images; invalid: the profile does not say which
    SampledTime spent; // self time of functions without names
};

// How much of a profile is in functions without names.
struct NamelessTime {
    SampledTime busy; // time of all threads while they ran or their state was not known
    SampledTime nameless; // the part of `busy` whose innermost function has no name
    std::vector<NamelessModule> modules; // `nameless` by module, most first, then by name
    bool isCpuTime = false; // the states of all threads with samples are known

    // Returns the part of `busy` that is nameless, 0 … 1: of time, or of samples if they have no
    // times.
    double share() const { return shareOf(nameless); }

    double shareOf(const SampledTime &part) const;
};

// Adds up the samples that Counted::Running counts. Linear in them.
NamelessTime namelessTime(const Profile &profile);

// The outermost frame of a stack, if it has callers that the recorder did not find.
std::optional<FrameIndex> cutFrame(const Profile &profile, StackIndex stack);

// The number of samples whose stacks are cut in a module.
struct CutModule {
    std::string module; // moduleName(); "": code in no file
    std::uint64_t samples = 0;
};

// The modules in which stacks are cut, most samples first, then by name.
std::vector<CutModule> cutModules(const Profile &profile);

} // namespace ember::model
