// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/frames.h"
#include "model/profile/images.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// What symbols know of one address. Inlined functions come as frames of their own.
struct ResolvedFrame {
    std::string name; // demangled
    std::string rawName; // "" if equal to name
    std::string file; // as the debug info has it, made absolute; "" if not known
    std::uint32_t line = 0; // 0: not known
    std::uint32_t column = 0;
    std::uint64_t functionStart =
        0; // run-time address of the (outermost) function's first byte; 0: not known
    Inlined inlined = Inlined::No;

    friend bool operator==(const ResolvedFrame &, const ResolvedFrame &) = default;
};

// The process whose own code an address lies in: what a just-in-time compiler made.
struct CodeMaker {
    std::uint32_t pid = 0;
    Timestamp started;
    std::string_view workingDirectory;
    Nanoseconds seen{}; // when the code was found running, by CLOCK_MONOTONIC: memory is used again
};

// Which binary an address is looked up in. Views last for the call only.
struct ImageKey {
    std::string_view codeFile;
    std::string_view debugId;
    std::string_view codeId; // build-id in hex
    std::uint64_t address = 0; // first mapped byte in the process
    std::uint64_t size = 0;
    std::uint64_t bias = 0; // run-time address − address in the file
    // Not a binary; then `codeId` is the process's profiler id, and only `codeFile` is set besides.
    std::optional<CodeMaker> maker{};
};

// Gives names to addresses. capture/symbols has the one that reads binaries; a capture log brings
// the names it was saved with. Used from one thread at a time; may block on files.
class FrameResolver {
public:
    virtual ~FrameResolver() = default;

    // The frames at a run-time address, innermost first (inlined ones before the function they were
    // inlined into). Empty: nothing known. For a caller pass its return address − 1.
    virtual std::vector<ResolvedFrame> resolve(const ImageKey &image, std::uint64_t address) = 0;
    virtual SymbolState state(const ImageKey &image) = 0;
};

} // namespace ember::model
