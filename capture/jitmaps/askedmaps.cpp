// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/jitmaps/askedmaps.h"

#include "capture/jitmaps/javaattach.h"
#include "capture/launch/commandresolver.h"

#include <algorithm>
#include <chrono>
#include <string_view>

namespace ember::capture {

namespace {

std::string withOptions(std::string_view name, std::string_view options,
                        std::span<const std::string> environment)
{
    auto value = valueIn(environment, name);
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    value = value.substr(0, value.find_last_not_of(' ') + 1); // npos + 1 is 0
    std::string variable(name);
    variable += '=';
    variable += value;
    if (value.find(options) != std::string_view::npos)
        return variable;
    if (!value.empty())
        variable += ' ';
    return variable += options;
}

} // namespace

std::vector<std::string> mapVariables(std::span<const std::string> environment)
{
    return {withOptions("NODE_OPTIONS", "--perf-basic-prof", environment),
            "DOTNET_PerfMapEnabled=1", "PYTHONPERFSUPPORT=1",
            withOptions("JAVA_TOOL_OPTIONS",
                        "-XX:+IgnoreUnrecognizedVMOptions -XX:+PreserveFramePointer "
                        "-XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit",
                        environment)};
}

namespace {

constexpr auto patienceOfAll = std::chrono::seconds(5);

std::string askJava(Pid process, std::chrono::milliseconds patience)
{
    const auto pid = static_cast<pid_t>(process);
    const auto map = askForPerfMap(pid, patience);
    const auto who = "Java (process " + std::to_string(pid) + ')';
    if (map)
        return who + " has written the names of its compiled code to " + map->path + " in "
            + std::to_string(map->took.count()) + " ms; the file stays there";
    const auto &error = map.error();
    const auto reason = error.code == model::ErrorCode::CaptureFailed
        ? error.subject + ": " + error.detail
        : error.detail;
    return who + " has not written the names of its compiled code: " + reason;
}

} // namespace

std::string setMapVariables(std::vector<std::string> &environment)
{
    std::string names;
    for (const auto &variable : mapVariables(environment)) {
        const auto name = variable.substr(0, variable.find('='));
        names += (names.empty() ? "" : ", ") + name;
        setVariable(environment, name, variable.substr(name.size() + 1));
    }
    return "set for the command: " + names
        + "; its runtimes write the names of the code that they compile to /tmp/perf-PID.map, some"
          " 100 bytes for each function, and the files stay there; node also leaves a file"
          " isolate*.log in its folder, and .NET /tmp/perfinfo-PID.map; Java writes when it ends,"
          " and says on standard error which options it was given";
}

std::string askBeforeAttach(Pid process)
{
    if (hasJavaMachine(static_cast<pid_t>(process)))
        return askJava(process, patienceOfAll);
    return "process " + std::to_string(static_cast<pid_t>(process))
        + " is no Java machine: Node, .NET and Python name their compiled code only where they are"
          " launched with --name-jit";
}

std::vector<std::string> askAtEnd(std::span<const Pid> processes)
{
    std::vector<std::string> notes;
    const auto end = std::chrono::steady_clock::now() + patienceOfAll;
    for (const auto process : processes) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() > 0 && hasJavaMachine(static_cast<pid_t>(process)))
            notes.push_back(askJava(process, left));
    }
    return notes;
}

} // namespace ember::capture
