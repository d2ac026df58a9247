// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace ember::capture {

// Where V8's objects keep what a stack needs: offsets from the start of an object in bytes, numbers
// of instance types. V8 exports most of them as `v8dbg_…`, for debuggers after a crash; the rest is
// fixed per generation. Objects are named by tagged pointers: bit 0 is set.
struct V8Layout {
    enum class Generation : std::uint8_t {
        Node18, // V8 10.2: a Code object holds its instructions
        Node20, // V8 11.3: an InstructionStream holds them and points to its Code
        Node22, // V8 12.4: as before; what code is made of lies in trusted space
    };

    Generation generation = Generation::Node20;

    // Instance types.
    std::uint16_t functionType = 0; // JSFunction; its subclasses follow
    std::uint16_t lastFunctionType = 0;
    std::uint16_t sharedType = 0; // SharedFunctionInfo
    std::uint16_t scopeType = 0; // ScopeInfo
    std::uint16_t scriptType = 0;
    std::uint16_t bytecodeType = 0; // BytecodeArray
    std::uint16_t codeType = 0;
    std::uint16_t streamType = 0; // InstructionStream, or Code where it holds its instructions

    // Offsets in objects.
    std::uint32_t functionShared = 0;
    std::uint32_t sharedName = 0; // a name, or the ScopeInfo that holds it
    std::uint32_t sharedScript = 0;
    std::uint32_t scriptSource = 0;
    std::uint32_t scriptName = 0;
    std::uint32_t bytecodePositions = 0;
    std::uint32_t bytecodeStart = 0;
    std::uint32_t codeDeoptimization = 0;
    std::uint32_t codePositions = 0;
    std::uint32_t codeStart = 0; // of a pointer to the instructions, or of the instructions
                                 // themselves if the Code holds them
    std::uint32_t codeSize = 0;

    bool codeHoldsInstructions() const { return generation == Generation::Node18; }

    std::string_view title() const;
};

// Returns the value of an exported number of V8, named without its prefix `v8dbg_`; absent: not
// exported.
using V8Numbers = std::function<std::optional<std::int32_t>(std::string_view name)>;

// Makes the layout. Absent: a V8 that is not known, or one that has other frames or pointers (32
// bits) than Node has.
std::optional<V8Layout> v8Layout(const V8Numbers &numbers);

} // namespace ember::capture
