// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/tablefindings.h"

#include <nlohmann/json.hpp>

#include <map>

namespace ember::model {

namespace {

using nlohmann::json;

// Checks and converts cells of tables. Each text is parsed only once: thousands of rows may share
// it.
class Cells {
public:
    explicit Cells(tables::Tables &tables) : m_tables(tables), m_strings(tables.strings) { }

    void makeJson(tables::Texts &column)
    {
        for (auto &cell : column) {
            if (!tables::isNa(cell))
                cell = jsonOf(cell);
        }
    }

    void keepObjects(tables::Texts &column)
    {
        for (auto &cell : column) {
            const auto text = m_tables.text(cell);
            if (!tables::isNa(cell) && (!text.starts_with('{') || jsonOf(cell) != cell))
                cell = tables::naText;
        }
    }

private:
    StringIndex jsonOf(StringIndex cell)
    {
        const auto [known, isNew] = m_json.try_emplace(cell, cell);
        const std::string text(m_tables.text(cell));
        if (isNew && !json::accept(text))
            known->second =
                m_strings.intern(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
        return known->second;
    }

    tables::Tables &m_tables;
    StringInterner m_strings;
    std::map<StringIndex, StringIndex> m_json;
};

} // namespace

void makeJsonValid(tables::Tables &tables)
{
    Cells cells(tables);
    cells.makeJson(tables.sourceAttrs.value);
    cells.makeJson(tables.mappingAttrs.value);
    cells.keepObjects(tables.locationAttrs.frameJson);
}

} // namespace ember::model
