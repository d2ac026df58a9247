// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

// The strings of a JSON document in place: for texts that are looked at or replaced without a tree
// of the document. The document must be valid JSON.
namespace ember::model {

// A string that is a value, or a key.
struct JsonStringPlace {
    std::size_t begin = 0; // of the opening quote in the document
    std::size_t end = 0; // behind the closing quote
    std::string_view
        key; // of the member that it is the value of, or the array that it is in; itself
    // The keys of the objects and arrays around it, outermost first; "" for those without a key.
    const std::vector<std::string_view> &around;
};

// The end of the string that begins at `begin`, behind its closing quote.
inline std::size_t jsonStringEnd(std::string_view json, std::size_t begin)
{
    auto at = begin + 1;
    while (at < json.size() && json[at] != '"')
        at += json[at] == '\\' ? 2U : 1U;
    return std::min(at + 1, json.size());
}

// Where the value begins that the key at this place has; the end of the document if there is none.
inline std::size_t jsonValueBegin(std::string_view json, const JsonStringPlace &key)
{
    return std::min(json.find_first_not_of(" \t\r\n:", key.end), json.size());
}

// Calls use(place) for each string that is a value, and useKey(place) for each key, in the order of
// the document. Keys are as they stand there, without quotes.
void forEachJsonString(std::string_view json, auto use, auto useKey)
{
    std::vector<std::string_view> around;
    std::string_view key;
    for (auto at = json.find_first_of("\"{}[]"); at != std::string_view::npos;) {
        auto end = at + 1;
        if (json[at] == '{' || json[at] == '[') {
            around.push_back(key);
        } else if (json[at] != '"') {
            if (!around.empty()) {
                key = around.back();
                around.pop_back();
            }
        } else {
            end = jsonStringEnd(json, at);
            const auto next = json.find_first_not_of(" \t\r\n", end);
            if (next != std::string_view::npos && json[next] == ':') {
                key = json.substr(at + 1, end - at - 2);
                useKey(JsonStringPlace{at, end, key, around});
            } else {
                use(JsonStringPlace{at, end, key, around});
            }
        }
        at = json.find_first_of("\"{}[]", end);
    }
}

void forEachJsonString(std::string_view json, auto use)
{
    forEachJsonString(json, use, [](const JsonStringPlace &) {});
}

} // namespace ember::model
