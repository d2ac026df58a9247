// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/pprof/message.h"
#include "model/profile/profile.h"

#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace ember::model::pprof {

// Whether a frame is a line of its location: what has neither a name nor a place in source is its
// address alone.
bool isLine(const Profile &profile, const Frame &frame);

// The texts of a message that is being made, each once.
class TextTable {
public:
    explicit TextTable(Message &message);

    Text text(std::string_view text);

private:
    Message &m_message;
    std::unordered_map<std::string_view, Text> m_known;
};

// Enters the code of one profile into a message: mappings, functions and locations.
class CodeTables {
public:
    CodeTables(const Profile &profile, Message &message, TextTable &texts);

    // Appends a stack's locations, leaf first. Inlined frames are lines of the location of the
    // frame they are inlined into.
    void appendStack(StackIndex stack, std::vector<Id> &locations);

private:
    // The frames of one location, innermost first.
    using Frames = std::vector<FrameIndex>;

    Id location(const Frames &frames);
    Id function(FunctionIndex index);
    Id mapping(ImageIndex index);

    const Profile &m_profile;
    Message &m_message;
    TextTable &m_texts;
    std::vector<Id> m_single; // by frame: the location of that frame alone; 0: none yet
    std::map<Frames, Id> m_inlined;
    std::vector<Id> m_functions; // by function; likewise
    std::vector<Id> m_mappings; // by image
    Frames m_open; // of the location being read
};

} // namespace ember::model::pprof
