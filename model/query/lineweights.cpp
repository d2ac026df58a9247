// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/lineweights.h"

#include "model/query/callweights.h"
#include "model/query/functionstatistics.h"

#include <algorithm>
#include <map>

namespace ember::model {

namespace {

// The frames of the asked function, or of its whole file.
class Scope {
public:
    Scope(const Profile &profile, FrameIndex frame, LinesOf of)
        : m_profile(profile),
          m_path(sourcePath(profile, frame)),
          m_function(of == LinesOf::Function ? functionIdentity(profile, frame) : std::string())
    {
    }

    bool contains(FrameIndex frame) const
    {
        return sourcePath(m_profile, frame) == m_path
            && (m_function.empty() || functionIdentity(m_profile, frame) == m_function);
    }

private:
    const Profile &m_profile;
    StringIndex m_path;
    std::string m_function; // empty: all functions
};

} // namespace

StringIndex sourcePath(const Profile &profile, FrameIndex index)
{
    const auto function = profile.frame(index).function;
    if (!function.isValid())
        return {};
    const auto &names = profile.function(function);
    return profile.text(names.absPath).empty() ? names.file : names.absPath;
}

std::string lineIdentity(const Profile &profile, FrameIndex frame)
{
    std::string identity = functionIdentity(profile, frame);
    identity.append(1, '\0').append(profile.text(sourcePath(profile, frame)));
    return identity.append(1, '\0').append(std::to_string(profile.frame(frame).line));
}

std::vector<LineWeight> lineWeights(const CallWeights &lines, FrameIndex frame, LinesOf of)
{
    const Profile &profile = *lines.profile;
    const Scope scope(profile, frame, of);
    std::map<std::uint32_t, CallGroup> groupOfLine;
    std::vector<CallGroup> groups(lines.functionCount);
    // The weigher may have frames of a newer snapshot; no stack of this one has those.
    const auto frames = std::min(lines.functions.size(), profile.tables().frames.size());
    for (std::size_t row = 0; row < frames; ++row) {
        auto &group = groups[lines.functions[FrameIndex(row)].row()];
        if (group.isValid() || !scope.contains(FrameIndex(row)))
            continue;
        const auto line = profile.frame(FrameIndex(row)).line;
        group = groupOfLine.try_emplace(line, groupOfLine.size()).first->second;
    }
    const auto totals = callTotals(lines, groups, groupOfLine.size());
    std::vector<LineWeight> weights;
    for (const auto &[line, group] : groupOfLine) {
        if (const CallTotal &known = totals[group.row()]; known.frame.isValid())
            weights.push_back({line, known.self, known.total});
    }
    return weights;
}

} // namespace ember::model
