// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rds/object.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ember::model::rds {

// A list whose elements have names: the components of profile data, the columns of a table.
class NamedList {
public:
    NamedList(const Objects &objects, const Object &list)
        : m_objects(objects),
          m_elements(elementsOf(list)),
          m_names(objects.names(list))
    {
    }

    const std::vector<std::string_view> &names() const { return m_names; }

    // Those that do not begin with a dot: what does is hidden.
    std::vector<std::string_view> undotted() const;

    const Object &operator[](std::size_t place) const { return m_objects[m_elements[place]]; }

    // The first of that name; NULL if there is none.
    const Object &operator[](std::string_view name) const;

private:
    const Objects &m_objects;
    const Elements &m_elements;
    std::vector<std::string_view> m_names;
};

constexpr bool isDotted(std::string_view name)
{
    return name.starts_with('.');
}

// Of a vector or a list of any kind; 0 of anything else.
std::size_t lengthOf(const Object &object);
// How many rows a table has by its columns; nothing if they do not agree.
std::optional<std::size_t> rowsOf(const Objects &objects, const Object &table);
// "a text vector", "a list", …
const char *kindName(Kind kind);

} // namespace ember::model::rds
