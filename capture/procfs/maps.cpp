// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/maps.h"

#include "capture/procfs/scanner.h"

#include <algorithm>
#include <functional>
#include <sys/sysmacros.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::string_view deletedSuffix = " (deleted)";

// Undoes the kernel's escaping of paths: a line feed is \012, everything else is literal, even
// backslashes.
std::string unescapedPath(std::string_view text)
{
    constexpr std::string_view escapedLineFeed = "\\012";
    std::string path(text);
    for (auto at = path.find(escapedLineFeed); at != std::string::npos;
         at = path.find(escapedLineFeed, at + 1))
        path.replace(at, escapedLineFeed.size(), 1, '\n');
    return path;
}

bool parsePermissions(std::string_view text, Mapping &mapping)
{
    if (text.size() != 4)
        return false;
    mapping.isReadable = text[0] == 'r';
    mapping.isWritable = text[1] == 'w';
    mapping.isExecutable = text[2] == 'x';
    mapping.isShared = text[3] == 's';
    return true;
}

bool parseRange(Scanner &line, Mapping &mapping)
{
    return line.number(mapping.start, 16) && line.skip('-') && line.number(mapping.end, 16)
        && mapping.start < mapping.end;
}

bool parseDevice(Scanner &line, Mapping &mapping)
{
    unsigned majorNumber = 0;
    unsigned minorNumber = 0;
    if (!line.nextNumber(majorNumber, 16) || !line.skip(':') || !line.number(minorNumber, 16))
        return false;
    mapping.device = makedev(majorNumber, minorNumber);
    return true;
}

void parsePath(Scanner &line, Mapping &mapping)
{
    line.skipBlanks();
    std::string_view path = line.rest();
    if (mapping.inode != 0 && path.ends_with(deletedSuffix)) {
        mapping.isDeleted = true;
        path.remove_suffix(deletedSuffix.size());
    }
    mapping.path = unescapedPath(path);
}

bool parseLine(std::string_view text, Mapping &mapping)
{
    Scanner line(text);
    if (!parseRange(line, mapping) || !parsePermissions(line.nextWord(), mapping)
        || !line.nextNumber(mapping.offset, 16) || !parseDevice(line, mapping)
        || !line.nextNumber(mapping.inode))
        return false;
    parsePath(line, mapping);
    return true;
}

} // namespace

Result<std::vector<Mapping>> parseMaps(std::string_view text)
{
    std::vector<Mapping> mappings;
    Scanner lines(text);
    while (!lines.atEnd()) {
        Mapping mapping;
        if (!parseLine(lines.until('\n'), mapping))
            return Error{ErrorCode::SyntaxError, "maps",
                         "line " + std::to_string(mappings.size() + 1)};
        mappings.push_back(std::move(mapping));
    }
    return mappings;
}

const Mapping *findMapping(const std::vector<Mapping> &mappings, std::uint64_t address)
{
    const auto behind = std::ranges::upper_bound(mappings, address, {}, &Mapping::start);
    if (behind == mappings.begin() || !std::prev(behind)->contains(address))
        return nullptr;
    return &*std::prev(behind);
}

} // namespace ember::capture
