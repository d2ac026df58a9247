// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry::v1 {

// What V1 wants to know of the machine that was profiled.
struct Machine {
    std::string architecture;
    std::string osName;
    std::string osVersion;
    std::string runtimeName; // "" for none
    std::string runtimeVersion;
    std::string osBuild = {}; // "" if nothing tells
};

Machine thisMachine();

// The machine a capture was made on, as far as its log tells (recorded with it).
std::optional<Machine> capturedMachine(const Profile &profile);

// The text of a source's attribute that is a JSON string; "" if there is none.
std::string attributeText(const Profile &profile, const Source &source, std::string_view key);

// Likewise true or false; nullopt: it is neither.
std::optional<bool> attributeFlag(const Profile &profile, const Source &source,
                                  std::string_view key);

// The V1 profile that a process was read from; nullptr: none.
const Source *profileSource(const Profile &profile, ProcessIndex process);

} // namespace ember::model::sentry::v1
