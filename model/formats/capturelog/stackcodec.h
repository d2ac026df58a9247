// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"
#include "model/profile/profilebuilder.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace ember::model::capturelog {

// Limit of a text of a function of a script, in bytes. Writers and readers cut longer ones.
constexpr std::size_t maxScriptTextBytes = 4096;

// The functions of scripts that a log's Writer was told of, over all segments.
class ScriptFunctionTable {
public:
    // Serials are given from 0 in ascending order; one that does not follow is ignored.
    void add(ScriptFunctionSerial serial, ScriptFunctionRecord function);

    // The function of this serial number; nullptr: unknown.
    const ScriptFunctionRecord *find(ScriptFunctionSerial serial) const
    {
        return serial.row() < m_functions.size() ? &m_functions[serial.row()] : nullptr;
    }

private:
    std::vector<ScriptFunctionRecord> m_functions;
};

// Numbers the places in scripts of one segment, and encodes each, its function and that function's
// texts once, when they are first used.
class ScriptPlaceEncoder {
public:
    // The number of a place. `record` describes the function.
    std::uint64_t number(ScriptFunctionSerial function, ScriptPlace place,
                         const ScriptFunctionRecord &record);

    struct Place {
        ScriptFunctionSerial function;
        ScriptPlace place;
    };

    // The place of a number that number() has returned.
    const Place &place(std::uint64_t number) const
    {
        return m_places[static_cast<std::size_t>(number)];
    }

    // Payload of a Scripts record; empty if nothing is new.
    const ByteWriter &newPlaces() const { return m_newPlaces; }

    void clearNew() { m_newPlaces.clear(); }

private:
    void encodeFunction(ScriptFunctionSerial function, const ScriptFunctionRecord &record);
    void encodeText(ByteWriter &to, const std::string &text);

    std::vector<Place> m_places;
    RowSet m_placeRows;
    std::unordered_map<ScriptFunctionSerial, std::size_t> m_functions; // numbers, from 1
    std::unordered_map<std::string, std::size_t> m_texts; // numbers, from 1
    ByteWriter m_newPlaces;
    ByteWriter m_function; // kept to reuse its memory
};

// Decodes Scripts records. Each place gets a number that is valid in the whole log; a later segment
// that repeats the place gets the same one.
class ScriptPlaces {
public:
    struct Function {
        StringIndex platform;
        StringIndex name;
        StringIndex module; // invalid: not known
        StringIndex file; // invalid: not known
        std::uint32_t firstLine = 0;
    };

    struct Place {
        std::uint32_t function = 0; // row of the function
        ScriptPlace place;
    };

    explicit ScriptPlaces(ProfileBuilder &builder) : m_builder(builder) { }

    void startSegment();
    // Takes the payload of a record; an invalid one sets from.hasFailed().
    void take(ByteReader &from);

    // The number in the log of a place of the open segment; absent: the segment has no such place.
    std::optional<std::uint32_t> numberOf(std::uint64_t placeOfSegment) const;

    // The place of a number that numberOf() has returned.
    const Place &place(std::uint32_t number) const { return m_places[number]; }

    const Function &function(const Place &place) const { return m_functions[place.function]; }

private:
    std::uint32_t takeFunction(ByteReader &from);
    std::uint32_t newFunction(ByteReader &from);
    StringIndex takeText(ByteReader &from);

    using FunctionKey =
        std::tuple<StringIndex, StringIndex, StringIndex, StringIndex, std::uint32_t>;
    using PlaceKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

    ProfileBuilder &m_builder;
    std::vector<StringIndex> m_segmentTexts;
    std::vector<std::uint32_t> m_segmentFunctions;
    std::vector<std::uint32_t> m_segmentPlaces;
    std::vector<Function> m_functions;
    std::vector<Place> m_places;
    std::map<FunctionKey, std::uint32_t> m_functionRows;
    std::map<PlaceKey, std::uint32_t> m_placeRows;
};

// Encoding of rows of Frames and Stacks records: a payload holds one row after the other, to its
// end.

void encode(ByteWriter &to, const FrameRecord &frame);
// Encodes a stack as a row. `id` is the number of the stack, `before` the frame of the previous
// stack in the record.
void encode(ByteWriter &to, const StackRecord &stack, StackId id, FrameId before);

// Decode a row. An invalid one sets from.hasFailed().
FrameRecord decodeFrame(ByteReader &from);
StackRecord decodeStack(ByteReader &from, StackId id, FrameId before);

// The frames and stacks of one segment, each stored once. New ones are encoded into payloads that
// wait for the ticks that use them.
class StackTables {
public:
    FrameId frame(const FrameRecord &frame);
    // Returns the frame of a place in a script; the frame has the number of the place in the
    // segment.
    FrameId scriptFrame(ProcessSerial process, ScriptFunctionSerial function, ScriptPlace place,
                        const ScriptFunctionRecord &record);
    StackId stack(StackId caller, FrameId frame);

    const FrameRecord &frame(FrameId id) const { return m_frames[id.row()]; }

    // The stack of `id`, which must have frames.
    const StackRecord &stack(StackId id) const { return m_stacks[id.row() - firstStackId]; }

    std::size_t stackCount() const { return m_stacks.size(); }

    const ScriptPlaceEncoder &scripts() const { return m_scripts; }

    // Payloads of a Frames and a Stacks record; empty if nothing is new.
    const ByteWriter &newFrames() const { return m_newFrames; }

    const ByteWriter &newStacks() const { return m_newStacks; }

    void clearNew();

private:
    std::vector<FrameRecord> m_frames;
    std::vector<StackRecord> m_stacks;
    RowSet m_frameRows;
    RowSet m_stackRows;
    ScriptPlaceEncoder m_scripts;
    ByteWriter m_newFrames;
    ByteWriter m_newStacks;
    FrameId m_lastFrame{0}; // frame of the stack that was written last
};

} // namespace ember::model::capturelog
