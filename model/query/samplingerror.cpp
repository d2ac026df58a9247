// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/samplingerror.h"

#include "model/query/callweights.h"
#include "model/query/selectedsamples.h"
#include "model/query/weights.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace ember::model {

ShareInterval shareInterval(std::uint64_t hits, std::uint64_t samples)
{
    if (samples == 0)
        return {};
    constexpr double z = 1.959964; // 95 % of a normal distribution lie within ± z
    const auto n = static_cast<double>(samples);
    const auto share = static_cast<double>(std::min(hits, samples)) / n;
    const double spread = z * z / n;
    const double middle = (share + spread / 2) / (1 + spread);
    const double reach = z * std::sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread);
    // Without hits the interval begins at exactly 0, with nothing but hits it ends at exactly 1,
    // whatever rounding does.
    return {hits == 0 ? 0 : std::max(0.0, middle - reach),
            hits >= samples ? 1 : std::min(1.0, middle + reach)};
}

namespace {

// Marks by path: 1 if no caller is of the same function.
std::vector<std::uint8_t> outermostCalls(const CallWeights &calls)
{
    std::vector<std::uint8_t> isOutermost(calls.paths.size());
    std::vector<std::uint32_t> open(calls.functionCount);
    walkCalls(
        calls,
        [&](PathIndex path) {
            isOutermost[path.row()] = open[calls.paths[path].identity.row()]++ == 0 ? 1 : 0;
        },
        [&](PathIndex path) { --open[calls.paths[path].identity.row()]; });
    return isOutermost;
}

SamplingError nothingYet(const CallWeights &calls)
{
    SamplingError error;
    error.isKnown = true;
    error.paths.resize(calls.paths.size());
    error.self.resize(calls.functionCount);
    error.total.resize(calls.functionCount);
    return error;
}

// Adds up the variances of visits to paths or functions, by row, one thread after the other.
class Visits {
public:
    explicit Visits(std::vector<double> &variances)
        : m_variances(variances),
          m_since(variances.size())
    {
    }

    // `clock`: the amount the thread has spent; `doubt`: the variance of when it switched.
    void enter(std::size_t row, double clock, double doubt)
    {
        m_since[row] = clock;
        m_variances[row] += doubt;
    }

    void leave(std::size_t row, double clock, double doubt)
    {
        const double deviation = visitSpread * (clock - m_since[row]);
        m_variances[row] += doubt + deviation * deviation;
    }

private:
    std::vector<double> &m_variances;
    std::vector<double> m_since; // by row: the clock when the visit began
};

// Estimates the error of times: follows how each thread switches from call to call.
class Switches {
public:
    // Limit of the calls entered and left: deep stacks that alternate make depth times samples of
    // them, which a file of some kilobytes can demand (see BoxBudget).
    static constexpr std::uint64_t stepsAtLeast = 50'000'000;
    static constexpr std::uint64_t stepsPerSample = 100;

    explicit Switches(const CallWeights &calls)
        : m_calls(calls),
          m_isOutermost(outermostCalls(calls)),
          m_error(nothingYet(calls)),
          m_paths(m_error.paths),
          m_self(m_error.self),
          m_total(m_error.total),
          m_marks(calls.functionCount),
          m_stepsLeft(stepsAtLeast + stepsPerSample * calls.total.front().samples)
    {
    }

    // Returns the estimated error of times; an empty one if the calls change too often to be
    // followed.
    SamplingError find()
    {
        for (const SamplePiece &piece : selectedPieces(*m_calls.profile, m_calls.selection))
            follow(piece);
        if (m_stepsLeft == 0)
            return {};
        const auto samples = std::max<std::uint64_t>(m_calls.total.front().samples, 1);
        const double one = m_calls.whole() / static_cast<double>(samples);
        m_error.one = one * one;
        return std::move(m_error);
    }

private:
    // Follows one thread. The begin and the end of the thread, or of the range, are no switches.
    void follow(const SamplePiece &piece)
    {
        PathIndex before = emptyPath;
        double weight = 0; // weight of the sample before
        std::optional<std::size_t> last;
        m_clock = 0;
        forEachSelected(piece, m_calls.selection, [&](const SelectedSample &sample) {
            // Samples between the two are not selected.
            if (last && sample.sample.row() != *last + 1) {
                change(before, emptyPath, weight);
                before = emptyPath;
            }
            const auto path = m_calls.pathOf(sample.stack);
            change(before, path, weight);
            last = sample.sample.row();
            before = path;
            weight = m_calls.amount({sample.duration, 1, 0});
            m_clock += weight;
        });
        change(before, emptyPath, 0);
    }

    // Accounts for a thread that leaves one path for another at an unknown time within a sample of
    // weight `weight`.
    void change(PathIndex left, PathIndex entered, double weight)
    {
        if (left == entered || m_stepsLeft == 0)
            return;
        const double doubt = weight * weight / 2;
        changeLeaf(m_calls.paths[left].identity, m_calls.paths[entered].identity, doubt);
        changePaths(left, entered, doubt);
        changeStack(doubt);
    }

    void changeLeaf(IdentityIndex left, IdentityIndex entered, double doubt)
    {
        if (left == entered)
            return;
        if (left.isValid())
            m_self.leave(left.row(), m_clock, doubt);
        if (entered.isValid())
            m_self.enter(entered.row(), m_clock, doubt);
    }

    // Leaves and enters the paths below the last caller that both have in common, and lists their
    // functions.
    void changePaths(PathIndex left, PathIndex entered, double doubt)
    {
        m_left.clear();
        m_entered.clear();
        for (; left != entered && m_stepsLeft > 0; --m_stepsLeft) {
            const bool isLeft = m_calls.paths[left].depth >= m_calls.paths[entered].depth;
            PathIndex &deeper = isLeft ? left : entered;
            const PathNode &node = m_calls.paths[deeper];
            if (isLeft)
                m_paths.leave(deeper.row(), m_clock, doubt);
            else
                m_paths.enter(deeper.row(), m_clock, doubt);
            if (m_isOutermost[deeper.row()] != 0)
                (isLeft ? m_left : m_entered).push_back(node.identity);
            deeper = node.caller;
        }
    }

    // Leaves and enters functions; one that is both left and entered goes on.
    void changeStack(double doubt)
    {
        m_mark += 2;
        for (const auto function : m_entered)
            m_marks[function.row()] = m_mark;
        for (const auto function : m_left) {
            if (m_marks[function.row()] == m_mark)
                m_marks[function.row()] = m_mark + 1;
            else
                m_total.leave(function.row(), m_clock, doubt);
        }
        for (const auto function : m_entered) {
            if (m_marks[function.row()] == m_mark)
                m_total.enter(function.row(), m_clock, doubt);
        }
    }

    const CallWeights &m_calls;
    const std::vector<std::uint8_t> m_isOutermost;
    SamplingError m_error;
    Visits m_paths;
    Visits m_self;
    Visits m_total;
    double m_clock = 0; // amount that the thread has spent so far
    std::vector<IdentityIndex> m_left;
    std::vector<IdentityIndex> m_entered;
    // By function: m_mark if it was entered by the last change, m_mark + 1 if it was left, too.
    std::vector<std::uint64_t> m_marks;
    std::uint64_t m_mark = 0;
    std::uint64_t m_stepsLeft;
};

// Estimates the error of values: each sample counts as one event, or as many as its "samples"
// value.
class Events {
public:
    explicit Events(const CallWeights &calls)
        : m_calls(calls),
          m_counts(findValueType(*calls.profile, "samples"))
    {
    }

    // Returns the estimated error of values; an empty one if the number of events is not known.
    SamplingError find()
    {
        const bool isTimed = m_calls.profile->tables().origin != TimeOrigin::None;
        if (!isTimed && m_calls.measure == Measure::Value && !m_counts.isValid())
            return {};
        SamplingError error = nothingYet(m_calls);
        double events = 0;
        for (const SamplePiece &piece : selectedPieces(*m_calls.profile, m_calls.selection)) {
            const SampleWeights values(*piece.samples, m_calls.type);
            const SampleWeights counts(*piece.samples, isTimed ? ValueTypeIndex() : m_counts);
            forEachSelected(piece, m_calls.selection, [&](const SelectedSample &sample) {
                const double value = m_calls.amount({sample.duration, 1, values[sample.sample]});
                const double count = std::max(counts[sample.sample], 1.0);
                events += count;
                error.paths[m_calls.pathOf(sample.stack).row()] += value * value / count;
            });
        }
        addCallers(error);
        const double one = m_calls.whole() / std::max(events, 1.0);
        error.one = one * one;
        return error;
    }

private:
    // Adds the variance of each path to its callers, and to its function.
    void addCallers(SamplingError &error) const
    {
        for (std::size_t row = 1; row < error.paths.size(); ++row)
            error.self[m_calls.paths[PathIndex(row)].identity.row()] += error.paths[row];
        const auto isOutermost = outermostCalls(m_calls);
        // A caller comes before its callees.
        for (auto row = error.paths.size(); row-- > 1;) {
            const PathNode &node = m_calls.paths[PathIndex(row)];
            error.paths[node.caller.row()] += error.paths[row];
            if (isOutermost[row] != 0)
                error.total[node.identity.row()] += error.paths[row];
        }
        error.paths.front() = 0;
    }

    const CallWeights &m_calls;
    const ValueTypeIndex m_counts;
};

} // namespace

SamplingError samplingError(const CallWeights &calls)
{
    if (calls.measure == Measure::Time)
        return Switches(calls).find();
    return Events(calls).find();
}

} // namespace ember::model
