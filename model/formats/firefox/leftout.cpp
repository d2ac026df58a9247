// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/leftout.h"

#include <algorithm>

namespace ember::model::firefox {

namespace {

// Columns of nothing but null, 0 and -1, which stand for "none", are not missed.
bool holdsSomething(std::string_view json)
{
    constexpr std::string_view structure = "[]{},: \t\r\n";
    for (std::size_t at = json.find_first_not_of(structure); at != std::string_view::npos;
         at = json.find_first_not_of(structure, at)) {
        const auto end = std::min(json.find_first_of(structure, at), json.size());
        const auto token = json.substr(at, end - at);
        if (token != "null" && token != "0" && token != "-1" && token != "false")
            return true;
        at = end;
    }
    return false;
}

} // namespace

void LeftOut::addMember(std::string_view name, std::string_view json)
{
    constexpr std::size_t most = 100;
    if (members.size() < most && !members.contains(name) && holdsSomething(json))
        members.emplace(name);
}

} // namespace ember::model::firefox
