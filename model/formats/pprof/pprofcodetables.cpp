// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/pprofcodetables.h"

#include "model/formats/pprof/pprofattributes.h"
#include "model/formats/pprof/pproflabels.h"

#include <algorithm>
#include <optional>
#include <string>

namespace ember::model::pprof {

namespace {

std::string_view fileOf(const Profile &profile, const model::Function &function)
{
    return profile.text(function.file.isValid() ? function.file : function.absPath);
}

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

// The kernel, or what a program loads.
bool isNoProgram(std::string_view path)
{
    const auto base = baseName(path);
    return path.starts_with('[') || base.ends_with(".so")
        || base.find(".so.") != std::string_view::npos;
}

// A process is called after its program; the kernel cuts that at 15 bytes.
bool isProgramOfProcess(const Profile &profile, std::string_view path)
{
    constexpr std::size_t shortened = 15;
    const auto base = baseName(path);
    return !base.empty()
        && std::ranges::any_of(profile.tables().processes, [&](const Process &process) {
               const auto name = profile.text(process.name);
               return name == base || (name.size() == shortened && base.starts_with(name));
           });
}

// The program's image. Files that say where images lay have it first; perf names them as they come
// in its stacks.
std::optional<ImageIndex> programOf(const Profile &profile)
{
    const auto &images = profile.tables().images;
    if (images.size() == 0)
        return std::nullopt;
    const auto pathOf = [&](std::size_t row) {
        return profile.text(profile.image(ImageIndex(row)).codeFile);
    };
    const auto first = [&](auto isWanted) {
        for (std::size_t row = 0; row < images.size(); ++row) {
            if (isWanted(pathOf(row)))
                return std::optional(ImageIndex(row));
        }
        return std::optional<ImageIndex>();
    };
    if (profile.image(ImageIndex(0)).size > 0 || !isNoProgram(pathOf(0)))
        return ImageIndex(0);
    auto program = first([&](std::string_view path) { return isProgramOfProcess(profile, path); });
    if (!program)
        program = first([](std::string_view path) { return !path.empty() && !isNoProgram(path); });
    return program.value_or(ImageIndex(0));
}

} // namespace

bool isLine(const Profile &profile, const Frame &frame)
{
    if (!frame.function.isValid())
        return false;
    const auto &function = profile.function(frame.function);
    const bool hasAddress = frame.pc != 0 || frame.address;
    return !profile.text(function.name).empty() || !fileOf(profile, function).empty()
        || (frame.line != 0 && !hasAddress);
}

TextTable::TextTable(Message &message) : m_message(message)
{
    m_known.emplace(std::string_view(), m_message.add({}));
}

Text TextTable::text(std::string_view text)
{
    if (const auto known = m_known.find(text); known != m_known.end())
        return known->second;
    const auto row = m_message.add(std::string(text));
    m_known.emplace(m_message.strings[row], row);
    return row;
}

CodeTables::CodeTables(const Profile &profile, Message &message, TextTable &texts)
    : m_profile(profile),
      m_message(message),
      m_texts(texts),
      m_single(profile.tables().frames.size()),
      m_functions(profile.tables().functions.size()),
      m_mappings(profile.tables().images.size())
{
    // To pprof the first mapping is the program itself.
    if (const auto program = programOf(profile))
        mapping(*program);
}

void CodeTables::appendStack(StackIndex stack, std::vector<Id> &locations)
{
    m_open.clear();
    for (; stack != emptyStack; stack = m_profile.stack(stack).parent) {
        const auto &node = m_profile.stack(stack);
        m_open.push_back(node.frame);
        const bool isWithin = m_profile.frame(node.frame).inlined == Inlined::Yes;
        if (isWithin && node.parent != emptyStack)
            continue;
        locations.push_back(location(m_open));
        m_open.clear();
    }
}

Id CodeTables::location(const Frames &frames)
{
    const auto outermost = frames.back();
    auto &known = frames.size() == 1 ? m_single[outermost.row()] : m_inlined[frames];
    if (known != 0)
        return known;
    const Frame &frame = m_profile.frame(outermost);
    Location location;
    location.id = m_message.locations.size() + 1;
    location.address = frame.pc != 0 ? frame.pc : frame.address.value_or(0);
    location.mapping = frame.image.isValid() ? mapping(frame.image) : 0;
    location.isFolded = m_profile.text(frame.attributes) == foldedAttributes;
    for (const auto index : frames) {
        const Frame &inner = m_profile.frame(index);
        if (isLine(m_profile, inner))
            m_message.lines.push_back({function(inner.function), inner.line, inner.column});
    }
    location.linesEnd = static_cast<std::uint32_t>(m_message.lines.size());
    m_message.locations.push_back(location);
    known = location.id;
    return known;
}

Id CodeTables::function(FunctionIndex index)
{
    auto &known = m_functions[index.row()];
    if (known != 0)
        return known;
    const auto &function = m_profile.function(index);
    const auto name = m_profile.text(function.name);
    Function row;
    row.id = m_message.functions.size() + 1;
    row.name = m_texts.text(name == namelessFunction ? std::string_view() : name);
    row.systemName = m_texts.text(m_profile.text(function.rawName));
    row.file = m_texts.text(fileOf(m_profile, function));
    row.startLine = function.startLine;
    m_message.functions.push_back(row);
    known = row.id;
    return known;
}

Id CodeTables::mapping(ImageIndex index)
{
    auto &known = m_mappings[index.row()];
    if (known != 0)
        return known;
    const Image &image = m_profile.image(index);
    Mapping mapping;
    mapping.id = m_message.mappings.size() + 1;
    mapping.start = image.address;
    mapping.limit = image.address + std::min(image.size, ~image.address);
    mapping.file = m_texts.text(m_profile.text(image.codeFile));
    mapping.buildId = m_texts.text(m_profile.text(image.codeId));
    // Tells pprof that there are names already.
    mapping.hasFunctions = image.symbols >= SymbolState::DynamicOnly;
    mapping.hasFilenames = image.symbols == SymbolState::Debug;
    mapping.hasLineNumbers = mapping.hasFilenames;
    mapping.hasInlineFrames = mapping.hasFilenames;
    takeAttributes(m_profile, image, mapping);
    m_message.mappings.push_back(mapping);
    known = mapping.id;
    return known;
}

} // namespace ember::model::pprof
