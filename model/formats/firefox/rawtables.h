// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/firefox/firefoxdocument.h"
#include "model/formats/json/jsoncursor.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ember::model::firefox {

// A table as Firefox itself writes it: rows in "data", and in "schema" which of their cells is
// which column.
class RawTable {
public:
    // Takes the value of "schema". Columns that are none of `wanted` are passed over. Throws
    // WrongContent for what is no cell, and for two columns in one.
    void readSchema(JsonCursor &json, std::span<const std::string_view> wanted);

    // The schema was there.
    bool isKnown() const { return m_isKnown; }

    // Takes the value of "data" into the columns of `table`; cells that short rows lack are null.
    // Throws WrongContent if there was no schema before it, or a row is none.
    void readRows(JsonCursor &json, Table &table) const;

private:
    std::vector<std::string_view> m_columns; // by cell; "": not wanted
    bool m_isKnown = false;
};

// Raw profiles have no functions: frames say where they are in one text, "name (file:line:column)",
// "name" or an address. Makes functions of these. Gives how many of them are addresses.
std::uint64_t makeFunctions(CodeTables &code);

} // namespace ember::model::firefox
