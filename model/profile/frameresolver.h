// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/frames.h"
#include "model/profile/threads.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// A frame that symbols give for an address. Inlined functions are frames of their own.
struct ResolvedFrame {
    std::string name; // demangled
    std::string rawName; // "" if equal to name
    std::string file; // as the debug info has it, made absolute; "" if not known
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0;
    // Run-time address of the (outermost) function's first byte; 0: not known.
    std::uint64_t functionStart = 0;
    Inlined inlined = Inlined::No;

    friend bool operator==(const ResolvedFrame &, const ResolvedFrame &) = default;
};

// The process whose just-in-time compiler made the code at an address.
struct CodeMaker {
    std::uint32_t pid = 0;
    Timestamp started;
    std::string_view workingDirectory;
    // When the code was seen running, by CLOCK_MONOTONIC. Other code may lie there later.
    Nanoseconds seen{};
};

// The binary in which an address is looked up. The views need to last for the call only.
struct ImageKey {
    std::string_view codeFile;
    std::string_view debugId;
    std::string_view codeId; // build-id in hex
    std::uint64_t address = 0; // first mapped byte in the process
    std::uint64_t size = 0;
    std::uint64_t bias = 0; // run-time address − address in the file
    // Present if the code is not in a binary: `codeId` is then the process's profiler id, and of
    // the other members only `codeFile` is set.
    std::optional<CodeMaker> maker{};
    // Whether "run-time addresses" are offsets in the file: perf prints these.
    bool areOffsets = false;
};

// Gives names to addresses. capture/symbols has an implementation that reads binaries; another one
// has the names that a capture log was saved with. Used from one thread at a time; may block on
// files.
class FrameResolver {
public:
    virtual ~FrameResolver() = default;

    // The frames at a run-time address, innermost first (inlined ones before the function they were
    // inlined into). Empty if nothing is known. For a caller pass its return address − 1.
    virtual std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) = 0;
    virtual SymbolState state(const ImageKey &image) = 0;
};

} // namespace ember::model
