// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/object.h"

#include <algorithm>

namespace ember::model::rds {

const Object &Objects::attribute(const Object &object, std::string_view name) const
{
    const auto found = std::ranges::find_if(
        object.attributes, [&](const Member &member) { return text(member.tag) == name; });
    return (*this)[found != object.attributes.end() ? found->value : null];
}

bool Objects::inherits(const Object &object, std::string_view className) const
{
    const auto *const classes = contentOf<tables::Texts>(attribute(object, "class"));
    return classes != nullptr
        && std::ranges::any_of(*classes, [&](StringIndex own) { return text(own) == className; });
}

std::vector<std::string_view> Objects::names(const Object &list) const
{
    std::vector<std::string_view> names(elementsOf(list).size());
    if (const auto *const texts = contentOf<tables::Texts>(attribute(list, "names"))) {
        for (std::size_t place = 0; place < std::min(names.size(), texts->size()); ++place)
            names[place] = text((*texts)[place]);
    }
    return names;
}

const Elements &elementsOf(const Object &object)
{
    static const Elements none;
    const auto *const elements = contentOf<Elements>(object);
    return elements != nullptr ? *elements : none;
}

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
