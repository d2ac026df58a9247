// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ember::capture {

// The machine code of a function, read from its binary.
struct FunctionCode {
    enum class State : std::uint8_t {
        Read,
        NoBinary, // no file at the image's path and none with its build-id
        OtherBinary, // the file at its path has another build-id
        NoCode, // the file has no code there: a debug file, or damaged
        NoFunction, // the function's limits are unknown
    };

    State state = State::NoBinary;
    std::string binary; // path of the file that was read; without one, the image's path
    std::string name; // demangled; "": not known
    std::uint16_t machine = 0; // ELF machine number: EM_X86_64, …
    std::uint64_t bias = 0; // run-time address − address in the file
    std::uint64_t start = 0; // address in the file
    std::vector<std::byte> bytes;
    bool isCut = false; // the function is longer than maxBytes

    static constexpr std::size_t maxBytes = 1U << 20U;
};

} // namespace ember::capture
