// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/stackrows.h"

#include "model/formats/firefox/cells.h"

#include <cmath>
#include <optional>

namespace ember::model::firefox {

namespace {

// A cell that is the number of a row; nothing for null, for what is absent and for what is none.
std::optional<std::size_t> rowIn(const std::vector<double> &column, std::size_t row)
{
    if (row >= column.size() || !isRow(column[row]) || column[row] > 4e9)
        return std::nullopt;
    return static_cast<std::size_t>(column[row]);
}

Error badRow(const char *table, std::size_t row, const char *reason)
{
    return {ErrorCode::SyntaxError,
            {},
            std::string("Firefox profile, ") + table + " row " + std::to_string(row) + ": "
                + reason};
}

class StackEntry {
public:
    StackEntry(const CodeTables &code, const std::vector<std::string> &strings,
               ProfileBuilder &builder, std::uint64_t &oddPlaces)
        : m_code(code),
          m_strings(strings),
          m_builder(builder),
          m_oddPlaces(oddPlaces),
          m_prefix(code.stacks["prefix"]),
          m_offset(code.stacks["prefixOffset"])
    {
    }

    Result<StackRows> run()
    {
        EMBER_RETURN_IF_ERROR(enterFrames());
        const auto &frames = m_code.stacks["frame"];
        StackRows stacks;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            const auto frame = rowIn(frames, row);
            if (!frame || *frame >= m_frames.size())
                return badRow("stackTable", row, "its frame is not there");
            const auto prefix = prefixOf(row);
            if (prefix && *prefix >= row)
                return badRow("stackTable", row, "its prefix does not stand before it");
            stacks.push_back(
                m_builder.stack(prefix ? stacks[*prefix] : emptyStack, m_frames[*frame]));
        }
        return stacks;
    }

private:
    // Newer files say how far back the prefix is; 0: there is none. The row itself, which cannot
    // be, stands for numbers that are none of a row.
    std::optional<std::size_t> prefixOf(std::size_t row) const
    {
        const auto &column = m_offset.empty() ? m_prefix : m_offset;
        if (row >= column.size() || std::isnan(column[row])
            || (!m_offset.empty() && column[row] == 0))
            return std::nullopt;
        const auto number = rowIn(column, row);
        if (!number)
            return row;
        return m_offset.empty() ? *number : row - *number;
    }

    // A line or a column; 0 where it is null or none.
    std::uint32_t placeIn(const std::vector<double> &column, std::size_t row)
    {
        const auto number = rowIn(column, row);
        m_oddPlaces += !number && row < column.size() && !std::isnan(column[row]) ? 1U : 0U;
        return static_cast<std::uint32_t>(number.value_or(0));
    }

    Result<void> enterFrames()
    {
        const auto &functions = m_code.frames["func"];
        for (std::size_t row = 0; row < functions.size(); ++row) {
            const auto function = rowIn(functions, row);
            const auto name = function ? rowIn(m_code.functions["name"], *function) : std::nullopt;
            if (!name || *name >= m_strings.size())
                return badRow("frameTable", row, "its function or that one's name is not there");
            if (!isFileThere(*function))
                return badRow("funcTable", *function, "its fileName is not there");
            Frame frame;
            frame.function = enterFunction(*function, m_strings[*name]);
            frame.line = placeIn(m_code.frames["line"], row);
            frame.column = placeIn(m_code.frames["column"], row);
            m_frames.push_back(m_builder.frame(frame));
        }
        return {};
    }

    // Or there is none, and the table says so.
    bool isFileThere(std::size_t function) const
    {
        const auto &files = m_code.functions["fileName"];
        if (function >= files.size() || std::isnan(files[function]))
            return true;
        const auto file = rowIn(files, function);
        return file && *file < m_strings.size();
    }

    FunctionIndex enterFunction(std::size_t row, const std::string &name)
    {
        Function function;
        function.name = m_builder.string(name);
        const auto file = rowIn(m_code.functions["fileName"], row);
        if (file)
            function.file = m_builder.string(m_strings[*file]);
        function.startLine = placeIn(m_code.functions["lineNumber"], row);
        return m_builder.function(function);
    }

    const CodeTables &m_code;
    const std::vector<std::string> &m_strings;
    ProfileBuilder &m_builder;
    std::uint64_t &m_oddPlaces;
    const std::vector<double> &m_prefix;
    const std::vector<double> &m_offset;
    std::vector<FrameIndex> m_frames; // by row of the frame table
};

} // namespace

Result<StackRows> enterStacks(const CodeTables &code, const std::vector<std::string> &strings,
                              ProfileBuilder &builder, std::uint64_t &oddPlaces)
{
    return StackEntry(code, strings, builder, oddPlaces).run();
}

} // namespace ember::model::firefox
