// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/inapprules.h"

#include "model/profile/profile.h"

#include <algorithm>
#include <array>
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

// Whether a frame of cocoa is the user's code. "main" and "UIApplicationMain" would be the system's
// if they were symbolicated, but Relay drops the member with that status, so chunks cannot have it.
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

namespace {

// sys.stdlib_module_names of CPython 3.11, and names of older versions (SENTRY.md §6.1); sorted.
// clang-format off
constexpr auto standardModules = std::to_array<std::string_view>({
    "__future__", "_abc", "_aix_support", "_ast", "_asyncio", "_bisect", "_blake2",
    "_bootsubprocess", "_bz2", "_codecs", "_codecs_cn", "_codecs_hk", "_codecs_iso2022",
    "_codecs_jp", "_codecs_kr", "_codecs_tw", "_collections", "_collections_abc",
    "_compat_pickle", "_compression", "_contextvars", "_crypt", "_csv", "_ctypes", "_curses",
    "_curses_panel", "_datetime", "_dbm", "_decimal", "_elementtree", "_frozen_importlib",
    "_frozen_importlib_external", "_functools", "_gdbm", "_hashlib", "_heapq", "_imp", "_io",
    "_json", "_locale", "_lsprof", "_lzma", "_markupbase", "_md5", "_msi", "_multibytecodec",
    "_multiprocessing", "_opcode", "_operator", "_osx_support", "_overlapped", "_pickle",
    "_posixshmem", "_posixsubprocess", "_py_abc", "_pydecimal", "_pyio", "_queue", "_random",
    "_scproxy", "_sha1", "_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins", "_socket",
    "_sqlite3", "_sre", "_ssl", "_stat", "_statistics", "_string", "_strptime", "_struct",
    "_symtable", "_thread", "_threading_local", "_tkinter", "_tokenize", "_tracemalloc",
    "_typing", "_uuid", "_warnings", "_weakref", "_weakrefset", "_winapi", "_zoneinfo", "abc",
    "aifc", "antigravity", "argparse", "array", "ast", "asynchat", "asyncio", "asyncore",
    "atexit", "audioop", "base64", "bdb", "binascii", "binhex", "bisect", "builtins", "bz2",
    "cProfile", "calendar", "cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop",
    "collections", "colorsys", "compileall", "concurrent", "configparser", "contextlib",
    "contextvars", "copy", "copyreg", "crypt", "csv", "ctypes", "curses", "dataclasses",
    "datetime", "dbm", "decimal", "difflib", "dis", "distutils", "doctest", "dummy_threading",
    "email", "encodings", "ensurepip", "enum", "errno", "faulthandler", "fcntl", "filecmp",
    "fileinput", "fnmatch", "formatter", "fpectl", "fractions", "ftplib", "functools", "gc",
    "genericpath", "getopt", "getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib",
    "heapq", "hmac", "html", "http", "idlelib", "imaplib", "imghdr", "imp", "importlib",
    "inspect", "io", "ipaddress", "itertools", "json", "keyword", "lib2to3", "linecache",
    "locale", "logging", "lzma", "macpath", "mailbox", "mailcap", "marshal", "math", "mimetypes",
    "mmap", "modulefinder", "msilib", "msvcrt", "multiprocessing", "netrc", "nis", "nntplib",
    "nt", "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os",
    "ossaudiodev", "parser", "pathlib", "pdb", "pickle", "pickletools", "pipes", "pkgutil",
    "platform", "plistlib", "poplib", "posix", "posixpath", "pprint", "profile", "pstats", "pty",
    "pwd", "py_compile", "pyclbr", "pydoc", "pydoc_data", "pyexpat", "queue", "quopri", "random",
    "re", "readline", "reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select",
    "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtpd", "smtplib", "sndhdr",
    "socket", "socketserver", "spwd", "sqlite3", "sre", "sre_compile", "sre_constants",
    "sre_parse", "ssl", "stat", "statistics", "string", "stringprep", "struct", "subprocess",
    "sunau", "symbol", "symtable", "sys", "sysconfig", "syslog", "tabnanny", "tarfile",
    "telnetlib", "tempfile", "termios", "test", "textwrap", "this", "threading", "time", "timeit",
    "tkinter", "token", "tokenize", "tomllib", "trace", "traceback", "tracemalloc", "tty",
    "turtle", "turtledemo", "types", "typing", "unicodedata", "unittest", "urllib", "uu", "uuid",
    "venv", "warnings", "wave", "weakref", "webbrowser", "winreg", "winsound", "wsgiref",
    "xdrlib", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo",
});
// clang-format on

static_assert(std::ranges::is_sorted(standardModules));

} // namespace

bool isPythonStandardModule(std::string_view name)
{
    return std::ranges::binary_search(standardModules, name);
}

} // namespace ember::model::sentry
