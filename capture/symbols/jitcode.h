// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// A function that a just-in-time compiler made.
struct JitFunction {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // first byte behind
    model::Nanoseconds since{}; // CLOCK_MONOTONIC; 0: not known
    std::string name; // as the compiler wrote it
};

// The code a process has made, in the order it was made. Memory is used again: several functions
// may have been at one address.
class JitCode {
public:
    // Functions of absurd size, and more than fit into a bounded memory, are left out.
    void add(JitFunction function);

    // The newest function at an address that was there at a time; the oldest where all are newer.
    // nullptr: there was none.
    const JitFunction *find(std::uint64_t address, model::Nanoseconds time) const;

    // Of the newest function that starts there; nullptr: there is none.
    const JitFunction *startingAt(std::uint64_t address) const;

private:
    static constexpr unsigned pageBits = 12;

    std::deque<JitFunction> m_functions;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_pages; // oldest first
    std::size_t m_places = 0; // over all pages
};

} // namespace ember::capture
