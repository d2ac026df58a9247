// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/prepare.h"

#include "model/formats/sentry/relay.h"
#include "model/profile/profile.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

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

// Whether a frame of cocoa is the user's code. The backend takes "main" and "UIApplicationMain" for
// the system's if the frame says that it was symbolicated; Relay drops that member, so this cannot
// occur in chunks.
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

namespace {

std::optional<std::string_view> optionalText(const Chunk &chunk, StringIndex index)
{
    return index.isValid() ? std::optional(chunk.text(index)) : std::nullopt;
}

void setInApp(const Chunk &chunk, ChunkFrame &frame, std::string_view platform)
{
    const InAppFrame seen{
        .function = optionalText(chunk, frame.function),
        .module = optionalText(chunk, frame.module),
        .package = optionalText(chunk, frame.package),
        .filename = optionalText(chunk, frame.filename),
        .absPath = optionalText(chunk, frame.absPath),
        .platform = optionalText(chunk, frame.platform),
        .inApp =
            frame.inApp == InApp::Unset ? std::nullopt : std::optional(frame.inApp == InApp::Yes),
    };
    const auto inApp = isInApp(seen, platform) ? InApp::Yes : InApp::No;
    if (frame.inApp != inApp)
        frame.inAppOfFile = frame.inApp;
    frame.inApp = inApp;
}

// Rewrites all stacks; `keep` changes the frames of each.
template<typename Keep>
void rewriteStacks(Chunk &chunk, Keep keep)
{
    ChunkStacks kept;
    std::vector<ChunkFrameIndex> frames;
    for (std::size_t row = 0; row < chunk.stacks.size(); ++row) {
        const auto stack = chunk.stacks[ChunkStackIndex(row)];
        frames.assign(stack.begin(), stack.end());
        keep(frames);
        kept.append(frames);
    }
    chunk.stacks = std::move(kept);
}

bool isAndroidNoise(const Chunk &chunk, const ChunkFrame &frame)
{
    const auto package = chunk.text(frame.package);
    return package.ends_with("libart.so")
        || (package.starts_with("<anonymous") && chunk.text(frame.function).empty());
}

void removeAndroidNoise(Chunk &chunk)
{
    std::vector<bool> isNoise;
    isNoise.reserve(chunk.frames.size());
    for (const ChunkFrame &frame : chunk.frames)
        isNoise.push_back(isAndroidNoise(chunk, frame));
    if (std::ranges::find(isNoise, true) == isNoise.end())
        return;
    rewriteStacks(chunk, [&](std::vector<ChunkFrameIndex> &stack) {
        std::erase_if(stack, [&](ChunkFrameIndex frame) {
            return frame.row() < isNoise.size() && isNoise[frame.row()];
        });
    });
}

void setInApp(Chunk &chunk)
{
    const auto platform = chunk.text(chunk.metadata.platform);
    for (ChunkFrame &frame : chunk.frames)
        setInApp(chunk, frame, platform);
}

// Removes the "<module>" frame of "<string>" at the root end. Only the first such frame of the
// table counts, and only once per stack.
void cutPythonModuleFrame(Chunk &chunk)
{
    const auto found = std::ranges::find_if(chunk.frames, [&](const ChunkFrame &frame) {
        return chunk.text(frame.filename) == "<string>" && chunk.text(frame.function) == "<module>";
    });
    if (found == chunk.frames.end())
        return;
    const ChunkFrameIndex moduleFrame(
        static_cast<std::size_t>(std::distance(chunk.frames.begin(), found)));
    rewriteStacks(chunk, [&](std::vector<ChunkFrameIndex> &stack) {
        if (!stack.empty() && stack.back() == moduleFrame)
            stack.pop_back();
    });
}

// Whether each frame has the mark of Sentry's symbolicator, which payloads of SDKs do not have.
std::vector<bool> symbolicatedFrames(const Chunk &chunk)
{
    std::vector<bool> symbolicated(chunk.frames.size());
    for (std::size_t row = 0; row < symbolicated.size(); ++row) {
        const auto rest = nlohmann::json::parse(chunk.text(chunk.frames[row].rest), nullptr, false);
        const auto data = rest.find("data");
        if (data == rest.end() || !data->is_object())
            continue;
        const auto status = data->find("symbolicator_status");
        symbolicated[row] = status != data->end() && *status == "symbolicated";
    }
    return symbolicated;
}

// The last frame of the table that is named main.
std::optional<ChunkFrameIndex> mainFrame(const Chunk &chunk)
{
    for (auto row = chunk.frames.size(); row-- > 0;) {
        if (chunk.text(chunk.frames[row].function) == "main")
            return ChunkFrameIndex(row);
    }
    return std::nullopt;
}

// Removes the frames that started main. Looks for main only among the outermost frames of a stack.
void cutCocoaStarters(Chunk &chunk)
{
    constexpr std::ptrdiff_t sought = 10;
    const auto main = mainFrame(chunk);
    if (!main)
        return;
    const auto symbolicated = symbolicatedFrames(chunk);
    const auto isStarter = [&symbolicated](ChunkFrameIndex frame) {
        return frame.row() >= symbolicated.size() || !symbolicated[frame.row()];
    };
    rewriteStacks(chunk, [&](std::vector<ChunkFrameIndex> &stack) {
        const auto outermost = std::min<std::ptrdiff_t>(std::ssize(stack), sought);
        const auto found = std::find(stack.rbegin(), stack.rbegin() + outermost, *main);
        if (found != stack.rbegin() + outermost)
            stack.erase(std::remove_if(found.base(), stack.end(), isStarter), stack.end());
    });
}

constexpr std::size_t budgetPerFrame = 16;
constexpr std::size_t leastBudget = 4'000'000;

// Gives idle samples between two others of their thread the root part that the stacks before and
// after have in common, by frame numbers (SENTRY.md §6.1). Samples are taken in the order of the
// file. The common parts are new rows of stacks.
class IdleStacks {
public:
    explicit IdleStacks(Chunk &chunk);

    IdleFill fill();

private:
    // The state of one thread while the samples are gone through.
    struct Walk {
        ChunkStackIndex before; // the last stack that was not empty; invalid: none yet
        std::vector<std::size_t> idle; // idle samples since `before`
    };

    void visit(std::size_t row);
    void fillRun(Walk &walk, ChunkStackIndex after);
    ChunkStackIndex commonStack(ChunkStackIndex before, ChunkStackIndex after);

    Chunk &m_chunk;
    IdleFill m_result;
    std::vector<Walk> m_walks; // by thread
    std::map<std::pair<ChunkStackIndex, ChunkStackIndex>, ChunkStackIndex> m_known;
    // How many frames may still be compared and written: a small file can require very many.
    std::size_t m_budget;
};

IdleStacks::IdleStacks(Chunk &chunk)
    : m_chunk(chunk),
      m_walks(chunk.strings.size() + 1), // the last for samples without a thread
      m_budget(leastBudget + budgetPerFrame * chunk.stacks.frameCount())
{
}

IdleFill IdleStacks::fill()
{
    for (std::size_t row = 0; row < m_chunk.samples.size(); ++row)
        visit(row);
    return m_result;
}

void IdleStacks::visit(std::size_t row)
{
    const ChunkSample &sample = m_chunk.samples[row];
    auto &walk = m_walks[sample.thread.isValid() ? sample.thread.row() : m_walks.size() - 1];
    if (isActive(m_chunk, sample)) {
        if (!walk.idle.empty())
            fillRun(walk, sample.stack);
        walk.before = sample.stack;
    } else if (walk.before.isValid()) {
        walk.idle.push_back(row);
    }
}

void IdleStacks::fillRun(Walk &walk, ChunkStackIndex after)
{
    const auto common = commonStack(walk.before, after);
    (common.isValid() ? m_result.filled : m_result.left) += walk.idle.size();
    for (const auto row : walk.idle) {
        if (common.isValid())
            m_chunk.samples[row].stack = common;
    }
    walk.idle.clear();
}

// The common root part of two stacks; invalid if the budget is used up.
ChunkStackIndex IdleStacks::commonStack(ChunkStackIndex before, ChunkStackIndex after)
{
    const auto [place, isNew] = m_known.try_emplace({before, after});
    if (!isNew || m_budget == 0)
        return place->second;
    const auto a = m_chunk.stacks[before];
    const auto b = m_chunk.stacks[after];
    const auto [endOfA, endOfB] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    const std::vector<ChunkFrameIndex> common(endOfA.base(), a.end());
    m_budget -= std::min(m_budget, common.size() + 1);
    if (m_budget == 0)
        return {};
    m_chunk.stacks.append(common);
    place->second = ChunkStackIndex(m_chunk.stacks.size() - 1);
    return place->second;
}

} // namespace

IdleFill prepare(Chunk &chunk)
{
    const bool isV1 = chunk.format == SampleFormat::V1;
    const auto platform = chunk.text(chunk.metadata.platform);
    setInApp(chunk);
    if (platform == "python")
        cutPythonModuleFrame(chunk);
    else if (platform == "cocoa" && isV1)
        cutCocoaStarters(chunk);
    else if (platform == "android" && !isV1)
        removeAndroidNoise(chunk);
    return isV1 ? IdleStacks(chunk).fill() : IdleFill();
}

} // namespace ember::model::sentry
