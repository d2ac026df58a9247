// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

class RuntimeCandidate;
struct RuntimeSearch;

// CPython 3.8 to 3.13: found where an image exports `_PyRuntime`.
RuntimeSearch findCPython(const RuntimeCandidate &candidate);

} // namespace ember::capture
