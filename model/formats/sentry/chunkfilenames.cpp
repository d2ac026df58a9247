// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkfilenames.h"

#include <map>

namespace ember::model::sentry {

namespace {

constexpr std::uint32_t unknownPid = 0;

// Three digits, more where that is not enough.
std::string numberText(std::size_t number)
{
    auto digits = std::to_string(number);
    return digits.size() < 3 ? std::string(3 - digits.size(), '0') + digits : digits;
}

// The part of the path before the extension, which stays with the rest of the path.
std::size_t stemLength(std::string_view path)
{
    const auto slash = path.rfind('/');
    const auto name = slash == std::string_view::npos ? 0 : slash + 1;
    const auto dot = path.rfind('.');
    return dot == std::string_view::npos || dot <= name ? path.size() : dot;
}

// Of images of one process with equally many samples the last: it is what the others became.
std::size_t launchedGroup(std::span<const ChunkGroup> groups)
{
    const auto rank = [&](std::size_t row) {
        const auto &group = groups[row];
        return group.chunks == 0 || !group.launched ? 0 : group.samples + 1;
    };
    std::size_t best = 0;
    while (best + 1 < groups.size() && groups[best].chunks == 0)
        ++best;
    const auto isImageOfBest = [&](std::size_t row) {
        return groups[row].pid != unknownPid && groups[row].pid == groups[best].pid;
    };
    for (auto row = best + 1; row < groups.size(); ++row) {
        if (rank(row) == 0)
            continue;
        if (rank(best) == 0 || (isImageOfBest(row) && rank(row) >= rank(best)))
            best = row;
    }
    return best;
}

} // namespace

std::vector<std::string> chunkFileNames(std::string_view output, std::span<const ChunkGroup> groups)
{
    const auto stem = std::string(output.substr(0, stemLength(output)));
    const auto extension = std::string(output.substr(stem.size()));
    const auto launched = launchedGroup(groups);
    std::map<std::uint32_t, std::size_t> seen{{unknownPid, 1}};
    std::vector<std::string> names;
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const auto &group = groups[row];
        if (group.chunks == 0)
            continue;
        auto base = stem;
        if (row != launched) {
            if (group.pid != unknownPid)
                base += '-' + std::to_string(group.pid);
            if (const auto turn = ++seen[group.pid]; turn > 1)
                base += '.' + std::to_string(turn);
        }
        for (std::size_t chunk = 0; chunk < group.chunks; ++chunk)
            names.push_back(base + (group.chunks > 1 ? '-' + numberText(chunk) : "") + extension);
    }
    return names;
}

} // namespace ember::model::sentry
