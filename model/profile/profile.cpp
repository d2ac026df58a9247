// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"

#include <array>
#include <charconv>
#include <string>

namespace ember::model {

namespace {

std::string hex(std::uint64_t number)
{
    std::array<char, 18> digits{'0', 'x'};
    const auto end =
        std::to_chars(digits.data() + 2, digits.data() + digits.size(), number, 16).ptr;
    return {digits.data(), end};
}

bool isWindowsPath(std::string_view path)
{
    return path.starts_with("\\\\") || (path.size() > 2 && path[1] == ':' && path[2] == '\\');
}

} // namespace

std::string_view trimmedPackage(std::string_view package)
{
    const char separator = isWindowsPath(package) ? '\\' : '/';
    while (package.size() > 1 && package.back() == separator)
        package.remove_suffix(1);
    if (const auto last = package.rfind(separator); last != std::string_view::npos)
        package.remove_prefix(last + 1);
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
        if (const auto package = profile.text(function.package); !package.empty())
            return trimmedPackage(package);
    }
    if (frame.image.isValid())
        return trimmedPackage(profile.text(profile.image(frame.image).codeFile));
    return {};
}

std::string frameName(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (frame.function.isValid()) {
        if (const auto name = profile.text(profile.function(frame.function).name); !name.empty())
            return std::string(name);
    }
    const auto address = frame.pc != 0 ? frame.pc : frame.address.value_or(0);
    if (frame.image.isValid() && address != 0) {
        const Image &image = profile.image(frame.image);
        return std::string(moduleName(profile, index)) + '+' + hex(address - image.address);
    }
    if (address != 0)
        return hex(address);
    if (frame.function.isValid()) {
        if (const auto file = profile.text(profile.function(frame.function).file); !file.empty())
            return std::string(file);
    }
    return "unknown";
}

} // namespace ember::model
