// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

using Dlsym = void *(void *, const char *);

// The C library's dlsym, which ours hides.
Dlsym *systemDlsym();

// Our replacement for a presenting function that a program looks up by name; null: not replaced.
// GLFW, SDL, Qt and Vulkan programs look these functions up, so their calls can only be observed
// here.
void *presentingFunction(const char *name);

} // namespace ember::capture
