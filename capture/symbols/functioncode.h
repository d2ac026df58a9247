// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ember::capture {

// The machine code of a function as its binary has it.
struct FunctionCode {
    enum class State : std::uint8_t {
        Read,
        NoBinary, // there is no file at the image's path, nor another one with its build-id
        OtherBinary, // there is one at its path, with another build-id
        NoCode, // the file has no code there: it is a debug file, or damaged
        NoFunction, // nothing tells where the function begins and ends
    };

    State state = State::NoBinary;
    std::string binary; // path of the file it was read from; if there is none, of the image
    std::string name; // demangled; "": not known
    std::uint16_t machine = 0; // as in ELF headers: EM_X86_64, …
    std::uint64_t bias = 0; // run-time address − address in the file
    std::uint64_t start = 0; // address in the file
    std::vector<std::byte> bytes;
    bool isCut = false; // the function is longer than mostBytes

    static constexpr std::size_t mostBytes = 1U << 20U;
};

} // namespace ember::capture
