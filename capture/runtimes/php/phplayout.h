// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::capture {

// Offsets of the members that are read and differ between versions, in bytes, on 64-bit machines.
struct PhpLayout {
    std::uint32_t api = 0; // ZEND_MODULE_API_NO, one for each version
    std::string_view version;
    std::uint32_t currentFrame = 488; // zend_executor_globals: current_execute_data
    std::uint32_t file = 0; // zend_op_array: filename; then its first and its last line
};

// The layout of a version; absent: not known.
std::optional<PhpLayout> phpLayout(std::uint32_t api);

// Where a PHP lies in a process.
struct PhpPlaces {
    PhpLayout layout;
    std::uint64_t currentFrame = 0; // address of the pointer to the leaf's frame
    std::uint64_t execution = 0; // execute_ex, once for each call of PHP code by C
    std::uint64_t executionEnd = 0;
};

} // namespace ember::capture
