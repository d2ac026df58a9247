// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoxskipped.h"

#include <algorithm>

namespace ember::model::firefox {

namespace {

// Cuts the string off that `json` begins with, and gives it with its quotes.
std::string_view takeString(std::string_view &json)
{
    std::size_t end = 1;
    while (end < json.size() && json[end] != '"')
        end += json[end] == '\\' ? 2U : 1U;
    const auto text = json.substr(0, end + 1);
    json.remove_prefix(text.size());
    return text;
}

void skipSpace(std::string_view &json)
{
    json.remove_prefix(std::min(json.find_first_not_of(" \t\r\n"), json.size()));
}

// Columns of nothing but null, 0 and -1, which stand for "none", are not missed, nor is how long
// they are.
bool holdsSomething(std::string_view json)
{
    constexpr std::string_view structure = "[]{},: \t\r\n";
    std::string_view key;
    while (!json.empty()) {
        if (structure.find(json.front()) != std::string_view::npos) {
            json.remove_prefix(1);
            continue;
        }
        if (json.front() == '"') {
            const auto text = takeString(json);
            skipSpace(json);
            if (!json.starts_with(':'))
                return true;
            key = text;
            continue;
        }
        const auto token = json.substr(0, json.find_first_of(structure));
        const bool isNone = token == "null" || token == "0" || token == "-1" || token == "false";
        if (!isNone && key != "\"length\"")
            return true;
        key = {};
        json.remove_prefix(token.size());
    }
    return false;
}

// What a member says where there is nothing to say.
bool isDefault(std::string_view name, std::string_view json)
{
    return name == "processType" && json == "\"default\"";
}

} // namespace

void Skipped::addMember(std::string_view name, std::string_view json)
{
    constexpr std::size_t most = 100;
    if (members.size() < most && !members.contains(name) && !isDefault(name, json)
        && holdsSomething(json))
        members.emplace(name);
}

} // namespace ember::model::firefox
