// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/eventloops.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

using namespace std::string_view_literals;

constexpr std::array loops{
    "g_main_loop_run"sv,
    "g_main_context_iteration"sv,
    "g_main_context_iterate"sv,
    "g_main_context_iterate_unlocked"sv,
    "g_main_context_dispatch"sv,
    "g_main_context_dispatch_unlocked"sv,
    "g_main_dispatch"sv,
    "g_application_run"sv,
    "gtk_main"sv,
    "gtk_main_iteration"sv,
    "QEventLoop::exec"sv,
    "QEventLoop::processEvents"sv,
    "QApplication::exec"sv,
    "QGuiApplication::exec"sv,
    "QCoreApplication::exec"sv,
    "QCoreApplication::processEvents"sv,
    "QCoreApplication::sendPostedEvents"sv,
    "QCoreApplicationPrivate::sendPostedEvents"sv,
    "QEventDispatcherGlib::processEvents"sv,
    "QEventDispatcherUNIX::processEvents"sv,
    "QUnixEventDispatcherQPA::processEvents"sv,
    "QPAEventDispatcherGlib::processEvents"sv,
    "QXcbGlibEventDispatcher::processEvents"sv,
    "QXcbUnixEventDispatcher::processEvents"sv,
    "uv_run"sv,
    "event_base_loop"sv,
    "event_base_dispatch"sv,
    "CFRunLoopRun"sv,
    "CFRunLoopRunSpecific"sv,
    "SDL_PumpEvents"sv,
    "glfwPollEvents"sv,
    "glfwWaitEvents"sv,
};

} // namespace

bool isEventLoop(std::string_view function)
{
    // "(" begins parameters; "." and "@" what compilers and linkers add.
    return std::ranges::find(loops, function.substr(0, function.find_first_of("(.@")))
        != loops.end();
}

} // namespace ember::model
