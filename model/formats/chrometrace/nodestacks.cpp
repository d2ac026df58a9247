// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/nodestacks.h"

#include <limits>
#include <string_view>

namespace ember::model::chrometrace {

namespace {

// V8 counts from 0.
std::uint32_t fromOne(std::int64_t number)
{
    const bool isKnown = number >= 0 && number < std::numeric_limits<std::uint32_t>::max();
    return isKnown ? static_cast<std::uint32_t>(number + 1) : 0;
}

} // namespace

StackIndex NodeStacks::operator[](std::uint32_t row)
{
    if (m_nodes[row].function == "(idle)")
        return emptyStack;
    std::vector<std::uint32_t> unknown;
    while (!m_stacks[row].isValid() && !isRoot(row)) {
        unknown.push_back(row);
        const auto caller = m_nodes[row].caller;
        if (caller == row)
            break;
        row = caller;
    }
    auto stack = m_stacks[row].isValid() ? m_stacks[row] : emptyStack;
    for (; !unknown.empty(); unknown.pop_back()) {
        stack = m_builder.stack(stack, frameOf(m_nodes[unknown.back()]));
        m_stacks[unknown.back()] = stack;
    }
    return stack;
}

StackIndex NodeStacks::next(std::uint32_t row, StackIndex &before)
{
    if (row == noNode)
        return before = emptyStack;
    if (m_nodes[row].function == "(garbage collector)")
        return m_builder.stack(before, frameOf(m_nodes[row]));
    return before = (*this)[row];
}

FrameIndex NodeStacks::frameOf(const ProfileNode &node)
{
    Function function;
    function.name =
        m_builder.string(node.function.empty() ? "(anonymous)" : std::string_view(node.function));
    if (!node.url.empty())
        function.file = m_builder.string(node.url);
    function.startLine = fromOne(node.line); // where the function begins
    Frame frame;
    frame.function = m_builder.function(function);
    frame.line = fromOne(node.line);
    frame.column = fromOne(node.column);
    return m_builder.frame(frame);
}

} // namespace ember::model::chrometrace
