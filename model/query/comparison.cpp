// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/comparison.h"

#include "model/profile/pauses.h"
#include "model/query/counterparts.h"
#include "model/query/functionstatistics.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace ember::model {

namespace {

// Returns the name of the calls' measure, untranslated: "time", "samples" or "alloc_space in
// bytes".
std::string measureText(const CallWeights &calls)
{
    switch (calls.measure) {
    case Measure::Time: return "time";
    case Measure::Samples: return "samples";
    case Measure::Value: break;
    }
    const ValueType &type = calls.profile->tables().valueTypes[calls.type];
    return std::string(calls.profile->text(type.type)) + " in "
        + std::string(calls.profile->text(type.unit));
}

// Seconds in which samples were taken: a function did not do less in a pause.
double secondsOf(const CallWeights &calls)
{
    const auto sampled = sampledTime(*calls.profile, calls.selection.range);
    return std::chrono::duration<double>(sampled).count();
}

double scaleOf(const CallWeights &calls, Normalisation by)
{
    switch (by) {
    case Normalisation::PerSecond: return 1 / secondsOf(calls);
    case Normalisation::Share: return calls.whole() > 0 ? 1 / calls.whole() : 0;
    case Normalisation::Amount: break;
    }
    return 1;
}

ComparedSide sideOf(CallWeightsPointer calls, Normalisation by)
{
    ComparedSide side;
    side.error = samplingError(*calls);
    side.scale = scaleOf(*calls, by);
    if (calls->total.front().samples == 0)
        side.error.isKnown = false;
    side.calls = std::move(calls);
    return side;
}

// Normalises and compares two amounts; these and their variances are not normalised.
ComparedAmount compared(const Comparison &both, double before, double varianceBefore, double after,
                        double varianceAfter)
{
    ComparedAmount amount{before * both.before.scale, after * both.after.scale, Noise::Unknown};
    if (!both.before.error.isKnown || !both.after.error.isKnown)
        return amount;
    const auto variance = [](const ComparedSide &side, double own) {
        return (own + side.error.one) * side.scale * side.scale;
    };
    const double deviation =
        std::sqrt(variance(both.before, varianceBefore) + variance(both.after, varianceAfter));
    const bool isBeyond = std::abs(amount.difference()) > noiseLimit * deviation;
    amount.noise = isBeyond ? Noise::Beyond : Noise::Within;
    return amount;
}

// The sums of a function on one side; those of equal functions in two folders are added up.
struct Sums {
    FrameIndex frame;
    double self = 0;
    double total = 0;
    double selfVariance = 0;
    double totalVariance = 0;
};

struct Row {
    std::string name;
    std::string module;
    std::string file;
    Sums before;
    Sums after;
};

class FunctionRows {
public:
    void add(const ComparedSide &side, Sums Row::*sums)
    {
        const CallWeights &calls = *side.calls;
        for (FunctionStatistics &function : functionStatistics(calls)) {
            const auto identity = calls.functions[function.frame].row();
            const auto [known, isNew] =
                m_places.try_emplace(sharedIdentity(*calls.profile, function.frame), m_rows.size());
            if (isNew)
                m_rows.push_back(
                    {std::move(function.name), std::move(function.module), {}, {}, {}});
            Row &row = m_rows[known->second];
            row.file = std::move(function.file);
            Sums &sum = row.*sums;
            if (!sum.frame.isValid())
                sum.frame = function.frame;
            sum.self += calls.amount({function.self, function.selfSamples, function.selfValue});
            sum.total += calls.amount({function.total, function.totalSamples, function.totalValue});
            if (!side.error.isKnown)
                continue;
            sum.selfVariance += side.error.self[identity];
            sum.totalVariance += side.error.total[identity];
        }
    }

    std::vector<ComparedFunction> compared(const Comparison &both)
    {
        std::vector<ComparedFunction> functions;
        functions.reserve(m_rows.size());
        for (Row &row : m_rows) {
            const Sums &a = row.before;
            const Sums &b = row.after;
            functions.push_back(
                {a.frame, b.frame, std::move(row.name), std::move(row.module), std::move(row.file),
                 model::compared(both, a.self, a.selfVariance, b.self, b.selfVariance),
                 model::compared(both, a.total, a.totalVariance, b.total, b.totalVariance)});
        }
        std::ranges::sort(functions, [](const auto &a, const auto &b) {
            const auto rank = [](const ComparedFunction &function) {
                return std::tuple(
                    -std::abs(function.self.difference()), -std::abs(function.total.difference()),
                    std::string_view(function.name), std::string_view(function.module),
                    std::string_view(function.file));
            };
            return rank(a) < rank(b);
        });
        return functions;
    }

private:
    std::unordered_map<std::string, std::size_t> m_places;
    std::vector<Row> m_rows;
};

// Numbers functions of both profiles; those that match have equal numbers.
class FunctionNumbers {
public:
    // Returns the numbers by function of that profile.
    std::vector<std::uint32_t> of(const CallWeights &calls)
    {
        std::vector<std::uint32_t> numbers(calls.functionCount);
        for (std::size_t row = 0; row < calls.functions.size(); ++row) {
            const FrameIndex frame(row);
            auto &number = numbers[calls.functions[frame].row()];
            if (number == 0)
                number = m_known
                             .try_emplace(sharedIdentity(*calls.profile, frame),
                                          static_cast<std::uint32_t>(m_known.size() + 1))
                             .first->second;
        }
        return numbers;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_known;
};

// Pairs the paths of equal functions. A caller comes before its callees in both, so it is paired
// first.
void matchPaths(Comparison &both)
{
    const CallWeights &before = *both.before.calls;
    const CallWeights &after = *both.after.calls;
    FunctionNumbers numbers;
    const auto functionsBefore = numbers.of(before);
    const auto functionsAfter = numbers.of(after);
    const auto key = [](PathIndex caller, std::uint32_t function) {
        return (std::uint64_t(caller.raw()) << 32U) | function;
    };
    std::unordered_map<std::uint64_t, PathIndex> callees;
    for (std::size_t row = 1; row < before.paths.size(); ++row) {
        const PathNode &node = before.paths[PathIndex(row)];
        if (before.total[row].samples > 0)
            callees.try_emplace(key(node.caller, functionsBefore[node.identity.row()]), row);
    }
    both.pathBefore.resize(after.paths.size());
    both.pathAfter.resize(before.paths.size());
    both.pathBefore.front() = emptyPath;
    both.pathAfter.front() = emptyPath;
    for (std::size_t row = 1; row < after.paths.size(); ++row) {
        const PathNode &node = after.paths[PathIndex(row)];
        const auto caller = both.pathBefore[node.caller.row()];
        if (after.total[row].samples == 0 || !caller.isValid())
            continue;
        const auto found = callees.find(key(caller, functionsAfter[node.identity.row()]));
        if (found == callees.end())
            continue;
        both.pathBefore[row] = found->second;
        both.pathAfter[found->second.row()] = PathIndex(row);
    }
}

} // namespace

ComparedAmount Comparison::ofPaths(PathIndex pathInBefore, PathIndex pathInAfter) const
{
    const auto amount = [](const ComparedSide &side, PathIndex path) {
        return path.isValid() ? side.calls->amount(side.calls->total[path.row()]) : 0;
    };
    const auto variance = [](const ComparedSide &side, PathIndex path) {
        return path.isValid() && side.error.isKnown ? side.error.paths[path.row()] : 0;
    };
    auto both = compared(*this, amount(before, pathInBefore), variance(before, pathInBefore),
                         amount(after, pathInAfter), variance(after, pathInAfter));
    if (pathInBefore == emptyPath && pathInAfter == emptyPath)
        both.noise = Noise::Unknown;
    return both;
}

Result<Comparison> compare(CallWeightsPointer before, CallWeightsPointer after, Normalisation by)
{
    if (const auto one = measureText(*before), other = measureText(*after); one != other)
        return Error{ErrorCode::InvalidArgument, one, "compared with " + other};
    const bool hasSeconds = secondsOf(*before) > 0 && secondsOf(*after) > 0;
    Comparison both;
    both.by = by == Normalisation::PerSecond && !hasSeconds ? Normalisation::Share : by;
    both.before = sideOf(std::move(before), both.by);
    both.after = sideOf(std::move(after), both.by);
    FunctionRows rows;
    rows.add(both.before, &Row::before);
    rows.add(both.after, &Row::after);
    both.functions = rows.compared(both);
    matchPaths(both);
    return both;
}

} // namespace ember::model
