// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/inapprules.h"

#include "model/profile/profile.h"

#include <algorithm>
#include <initializer_list>

namespace ember::model::sentry {

namespace {

using Texts = std::initializer_list<std::string_view>;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool containsAny(std::string_view text, Texts parts)
{
    return std::ranges::any_of(parts, [&](auto part) { return contains(text, part); });
}

bool startsWithAny(std::string_view text, Texts beginnings)
{
    return std::ranges::any_of(beginnings, [&](auto start) { return text.starts_with(start); });
}

std::string_view moduleOrPackage(const InAppFrame &frame)
{
    if (frame.module && !frame.module->empty())
        return *frame.module;
    return trimmedPackage(frame.package.value_or(""));
}

bool isNodeApplication(const InAppFrame &frame)
{
    const auto path = frame.absPath.value_or("");
    return !path.starts_with("node:") && !contains(path, "node_modules");
}

bool isJavaScriptApplication(const InAppFrame &frame)
{
    const auto isForeign = [](std::string_view path) {
        return contains(path, "node_modules")
            || startsWithAny(path, {"@moz-extension", "chrome-extension"});
    };
    return !frame.function.value_or("").starts_with('[') && !isForeign(frame.filename.value_or(""))
        && !isForeign(frame.absPath.value_or(""));
}

bool isPythonApplication(const InAppFrame &frame)
{
    const auto path = frame.absPath.value_or("");
    if (path.starts_with("/usr/local/")
        || containsAny(
            path, {"/site-packages/", "/dist-packages/", "\\site-packages\\", "\\dist-packages\\"}))
        return false;
    const auto module = frame.module.value_or("");
    const auto package = module.substr(0, module.find('.'));
    return package != "sentry_sdk" && !isPythonStandardModule(package);
}

bool isPhpApplication(const InAppFrame &frame)
{
    return !contains(frame.absPath.value_or(""), "/vendor/");
}

bool isRustApplication(const InAppFrame &frame)
{
    return frame.package && !contains(*frame.package, "/library/std/src/")
        && !startsWithAny(
               *frame.package,
               {"/usr/lib/system/", "/rustc/", "/usr/local/rustup/", "/usr/local/cargo/"});
}

// "main" and "UIApplicationMain" would be the system's if they were symbolicated; the status that
// says so is a member Relay drops, so no chunk that comes in can have it.
bool isCocoaApplication(const InAppFrame &frame)
{
    if (const auto name = moduleOrPackage(frame); name == "Sentry" || name == "hermes")
        return false;
    const auto package = frame.package.value_or("");
    return startsWithAny(package, {"/private/var/containers", "/var/containers"})
        || containsAny(
               package,
               {"/Developer/Xcode/DerivedData", "/data/Containers/Bundle/Application", ".app"});
}

bool isAndroidSystemPackage(std::string_view package)
{
    const auto relative = package.starts_with('/') ? package.substr(1) : package;
    return startsWithAny(relative, {"system/", "vendor/", "apex/"}) || package == "[vdso]"
        || package == "[stack]" || package.starts_with("[anon:dalvik-");
}

bool isAndroidApplication(const InAppFrame &frame)
{
    if (isAndroidSystemPackage(frame.package.value_or("")))
        return false;
    const bool hasModule = frame.module && !frame.module->empty();
    return !startsWithAny(hasModule ? *frame.module : frame.function.value_or(""),
                          {"java.", "javax.", "kotlin.", "kotlinx.", "android.", "com.android.",
                           "dalvik.", "libcore.", "sun.", "jdk.", "io.sentry."});
}

} // namespace

bool isInApp(const InAppFrame &frame, std::string_view profilePlatform)
{
    const auto platform = frame.platform.value_or(profilePlatform);
    if (frame.inApp && platform == profilePlatform)
        return *frame.inApp;
    if (platform == "node")
        return isNodeApplication(frame);
    if (platform == "javascript")
        return isJavaScriptApplication(frame);
    if (platform == "python")
        return isPythonApplication(frame);
    if (platform == "php")
        return isPhpApplication(frame);
    if (platform == "rust")
        return isRustApplication(frame);
    if (platform == "cocoa")
        return isCocoaApplication(frame);
    if (profilePlatform == "android"
        && (platform == "java" || platform == "native" || platform == "android"))
        return frame.inApp.value_or(isAndroidApplication(frame));
    return false;
}

} // namespace ember::model::sentry
