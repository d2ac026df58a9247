// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ember::model::firefox {

// The code one thread was in, as the tables of a file: only what its samples need, each once.
// Callers stand before their callees.
class ThreadTables {
public:
    using Row = std::uint32_t;

    struct StackRow {
        Row frame = 0;
        std::optional<Row> prefix;
    };

    struct FrameRow {
        Row function = 0;
        std::uint32_t line = 0;
        std::uint32_t column = 0;
    };

    struct FunctionRow {
        Row name = 0; // of strings()
        std::optional<Row> file;
        std::uint32_t line = 0;
    };

    explicit ThreadTables(const Profile &profile) : m_profile(profile) { }

    // Nothing for the empty stack.
    std::optional<Row> stack(StackIndex stack);

    const std::vector<StackRow> &stacks() const { return m_stacks; }
    const std::vector<FrameRow> &frames() const { return m_frames; }
    const std::vector<FunctionRow> &functions() const { return m_functions; }
    const std::vector<std::string> &strings() const { return m_strings; }

private:
    Row frame(FrameIndex index);
    Row function(FrameIndex index);
    Row string(std::string text);

    const Profile &m_profile;
    std::vector<StackRow> m_stacks;
    std::vector<FrameRow> m_frames;
    std::vector<FunctionRow> m_functions;
    std::vector<std::string> m_strings;
    std::unordered_map<StackIndex, Row> m_stackRows;
    std::unordered_map<FrameIndex, Row> m_frameRows;
    std::unordered_map<FunctionIndex, Row> m_functionRows;
    std::unordered_map<std::string, Row> m_stringRows;
};

} // namespace ember::model::firefox
