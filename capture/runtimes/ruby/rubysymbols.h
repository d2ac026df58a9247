// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/ruby/rubylayout.h"
#include "capture/runtimes/scriptruntime.h"

#include <cstdint>
#include <string>

namespace ember::capture {

// The texts of Ruby's symbols. Their table is not exported: it is found by the code of a function
// that uses it, and believed if it has the symbol of "+".
class RubySymbols {
public:
    explicit RubySymbols(const RubyPlaces &places) : m_places(places) { }

    // Whether the table was found; looks for it once.
    bool areKnown(StopReader &reader);
    // The text of an ID; "": not known.
    std::string text(std::uint64_t id, StopReader &reader);

private:
    void findTable(StopReader &reader);
    std::string textIn(std::uint64_t table, std::uint64_t id, StopReader &reader) const;

    const RubyPlaces m_places;
    std::uint64_t m_table = 0; // address of the Array of symbols; 0: not found
    int m_searches = 0; // until it was found
};

} // namespace ember::capture
