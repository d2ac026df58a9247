// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/instructionvisits.h"

#include "model/query/functionstatistics.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace ember::model {

namespace {

enum class Position : std::uint8_t { Leaf, Caller };

std::uint64_t programCounter(const Frame &frame)
{
    // For code without a name, the address in a file is the pc.
    const bool isNamed = frame.function.isValid();
    return frame.pc != 0 || isNamed ? frame.pc : frame.address.value_or(0);
}

InstructionPlace placeOf(const Frame &frame, Position position)
{
    const auto pc = programCounter(frame);
    if (pc == 0)
        return {};
    return {frame.image, position == Position::Leaf ? pc : pc - 1};
}

struct PlaceHash {
    std::size_t operator()(const InstructionPlace &place) const
    {
        return std::hash<std::uint64_t>{}(place.address ^ std::uint64_t(place.image.raw()) << 48U);
    }
};

} // namespace

std::string instructionIdentity(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    std::string identity = functionIdentity(profile, index);
    identity.append(1, '\0').append(std::to_string(frame.image.raw()));
    return identity.append(1, '\0').append(std::to_string(programCounter(frame)));
}

class InstructionVisits::Collector {
public:
    Collector(const CallWeights &calls, FrameIndex frame, InstructionVisits &visits)
        : m_calls(calls),
          m_profile(*calls.profile),
          m_visits(visits)
    {
        findInnermostCalls(identitiesOf(frame));
    }

    // Adds the visits of all stacks. `weights` is by stack.
    void run(const std::vector<Weight> &weights)
    {
        for (std::size_t row = 1; row < weights.size(); ++row) {
            if (weights[row].samples > 0)
                add(StackIndex(row), weights[row]);
        }
    }

private:
    // Marks the identities that belong to the function.
    std::vector<bool> identitiesOf(FrameIndex function) const
    {
        std::vector<bool> isOfIt(m_calls.functionCount);
        std::vector<bool> isKnown(m_calls.functionCount);
        const auto wanted = functionIdentity(m_profile, function);
        // The weigher may have frames of a newer snapshot; no stack of this one has those.
        const auto frames = std::min(m_calls.functions.size(), m_profile.tables().frames.size());
        for (std::size_t row = 0; row < frames; ++row) {
            const FrameIndex frame(row);
            const auto identity = m_calls.functions[frame].row();
            if (!isKnown[identity])
                isOfIt[identity] = functionIdentity(m_profile, frame) == wanted;
            isKnown[identity] = true;
        }
        return isOfIt;
    }

    void findInnermostCalls(const std::vector<bool> &isOfFunction)
    {
        m_innermost.assign(m_calls.paths.size(), emptyPath);
        for (std::size_t row = 1; row < m_innermost.size(); ++row) {
            const PathNode &node = m_calls.paths[PathIndex(row)];
            m_innermost[row] =
                isOfFunction[node.identity.row()] ? PathIndex(row) : m_innermost[node.caller.row()];
        }
    }

    void add(StackIndex stack, const Weight &weight)
    {
        const PathIndex leaf = m_calls.pathOf(stack);
        if (m_innermost[leaf.row()] == emptyPath)
            return;
        const auto number = static_cast<std::uint32_t>(m_visits.m_stacks.size());
        m_visits.m_stacks.push_back(weight);
        const auto callersUpTo = callerDepth(stack, leaf);
        for (auto path = m_innermost[leaf.row()]; path != emptyPath;) {
            const PathNode &node = m_calls.paths[path];
            const auto position = node.depth > callersUpTo ? Position::Leaf : Position::Caller;
            visit(number, placeNumber(placeOf(m_profile.frame(node.frame), position)),
                  path == leaf ? Part::SelfAndTotal : Part::Total);
            path = m_innermost[node.caller.row()];
        }
    }

    // The depth of the innermost call of the path that is a caller, not inlined. Deeper calls are
    // at the thread's own instruction, inlined into one another. Filters may have removed any of
    // them.
    std::uint32_t callerDepth(StackIndex stack, PathIndex path) const
    {
        for (auto call = stack; call != emptyStack && path != emptyPath;
             call = m_profile.stack(call).parent) {
            const FrameIndex frame = m_profile.stack(call).frame;
            if (m_calls.functions[frame] == m_calls.paths[path].identity)
                path = m_calls.paths[path].caller;
            if (m_profile.frame(frame).inlined == Inlined::No)
                break;
        }
        return m_calls.paths[path].depth;
    }

    std::uint32_t placeNumber(const InstructionPlace &place)
    {
        const auto next = static_cast<std::uint32_t>(m_visits.m_places.size());
        const auto [entry, isNew] = m_numbers.try_emplace(place, next);
        if (isNew) {
            m_visits.m_places.push_back(place);
            m_lastStack.push_back(none);
        }
        return entry->second;
    }

    // Adds a visit, once per stack and place: a function that calls itself meets a place several
    // times.
    void visit(std::uint32_t stack, std::uint32_t place, Part part)
    {
        if (m_lastStack[place] != stack)
            m_visits.m_visits.push_back({stack, place, part});
        m_lastStack[place] = stack;
    }

    static constexpr auto none = std::numeric_limits<std::uint32_t>::max();

    const CallWeights &m_calls;
    const Profile &m_profile;
    InstructionVisits &m_visits;
    // The innermost call of the function, by path; emptyPath: none.
    std::vector<PathIndex> m_innermost;
    std::unordered_map<InstructionPlace, std::uint32_t, PlaceHash> m_numbers;
    std::vector<std::uint32_t> m_lastStack; // by place: the last stack that visited it
};

InstructionVisits::InstructionVisits(const CallWeights &instructions, FrameIndex frame)
{
    GrowingStackWeights sums;
    *this = InstructionVisits(instructions, frame, sums);
}

InstructionVisits::InstructionVisits(const CallWeights &instructions, FrameIndex frame,
                                     GrowingStackWeights &sums)
{
    Collector(instructions, frame, *this)
        .run(sums.read(*instructions.profile, instructions.selection));
    std::vector<std::uint32_t> order(m_places.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto keyOf = [this](std::uint32_t row) {
        return std::tuple(m_places[row].image.raw(), m_places[row].address);
    };
    std::ranges::sort(order, {}, keyOf);
    std::vector<InstructionPlace> places;
    std::vector<std::uint32_t> newRow(order.size());
    for (const auto row : order) {
        newRow[row] = static_cast<std::uint32_t>(places.size());
        places.push_back(m_places[row]);
    }
    m_places = std::move(places);
    for (Visit &visit : m_visits)
        visit.place = newRow[visit.place];
}

std::vector<InstructionWeight> InstructionVisits::weigh(std::span<const std::size_t> groups,
                                                        std::size_t count) const
{
    std::vector<InstructionWeight> weights(count);
    std::vector<std::size_t> lastStack(count, m_stacks.size());
    for (const Visit &visit : m_visits) {
        const auto group = groups[visit.place];
        const Weight &weight = m_stacks[visit.stack];
        if (visit.part == Part::SelfAndTotal)
            weights[group].self.add(weight);
        if (lastStack[group] != visit.stack)
            weights[group].total.add(weight);
        lastStack[group] = visit.stack;
    }
    return weights;
}

} // namespace ember::model
