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
#include <unordered_set>

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

// Returns the seconds of the range without pauses: counting these, functions would seem to do less.
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

// Normalises and compares two amounts. These and their variances are passed as they were measured.
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

// Numbers functions of both profiles; those that match have equal numbers. A function without a
// match whose file the other profile does not have is matched by name and module alone, if there is
// just one such function on each side: its file has got another name.
class FunctionNumbers {
public:
    FunctionNumbers(const CallWeights &before, const CallWeights &after)
        : m_before(numbersOf(before)),
          m_after(numbersOf(after))
    {
        matchRenamed(before, after);
    }

    // Return the numbers of the functions of each profile.
    const std::vector<std::uint32_t> &before() const { return m_before; }
    const std::vector<std::uint32_t> &after() const { return m_after; }

private:
    struct Alone {
        std::uint32_t number = 0;
        std::size_t count = 0;
    };
    using AloneByName = std::unordered_map<std::string, Alone>;

    std::vector<std::uint32_t> numbersOf(const CallWeights &calls)
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

    void matchRenamed(const CallWeights &before, const CallWeights &after)
    {
        const AloneByName aloneBefore = alone(m_before, m_after, before, after);
        const AloneByName aloneAfter = alone(m_after, m_before, after, before);
        std::unordered_map<std::uint32_t, std::uint32_t> renamed;
        for (const auto &[name, one] : aloneAfter) {
            const auto other = aloneBefore.find(name);
            if (one.count == 1 && other != aloneBefore.end() && other->second.count == 1)
                renamed.emplace(one.number, other->second.number);
        }
        for (std::uint32_t &number : m_after) {
            if (const auto found = renamed.find(number); found != renamed.end())
                number = found->second;
        }
    }

    // Returns the functions of `calls`, by name and module, that have no match and whose file
    // `other` does not have.
    static AloneByName alone(const std::vector<std::uint32_t> &numbers,
                             const std::vector<std::uint32_t> &others, const CallWeights &calls,
                             const CallWeights &other)
    {
        const std::unordered_set<std::uint32_t> matched(others.begin(), others.end());
        const auto files = filesOf(other);
        std::unordered_set<std::uint32_t> seen;
        AloneByName alone;
        for (std::size_t row = 0; row < calls.functions.size(); ++row) {
            const FrameIndex frame(row);
            const std::uint32_t number = numbers[calls.functions[frame].row()];
            if (matched.contains(number) || !seen.insert(number).second)
                continue;
            std::string identity = sharedIdentity(*calls.profile, frame);
            const auto file = identity.rfind('\0') + 1;
            if (file == identity.size() || files.contains(identity.substr(file)))
                continue;
            identity.erase(file);
            Alone &one = alone[identity];
            one.number = number;
            ++one.count;
        }
        return alone;
    }

    // The base names of all files with functions.
    static std::unordered_set<std::string> filesOf(const CallWeights &calls)
    {
        std::unordered_set<std::string> files;
        std::vector<bool> isSeen(calls.functionCount);
        for (std::size_t row = 0; row < calls.functions.size(); ++row) {
            const FrameIndex frame(row);
            const std::size_t function = calls.functions[frame].row();
            if (isSeen[function])
                continue;
            isSeen[function] = true;
            const std::string identity = sharedIdentity(*calls.profile, frame);
            files.insert(identity.substr(identity.rfind('\0') + 1));
        }
        return files;
    }

    std::unordered_map<std::string, std::uint32_t> m_known; // by shared identity
    std::vector<std::uint32_t> m_before;
    std::vector<std::uint32_t> m_after;
};

class FunctionRows {
public:
    void add(const ComparedSide &side, const std::vector<std::uint32_t> &numbers, Sums Row::*sums)
    {
        const CallWeights &calls = *side.calls;
        for (FunctionStatistics &function : functionStatistics(calls)) {
            const auto identity = calls.functions[function.frame].row();
            const auto [known, isNew] = m_places.try_emplace(numbers[identity], m_rows.size());
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
    std::unordered_map<std::uint32_t, std::size_t> m_places;
    std::vector<Row> m_rows;
};

// Pairs the paths of equal functions. A caller comes before its callees in both, so it is paired
// first.
void matchPaths(const FunctionNumbers &numbers, Comparison &both)
{
    const CallWeights &before = *both.before.calls;
    const CallWeights &after = *both.after.calls;
    const auto &functionsBefore = numbers.before();
    const auto &functionsAfter = numbers.after();
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
    const FunctionNumbers numbers(*both.before.calls, *both.after.calls);
    FunctionRows rows;
    rows.add(both.before, numbers.before(), &Row::before);
    rows.add(both.after, numbers.after(), &Row::after);
    both.functions = rows.compared(both);
    matchPaths(numbers, both);
    return both;
}

} // namespace ember::model
