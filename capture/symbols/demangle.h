// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::capture {

// The readable form of a symbol name: demangles C++ (Itanium) and Rust (v0 and legacy) names
// without hashes, and drops symbol versions ("memcpy@@GLIBC_2.14"). Of other names, of names longer
// than 16 KiB and of those whose demangled form would exceed 64 KiB, only the version is dropped.
// Any thread.
std::string demangled(const std::string &rawName);

std::string_view withoutVersion(std::string_view name);

} // namespace ember::capture
