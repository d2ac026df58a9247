// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perflayout.h"

#include "model/formats/bytes/textlines.h"

#include <algorithm>

namespace ember::model::perfscript {

bool isPassedOver(std::string_view line)
{
    return trimmed(line).empty() || line.starts_with('#');
}

bool isFrame(std::string_view line)
{
    return line.starts_with(' ') || line.starts_with('\t');
}

std::optional<FrameLine> frameBehindEvent(const SampleLine &sample)
{
    const auto frame = parseFrameLine(sample.rest);
    return sample.rest.ends_with(')') ? frame : std::nullopt;
}

bool mayBePadded(std::string_view line)
{
    return line.starts_with(' ');
}

namespace {

// Whether an address stands behind a tab, on the right of 16 columns.
bool hasAlignedAddress(std::string_view line)
{
    constexpr std::size_t columns = 16;
    if (!line.starts_with('\t') || line.size() <= columns
        || (line.size() > columns + 1 && line[columns + 1] != ' '))
        return false;
    const auto address = line.substr(1, columns);
    return parseHex(address.substr(std::min(address.find_first_not_of(' '), columns))).has_value();
}

} // namespace

bool isPrintedFrame(std::string_view line)
{
    return isFrame(line) && parseFrameLine(line)
        && (trimmed(line).ends_with(')') || hasAlignedAddress(line));
}

std::optional<Layout> layoutOf(std::string_view text)
{
    while (!text.empty()) {
        const auto line = takeLine(text);
        if (isPassedOver(line))
            continue;
        if (isRecordLine(line))
            continue;
        if (parseSampleLine(line) || hasOddTime(line))
            return Layout::Timed;
        const auto sample = parseUntimedLine(line);
        const bool hasOwnFrame = sample && frameBehindEvent(*sample);
        if (isPrintedFrame(line) && !(hasOwnFrame && mayBePadded(line)))
            return Layout::FramesOnly;
        const bool hasFrame = hasOwnFrame || (sample && isPrintedFrame(takeLine(text)));
        return hasFrame ? std::optional(Layout::Untimed) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace ember::model::perfscript
