// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

class RuntimeCandidate;
struct RuntimeSearch;

// PHP 8.0 to 8.5 without threads: found where an image exports `module_registry` and
// `execute_ex`.
RuntimeSearch findPhp(const RuntimeCandidate &candidate);

} // namespace ember::capture
