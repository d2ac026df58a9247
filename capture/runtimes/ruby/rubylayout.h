// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/threadvariable.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ember::capture {

// A version of Ruby, as in its ruby_api_version: 3.1.2 is {3, 1}.
struct RubyVersion {
    std::uint32_t major = 0;
    std::uint32_t minor = 0;

    friend bool operator==(const RubyVersion &, const RubyVersion &) = default;

    std::string text() const { return std::to_string(major) + '.' + std::to_string(minor); }
};

// Offsets of the members that are read and differ between versions, in bytes, on 64-bit machines.
struct RubyLayout {
    RubyVersion version;
    std::uint32_t frameSize = 56; // rb_control_frame_t
    std::uint32_t bodyLines = 112; // rb_iseq_constant_body: insns_info
    bool firstLineIsObject = false; // true: a Fixnum; false: an int
    // Whether an embedded String has a length member; if not, its length is in its flags.
    bool shortTextsHaveLength = true;
    std::uint64_t singletonFlag = 1U << 13U; // flag of classes that have one object only

    friend bool operator==(const RubyLayout &, const RubyLayout &) = default;
};

// The layout of a version; absent: not known.
std::optional<RubyLayout> rubyLayout(RubyVersion version);

// Where a Ruby lies in a process.
struct RubyPlaces {
    RubyLayout layout;
    ThreadVariable context; // → rb_execution_context_t, for each thread
    std::uint64_t execution = 0; // address of rb_vm_exec, which runs the Ruby code that C calls
    std::uint64_t executionEnd = 0;
    // The image of the interpreter. If it does not export rb_vm_exec, all its code counts as the
    // interpreter's function.
    std::uint64_t imageStart = 0;
    std::uint64_t imageEnd = 0;
    std::uint64_t symbolsCode = 0; // rb_sym_all_symbols; 0: not known
    // Addresses of rb_cObject and rb_cString; 0: not known.
    std::uint64_t objectClass = 0;
    std::uint64_t stringClass = 0;
};

// Offsets and flags that are the same in all versions.
namespace ruby {

// Offsets in a rb_method_entry_t, and its size.
constexpr std::uint32_t methodClass = 8;
constexpr std::uint32_t methodDefinition = 16;
constexpr std::uint32_t methodSize = 32;
constexpr std::uint32_t definitionId = 32; // in rb_method_definition_t: the name with which the
                                           // method was defined

constexpr std::uint32_t iseqBody = 16; // rb_iseq_t
// Offsets in a rb_iseq_constant_body.
constexpr std::uint32_t bodyInstructions = 8; // address of the instructions; their number is the
                                              // u32 at 4
constexpr std::uint32_t bodyPath = 64;
constexpr std::uint32_t bodyBaseLabel = 72;
constexpr std::uint32_t bodyLabel = 80;
constexpr std::uint32_t bodyFirstLine = 88;
// Offsets from bodyLines on, where there are: → rb_iseq_insn_info entries, → positions, their
// number, → index
constexpr std::uint32_t linesCount = 16;
constexpr std::uint32_t linesIndex = 24;
constexpr std::uint32_t linesSize = 32;

constexpr int mostSearches = 100; // limit of the searches for what a starting Ruby does not have
                                  // yet

constexpr std::uint32_t beforeEnvironment = 16; // bytes of the words before the flags, to which
                                                // pointers to an environment point
// Flags of a frame, in the word that its environment pointer points to.
constexpr std::uint64_t frameKinds = 0x7fff'0000;
constexpr std::uint64_t mostFlags = 0x7fff'ffff;
constexpr std::uint64_t frameIsFunctionOfC = 0x5555'0000; // its kind
constexpr std::uint64_t frameFinishes = 0x20; // entered from C: rb_vm_exec returns with it
constexpr std::uint64_t frameIsOfC = 0x80;

} // namespace ruby

} // namespace ember::capture
