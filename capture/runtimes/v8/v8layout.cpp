// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/v8/v8layout.h"

#include <array>
#include <utility>

namespace ember::capture {

namespace {

using Generation = V8Layout::Generation;

// Checks the numbers that all known generations share: with others, everything would have to be
// read in another way.
bool hasKnownFrames(const V8Numbers &numbers)
{
    constexpr std::array<std::pair<std::string_view, std::int32_t>, 16> expected{{
        {"TaggedSize", 8},
        {"HeapObjectTag", 1},
        {"SmiTag", 0},
        {"SmiShiftSize", 31},
        {"StringRepresentationMask", 7},
        {"StringEncodingMask", 8},
        {"ThinStringTag", 5},
        {"off_fp_context", -8},
        {"off_fp_function", -16},
        {"off_fp_bytecode_array", -32},
        {"off_fp_bytecode_offset", -40},
        {"class_Map__instance_type__uint16_t", 12},
        {"class_String__length__int32_t", 12},
        {"class_SeqOneByteString__chars__char", 16},
        {"class_ExternalString__resource__Object", 16},
        {"scopeinfo_idx_first_vars", 3},
    }};
    for (const auto &[name, value] : expected) {
        if (numbers(name) != value)
            return false;
    }
    return true;
}

// Tells the generation by a member that only it exports.
std::optional<Generation> generation(const V8Numbers &numbers)
{
    if (numbers("class_Code__instruction_start__uintptr_t") == 128)
        return Generation::Node18;
    if (numbers("class_Code__bytecode_or_interpreter_data__HeapObject") == 16)
        return Generation::Node20;
    if (numbers("class_Code__instruction_start__Address") == 40
        && numbers("class_Code__instruction_stream__Tagged_InstructionStream_") == 32) {
        return Generation::Node22;
    }
    return std::nullopt;
}

void setCodeOffsets(V8Layout &layout)
{
    switch (layout.generation) {
    case Generation::Node18:
        layout.bytecodePositions = 32;
        layout.codeDeoptimization = 16;
        layout.codePositions = 24;
        layout.codeStart = 128;
        layout.codeSize = 40;
        break;
    case Generation::Node20:
        layout.bytecodePositions = 32;
        layout.codeDeoptimization = 16;
        layout.codePositions = 24;
        layout.codeStart = 40;
        layout.codeSize = 56;
        break;
    case Generation::Node22:
        layout.bytecodePositions = 24;
        layout.codeDeoptimization = 8;
        layout.codePositions = 16;
        layout.codeStart = 40;
        layout.codeSize = 52;
        break;
    }
}

} // namespace

std::string_view V8Layout::title() const
{
    switch (generation) {
    case Generation::Node18: return "Node.js 18 (V8 10.2)";
    case Generation::Node20: return "Node.js 20 (V8 11.3)";
    case Generation::Node22: return "Node.js 22 (V8 12.4)";
    }
    return "Node.js";
}

std::optional<V8Layout> v8Layout(const V8Numbers &numbers)
{
    const auto found = generation(numbers);
    if (!found || !hasKnownFrames(numbers))
        return std::nullopt;
    V8Layout layout;
    layout.generation = *found;
    setCodeOffsets(layout);
    bool isComplete = true;
    const auto take = [&](auto &member, std::string_view name, std::string_view otherName = {}) {
        auto value = numbers(name);
        if (!value && !otherName.empty())
            value = numbers(otherName);
        isComplete = isComplete && value && *value > 0 && *value < 0x8000;
        member = static_cast<std::remove_reference_t<decltype(member)>>(value.value_or(0));
    };
    take(layout.functionType, "type_JSFunction__JS_FUNCTION_TYPE");
    take(layout.sharedType, "type_SharedFunctionInfo__SHARED_FUNCTION_INFO_TYPE");
    take(layout.scopeType, "type_ScopeInfo__SCOPE_INFO_TYPE");
    take(layout.scriptType, "type_Script__SCRIPT_TYPE");
    take(layout.bytecodeType, "type_BytecodeArray__BYTECODE_ARRAY_TYPE");
    take(layout.codeType, "type_Code__CODE_TYPE");
    take(layout.streamType,
         layout.codeHoldsInstructions() ? "type_Code__CODE_TYPE"
                                        : "type_InstructionStream__INSTRUCTION_STREAM_TYPE");
    take(layout.functionShared, "class_JSFunction__shared__SharedFunctionInfo");
    take(layout.sharedName, "class_SharedFunctionInfo__name_or_scope_info__Object",
         "class_SharedFunctionInfo__name_or_scope_info__Tagged_Object_");
    take(layout.sharedScript, "class_SharedFunctionInfo__script_or_debug_info__HeapObject",
         "class_SharedFunctionInfo__script__Tagged_HeapObject_");
    take(layout.scriptSource, "class_Script__source__Object");
    take(layout.scriptName, "class_Script__name__Object");
    take(layout.bytecodeStart, "class_BytecodeArray__data__uintptr_t");
    // JSFunction's subclasses: constructors of arrays, promises and so on, and of classes.
    constexpr std::uint16_t mostSubclasses = 17;
    layout.lastFunctionType = static_cast<std::uint16_t>(layout.functionType + mostSubclasses);
    return isComplete ? std::optional(layout) : std::nullopt;
}

} // namespace ember::capture
