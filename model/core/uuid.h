// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ember::model {

// Returns a new random UUID, version 4, as 32 lower-case hex digits.
std::string randomUuid();

// Parses a UUID as Relay does: 32 hex digits, or with dashes (8-4-4-4-12), which may also be in
// braces or after "urn:uuid:"; any case, version and variant, nil too. Returns 32 lower hex digits,
// as Relay writes it.
std::optional<std::string> parseUuid(std::string_view text);

// Returns an id of a trace, span or event in the one form that all its spellings share: that of
// parseUuid(), or lower case if it is no UUID.
std::string normalisedId(std::string_view id);

// Whether an id has the form of SPEC S3 and S4: 32 lower hex digits of a version 4 UUID.
bool isStrictId(std::string_view text);

} // namespace ember::model
