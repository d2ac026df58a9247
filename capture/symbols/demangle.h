// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::capture {

// The name a person reads: C++ (Itanium) names spelled out, Rust's older mangling without its hash
// and escapes; symbol versions ("memcpy@@GLIBC_2.14") dropped. Anything else, Rust's v0 mangling
// too, comes back as it is.
std::string demangled(const std::string &rawName);

// A symbol's name without its version.
std::string_view withoutVersion(std::string_view name);

} // namespace ember::capture
