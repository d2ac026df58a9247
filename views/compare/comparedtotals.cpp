// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparedtotals.h"

#include "views/compare/baselinechoice.h"
#include "views/compare/comparedtext.h"
#include "views/sumsquestion.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

bool isOutlined(const ViewState &state, FrameIndex frame)
{
    const FrameMarks &marks = state.outlined();
    return frame.isValid() && frame.row() < marks.size() && marks[frame.row()] != 0;
}

// Ranges that differ by less are as good as equally long.
constexpr double equalLength = 0.01;

Nanoseconds lengthOf(const Profile &profile, TimeRange asked)
{
    const TimeRange all = profile.timeRange();
    const TimeRange range{std::max(all.start, asked.start), std::min(all.end, asked.end)};
    return range.isEmpty() ? Nanoseconds(0) : range.duration();
}

// What a longer range took more of says nothing: per second, as the table of functions has it.
Normalisation normalisationOf(Nanoseconds before, Nanoseconds after)
{
    const auto difference = static_cast<double>(std::max(before, after).count())
        - static_cast<double>(std::min(before, after).count());
    const bool isEqual =
        difference <= equalLength * static_cast<double>(std::max(before, after).count());
    const bool hasLengths = std::min(before, after) > Nanoseconds(0);
    return isEqual || !hasLengths ? Normalisation::Amount : Normalisation::PerSecond;
}

} // namespace

ComparedTotals::ComparedTotals(ViewState &open, const AlignedBaseline &baseline)
    : m_open(open),
      m_baseline(baseline),
      m_job(
          this, [this] { return question(); },
          [this](ComparisonPointer comparison) {
              m_comparison = std::move(comparison);
              emit changed();
          })
{
    const auto askAnew = [this] { m_job.askAnew(); };
    connect(&open.sums(), &SumsQuestion::changed, this, askAnew);
    connect(&open, &ViewState::threadsChanged, this, askAnew);
    connect(&open, &ViewState::selectedRangeChanged, this, askAnew);
    connect(&open, &ViewState::opened, this, askAnew);
    connect(&open, &ViewState::spansChanged, this, [this] { m_job.refresh(); });
    connect(&open.baseline(), &BaselineChoice::changed, this, askAnew);
    connect(&open.baseline(), &BaselineChoice::rangeChanged, this, askAnew);
    connect(&baseline.function(), &OutlinedFunction::changed, this, &ComparedTotals::changed);
    m_job.askAnew();
}

PacedJob<ComparisonPointer>::Work ComparedTotals::question() const
{
    const auto &baseline = m_open.baseline().baseline();
    if (!m_open.spans() || !baseline)
        return {};
    const Selection selection = m_open.sums().selection();
    const auto same = m_open.baseline().selectionFor(selection);
    if (!same)
        return [] { return ComparisonPointer(); };
    const auto by = normalisationOf(lengthOf(*baseline->profile, same->range),
                                    lengthOf(*m_open.spans()->profile(), selection.range));
    return [weigher = m_open.sums().weigher(), profile = m_open.spans()->profile(), selection,
            baseline = *baseline, same = *same, by] {
        auto compared = compare(baseline.weigher->weigh(baseline.profile, same),
                                weigher->weigh(profile, selection), by);
        return compared ? std::make_shared<const Comparison>(std::move(*compared))
                        : ComparisonPointer();
    };
}

std::optional<ComparedAmount> ComparedTotals::amount() const
{
    if (m_baseline.function().name().isEmpty())
        return m_comparison->ofPaths(emptyPath, emptyPath);
    const auto found =
        std::ranges::find_if(m_comparison->functions, [this](const ComparedFunction &function) {
            return isOutlined(m_open, function.after)
                || isOutlined(m_baseline.state(), function.before);
        });
    if (found == m_comparison->functions.end()
        || (found->total.before == 0 && found->total.after == 0))
        return std::nullopt;
    return found->total;
}

QString ComparedTotals::text() const
{
    if (!m_comparison)
        return {};
    const QString name = m_baseline.function().name();
    const auto known = amount();
    if (!known)
        return tr("%1: in neither range", "a function").arg(name);
    const ComparedAmount &total = *known;
    QStringList parts{tr("%1 → %2", "an amount before and after")
                          .arg(comparedText(*m_comparison, total.before),
                               comparedText(*m_comparison, total.after)),
                      differenceText(*m_comparison, total.difference())};
    if (const QString ratio = ratioText(total); !ratio.isEmpty())
        parts.append(ratio);
    if (!name.isEmpty()) // of all calls there is no verdict
        parts.append(noiseText(total.noise));
    return QStringLiteral("%1: %2").arg(name.isEmpty() ? tr("All calls") : name,
                                        parts.join(QStringLiteral(", ")));
}

} // namespace ember::views
