// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ember::model::callgrind {

// Reads lines of a place and costs: "0x1169 3 151 0 151", "+1 * 151". Places are instruction
// addresses, lines, or both, and may be told from the line before: "+n", "-n", "*" for the same.
class CostLines {
public:
    // The words behind "positions:"; false if there is an unknown one among them.
    bool setPositions(std::string_view words);
    void setEvents(std::size_t events) { m_costs.resize(events); }

    // The next line tells its place without one before it.
    void forgetPlaces() { m_places = {}; }

    // nullptr, or what was expected. The line is kept until the next one.
    const char *read(std::string_view line);

    std::uint32_t line() const { return m_line; }

    // As many as events; those that the line does not have are 0.
    const std::vector<std::uint64_t> &costs() const { return m_costs; }

    // How many costs were below 0; they count as 0.
    std::uint64_t negativeCosts() const { return m_negative; }

    // How many lines told the address of an instruction.
    std::uint64_t addresses() const { return m_addresses; }

private:
    const char *readCosts(std::string_view text);

    static constexpr std::size_t instruction = 0;
    static constexpr std::size_t sourceLine = 1;

    bool m_hasInstruction = false;
    bool m_hasLine = true;
    std::array<std::uint64_t, 2> m_places{};
    std::uint32_t m_line = 0;
    std::vector<std::uint64_t> m_costs;
    std::uint64_t m_negative = 0;
    std::uint64_t m_addresses = 0;
};

} // namespace ember::model::callgrind
