// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/viewstate.h"

#include "model/query/counterparts.h"
#include "views/state/baselinechoice.h"
#include "views/state/bookmarklist.h"
#include "views/state/framechoice.h"
#include "views/state/sumsquery.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Whether indices of `earlier` are valid in `later`: not if a feed has read its log again from the
// start.
bool isContinuation(const Profile &earlier, const Profile &later)
{
    const auto &known = earlier.tables().frames;
    const auto &frames = later.tables().frames;
    return known.isEmpty()
        || (frames.size() >= known.size() && &frames[FrameIndex(0)] == &known[FrameIndex(0)]);
}

// Whether two frames are of one function; its name may have become known only later.
bool isSameFunction(const Profile &earlier, FrameIndex first, const Profile &later,
                    FrameIndex second)
{
    const auto pc = earlier.frame(first).pc;
    return (pc != 0 && later.frame(second).pc == pc)
        || frameName(earlier, first) == frameName(later, second);
}

// Returns a call in a profile that was read again; nothing if it is gone.
std::optional<BoxReference> sameCall(const SpanTable &before, const BoxReference &call,
                                     const SpanTable &after)
{
    const ThreadIndex thread = sameThread(*before.profile(), call.thread, *after.profile());
    if (!thread.isValid() || call.depth >= after.thread(thread).depth())
        return std::nullopt;
    const Timestamp start = rangeOf(before, call).start;
    const BoxReference found{thread, call.depth,
                             after.thread(thread).firstEndingAfter(call.depth, start)};
    const bool isSame = holds(after, found) && rangeOf(after, found).start == start
        && isSameFunction(*before.profile(), frameOf(before, call), *after.profile(),
                          frameOf(after, found));
    return isSame ? std::optional(found) : std::nullopt;
}

// Returns a frame of the function in the other profile; invalid if it has none.
FrameIndex sameFunction(const Profile &before, FrameIndex function, const Profile &after)
{
    const auto marks = framesOf(after, sharedIdentity(before, function));
    const auto found = std::ranges::find(marks, 1);
    return found == marks.end() ? FrameIndex()
                                : FrameIndex(static_cast<std::size_t>(found - marks.begin()));
}

} // namespace

ViewState::ViewState()
    : m_threads(m_profile),
      m_selection(m_profile, m_threads),
      m_appearance(m_profile)
{
    QObject::connect(&m_selection, &ViewSelection::rangeChanged, &m_zoom, [this] {
        if (m_selection.range()) // a selected range would move out of view
            m_zoom.setFollowing(Follow::No);
    });
    m_sums = std::make_unique<SumsQuery>(m_profile, m_zoom, m_threads, m_selection);
    m_baseline = std::make_unique<BaselineChoice>(m_profile, m_selection);
    m_frames =
        std::make_unique<FrameChoice>(m_profile, m_zoom, m_threads, m_selection, m_sums->history());
    m_bookmarks = std::make_unique<BookmarkList>();
}

ViewState::~ViewState() = default;

void ViewState::open(SpanTablePointer spans)
{
    m_selection.forget();
    m_bookmarks->forget();
    m_threads.forget();
    m_profile.close();
    m_selection.setFunction({});
    m_appearance.forgetFigures();
    take(std::move(spans));
    m_sums->reset();
    m_appearance.askFigures();
    m_zoom.follow(m_zoom.limits());
    m_zoom.clearHistory();
    emit m_threads.changed();
    emit m_profile.changed();
    emit m_sums->changed();
    m_appearance.showColours();
    emit m_profile.opened();
}

void ViewState::update(SpanTablePointer spans)
{
    const SpanTablePointer before = m_profile.spans();
    if (spans == before)
        return;
    if (!before) {
        open(std::move(spans));
        return;
    }
    const bool isReread = spans
        && (spans->stackChoice() != before->stackChoice()
            || !isContinuation(*before->profile(), *spans->profile()));
    const FrameIndex function = m_selection.function();
    if (isReread)
        reread(*spans);
    const auto limits = m_zoom.limits();
    const bool hasNewThreads = take(std::move(spans));
    if (isReread)
        m_sums->reread();
    if (isReread && m_selection.box())
        m_selection.setFunction(frameOf(*m_profile.spans(), *m_selection.box()));
    else if (isReread && function.isValid())
        m_selection.setFunction(
            sameFunction(*before->profile(), function, *m_profile.spans()->profile()));
    m_appearance.refreshFigures();
    m_zoom.followEnd(limits);
    if (isReread || hasNewThreads)
        emit m_threads.changed();
    m_appearance.showColours();
    emit m_profile.changed();
}

void ViewState::reread(const SpanTable &after)
{
    const SpanTable &before = *m_profile.spans();
    ++m_profile.m_serial;
    m_selection.setFunction({});
    const auto &call = m_selection.box();
    m_selection.moveBox(call ? sameCall(before, *call, after) : std::nullopt);
    m_threads.reread(*before.profile(), after);
    m_appearance.forgetFigures();
}

bool ViewState::take(SpanTablePointer spans)
{
    m_profile.setSpans(std::move(spans));
    bool hasNewThreads = false;
    if (m_profile.spans()) {
        hasNewThreads = m_threads.addNew();
        m_selection.dropLostBoxes();
        m_selection.markChosen();
    }
    m_zoom.setProfile(m_profile.range());
    return hasNewThreads;
}

} // namespace ember::views
