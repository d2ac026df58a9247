// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/scriptpaths.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

std::string_view lastPartOf(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

// The SDK goes up from the module's file as many folders as the module's name has dots, one more
// for a package's own file.
std::string pythonFileName(std::string_view path, std::string_view module)
{
    auto folders = std::ranges::count(module, '.');
    if (folders == 0)
        return std::string(lastPartOf(path));
    if (lastPartOf(path).starts_with("__init__."))
        ++folders;
    auto start = path.size();
    for (; folders >= 0; --folders) {
        const auto slash = path.substr(0, start).rfind('/');
        if (slash == std::string_view::npos)
            return std::string(path);
        start = slash;
    }
    return std::string(path.substr(start + 1));
}

// Whether the path goes through a folder "lib/python3.11" or the like: of a prefix, as /usr has it.
bool isInPythonLibrary(std::string_view path)
{
    constexpr std::string_view folder = "/lib/python";
    for (auto place = path.find(folder); place != std::string_view::npos;
         place = path.find(folder, place + 1)) {
        const auto version = path.substr(place + folder.size());
        const auto end = version.find_first_not_of("0123456789.t");
        if (end != 0 && end != std::string_view::npos && version[end] == '/')
            return true;
    }
    return false;
}

bool goesThrough(std::string_view path, std::string_view part)
{
    return path.find(part) != std::string_view::npos;
}

} // namespace

bool isScriptPlatform(std::string_view platform)
{
    constexpr std::array<std::string_view, 7> platforms{"python", "node", "javascript", "java",
                                                        "ruby",   "php",  "perl"};
    return std::ranges::find(platforms, platform) != platforms.end();
}

bool isScriptWithoutFile(std::string_view file)
{
    return file.empty() || file.starts_with('<') || file.starts_with('[')
        || file.starts_with("(eval") // Ruby's
        || file.starts_with("node:") || file.starts_with("evalmachine.")
        || file.find("://") != std::string_view::npos;
}

bool hasScriptPaths(std::string_view platform)
{
    return platform != "java";
}

std::string scriptFileName(std::string_view platform, std::string_view path,
                           std::string_view module)
{
    if (platform == "python" && !isScriptWithoutFile(path))
        return pythonFileName(path, module);
    return std::string(path);
}

bool isScriptOfLibrary(std::string_view platform, std::string_view path, std::string_view module)
{
    if (platform == "java") {
        constexpr std::array<std::string_view, 5> packages{"java.", "javax.", "jdk.", "sun.",
                                                           "com.sun."};
        return std::ranges::any_of(
            packages, [module](std::string_view package) { return module.starts_with(package); });
    }
    if (platform == "python")
        return path.starts_with("<frozen ") || goesThrough(path, "/site-packages/")
            || goesThrough(path, "/dist-packages/") || isInPythonLibrary(path);
    if (platform == "node")
        return path.starts_with("node:") || goesThrough(path, "/node_modules/");
    if (platform == "ruby")
        return path.starts_with('<') || goesThrough(path, "/gems/")
            || goesThrough(path, "/lib/ruby/");
    if (platform == "php")
        return path.starts_with('[') || goesThrough(path, "/vendor/")
            || goesThrough(path, "/share/php/");
    return false;
}

std::string scriptFunctionName(std::string_view platform, const ScriptName &function)
{
    if (platform == "java" && !function.name.empty() && !function.module.empty()) {
        const auto type = function.module.substr(function.module.rfind('.') + 1);
        return std::string(type) + '.' + std::string(function.name);
    }
    if (!function.name.empty() || function.file.empty())
        return std::string(function.name);
    std::string name(lastPartOf(function.file));
    if (function.line != 0)
        name += ':' + std::to_string(function.line);
    return name + " (anonymous)";
}

} // namespace ember::model
