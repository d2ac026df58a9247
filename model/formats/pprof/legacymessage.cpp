// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/legacymessage.h"

#include "model/formats/bytes/textlines.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

namespace ember::model::pprof {

namespace {

// A line of a memory map about code.
struct MapLine {
    std::uint64_t start = 0;
    std::uint64_t limit = 0;
    std::uint64_t offset = 0;
    std::string_view path;
    std::string_view buildId;
};

// Removes glog's prefix of log lines: "W1220 15:07:15.201776    8272 logger.cc:12033] ".
std::string_view withoutLogPrefix(std::string_view line)
{
    const auto end = line.find("] ");
    const auto prefix = line.substr(0, end);
    const auto colon = prefix.rfind(':');
    if (end == std::string_view::npos || colon == std::string_view::npos || colon == 0
        || prefix.find('[') != std::string_view::npos || !parseUnsigned(prefix.substr(colon + 1)))
        return line;
    return trimmed(line.substr(end + 2));
}

// Reads "400000-4b2000" or "0x400000 0x4b2000", with or without ":" after it.
bool takeRange(std::string_view &line, MapLine &map)
{
    auto word = takeWord(line);
    const auto dash = word.find('-');
    auto limit = dash == std::string_view::npos ? takeWord(line) : word.substr(dash + 1);
    if (limit.ends_with(':'))
        limit.remove_suffix(1);
    const auto first = parseHex(word.substr(0, dash));
    const auto last = parseHex(limit);
    map.start = first.value_or(0);
    map.limit = last.value_or(0);
    return first && last;
}

bool arePermissions(std::string_view word)
{
    return !word.empty() && word.find_first_not_of("-rwxps") == std::string_view::npos
        && word.find_first_of("-rwx") != std::string_view::npos;
}

// Reads what follows permissions in the kernel's form: "00000000 08:01 123 /bin/p".
bool takeSystemsPart(std::string_view line, MapLine &map)
{
    const auto offset = parseHex(takeWord(line));
    const auto device = takeWord(line);
    const auto inode = takeWord(line);
    const auto colon = device.find(':');
    if (!offset || colon == std::string_view::npos || !parseHex(device.substr(0, colon))
        || !parseHex(device.substr(colon + 1)) || !parseUnsigned(inode))
        return false;
    map.offset = *offset;
    map.path = trimmed(line);
    return true;
}

// Whether the word may be a build-id: hexadecimal digits. Few of them may as well be a word of a
// path.
bool isBuildId(std::string_view word)
{
    constexpr std::size_t shortest = 8;
    return word.size() >= shortest
        && word.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos
        && word.find_first_of("0123456789") != std::string_view::npos;
}

// Reads the short form: "/bin/p (@2a00000) 87c4d547", "/bin/p 87c4d547". Unlike in pprof, paths may
// have blanks.
void takeBriefPart(std::string_view line, MapLine &map)
{
    map.path = trimmed(line);
    if (const auto at = line.find("(@"); at != std::string_view::npos) {
        const auto end = std::min(line.find(')', at), line.size());
        map.offset = parseHex(line.substr(at + 2, end - at - 2)).value_or(0);
        map.path = trimmed(line.substr(0, at));
        map.buildId = trimmed(line.substr(std::min(end + 1, line.size())));
    } else if (const auto blank = map.path.find_last_of(" \t");
               blank != std::string_view::npos && isBuildId(map.path.substr(blank + 1))) {
        map.buildId = map.path.substr(blank + 1);
        map.path = trimmed(map.path.substr(0, blank));
    }
}

// Parses a line in the kernel's form, or in a short form that may lack all but the range. Lines
// without permissions are about code. nullopt for other lines.
std::optional<MapLine> parseMapLine(std::string_view line)
{
    constexpr std::string_view deleted = "(deleted)"; // as the kernel marks files
    line = trimmed(line);
    if (line.ends_with(deleted))
        line = trimmed(line.substr(0, line.size() - deleted.size()));
    MapLine map;
    if (!takeRange(line, map))
        return std::nullopt;
    auto rest = line;
    const auto permissions = takeWord(rest);
    const bool hasPermissions = arePermissions(permissions);
    if (hasPermissions && permissions.find('x') == std::string_view::npos)
        return std::nullopt;
    if (!takeSystemsPart(hasPermissions ? rest : line, map))
        takeBriefPart(hasPermissions ? rest : line, map);
    if (map.path.ends_with(deleted))
        map.path = trimmed(map.path.substr(0, map.path.size() - deleted.size()));
    return map;
}

// Replaces "$name" in the text by the values that the map defines.
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
        const auto line = withoutLogPrefix(trimmed(takeLine(lines)));
        if (const auto mapped = parseMapLine(line)) {
            Mapping mapping;
            mapping.id = m_message.mappings.size() + 1;
            mapping.start = mapped->start;
            mapping.limit = mapped->limit;
            mapping.offset = mapped->offset;
            mapping.buildId = m_message.add(std::string(mapped->buildId));
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

std::optional<std::string_view> LegacyLines::next()
{
    if (m_rest.empty())
        return std::nullopt;
    ++m_number;
    return trimmed(takeLine(m_rest));
}

Error LegacyLines::error(const std::string &reason) const
{
    const bool isCut = m_isCut && m_rest.empty();
    return {isCut ? ErrorCode::Truncated : ErrorCode::SyntaxError, m_file,
            std::string(m_kind) + ", line " + std::to_string(m_number) + ": " + reason};
}

bool isMemoryMap(std::string_view line)
{
    return line.find("--- Memory map: ---") != std::string_view::npos
        || line.find("MAPPED_LIBRARIES:") != std::string_view::npos;
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    const auto number = parseUnsigned(text);
    if (!number || *number > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::vector<std::uint64_t> addressesIn(std::string_view line)
{
    std::vector<std::uint64_t> addresses;
    for (auto start = line.find("0x"); start != std::string_view::npos; start = line.find("0x")) {
        line.remove_prefix(start + 2);
        const auto end = line.find_first_not_of("0123456789abcdefABCDEF");
        if (const auto address = parseHex(line.substr(0, end)))
            addresses.push_back(*address);
    }
    return addresses;
}

void readGoComment(std::string_view line, LegacyMessage &legacy)
{
    line.remove_prefix(std::min<std::size_t>(line.find_first_not_of('#'), line.size()));
    const auto address = parseHex(takeWord(line));
    auto name = takeWord(line);
    auto file = trimmed(line);
    const auto colon = file.rfind(':');
    if (!address || name.empty() || colon == std::string_view::npos)
        return;
    name = name.substr(0, name.rfind("+0x"));
    const auto number = parseUnsigned(file.substr(colon + 1)).value_or(0);
    legacy.nameAddress(*address, name, file.substr(0, colon),
                       static_cast<std::int64_t>(std::min<std::uint64_t>(number, 0xffffffffU)));
}

} // namespace ember::model::pprof
