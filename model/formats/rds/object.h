// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/stringtable.h"
#include "model/tables/columns.h"

#include <deque>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace ember::model::rds {

using ObjectIndex = Index<struct ObjectTag>;

enum class Kind : std::uint8_t {
    Null,
    Symbol,
    Pairlist,
    Logicals, // as integers: 0, 1, NA
    Integers,
    Reals,
    Texts,
    List,
    Other, // kinds that no table is made of: environments, pointers, code
};

// A cell of a pairlist, or an attribute. `tag` is invalid if it has none.
struct Member {
    StringIndex tag;
    ObjectIndex value;
};

using Members = std::vector<Member>;
using Elements = std::vector<ObjectIndex>;

// A value of R. The content of a symbol is its name.
struct Object {
    Kind kind = Kind::Null;
    std::variant<std::monostate, StringIndex, tables::Integers, tables::Reals, tables::Texts,
                 Elements, Members>
        content;
    Members attributes;
};

// All values of a file. A value within another one is an index.
class Objects {
public:
    Objects() { m_objects.emplace_back(); }

    static constexpr ObjectIndex null{0};

    const Object &operator[](ObjectIndex index) const { return m_objects[index.row()]; }

    Object &edit(ObjectIndex index) { return m_objects[index.row()]; }

    ObjectIndex add(Object object)
    {
        m_objects.push_back(std::move(object));
        return ObjectIndex(m_objects.size() - 1);
    }

    StringTable strings;

    std::string_view text(StringIndex index) const { return strings[index]; }

    // The attribute of that name, NULL if there is none.
    const Object &attribute(const Object &object, std::string_view name) const;
    // Whether R's class attribute has that class.
    bool inherits(const Object &object, std::string_view className) const;
    // The names of a list's elements, "" for elements without one.
    std::vector<std::string_view> names(const Object &list) const;

private:
    std::deque<Object> m_objects;
};

// The content if it has that type, else nullptr.
template<typename Content>
const Content *contentOf(const Object &object)
{
    return std::get_if<Content>(&object.content);
}

// The elements of a list; empty for any other object.
const Elements &elementsOf(const Object &object);

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

    // Names that do not begin with a dot, which R hides.
    std::vector<std::string_view> undotted() const;

    const Object &operator[](std::size_t place) const { return m_objects[m_elements[place]]; }

    // The first element of that name, NULL if there is none.
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

// The number of elements of a vector or list of any kind; 0 for other objects.
std::size_t lengthOf(const Object &object);
// The number of rows of a table by its columns; nullopt if the columns differ in length.
std::optional<std::size_t> rowsOf(const Objects &objects, const Object &table);
// The kind in words, for messages: "a character vector", "a list", …
const char *kindName(Kind kind);

} // namespace ember::model::rds
