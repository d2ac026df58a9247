// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunk.h"

#include <cstddef>
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

// Counts idle samples of a V1 profile that are between two others of their thread.
struct IdleFill {
    std::size_t filled = 0; // got the root part that the stacks before and after have in common
    std::size_t left = 0; // samples left idle, as the stacks are too large
};

// Does what the backend does to a normalised document before it builds call trees (SENTRY.md §6.1):
// sets in_app of every frame; removes Python's "<module>" of "<string>" from the root end. In
// chunks, it removes Android's frames of libart.so and nameless anonymous memory. In V1 profiles,
// it removes Cocoa's frames that started main, and gives idle samples between two others the root
// part that their stacks have in common. Removed frames stay in the table.
IdleFill prepare(Chunk &chunk);

} // namespace ember::model::sentry
