// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/jitmaps/mapvariables.h"

#include "capture/launch/commandresolver.h"

#include <algorithm>
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

} // namespace ember::capture
