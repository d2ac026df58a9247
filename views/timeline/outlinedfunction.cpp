// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/outlinedfunction.h"

#include "model/query/counterparts.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

std::string identityIn(const ViewState &state, FrameIndex frame)
{
    return state.spans() && frame.isValid() ? sharedIdentity(*state.spans()->profile(), frame)
                                            : std::string();
}

FrameMarks framesIn(const ViewState &state, const std::string &identity)
{
    return state.spans() && !identity.empty() ? framesOf(*state.spans()->profile(), identity)
                                              : FrameMarks();
}

FrameIndex hoveredIn(const ViewState &state)
{
    return state.spans() && state.selection().hovered()
        ? frameOf(*state.spans(), *state.selection().hovered())
        : FrameIndex();
}

} // namespace

OutlinedFunction::OutlinedFunction(ViewState &open, ViewState &other) : m_open(open), m_other(other)
{
    connectTo(open, other);
    connectTo(other, open);
    pointAt(open, other);
}

OutlinedFunction::~OutlinedFunction()
{
    m_open.selection().setOutlined({});
}

void OutlinedFunction::connectTo(ViewState &state, ViewState &partner)
{
    connect(&state.selection(), &ViewSelection::functionChanged, this,
            [this, &state, &partner] { pointAt(state, partner); });
    connect(&state.selection(), &ViewSelection::hoveredChanged, this, &OutlinedFunction::outline);
    connect(&state.profile(), &OpenProfile::changed, this, &OutlinedFunction::outline);
}

// Passes the function pointed at on to the partner. If the partner does not have it, its function
// becomes invalid: the previous one is no longer the last.
void OutlinedFunction::pointAt(const ViewState &state, ViewState &partner)
{
    const bool isForgotten = &state == &m_other && !state.selection().function().isValid();
    if (m_isTelling || isForgotten)
        return;
    const QScopedValueRollback telling(m_isTelling, true);
    m_pointed = identityIn(state, state.selection().function());
    const FrameMarks there = framesIn(partner, m_pointed);
    const auto first = std::ranges::find(there, 1);
    partner.selection().setFunction(
        first == there.end() ? FrameIndex() : FrameIndex(std::size_t(first - there.begin())));
    outline();
}

void OutlinedFunction::outline()
{
    std::string wanted = identityIn(m_open, hoveredIn(m_open));
    if (wanted.empty())
        wanted = identityIn(m_other, hoveredIn(m_other));
    if (wanted.empty())
        wanted = m_pointed;
    m_open.selection().setOutlined(framesIn(m_open, wanted));
    m_other.selection().setOutlined(framesIn(m_other, wanted));
    if (std::exchange(m_outlined, wanted) != wanted)
        emit changed();
}

QString OutlinedFunction::name() const
{
    return fromUtf8(std::string_view(m_outlined).substr(0, m_outlined.find('\0')));
}

} // namespace ember::views
