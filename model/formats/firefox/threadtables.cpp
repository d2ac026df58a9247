// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/threadtables.h"

#include <utility>

namespace ember::model::firefox {

std::optional<ThreadTables::Row> ThreadTables::stack(StackIndex stack)
{
    std::vector<StackIndex> unknown;
    while (stack != emptyStack && !m_stackRows.contains(stack)) {
        unknown.push_back(stack);
        stack = m_profile.stack(stack).parent;
    }
    std::optional<Row> row;
    if (stack != emptyStack)
        row = m_stackRows.at(stack);
    for (; !unknown.empty(); unknown.pop_back()) {
        m_stacks.push_back({frame(m_profile.stack(unknown.back()).frame), row});
        row = static_cast<Row>(m_stacks.size() - 1);
        m_stackRows.emplace(unknown.back(), *row);
    }
    return row;
}

ThreadTables::Row ThreadTables::frame(FrameIndex index)
{
    const auto [place, isNew] = m_frameRows.try_emplace(index, m_frames.size());
    if (isNew) {
        const Frame &frame = m_profile.frame(index);
        m_frames.push_back({function(index), frame.line, frame.column});
    }
    return place->second;
}

// A frame whose function has no name is one of its own, named by its address.
ThreadTables::Row ThreadTables::function(FrameIndex index)
{
    const auto function = m_profile.frame(index).function;
    const bool isNamed =
        function.isValid() && !m_profile.text(m_profile.function(function).name).empty();
    if (isNamed) {
        if (const auto known = m_functionRows.find(function); known != m_functionRows.end())
            return known->second;
    }
    FunctionRow row;
    row.name = string(frameName(m_profile, index));
    if (function.isValid()) {
        const auto &content = m_profile.function(function);
        if (const auto file = content.file.isValid() ? content.file : content.absPath;
            file.isValid())
            row.file = string(std::string(m_profile.text(file)));
        row.line = content.startLine;
    }
    m_functions.push_back(row);
    const auto place = static_cast<Row>(m_functions.size() - 1);
    if (isNamed)
        m_functionRows.emplace(function, place);
    return place;
}

ThreadTables::Row ThreadTables::string(std::string text)
{
    const auto [place, isNew] = m_stringRows.try_emplace(std::move(text), m_strings.size());
    if (isNew)
        m_strings.push_back(place->first);
    return place->second;
}

} // namespace ember::model::firefox
