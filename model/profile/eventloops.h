// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ember::model {

// Whether a function of this (demangled) name is the event loop of a library, or hands events out
// for it: GLib, GTK, Qt, libuv, libevent, CoreFoundation, SDL, GLFW. It is open for as long as what
// it calls, and says nothing of why that took long.
bool isEventLoop(std::string_view function);

} // namespace ember::model
