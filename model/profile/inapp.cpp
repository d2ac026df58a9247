// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/inapp.h"

#include "model/core/text.h"
#include "model/profile/scripts.h"

#include <algorithm>
#include <array>

namespace ember::model {

namespace {

bool isBelow(std::string_view path, std::string_view folder)
{
    while (folder.size() > 1 && folder.back() == '/')
        folder.remove_suffix(1);
    if (folder.empty() || !path.starts_with(folder))
        return false;
    return path.size() == folder.size() || folder == "/" || path[folder.size()] == '/';
}

bool isBelowAny(std::string_view path, const std::vector<std::string> &folders)
{
    return std::ranges::any_of(folders,
                               [&](const std::string &folder) { return isBelow(path, folder); });
}

// Whether the path lies in /lib, /lib64, /libx32, …: links into /usr on Debian, folders on others.
bool isSystemLibraryFolder(std::string_view path)
{
    const auto firstPart = path.substr(0, path.find('/', 1));
    return firstPart == "/lib" || firstPart == "/lib32" || firstPart == "/lib64"
        || firstPart == "/libx32";
}

bool isSystemPath(std::string_view path)
{
    if (isBelow(path, "/usr"))
        return !isBelow(path, "/usr/local");
    return isSystemLibraryFolder(path) || isBelow(path, "/bin") || isBelow(path, "/sbin");
}

// Whether a name in the kernel's memory map is not that of an ordinary file.
bool isAnonymous(std::string_view path)
{
    static constexpr std::array<std::string_view, 5> prefixes{"/memfd:", "/dev/", "/SYSV",
                                                              "/anon_hugepage", "//anon"};
    return !path.starts_with('/') || std::ranges::any_of(prefixes, [&](std::string_view prefix) {
        return path.starts_with(prefix);
    });
}

} // namespace

std::string_view withoutDeletedMark(std::string_view path)
{
    static constexpr std::string_view mark = " (deleted)";
    if (path.ends_with(mark))
        path.remove_suffix(mark.size());
    return path;
}

bool isInterpreter(std::string_view path)
{
    static constexpr std::array<std::string_view, 33> names{
        "bash",   "beam.smp", "bun",   "dash",      "deno",    "dotnet",  "fish",
        "guile",  "java",     "julia", "ksh",       "lua",     "luajit",  "mono",
        "node",   "nodejs",   "perl",  "php",       "php-cgi", "php-fpm", "pypy",
        "python", "ruby",     "tclsh", "wish",      "zsh",     "coreclr", "jvm",
        "jli",    "uv",       "pwsh",  "mono-sgen", "R"};
    auto name = fileNameOf(path);
    if (name.starts_with("lib"))
        name.remove_prefix(3);
    if (const auto suffix = name.find(".so"); suffix != name.npos)
        name = name.substr(0, suffix);
    if (std::ranges::find(names, name) != names.end())
        return true;
    const auto end = name.find_last_not_of("0123456789.-");
    return end != name.npos && end + 1 < name.size()
        && std::ranges::find(names, name.substr(0, end + 1)) != names.end();
}

bool isSourceOfSystem(std::string_view file)
{
    // Compilers name folders of their own by ways such as /usr/bin/../lib/gcc/12/../../include.
    if (isBelow(file, "/usr"))
        return !isBelow(file, "/usr/local") && !isBelow(file, "/usr/src");
    const auto include = file.find("/include/");
    return isBelow(file, "/rustc")
        || (include != file.npos && file.find("/c++/", include) != file.npos);
}

InApp InAppRule::of(std::string_view codeFile, std::string_view executable) const
{
    const auto path = withoutDeletedMark(codeFile);
    if (isBelowAny(path, m_rules.include))
        return InApp::Yes;
    if (isBelowAny(path, m_rules.exclude))
        return InApp::No;
    if (isInterpreter(path) || path.ends_with("/libemberchart-frames.so"))
        return InApp::No;
    if (!executable.empty() && path == withoutDeletedMark(executable))
        return InApp::Yes;
    return isAnonymous(path) || isSystemPath(path) ? InApp::No : InApp::Yes;
}

InApp InAppRule::ofScript(std::string_view platform, std::string_view path,
                          std::string_view module) const
{
    if (isBelowAny(path, m_rules.include))
        return InApp::Yes;
    const bool isForeign =
        isBelowAny(path, m_rules.exclude) || isScriptOfLibrary(platform, path, module);
    return isForeign ? InApp::No : InApp::Yes;
}

} // namespace ember::model
