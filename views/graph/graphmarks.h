// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/theme.h"

#include <QString>

namespace ember::views {

// What a graph tells of its boxes beside their names and widths, by colour, a sign before the name
// and words. The tree may be of another profile than the one that is open. UI thread.
class GraphMarks {
public:
    GraphMarks() = default;
    virtual ~GraphMarks() = default;
    GraphMarks(const GraphMarks &) = delete;
    GraphMarks &operator=(const GraphMarks &) = delete;

    virtual BoxColour colourOf(model::MergedIndex node, const Theme &theme) const = 0;
    // Null: none.
    virtual QChar signOf(model::MergedIndex node) const = 0;
    // One line, plain text.
    virtual QString words(model::MergedIndex node) const = 0;
    // The function of a frame of the tree in the profile that is open; invalid: it is not there.
    virtual model::FrameIndex inOpenProfile(model::FrameIndex frame) const = 0;
};

} // namespace ember::views
