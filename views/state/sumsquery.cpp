// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/sumsquery.h"

#include "model/query/instructionvisits.h"
#include "model/query/lineweights.h"
#include "model/query/weights.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"

namespace ember::views {

using namespace model;

SumsQuestion::SumsQuestion(ViewState &state)
    : m_state(state),
      m_history(state, m_filters),
      m_frames(state),
      m_weigher(std::make_shared<CallWeigher>()),
      m_lineWeigher(std::make_shared<CallWeigher>(lineIdentity)),
      m_instructionWeigher(std::make_shared<CallWeigher>(instructionIdentity))
{
    connect(&m_filters, &FilterStack::changed, this, &SumsQuestion::changed);
    connect(&m_filters, &FilterStack::changed, &m_frames, &FilteredFrames::ask);
}

Selection SumsQuestion::selection() const
{
    Selection selection;
    selection.weight = m_weight;
    selection.runningOnly = m_filters.counted() == Counted::Running;
    selection.filters = m_filters.calls();
    if (m_state.selectedRange())
        selection.range = *m_state.selectedRange();
    if (m_state.isAnyHidden())
        selection.threads = m_state.shownThreads();
    return selection;
}

const ProfilePointer &SumsQuestion::profile() const
{
    return m_state.spans()->profile();
}

void SumsQuestion::setWeight(ValueTypeIndex weight)
{
    if (weight == m_weight)
        return;
    m_weight = weight;
    emit changed();
}

std::optional<QString> SumsQuestion::unit() const
{
    if (!m_weight.isValid() || !m_state.spans())
        return std::nullopt;
    const Profile &profile = *m_state.spans()->profile();
    return fromUtf8(profile.text(profile.tables().valueTypes[m_weight].unit));
}

void SumsQuestion::reset()
{
    m_filters.forget();
    reread();
}

void SumsQuestion::reread()
{
    m_weight = m_state.spans() ? firstWeight(*m_state.spans()->profile()) : ValueTypeIndex();
    m_weigher = std::make_shared<CallWeigher>();
    m_lineWeigher = std::make_shared<CallWeigher>(lineIdentity);
    m_instructionWeigher = std::make_shared<CallWeigher>(instructionIdentity);
    m_frames.forget();
    m_frames.ask();
}

} // namespace ember::views
