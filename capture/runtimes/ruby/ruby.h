// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

class RuntimeCandidate;
struct RuntimeSearch;

// Ruby 3.1 to 4.0: found where an image exports `ruby_api_version` and
// `ruby_current_vm_ptr`.
RuntimeSearch findRuby(const RuntimeCandidate &candidate);

} // namespace ember::capture
