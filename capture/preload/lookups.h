// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ember::capture {

using Dlsym = void *(void *, const char *);

// The C library's; ours stands before it.
Dlsym *systemDlsym();

// What a program that asks for a presenting function by name gets instead; null: what it asked for.
// GLFW, SDL, Qt and whoever uses Vulkan look them up, so that only here can be seen what they call.
void *presentingFunction(const char *name);

} // namespace ember::capture
