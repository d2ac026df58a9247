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

} // namespace ember::model::rds
