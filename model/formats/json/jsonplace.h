// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model {

// The path of the value that is being read: a chain on the stack, formatted only on demand.
struct JsonPlace {
    const JsonPlace *parent = nullptr;
    std::string_view key; // of an object's member
    std::size_t index = 0; // of an array's element, if key is empty

    // The path as text: "profile.samples[3].timestamp"; "" for the document.
    std::string path() const;
    // The path with all indices left out: "profile.samples[].timestamp".
    std::string shape() const;

private:
    enum class Indices : std::uint8_t { Numbers, Left };

    std::string spell(Indices indices) const;
};

// Returns the error for a text that is not JSON, with the place as "line:column (byte N): reason":
// Truncated or SyntaxError, WrongType for binary data, FileEmpty for nothing but white space.
// `offset` is the first byte that is wrong, the text's size if it ends too early.
Error describeBadJson(std::string_view text, std::size_t offset, std::string_view reason);

// The deepest nesting that serde_json accepts in a document that it keeps: the 128th array or
// object is refused.
constexpr std::size_t serdeDepth = 127;

} // namespace ember::model
