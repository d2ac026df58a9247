// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::capture {

// The name a person reads: names of C++ (Itanium) and Rust (v0 and older) spelled out, without
// hashes; symbol versions ("memcpy@@GLIBC_2.14") dropped. Anything else comes back as it is, and so
// does what is longer than 16 KiB, or would be longer than 64 KiB when spelled out. Any thread.
std::string demangled(const std::string &rawName);

// A symbol's name without its version.
std::string_view withoutVersion(std::string_view name);

} // namespace ember::capture
