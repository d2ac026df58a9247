// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Whether a text is JSON with moderate nesting, so that code may recurse over it.
bool isShallowJson(std::string_view json);

// The members of a JSON object in their order; values are kept as text. Time and memory are linear
// in the text.
class JsonMembers {
public:
    enum class Depth { Shallow, Any };

    // Parses a JSON object; nullopt if the text is none, or is nested too deeply.
    static std::optional<JsonMembers> read(std::string_view json, Depth depth = Depth::Shallow);

    bool isEmpty() const { return m_members.empty(); }

    // Return the value of a member if it has that type; if a key occurs twice, the last one counts.
    std::optional<std::string> text(std::string_view key) const;
    std::optional<JsonMembers> object(std::string_view key) const;

    void setText(std::string_view key, std::string_view text);
    void setJson(std::string_view key, std::string json);
    bool erase(std::string_view key); // returns whether it was there

    std::string json() const;

private:
    const std::string *find(std::string_view key) const;

    std::vector<std::pair<std::string, std::string>> m_members;
};

} // namespace ember::model
