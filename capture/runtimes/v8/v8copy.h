// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/copybytes.h"

#include <cstdint>

// The copy of a JavaScript stack: what the copier writes and the decoder reads. A head, definitions
// of what the decoder does not know yet, frames from the leaf on, codes. Both sides are in one
// process, so that the structures are copied as they are. Numbers of definitions start at 1.
namespace ember::capture::v8 {

struct CopyHead {
    std::uint32_t startsOver = 0; // the decoder is to forget all definitions
    std::uint32_t definitions = 0;
    std::uint32_t frames = 0;
    std::uint32_t codes = 0;
};

enum class DefinitionKind : std::uint32_t {
    Script, // CopiedSource, its name, its packed line starts
    Function, // CopiedFunction, its name
    Table, // the source positions of a BytecodeArray
    Code, // CopiedCode, its calls, its source positions
};

// Precedes each definition. Names in definitions are in UTF-8.
struct DefinitionHead {
    DefinitionKind kind = DefinitionKind::Script;
    std::uint32_t number = 0; // number among the definitions of its kind
    std::uint32_t bytes = 0; // length of the definition that follows
};

struct CopiedSource {
    std::int32_t firstLine = 0; // to be added to the numbers of lines
    std::uint32_t nameBytes = 0;
    std::uint32_t hasLines = 0;
};

struct CopiedFunction {
    std::uint32_t script = 0; // 0: built into V8
    std::int32_t start = -1; // first character in the script
};

struct CopiedCode {
    std::uint64_t start = 0; // address of its instructions
    std::uint32_t function = 0;
    std::uint32_t calls = 0;
};

// A call that was inlined.
struct CopiedCall {
    std::uint64_t position = 0; // position of the call, packed as V8 does
    std::uint32_t function = 0; // number of the function that was called
    std::uint32_t padding = 0;
};

// What looks like a frame of a function. It may be the rest of a frame that is gone.
struct CopiedFrame {
    std::uint64_t address = 0; // the value of its frame pointer
    std::uint64_t returnAddress = 0; // return address in the function's caller
    std::uint32_t function = 0;
    std::uint32_t table = 0; // 0: unknown
    std::int64_t offset = -1; // offset of the instruction in the bytecode; < 0: not interpreted
};

// An address in code that V8 has compiled.
struct CopiedPlace {
    enum Kind : std::uint32_t { NotRead = 0, IsBaseline = 0xffff'ffff };

    std::uint64_t pc = 0;
    std::uint32_t code = 0; // number of the optimised code that contains the pc; or a Kind
    std::uint32_t padding = 0;
};

} // namespace ember::capture::v8
