// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/jitsymbols.h"

#include "capture/symbols/jitcode.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ember::capture {

namespace {

constexpr std::string_view anonymous = "(anonymous)";

// Removes ":12" from the end of a text and returns 12.
std::optional<std::uint32_t> takeNumber(std::string_view &text)
{
    const auto colon = text.rfind(':');
    if (colon == text.npos)
        return {};
    const auto digits = text.substr(colon + 1);
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size())
        return {};
    text = text.substr(0, colon);
    return number;
}

// Parses V8's names: a kind, a mark for the optimization level, the name, and the source position
// after the last space.
std::optional<model::ResolvedFrame> describeScript(std::string_view name)
{
    static constexpr std::array<std::string_view, 6> kinds{
        "JS:", "LazyCompile:", "Function:", "Eval:", "Script:", "Interpreted:"};
    const auto kind = std::ranges::find_if(
        kinds, [&](std::string_view known) { return name.starts_with(known); });
    if (kind == kinds.end())
        return {};
    name.remove_prefix(kind->size());
    name.remove_prefix(std::min(name.size(), name.find_first_not_of("~^+*'")));
    model::ResolvedFrame frame;
    const auto space = name.rfind(' ');
    auto place = name.substr(space == name.npos ? 0 : space + 1);
    const auto column = takeNumber(place);
    const auto line = column ? takeNumber(place) : std::nullopt;
    if (line) {
        static constexpr std::string_view scheme = "file://";
        name = name.substr(0, space == name.npos ? 0 : space);
        place.remove_prefix(place.starts_with(scheme) ? scheme.size() : 0);
        frame.file = place;
        frame.line = *line;
        frame.column = *column;
    }
    while (name.starts_with(' '))
        name.remove_prefix(1);
    frame.name = name.empty() ? anonymous : name;
    return frame;
}

std::optional<model::ResolvedFrame> describePython(std::string_view name)
{
    static constexpr std::string_view kind = "py::";
    const auto colon = name.rfind(':');
    if (!name.starts_with(kind) || colon < kind.size())
        return {};
    model::ResolvedFrame frame;
    frame.name = name.substr(kind.size(), colon - kind.size());
    frame.file = name.substr(colon + 1);
    return frame;
}

} // namespace

model::ResolvedFrame describeJitFunction(std::string_view name)
{
    auto frame = describeScript(name);
    if (!frame)
        frame = describePython(name);
    if (!frame)
        frame.emplace().name = name.empty() ? anonymous : name;
    if (frame->name != name)
        frame->rawName = name;
    return *frame;
}

void JitSymbols::Process::read(const model::CodeMaker &maker)
{
    if (!dump && !map) {
        if (auto file = openJitDump(maker); file.isOpen())
            dump.emplace(std::move(file));
        else if (file = openPerfMap(maker); file.isOpen())
            map.emplace(std::move(file));
    }
    if (dump)
        dump->read(code);
    if (map)
        map->read(code);
}

std::vector<model::ResolvedFrame> JitSymbols::resolve(const model::ImageKey &process,
                                                      std::uint64_t address)
{
    auto &known = m_processes[std::string(process.codeId)];
    // Reads the files first: a newer function may have replaced the known one.
    known.read(*process.maker);
    const auto *function = known.code.find(address, process.maker->seen);
    if (function == nullptr)
        return {};
    auto frame = describeJitFunction(function->name);
    frame.functionStart = function->start;
    return {std::move(frame)};
}

} // namespace ember::capture
