// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/dataframe.h"

#include <algorithm>

namespace ember::model::rds {

std::vector<std::string_view> NamedList::undotted() const
{
    auto names = m_names;
    std::erase_if(names, isDotted);
    return names;
}

const Object &NamedList::operator[](std::string_view name) const
{
    const auto found = std::ranges::find(m_names, name);
    return found != m_names.end() ? (*this)[std::size_t(found - m_names.begin())]
                                  : m_objects[Objects::null];
}

std::size_t lengthOf(const Object &object)
{
    return std::visit(
        [](const auto &content) -> std::size_t {
            if constexpr (requires { content.size(); })
                return content.size();
            else
                return 0;
        },
        object.content);
}

std::optional<std::size_t> rowsOf(const Objects &objects, const Object &table)
{
    const Elements &columns = elementsOf(table);
    const auto rows = columns.empty() ? 0 : lengthOf(objects[columns.front()]);
    const bool agree = std::ranges::all_of(
        columns, [&](ObjectIndex column) { return lengthOf(objects[column]) == rows; });
    return agree ? std::optional(rows) : std::nullopt;
}

const char *kindName(Kind kind)
{
    switch (kind) {
    case Kind::Null: return "NULL";
    case Kind::Symbol: return "a symbol";
    case Kind::Pairlist: return "a pairlist";
    case Kind::Logicals: return "a logical vector";
    case Kind::Integers: return "an integer vector";
    case Kind::Reals: return "a double vector";
    case Kind::Texts: return "a character vector";
    case Kind::List: return "a list";
    case Kind::Other: break;
    }
    return "something else";
}

} // namespace ember::model::rds
