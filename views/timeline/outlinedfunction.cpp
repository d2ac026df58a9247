// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/outlinedfunction.h"

#include "model/query/counterparts.h"
#include "views/state/openprofile.h"
#include "views/state/viewselection.h"
#include "views/text/durationtext.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

std::string identityIn(const OpenProfile &profile, FrameIndex frame)
{
    return profile.spans() && frame.isValid() ? sharedIdentity(*profile.spans()->profile(), frame)
                                              : std::string();
}

FrameMarks framesIn(const OpenProfile &profile, const std::string &identity)
{
    return profile.spans() && !identity.empty() ? framesOf(*profile.spans()->profile(), identity)
                                                : FrameMarks();
}

FrameIndex hoveredIn(const OutlinedFunction::Side &side)
{
    return side.profile.spans() && side.selection.hovered()
        ? frameOf(*side.profile.spans(), *side.selection.hovered())
        : FrameIndex();
}

} // namespace

OutlinedFunction::OutlinedFunction(const Side &open, const Side &other)
    : m_open(open),
      m_other(other)
{
    connectTo(m_open, m_other);
    connectTo(m_other, m_open);
    pointAt(m_open, m_other);
}

OutlinedFunction::~OutlinedFunction()
{
    m_open.selection.setOutlined({});
}

void OutlinedFunction::connectTo(const Side &side, const Side &partner)
{
    connect(&side.selection, &ViewSelection::functionChanged, this,
            [this, &side, &partner] { pointAt(side, partner); });
    connect(&side.selection, &ViewSelection::hoveredChanged, this, &OutlinedFunction::outline);
    connect(&side.profile, &OpenProfile::changed, this, &OutlinedFunction::outline);
}

// Passes the function pointed at on to the partner. If the partner does not have it, its function
// becomes invalid: the previous one is no longer the last.
void OutlinedFunction::pointAt(const Side &side, const Side &partner)
{
    const bool isForgotten = &side == &m_other && !side.selection.function().isValid();
    if (m_isTelling || isForgotten)
        return;
    const QScopedValueRollback telling(m_isTelling, true);
    m_pointed = identityIn(side.profile, side.selection.function());
    const FrameMarks there = framesIn(partner.profile, m_pointed);
    const auto first = std::ranges::find(there, 1);
    partner.selection.setFunction(
        first == there.end() ? FrameIndex() : FrameIndex(std::size_t(first - there.begin())));
    outline();
}

void OutlinedFunction::outline()
{
    std::string wanted = identityIn(m_open.profile, hoveredIn(m_open));
    if (wanted.empty())
        wanted = identityIn(m_other.profile, hoveredIn(m_other));
    if (wanted.empty())
        wanted = m_pointed;
    m_open.selection.setOutlined(framesIn(m_open.profile, wanted));
    m_other.selection.setOutlined(framesIn(m_other.profile, wanted));
    if (std::exchange(m_outlined, wanted) != wanted)
        emit changed();
}

QString OutlinedFunction::name() const
{
    return fromUtf8(std::string_view(m_outlined).substr(0, m_outlined.find('\0')));
}

} // namespace ember::views
