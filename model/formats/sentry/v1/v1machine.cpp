// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/v1/v1machine.h"

#include "model/profile/sourceattributes.h"

#include <nlohmann/json.hpp>

#include <gnu/libc-version.h>
#include <sys/utsname.h>

namespace ember::model::sentry::v1 {

namespace {

nlohmann::json attributeOf(const Profile &profile, const Source &source, std::string_view key)
{
    const auto text = findAttribute(profile, source, key);
    return text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
}

} // namespace

Machine thisMachine()
{
    utsname system{};
    if (uname(&system) != 0)
        return {"unknown", "Linux", "unknown", {}, {}};
    return {system.machine, system.sysname,         system.release,
            "glibc",        gnu_get_libc_version(), system.version};
}

std::optional<Machine> capturedMachine(const Profile &profile)
{
    for (const Source &source : profile.tables().sources) {
        const auto architecture = attributeText(profile, source, "machine");
        const auto system = attributeText(profile, source, "system"); // "Linux 6.1.0"
        const auto space = system.find(' ');
        if (!architecture.empty() && space != std::string::npos)
            return Machine{architecture, system.substr(0, space), system.substr(space + 1), {}, {}};
    }
    return std::nullopt;
}

std::string attributeText(const Profile &profile, const Source &source, std::string_view key)
{
    const auto value = attributeOf(profile, source, key);
    return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<bool> attributeFlag(const Profile &profile, const Source &source,
                                  std::string_view key)
{
    const auto value = attributeOf(profile, source, key);
    return value.is_boolean() ? std::optional(value.get<bool>()) : std::nullopt;
}

const Source *profileSource(const Profile &profile, ProcessIndex process)
{
    for (const Source &source : profile.tables().sources) {
        if (source.process == process && profile.text(source.type) == "sentry-v1")
            return &source;
    }
    return nullptr;
}

} // namespace ember::model::sentry::v1
