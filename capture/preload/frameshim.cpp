// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/preload/frameshim.h"

#include "capture/procfs/elfidentity.h"

#include <algorithm>
#include <array>
#include <climits>
#include <string_view>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::string_view shimName = "/libemberchart-frames.so";

std::string ownFolder()
{
    std::array<char, PATH_MAX> path{};
    const auto size = readlink("/proc/self/exe", path.data(), path.size());
    const std::string program(path.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return program.substr(0, program.rfind('/'));
}

bool needsSanitizer(const ElfIdentity &identity)
{
    return std::ranges::any_of(identity.needed, [](std::string_view library) {
        return library.starts_with("libasan") || library.starts_with("libtsan")
            || library.starts_with("libhwasan") || library.starts_with("libclang_rt.");
    });
}

bool isOfSystemLoader(std::string_view interpreter)
{
    return interpreter.substr(interpreter.rfind('/') + 1).starts_with("ld-linux");
}

} // namespace

Result<std::string> findFrameShim()
{
    const std::string folder = ownFolder();
    for (const std::string_view place : {"", "/" EMBER_SHIM_FOLDER}) {
        std::string path = folder;
        path.append(place).append(shimName);
        if (access(path.c_str(), R_OK) != 0)
            continue;
        if (path.find_first_of(" :") != std::string::npos)
            return Error{ErrorCode::CaptureFailed, path,
                         "frame times: LD_PRELOAD cannot name a path with blanks or colons"};
        return path;
    }
    return Error{ErrorCode::CaptureFailed, std::string(shimName.substr(1)),
                 "frame times: it is not installed"};
}

std::optional<ShimRefusal> shimRefusal(const std::string &program)
{
    const auto identity = readElfIdentity(program);
    if (!identity)
        return std::nullopt;
    if (identity->interpreter.empty())
        return ShimRefusal::Static;
    if (!isOfSystemLoader(identity->interpreter))
        return ShimRefusal::ForeignLoader;
    if (needsSanitizer(*identity))
        return ShimRefusal::Sanitizer;
    const auto raised = readRaisedPrivileges(program);
    return raised && raised->any() ? std::optional(ShimRefusal::OtherPrivileges) : std::nullopt;
}

void addToPreload(std::vector<std::string> &environment, const std::string &shim)
{
    constexpr std::string_view start = "LD_PRELOAD=";
    const auto place = std::ranges::find_if(
        environment, [&](const auto &variable) { return variable.starts_with(start); });
    if (place == environment.end())
        environment.push_back(std::string(start) + shim);
    else if (place->size() == start.size())
        *place += shim;
    else
        *place += ':' + shim;
}

} // namespace ember::capture
