// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/codewalk.h"

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace ember::capture {

namespace {

using Kind = CodeFlow::Kind;

// Limit of the branches that a walk has yet to follow.
constexpr std::size_t mostBranches = 256;

struct BranchPoint {
    std::uint64_t address = 0;
    WalkState state;
};

// One walk: follows the straight way first, then the branches that it passed, the latest first, and
// last the code after jumps by tables.
class Walk {
public:
    explicit Walk(StackMemory &memory) : m_memory(memory) { }

    WayBack from(std::uint64_t pc)
    {
        m_branches.push_back({pc, {}});
        while (m_left > 0) {
            auto &open = m_branches.empty() ? m_guesses : m_branches;
            if (open.empty())
                break;
            const auto point = open.back();
            open.pop_back();
            if (const auto way = continueFrom(point))
                return *way;
        }
        return {};
    }

    bool wasUnreadable() const { return m_wasUnreadable; }

private:
    std::optional<WayBack> continueFrom(BranchPoint point)
    {
        auto &[address, state] = point;
        while (m_left-- > 0 && m_seen.insert(address).second) {
            const auto flow = read(address, state);
            if (flow.kind == Kind::End)
                return std::nullopt;
            if (flow.kind == Kind::Return || flow.kind == Kind::LeaveElsewhere)
                return wayBack(state);
            const auto next = address + flow.length;
            if (flow.kind == Kind::Branch && m_branches.size() < mostBranches)
                m_branches.push_back({flow.target, state});
            if (flow.kind == Kind::JumpElsewhere) {
                if (m_guesses.size() < mostBranches)
                    m_guesses.push_back({next, state});
                return std::nullopt;
            }
            address = flow.kind == Kind::Jump ? flow.target : next;
        }
        return std::nullopt;
    }

    CodeFlow read(std::uint64_t address, WalkState &state)
    {
        constexpr std::size_t word = sizeof(std::uint64_t);
        std::array<std::byte, machine::longestInstruction> bytes{};
        std::size_t count = 0;
        for (; count < bytes.size(); count += word) {
            std::uint64_t code = 0;
            if (!m_memory.readCode(address + count, code))
                break;
            std::memcpy(bytes.data() + count, &code, word);
        }
        m_wasUnreadable = m_wasUnreadable || count == 0;
        return machine::followInstruction(std::span(bytes).first(count), address, state);
    }

    // Returns how to get to the caller from this state, at the function's return. Absent if that is
    // not known, or is impossible because the return address would be below the top of the stack.
    static std::optional<WayBack> wayBack(const WalkState &state)
    {
        const auto isBelow = state.stack.base == CodePlace::Base::Stack && state.stack.offset < 0;
        if (!state.stack.isKnown() || isBelow)
            return std::nullopt;
        WayBack way;
        way.isFound = true;
        way.saved = state.saved;
        way.callersStack = state.stack;
        if (machine::pushesReturnAddress) {
            way.returnAddress = state.stack;
            way.callersStack = state.stack.plus(sizeof(std::uint64_t));
        } else {
            if (state.isReturnAddressLost)
                return std::nullopt;
            way.returnAddress = state.saved[trackedReturnAddress];
        }
        return way;
    }

    StackMemory &m_memory;
    int m_left = CodeWalk::longestWalk;
    std::unordered_set<std::uint64_t> m_seen;
    std::vector<BranchPoint> m_branches;
    std::vector<BranchPoint> m_guesses;
    bool m_wasUnreadable = false;
};

} // namespace

const WayBack &CodeWalk::find(std::uint64_t pc, bool isKept, StackMemory &memory)
{
    if (isKept) {
        if (const auto known = m_kept.find(pc); known != m_kept.end())
            return known->second;
    }
    Walk walk(memory);
    m_last = walk.from(pc);
    if (!isKept || walk.wasUnreadable())
        return m_last;
    if (m_kept.size() >= mostKept)
        m_kept.clear();
    return m_kept.emplace(pc, m_last).first->second;
}

} // namespace ember::capture
