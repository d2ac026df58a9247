// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/lineweights.h"
#include "views/source/sourcefile.h"
#include "views/source/sourceplaces.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

// What the source view asks; owns all it touches.
struct SourceQuestion {
    model::ProfilePointer profile;
    model::FrameIndex frame; // whose function
    model::Selection selection;
    std::shared_ptr<model::CallWeigher> weigher; // by lines
    SourcePlaces places;
    SourceFilePointer known; // that was shown last
};

// The source of a function's file, and what was spent where in it.
struct SourceAnswer {
    model::FrameIndex frame;
    SourceFilePointer file;
    // The file's; where there is none to be read, the lines that the profile brings or has samples
    // of.
    std::shared_ptr<const SourceText> text;
    bool hasContext = false; // some of them are the profile's
    model::CallWeightsPointer calls;
    std::vector<model::LineWeight> lines; // of the file
    std::uint32_t hottestLine = 0; // of the function; 0: none
};

// Takes as long as reading the file and weighing the calls: not for the UI thread.
SourceAnswer answer(const SourceQuestion &question);

} // namespace ember::views
