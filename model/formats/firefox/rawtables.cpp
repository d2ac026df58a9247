// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/rawtables.h"

#include "model/formats/bytes/textlines.h"
#include "model/formats/firefox/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ember::model::firefox {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

// What a frame's text says. Parts that it does not say are "" and 0.
struct Location {
    std::string_view name;
    std::string_view file;
    std::uint64_t line = 0;
};

// Cuts ":12" off the end of `text`.
std::uint64_t takeNumberAtEnd(std::string_view &text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return 0;
    const auto number = parseUnsigned(text.substr(colon + 1));
    if (number)
        text.remove_suffix(text.size() - colon);
    return number.value_or(0);
}

// Brackets at the end are a script's address or, in names of C++, parameters.
Location parseLocation(std::string_view text)
{
    const auto open = text.rfind(" (");
    if (open == std::string_view::npos || !text.ends_with(')'))
        return {.name = text, .file = {}};
    auto file = text.substr(open + 2, text.size() - open - 3);
    const auto last = takeNumberAtEnd(file);
    const auto before = takeNumberAtEnd(file); // then the last one is a column
    const bool isFile = last > 0 || file.find('/') != std::string_view::npos;
    if (!isFile || file.empty())
        return {.name = text, .file = {}};
    return {text.substr(0, open), file, before > 0 ? before : last};
}

bool isAddress(std::string_view text)
{
    return text.starts_with("0x") && parseHex(text);
}

} // namespace

void RawTable::readSchema(JsonCursor &json, std::span<const std::string_view> wanted)
{
    constexpr std::uint32_t mostCells = 1'000;
    m_isKnown = true;
    json.object([&](std::string_view key) {
        const auto column = std::ranges::find(wanted, key);
        const auto cell = json.index();
        if (!cell || *cell >= mostCells) {
            if (!cell)
                json.skip();
            throw WrongContent{json.place(), "expected the number of a cell, below 1000"};
        }
        if (column == wanted.end())
            return;
        m_columns.resize(std::max<std::size_t>(m_columns.size(), *cell + 1));
        if (!m_columns[*cell].empty() && m_columns[*cell] != key)
            throw WrongContent{json.place(), "expected a cell that is no other column's"};
        m_columns[*cell] = *column;
    });
}

void RawTable::readRows(JsonCursor &json, Table &table) const
{
    if (!m_isKnown)
        throw WrongContent{json.place(), "expected \"schema\" beside \"data\""};
    std::vector<std::vector<double> *> columns;
    for (const auto name : m_columns)
        columns.push_back(name.empty() ? nullptr : &table.column(name));
    json.array([&] {
        std::size_t cell = 0;
        json.array([&] {
            auto *const column = cell < columns.size() ? columns[cell] : nullptr;
            if (column != nullptr)
                column->push_back(numberOrNull(json));
            else
                json.skip();
            ++cell;
        });
        for (; cell < columns.size(); ++cell) {
            if (columns[cell] != nullptr)
                columns[cell]->push_back(none);
        }
    });
}

std::uint64_t makeFunctions(CodeTables &code)
{
    auto &strings = code.strings;
    const auto texts = strings.size(); // those of functions come behind them
    const auto &locations = code.frames["location"];
    code.frames.column("func") = locations;
    auto &names = code.functions.column("name");
    auto &files = code.functions.column("fileName");
    auto &lines = code.functions.column("lineNumber");
    names.assign(texts, none);
    files.assign(texts, none);
    lines.assign(texts, none);
    std::uint64_t addresses = 0;
    for (const auto location : locations) {
        if (!isRow(location) || location >= static_cast<double>(texts))
            continue; // whoever enters the frames says so
        const auto row = static_cast<std::size_t>(location);
        if (!std::isnan(names[row]))
            continue;
        const auto text = strings[row];
        const auto parts = parseLocation(text);
        addresses += isAddress(text) ? 1U : 0U;
        names[row] = static_cast<double>(row);
        if (parts.file.empty())
            continue;
        names[row] = static_cast<double>(strings.size());
        strings.emplace_back(parts.name);
        files[row] = static_cast<double>(strings.size());
        strings.emplace_back(parts.file);
        lines[row] = static_cast<double>(parts.line);
    }
    return addresses;
}

} // namespace ember::model::firefox
