// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::model {

// The identity of a piece of code. An invalid string is "absent", which is not the same as "".
struct Function {
    StringIndex name; // as shown: demangled
    StringIndex rawName; // as the symbol table has it
    StringIndex module; // a language's module
    StringIndex package; // path of the image, or a package as the file spells it
    StringIndex file;
    StringIndex absPath;
    std::uint32_t startLine = 0; // 0: not known

    friend bool operator==(const Function &, const Function &) = default;
};

enum class InApp : std::uint8_t { Unset, No, Yes };
enum class Inlined : std::uint8_t { No, Yes };

// The package of code that a compiler made while the program ran: it is in no file.
inline constexpr std::string_view madeCodePackage = "[jit]";

// A place in a function. Two frames that differ only in line or pc are one box in the chart: see
// spans/callpaths.h for what makes a call path.
struct Frame {
    FunctionIndex function; // invalid: only an address is known
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0; // 0: not known
    // Sentry's instruction_addr: the start of the function where its name is known, else the pc.
    std::optional<std::uint64_t> address;
    // The address of the instruction at which the thread was: in a leaf the pc itself, in a caller
    // the return address. 0: not known.
    std::uint64_t pc = 0;
    ImageIndex image;
    InApp inApp = InApp::Unset;
    // The in-app mark that the file gave, if it differs from `inApp`; Unset: the file gave none.
    // This one is written to files.
    std::optional<InApp> inAppOfFile;
    Inlined inlined = Inlined::No; // Yes: its caller is the next frame rootward, of the same pc
    StringIndex platform; // platform of this frame, where it differs from the process's
    // Members of the file's frame that have no column here, as a JSON object.
    StringIndex attributes;

    friend bool operator==(const Frame &, const Frame &) = default;
};

// A stack is a node of a prefix tree: its leaf frame and the stack of the caller.
// Row 0 is the empty stack: an idle thread.
struct StackNode {
    FrameIndex frame;
    StackIndex parent;
    std::uint32_t depth = 0; // number of frames; the empty stack has 0
};

constexpr StackIndex emptyStack{0};

using StackTable = Column<StackIndex, StackNode>;

} // namespace ember::model
