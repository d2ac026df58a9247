// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/scripts.h"

#include "model/core/text.h"
#include "model/profile/inapp.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace ember::model {

namespace {

// An interpreter, and those of its options that take the next word as value.
struct Interpreter {
    std::string_view name; // without the version at its end
    std::array<std::string_view, 4> valued;
};

constexpr std::array<Interpreter, 9> interpreters{{{"python", {"-W", "-X", "", ""}},
                                                   {"pypy", {"-W", "-X", "", ""}},
                                                   {"node", {"-r", "--require", "--import", "-C"}},
                                                   {"nodejs", {"-r", "--require", "", ""}},
                                                   {"ruby", {"-I", "-r", "-C", "-E"}},
                                                   {"php", {"-d", "-c", "-z", ""}},
                                                   {"perl", {"-I", "", "", ""}},
                                                   {"bash", {"-o", "-O", "", ""}},
                                                   {"sh", {"-o", "", "", ""}}}};

// Whether code or a module follows the option on the command line in place of a script.
bool replacesScript(std::string_view option)
{
    static constexpr std::array<std::string_view, 9> options{"-c", "-m",     "-e",      "-E", "-p",
                                                             "-r", "--eval", "--print", "-"};
    return std::ranges::find(options, option) != options.end();
}

const Interpreter *interpreterOf(std::string_view program)
{
    auto name = fileNameOf(program);
    name = name.substr(0, name.find_last_not_of("0123456789.") + 1);
    const auto *const found = std::ranges::find(interpreters, name, &Interpreter::name);
    return found == interpreters.end() ? nullptr : found;
}

// Where the options of an interpreter end.
struct OptionsEnd {
    const Interpreter *interpreter = nullptr; // null: the program is no interpreter
    // The row of the script, or of the option in place of one; the number of words if there is
    // neither.
    std::size_t row = 0;
};

OptionsEnd optionsEnd(std::span<const std::string_view> command)
{
    OptionsEnd end{command.empty() ? nullptr : interpreterOf(command.front()), command.size()};
    for (std::size_t row = 1; end.interpreter != nullptr && row < command.size(); ++row) {
        const bool takesNext = std::ranges::find(end.interpreter->valued, command[row])
            != end.interpreter->valued.end();
        if (!command[row].starts_with('-') || (!takesNext && replacesScript(command[row]))) {
            end.row = row;
            return end;
        }
        row += takesNext ? 1U : 0U;
    }
    return end;
}

} // namespace

std::optional<Script> scriptIn(std::span<const std::string_view> command)
{
    const auto [interpreter, row] = optionsEnd(command);
    if (interpreter == nullptr || row >= command.size() || command[row].starts_with('-'))
        return std::nullopt;
    return Script{interpreter->name, command[row]};
}

std::string inPlaceOfScript(std::span<const std::string_view> command)
{
    const auto [interpreter, row] = optionsEnd(command);
    if (interpreter == nullptr || row >= command.size() || !command[row].starts_with('-'))
        return {};
    std::string text(command[row]);
    if (row + 1 < command.size())
        text.append(" ").append(command[row + 1]);
    return text;
}

namespace {

// Returns the path below the folder that the SDK finds by going up as many folders from the file as
// the module's name has dots, one more from a package's own file.
std::string pythonFileName(std::string_view path, std::string_view module)
{
    auto folders = std::ranges::count(module, '.');
    if (folders == 0)
        return std::string(fileNameOf(path));
    if (fileNameOf(path).starts_with("__init__."))
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

// Whether the path goes through a folder "lib/python3.11" or the like, as in /usr or another
// prefix.
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
    std::string name(fileNameOf(function.file));
    if (function.line != 0)
        name += ':' + std::to_string(function.line);
    return name + " (anonymous)";
}

bool isScript(const Profile &profile, const Frame &frame)
{
    return frame.platform.isValid() && isScriptPlatform(profile.text(frame.platform));
}

namespace {

// The path of the binary that a native frame lies in; "": none.
std::string_view binaryOf(const Profile &profile, const Frame &frame)
{
    if (frame.image.isValid())
        return profile.text(profile.image(frame.image).codeFile);
    if (!frame.function.isValid())
        return {};
    const auto package = profile.function(frame.function).package;
    return package.isValid() ? profile.text(package) : std::string_view();
}

// Whether the path is one of the C library or its loader: "libc.so.6", "libc-2.31.so",
// "ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1".
bool isCLibrary(std::string_view path)
{
    const auto name = fileNameOf(path);
    constexpr std::array<std::string_view, 6> beginnings{"libc.so", "libc-2.",     "libpthread.so",
                                                         "ld-2.",   "libpthread-", "ld-linux"};
    return std::ranges::any_of(beginnings,
                               [name](std::string_view text) { return name.starts_with(text); })
        || name.starts_with("ld-musl");
}

bool isLoop(const Profile &profile, const Frame &frame)
{
    if (!frame.function.isValid())
        return false;
    const auto name = profile.function(frame.function).name;
    if (!name.isValid())
        return false;
    const auto text = profile.text(name);
    return text.starts_with("_PyEval_EvalFrameDefault") || text == "rb_vm_exec"
        || text == "execute_ex" || text.starts_with("JavaCalls::call_helper");
}

} // namespace

ScriptRole scriptRole(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (isScript(profile, frame))
        return ScriptRole::Script;
    const auto binary = binaryOf(profile, frame);
    if (isLoop(profile, frame))
        return ScriptRole::InterpreterLoop;
    if (isInterpreter(binary))
        return ScriptRole::Interpreter;
    return isCLibrary(binary) ? ScriptRole::CLibrary : ScriptRole::Other;
}

void ScriptRoles::lookForScripts(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    while (!m_haveScripts && m_searched < frames.size()) {
        for (const Frame &frame : frames.run(m_searched)) {
            m_haveScripts |= isScript(profile, frame);
            ++m_searched;
        }
    }
}

void ScriptRoles::update(const Profile &profile)
{
    lookForScripts(profile);
    if (!m_haveScripts)
        return;
    const auto &frames = profile.tables().frames;
    while (m_roles.size() < frames.size())
        m_roles.push_back(scriptRole(profile, FrameIndex(m_roles.size())));
}

} // namespace ember::model
