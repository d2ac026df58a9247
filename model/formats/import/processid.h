// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/bytes/textlines.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace ember::model {

// What is said of ids for which parseProcessId() gives nothing.
constexpr const char *oddProcessId = "the id of a process is no number of 32 bits: it is 0 now";
// The same, where it becomes the name of a process that has none.
constexpr const char *oddProcessIdIsName =
    "the id of a process is no number of 32 bits: it is the name of a process without one now";

inline std::optional<std::uint32_t> parseProcessId(std::string_view text)
{
    const auto number = parseUnsigned(text);
    if (!number || *number > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

} // namespace ember::model
