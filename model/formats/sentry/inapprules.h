// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace ember::model::sentry {

// The properties of a frame by which the backend tells the user's code from the system's. Members
// that the frame lacks are absent.
struct InAppFrame {
    std::optional<std::string_view> function;
    std::optional<std::string_view> module;
    std::optional<std::string_view> package;
    std::optional<std::string_view> filename;
    std::optional<std::string_view> absPath;
    std::optional<std::string_view> platform; // absent: the profile's platform
    std::optional<bool> inApp; // as the SDK set it
};

// Whether the backend marks the frame as in-app (SENTRY.md §6.1). The SDK's value counts only if
// the frame has the platform of the profile.
bool isInApp(const InAppFrame &frame, std::string_view profilePlatform);

// Whether a module belongs to Python's standard library; `name` is the first part of its name.
bool isPythonStandardModule(std::string_view name);

} // namespace ember::model::sentry
