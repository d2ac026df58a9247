// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/legacymessage.h"

#include "model/formats/textlines.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace ember::model::pprof {

namespace {

// A line "start-end perms offset device inode path" of code; anything else is none.
struct MapLine {
    std::uint64_t start = 0;
    std::uint64_t limit = 0;
    std::uint64_t offset = 0;
    std::string_view path;
};

// As the system has them, "400000-4b2000 r-xp 00000000 08:01 123 /bin/p", or "400000-4b2000:
// /bin/p", which lists nothing but code.
std::optional<MapLine> parseMapLine(std::string_view line)
{
    auto range = takeWord(line);
    const bool isBrief = range.ends_with(':');
    if (isBrief)
        range.remove_suffix(1);
    const auto dash = range.find('-');
    if (dash == std::string_view::npos)
        return std::nullopt;
    const auto start = parseHex(range.substr(0, dash));
    const auto limit = parseHex(range.substr(dash + 1));
    if (!start || !limit)
        return std::nullopt;
    if (isBrief)
        return MapLine{*start, *limit, 0, trimmed(line)};
    const auto permissions = takeWord(line);
    const auto offset = parseHex(takeWord(line));
    if (!offset || permissions.find('x') == std::string_view::npos)
        return std::nullopt;
    takeWord(line); // device
    takeWord(line); // inode
    return MapLine{*start, *limit, *offset, trimmed(line)};
}

// The text with "$name" replaced, where the map says what that stands for.
std::string substituted(std::string text, const std::map<std::string, std::string> &values)
{
    for (const auto &[name, value] : values) {
        const auto use = '$' + name;
        if (const auto place = text.find(use); place != std::string::npos)
            text.replace(place, use.size(), value);
    }
    return text;
}

} // namespace

LegacyMessage::LegacyMessage()
{
    m_message.strings.emplace_back();
}

ValueKindText LegacyMessage::valueKind(std::string_view type, std::string_view unit)
{
    return {text(type), text(unit)};
}

Id LegacyMessage::location(std::uint64_t address)
{
    const auto [place, isNew] = m_locations.try_emplace(address, m_message.locations.size() + 1);
    if (isNew) {
        Location location;
        location.id = place->second;
        location.address = address;
        m_message.locations.push_back(location);
    }
    return place->second;
}

void LegacyMessage::addSample(std::span<const std::uint64_t> addresses,
                              std::span<const std::int64_t> values)
{
    for (const auto address : addresses)
        m_message.sampleLocations.push_back(location(address));
    m_message.sampleValues.insert(m_message.sampleValues.end(), values.begin(), values.end());
    m_message.endSample();
}

void LegacyMessage::addLabel(const Label &label)
{
    m_message.sampleLabels.push_back(label);
    ++m_message.samples.back().labels;
}

void LegacyMessage::readMemoryMap(std::string_view lines)
{
    std::map<std::string, std::string> values;
    while (!lines.empty()) {
        const auto line = trimmed(takeLine(lines));
        if (const auto mapped = parseMapLine(line)) {
            Mapping mapping;
            mapping.id = m_message.mappings.size() + 1;
            mapping.start = mapped->start;
            mapping.limit = mapped->limit;
            mapping.offset = mapped->offset;
            mapping.file = m_message.add(substituted(std::string(mapped->path), values));
            m_message.mappings.push_back(mapping);
        } else if (const auto equals = line.find('='); equals != std::string_view::npos) {
            const auto name = trimmed(line.substr(0, equals));
            if (!name.empty() && name.find(' ') == std::string_view::npos)
                values[std::string(name)] = std::string(trimmed(line.substr(equals + 1)));
        }
    }
    findMappings();
}

void LegacyMessage::findMappings()
{
    std::vector<std::pair<std::uint64_t, std::size_t>> starts;
    for (std::size_t row = 0; row < m_message.mappings.size(); ++row)
        starts.emplace_back(m_message.mappings[row].start, row);
    std::ranges::sort(starts);
    for (auto &location : m_message.locations) {
        auto behind = std::ranges::upper_bound(starts, location.address, {},
                                               [](const auto &start) { return start.first; });
        if (behind == starts.begin())
            continue;
        const auto &mapping = m_message.mappings[std::prev(behind)->second];
        if (location.address < mapping.limit)
            location.mapping = mapping.id;
    }
}

void LegacyMessage::nameAddress(std::uint64_t address, std::string_view function,
                                std::string_view file, std::int64_t line)
{
    const auto known = m_locations.find(address);
    if (known == m_locations.end())
        return;
    Function row;
    row.id = m_message.functions.size() + 1;
    row.name = text(function);
    row.systemName = row.name;
    row.file = text(file);
    m_message.functions.push_back(row);
    m_names.insert_or_assign(known->second, Line{row.id, line, 0});
}

void LegacyMessage::readJavaNames(std::string_view text)
{
    while (!text.empty()) {
        auto line = trimmed(takeLine(text));
        const auto blank = line.find(' ');
        if (!line.starts_with("0x") || blank == std::string_view::npos)
            continue;
        const auto address = parseHex(line.substr(0, blank));
        if (!address)
            continue;
        auto name = trimmed(line.substr(blank));
        std::string_view file;
        std::int64_t number = 0;
        const auto open = name.rfind(" (");
        if (name.ends_with(')') && open != std::string_view::npos) {
            file = name.substr(open + 2, name.size() - open - 3);
            name = trimmed(name.substr(0, open));
            const auto colon = file.rfind(':');
            const auto digits = colon == std::string_view::npos ? "" : file.substr(colon + 1);
            const auto end = digits.data() + digits.size();
            if (!digits.empty() && std::from_chars(digits.data(), end, number).ptr == end)
                file = file.substr(0, colon);
        }
        nameAddress(*address, name, file, number);
    }
}

void LegacyMessage::sayCut(std::string reason)
{
    if (m_message.cut.empty())
        m_message.cut = std::move(reason);
}

void LegacyMessage::sayCutIfUnnamed()
{
    if (const auto unnamed = m_message.locations.size() - m_names.size(); unnamed > 0)
        sayCut(std::to_string(unnamed) + " addresses are not among the names at the file's end");
}

Message LegacyMessage::take()
{
    for (auto &location : m_message.locations) {
        if (const auto name = m_names.find(location.id); name != m_names.end())
            m_message.lines.push_back(name->second);
        location.linesEnd = static_cast<std::uint32_t>(m_message.lines.size());
    }
    return std::move(m_message);
}

} // namespace ember::model::pprof
