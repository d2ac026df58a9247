// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace ember::model::sentry {

// What the backend looks at to tell application code from the system's; absent members of the frame
// are absent here.
struct InAppFrame {
    std::optional<std::string_view> function;
    std::optional<std::string_view> module;
    std::optional<std::string_view> package;
    std::optional<std::string_view> filename;
    std::optional<std::string_view> absPath;
    std::optional<std::string_view> platform; // absent: the profile's
    std::optional<bool> inApp; // as the SDK set it
};

// in_app as the backend sets it for the frame of a profile (SENTRY.md §6.1). What the SDK said
// counts only if the frame is of the profile's own platform.
bool isInApp(const InAppFrame &frame, std::string_view profilePlatform);

// The first part of a module's name: is it one that comes with Python?
bool isPythonStandardModule(std::string_view name);

} // namespace ember::model::sentry
