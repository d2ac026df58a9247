// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// Append JSON values to a text. Strings must be UTF-8.
void appendJsonString(std::string &json, std::string_view text);
void appendJsonNumber(std::string &json, std::uint64_t number);
// Shortest digits that give the same double, with a point or an exponent; not finite: null.
void appendJsonNumber(std::string &json, double number);
// "0x1f"
void appendJsonAddress(std::string &json, std::uint64_t address);

} // namespace ember::model
