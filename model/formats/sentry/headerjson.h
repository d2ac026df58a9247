// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace ember::model::sentry {

// How many bytes the JSON object at the start of a text takes, by its braces; nullopt: it does not
// end.
std::optional<std::size_t> jsonObjectLength(std::string_view text);

// The members of a header line of an envelope that somebody knows. Null is as good as absent; a
// known key twice is a fault, as is a value of the wrong type.
class HeaderJson {
public:
    HeaderJson(std::string_view json, std::initializer_list<std::string_view> known);

    std::optional<std::string> text(std::string_view key) const;
    std::optional<std::uint64_t> number(std::string_view key, std::uint64_t limit) const;

    // What is wrong, as far as it was asked for; "" if nothing is.
    const std::string &fault() const { return m_fault; }

private:
    struct Other { };

    using Value = std::variant<std::string, std::uint64_t, Other>;

    std::map<std::string, Value, std::less<>> m_values;
    mutable std::string m_fault;
};

} // namespace ember::model::sentry
