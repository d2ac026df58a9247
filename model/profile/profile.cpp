// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"

#include "model/core/text.h"
#include "model/profile/scripts.h"

#include <string>

namespace ember::model {

namespace {

bool isWindowsPath(std::string_view path)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return path.starts_with("\\\\")
        || (path.size() > 2 && isLetter(path[0]) && path.substr(1, 2) == ":\\");
}

// The part of the path after the last separator; if that is empty, the part before it; if both are
// empty, the whole path.
std::string_view lastPart(std::string_view path, char separator)
{
    const auto last = path.rfind(separator);
    if (last == std::string_view::npos)
        return path;
    if (last + 1 < path.size())
        return path.substr(last + 1);
    const auto before = path.substr(0, last);
    const auto part = before.substr(before.rfind(separator) + 1); // npos + 1 is 0
    return part.empty() ? path : part;
}

} // namespace

std::string_view trimmedPackage(std::string_view package)
{
    package = lastPart(package, isWindowsPath(package) ? '\\' : '/');
    for (const std::string_view ending : {".dylib", ".so", ".a", ".dll", ".exe"}) {
        if (package.ends_with(ending))
            return package.substr(0, package.size() - ending.size());
    }
    return package;
}

std::string_view moduleName(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (frame.function.isValid()) {
        const Function &function = profile.function(frame.function);
        if (const auto module = profile.text(function.module); !module.empty())
            return module;
        if (function.package.isValid())
            return trimmedPackage(profile.text(function.package));
    }
    if (frame.image.isValid())
        return trimmedPackage(profile.text(profile.image(frame.image).codeFile));
    return {};
}

std::optional<ExitStatus> launchedExit(const Profile &profile)
{
    std::optional<ExitStatus> exit;
    for (const Process &process : profile.tables().processes) {
        if (process.launched && process.exit)
            exit = process.exit;
    }
    return exit;
}

std::string frameName(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (frame.function.isValid()) {
        const Function &function = profile.function(frame.function);
        const auto platform = profile.text(frame.platform);
        if (isScriptPlatform(platform)) {
            auto name =
                scriptFunctionName(platform,
                                   {profile.text(function.name), profile.text(function.module),
                                    profile.text(function.file), function.startLine});
            if (!name.empty())
                return name;
        }
        if (const auto name = profile.text(function.name); !name.empty())
            return std::string(name);
    }
    const bool isMade = frame.function.isValid() && !frame.address
        && profile.text(profile.function(frame.function).package) == madeCodePackage;
    if (isMade)
        return std::string(madeCodeName);
    if (const auto address = frame.address.value_or(frame.pc); address != 0)
        return addressName(profile, frame.image, address);
    if (frame.function.isValid()) {
        if (const auto file = profile.text(profile.function(frame.function).file); !file.empty())
            return std::string(file);
    }
    return "unknown";
}

namespace {

constexpr std::string_view sourceType = "rprof";
constexpr std::string_view intervalKey = "interval_us";

} // namespace

Nanoseconds lastDuration(const Profile &profile, ThreadIndex thread)
{
    const auto &samples = profile.samples(thread);
    if (samples.isEmpty() || profile.tables().origin == TimeOrigin::None)
        return {};
    const auto source = samples.source(SampleIndex(samples.size() - 1));
    const auto &sources = profile.tables().sources;
    if (!sources.contains(source) || profile.text(sources[source].type) != sourceType)
        return {};
    auto text = findAttribute(profile, sources[source], intervalKey).value_or("");
    constexpr std::int64_t longestUs = 86'400'000'000; // a day, the limit of Rprof's reader as well
    const auto interval = takeNumber<std::int64_t>(text).value_or(0);
    if (interval <= 0 || interval > longestUs)
        return {};
    return std::chrono::microseconds(interval);
}

std::string addressName(const Profile &profile, ImageIndex index, std::uint64_t address)
{
    if (!index.isValid())
        return "0x" + hexDigits(address);
    const Image &image = profile.image(index);
    return std::string(trimmedPackage(profile.text(image.codeFile))) + "+0x"
        + hexDigits(address - image.address);
}

} // namespace ember::model
