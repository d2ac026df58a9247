// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rproflosses.h"

#include "model/formats/export/losses.h"
#include "model/formats/rprof/valuetypes.h"

#include <algorithm>
#include <array>

namespace ember::model::rprof {

namespace {

bool isFromR(const Profile &profile)
{
    const auto &sources = profile.tables().sources;
    return sources.size() > 0 && std::ranges::all_of(sources, [&](const Source &source) {
               return profile.text(source.type) == "rprof";
           });
}

class LossList {
public:
    explicit LossList(std::vector<Loss> losses) : m_losses(std::move(losses)) { }

    void add(const std::string &what, std::uint64_t count)
    {
        if (count == 0)
            return;
        const auto known = std::ranges::find(m_losses, what, &Loss::what);
        if (known == m_losses.end())
            m_losses.push_back({what, count});
        else
            known->count += count;
    }

    std::vector<Loss> take() { return std::move(m_losses); }

private:
    std::vector<Loss> m_losses;
};

void addValues(const Profile &profile, LossList &losses)
{
    const ValueTypes types(profile);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        for (const ValueColumn &column : profile.samples(ThreadIndex(row)).values) {
            if (types.isWritten(column.type))
                continue;
            const ValueType &type = profile.tables().valueTypes[column.type];
            losses.add("values of the type " + std::string(profile.text(type.type)) + '/'
                           + std::string(profile.text(type.unit)),
                       valueCount(column));
        }
    }
}

void addCode(const Profile &profile, LossList &losses)
{
    std::vector<bool> hasLine(profile.tables().functions.size());
    profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
        losses.add("columns of frames", frame.column != 0 ? 1 : 0);
        if (frame.function.isValid() && frame.line > 0)
            hasLine[frame.function.row()] = true;
    });
    profile.tables().functions.forEach([&](std::size_t row, const Function &function) {
        const auto rawName = profile.text(function.rawName);
        losses.add("names of functions beside those of the symbol table",
                   !rawName.empty() && rawName != profile.text(function.name) ? 1 : 0);
        losses.add("first lines of functions", function.startLine != 0 ? 1 : 0);
        const bool hasFile =
            !profile.text(function.file).empty() || !profile.text(function.absPath).empty();
        losses.add("files of functions that have no line", hasFile && !hasLine[row] ? 1 : 0);
    });
}

} // namespace

std::vector<Loss> lossesOf(std::span<const ProfilePointer> profiles, const Written &written)
{
    const bool areFromR =
        std::ranges::all_of(profiles, [](const auto &profile) { return isFromR(*profile); });
    // Times and values are counted here; threads of R's are none of its own.
    std::vector<Part> held{Part::Lines,      Part::Times,   Part::LastDurations,
                           Part::Values,     Part::Columns, Part::NonUtf8Names,
                           Part::StartLines, Part::Files,   Part::Sources};
    constexpr std::array ofR{Part::Threads, Part::ThreadIds, Part::MainThreads, Part::Releases,
                             Part::Processes};
    for (const auto part : ofR) {
        if (areFromR)
            held.push_back(part);
    }
    LossList losses(lossesBeside(held, profiles, "rprof"));
    losses.add("times of samples", written.timesLost);
    std::uint64_t timeShareError = 0;
    for (const auto &profile : profiles) {
        addValues(*profile, losses);
        addCode(*profile, losses);
        if (!isFromR(*profile)) // whose segments each have an interval of their own
            timeShareError = std::max(timeShareError, timeShareErrorPercent(*profile));
    }
    losses.add(timeShareErrorText, timeShareError);
    losses.add("samples without a stack", written.stackless);
    losses.add("samples that count nothing", written.uncounted);
    losses.add("samples of a negative number", written.negative);
    losses.add("counts of samples that are no whole numbers, which are rounded", written.rounded);
    losses.add("line feeds in names and paths, which are blanks now", written.lineFeeds);
    losses.add("names that hold what ends a name, which is changed", written.changedNames);
    return losses.take();
}

} // namespace ember::model::rprof
