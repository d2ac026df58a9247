// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace ember::tests {

// Files in which few bytes stand for much, of about `denseSize` bytes.
constexpr std::size_t denseSize = 4'000'000;

// `start`, `part(0)`, `part(1)`, … with `between` between them, `end`.
std::string filled(std::string start, const std::function<std::string(unsigned)> &part,
                   std::string_view between, std::string_view end);
std::string filled(std::string start, const char *part, std::string_view between,
                   std::string_view end);

// A database of the seven tables, with as many rows of the smallest kind in the one named as there
// is room for: the columns have `cells`, in which "n" is the number of the row.
std::string denseDatabase(const std::string &table, const std::string &cells);

// An R file of nothing but empty lists.
std::string denseRds();

// The tables of a profile of nothing but samples, as R stores them, unpacked.
std::string denseSamplesRds();

} // namespace ember::tests
