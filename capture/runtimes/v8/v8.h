// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

class RuntimeCandidate;
struct RuntimeSearch;

// The V8 of Node 18, 20 and 22: found where an image exports `v8dbg_…` symbols.
RuntimeSearch findV8(const RuntimeCandidate &candidate);

} // namespace ember::capture
