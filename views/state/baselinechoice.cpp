// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/baselinechoice.h"

#include "model/query/counterparts.h"
#include "views/state/openprofile.h"
#include "views/state/viewselection.h"

#include <utility>

namespace ember::views {

using namespace model;

BaselineChoice::BaselineChoice(const OpenProfile &profile, const ViewSelection &selection)
    : m_profile(profile),
      m_selection(selection)
{
}

void BaselineChoice::replace(std::optional<Baseline> baseline)
{
    m_baseline = std::move(baseline);
    emit changed();
}

void BaselineChoice::set(SpanTablePointer spans, const QString &title)
{
    const ProfilePointer profile = spans->profile();
    replace(Baseline{std::move(spans), profile, title, std::nullopt, 0,
                     std::make_shared<CallWeigher>()});
}

void BaselineChoice::setSelection(const QString &title)
{
    if (!m_profile.spans())
        return;
    replace(Baseline{m_profile.spans(), m_profile.spans()->profile(), title, m_selection.range(),
                     m_profile.serial(), std::make_shared<CallWeigher>()});
}

void BaselineChoice::setRange(std::optional<TimeRange> range)
{
    if (range == m_baseline->range)
        return;
    m_baseline->range = range;
    emit rangeChanged();
}

void BaselineChoice::clear()
{
    if (m_baseline)
        replace(std::nullopt);
}

Result<Selection> BaselineChoice::selectionFor(const Selection &selection) const
{
    Selection same = selection;
    if (m_baseline->serial != m_profile.serial()) {
        const Profile &open = *m_profile.spans()->profile();
        EMBER_ASSIGN_OR_RETURN(same, sameSelection(open, selection, *m_baseline->profile));
    }
    same.range = m_baseline->range.value_or(TimeRange::everything());
    return same;
}

} // namespace ember::views
