// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/sumsquery.h"

#include "model/query/instructionvisits.h"
#include "model/query/lineweights.h"
#include "model/query/weights.h"
#include "views/state/openprofile.h"
#include "views/state/threadchoice.h"
#include "views/state/viewselection.h"
#include "views/text/durationtext.h"

namespace ember::views {

using namespace model;

SumsQuery::SumsQuery(const OpenProfile &openProfile, ProfileZoom &zoom, ThreadChoice &threads,
                     ViewSelection &selection)
    : m_profile(openProfile),
      m_threads(threads),
      m_selection(selection),
      m_idleWaits(std::make_shared<IdleWaitFinder>()),
      m_history(openProfile, zoom, threads, selection, m_filters),
      m_frames(openProfile, *this),
      m_weigher(std::make_shared<CallWeigher>()),
      m_lineWeigher(std::make_shared<CallWeigher>(lineIdentity)),
      m_instructionWeigher(std::make_shared<CallWeigher>(instructionIdentity))
{
    connect(&m_filters, &FilterStack::changed, this, &SumsQuery::changed);
    connect(&m_filters, &FilterStack::changed, &m_frames, &FilteredFrames::ask);
}

Selection SumsQuery::selection() const
{
    Selection selection;
    selection.weight = m_weight;
    selection.counted = countedNow();
    selection.idleWaits = m_idleWaits;
    selection.filters = m_filters.calls();
    if (m_selection.range())
        selection.range = *m_selection.range();
    if (m_threads.isAnyHidden())
        selection.threads = m_threads.shown();
    return selection;
}

std::optional<Selection> SumsQuery::selectedPart(AllThreads all) const
{
    Selection part;
    part.range = m_selection.range().value_or(TimeRange::everything());
    if (all == AllThreads::Whole ? m_threads.isNarrowed() : !m_threads.isUsual())
        part.threads = m_threads.shown();
    return part == Selection() ? std::nullopt : std::optional(part);
}

bool SumsQuery::canCount(Counted counted) const
{
    if (!m_profile.spans())
        return counted == Counted::All;
    // Cached per snapshot: all functions may have to be looked at.
    if (m_asked.lock() != profile())
        m_known = knownStates(*profile());
    m_asked = profile();
    switch (counted) {
    case Counted::All: return true;
    case Counted::Busy: return m_known != KnownStates::None;
    case Counted::Running:
    case Counted::Waiting: return m_known == KnownStates::All;
    }
    return false;
}

Counted SumsQuery::countedNow() const
{
    return canCount(m_filters.counted()) ? m_filters.counted() : Counted::All;
}

const ProfilePointer &SumsQuery::profile() const
{
    return m_profile.spans()->profile();
}

void SumsQuery::setWeight(ValueTypeIndex weight)
{
    if (weight == m_weight)
        return;
    m_weight = weight;
    emit changed();
}

std::optional<QString> SumsQuery::unit() const
{
    if (!m_weight.isValid() || !m_profile.spans())
        return std::nullopt;
    const Profile &profile = *m_profile.spans()->profile();
    return fromUtf8(profile.text(profile.tables().valueTypes[m_weight].unit));
}

void SumsQuery::reset()
{
    m_filters.forget();
    reread();
}

void SumsQuery::reread()
{
    m_weight = m_profile.spans() ? firstWeight(*m_profile.spans()->profile()) : ValueTypeIndex();
    m_idleWaits = std::make_shared<IdleWaitFinder>();
    m_weigher = std::make_shared<CallWeigher>();
    m_lineWeigher = std::make_shared<CallWeigher>(lineIdentity);
    m_instructionWeigher = std::make_shared<CallWeigher>(instructionIdentity);
    m_frames.forget();
    m_frames.ask();
}

} // namespace ember::views
