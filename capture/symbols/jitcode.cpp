// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/jitcode.h"

#include <utility>

namespace ember::capture {

namespace {

constexpr std::uint64_t largestFunction = std::uint64_t(64) << 20U;
constexpr std::size_t maxPlaces = std::size_t(8) << 20U;

// Tolerance between a function's time and a sample's: compilers may write a name shortly after its
// code runs first, and a sample has the time of its tick.
constexpr model::Nanoseconds latitude = std::chrono::milliseconds(250);

} // namespace

void JitCode::add(JitFunction function)
{
    if (function.start >= function.end || function.end - function.start > largestFunction)
        return;
    const auto first = function.start >> pageBits;
    const auto last = (function.end - 1) >> pageBits;
    m_places += last - first + 1;
    if (m_places > maxPlaces)
        return;
    for (auto page = first; page <= last; ++page)
        m_pages[page].push_back(static_cast<std::uint32_t>(m_functions.size()));
    m_functions.push_back(std::move(function));
}

const JitFunction *JitCode::find(std::uint64_t address, model::Nanoseconds time) const
{
    const auto page = m_pages.find(address >> pageBits);
    if (page == m_pages.end())
        return nullptr;
    const JitFunction *oldest = nullptr;
    const auto &rows = page->second;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        const JitFunction &function = m_functions[*row];
        if (address < function.start || address >= function.end)
            continue;
        if (function.since <= time + latitude)
            return &function;
        oldest = &function;
    }
    return oldest;
}

const JitFunction *JitCode::startingAt(std::uint64_t address) const
{
    const auto page = m_pages.find(address >> pageBits);
    if (page == m_pages.end())
        return nullptr;
    const auto &rows = page->second;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (m_functions[*row].start == address)
            return &m_functions[*row];
    }
    return nullptr;
}

} // namespace ember::capture
