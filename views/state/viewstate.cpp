// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/viewstate.h"

#include "views/state/viewappearance.h"
#include "views/state/baselinechoice.h"
#include "views/state/bookmarklist.h"
#include "views/state/framechoice.h"
#include "views/state/sumsquery.h"

#include <algorithm>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

// A live chart shows this much until the user zooms; before that all there is.
constexpr Nanoseconds followedSpan = 10s;

// The last samples end the picture without a duration: one period gives their marks room.
TimeRange roomFor(const SpanTable &spans, Nanoseconds period)
{
    const auto range = spans.profile()->timeRange();
    if (spans.profile()->sampleCount() == 0 && range.isEmpty())
        return {};
    return {range.start, range.end + period};
}

// Whether indices still mean the same: a feed that reads its log again from the start gives others.
bool isContinuation(const Profile &earlier, const Profile &later)
{
    const auto &known = earlier.tables().frames;
    const auto &frames = later.tables().frames;
    return known.isEmpty()
        || (frames.size() >= known.size() && &frames[FrameIndex(0)] == &known[FrameIndex(0)]);
}

} // namespace

ViewState::ViewState(QObject *parent)
    : QObject(parent),
      m_sums(std::make_unique<SumsQuestion>(*this)),
      m_baseline(std::make_unique<BaselineChoice>(*this)),
      m_frames(std::make_unique<FrameChoice>(*this)),
      m_bookmarks(std::make_unique<BookmarkList>()),
      m_callFigures(std::make_unique<CallFigureQuestion>(*this)),
      m_theme(&views::theme(Shade::Light))
{
    connect(&m_zoom, &TimeZoom::moved, this, &ViewState::stopFollowingIfMovedAway);
    connect(m_callFigures.get(), &CallFigureQuestion::answered, this, [this] {
        m_colourMode = m_callFigures->shownInstead(m_colourMode);
        emit appearanceChanged();
    });
}

ViewState::~ViewState() = default;

void ViewState::open(SpanTablePointer spans)
{
    select(std::nullopt);
    hover(std::nullopt);
    setCursor(std::nullopt);
    selectRange(std::nullopt);
    m_bookmarks->forget();
    setMatches({});
    setOutlined({});
    setMarkedRanges({});
    setChunkRanges({});
    m_threads.clear();
    m_gaps = {};
    m_spans.reset();
    ++m_profileSerial;
    setFunction({});
    m_callFigures->forget();
    applySpans(std::move(spans));
    m_sums->reset();
    m_callFigures->ask();
    m_zoom.follow(m_zoom.limits());
    m_zoom.clearHistory();
    emit threadsChanged();
    emit spansChanged();
    emit m_sums->changed();
    showColours();
    emit opened();
}

void ViewState::update(SpanTablePointer spans)
{
    if (spans == m_spans)
        return;
    if (!m_spans) {
        open(std::move(spans));
        return;
    }
    const bool isReread = spans
        && (spans->cutStacks() != m_spans->cutStacks()
            || !isContinuation(*m_spans->profile(), *spans->profile()));
    if (isReread) {
        ++m_profileSerial;
        setFunction({});
        select(std::nullopt);
        hover(std::nullopt);
        m_threads.reread(*m_spans->profile(), *spans);
        m_callFigures->forget();
    }
    const auto before = m_zoom.limits();
    const bool hasNewThreads = applySpans(std::move(spans));
    if (isReread)
        m_sums->reread();
    m_callFigures->refresh();
    followEnd(before);
    if (isReread || hasNewThreads)
        emit threadsChanged();
    showColours();
    emit spansChanged();
}

bool ViewState::applySpans(SpanTablePointer spans)
{
    m_spans = std::move(spans);
    if (!m_spans) {
        m_profileRange = {};
        applyLimits();
        return false;
    }
    m_period = samplePeriod(*m_spans->profile());
    m_gaps = Gaps(*m_spans->profile(), 3 * m_period);
    const bool hasNewThreads = m_threads.order().addNew(*m_spans);
    if (m_selection && !holds(*m_spans, *m_selection))
        select(std::nullopt);
    if (m_hovered && !holds(*m_spans, *m_hovered))
        hover(std::nullopt);
    m_profileRange = roomFor(*m_spans, m_period);
    applyLimits();
    return hasNewThreads;
}

void ViewState::applyLimits()
{
    const TimeRange room = m_zoomRoom;
    const TimeRange own = m_profileRange;
    if (own.isEmpty() || room.isEmpty())
        m_zoom.setLimits(own.isEmpty() ? room : own);
    else
        m_zoom.setLimits({std::min(own.start, room.start), std::max(own.end, room.end)});
}

void ViewState::setZoomRoom(TimeRange room)
{
    if (room == m_zoomRoom)
        return;
    m_zoomRoom = room;
    applyLimits();
    emit zoomRoomChanged();
}

void ViewState::followEnd(TimeRange before)
{
    if (m_follow == Follow::No)
        return;
    const auto visible = m_zoom.visible();
    const bool showedAll = before.isEmpty() || visible == before;
    const auto span =
        showedAll ? std::min(followedSpan, m_zoom.limits().duration()) : visible.duration();
    m_zoom.follow({m_profileRange.end - span, m_profileRange.end});
}

void ViewState::stopFollowingIfMovedAway()
{
    const auto visible = m_zoom.visible();
    if (m_profileRange.end - visible.end > visible.duration() / 50)
        setFollow(Follow::No);
}

void ViewState::sortThreads(ThreadSort by)
{
    if (m_spans && m_threads.order().sort(*m_spans, by))
        emit threadsChanged();
}

void ViewState::sortThreadsByRunning(std::vector<Nanoseconds> running)
{
    if (m_spans && m_threads.order().sortByRunning(*m_spans, std::move(running)))
        emit threadsChanged();
}

void ViewState::setPinned(const std::vector<ThreadIndex> &threads, Pinned pinned)
{
    if (m_spans && m_threads.order().setPinned(*m_spans, threads, pinned))
        emit threadsChanged();
}

void ViewState::moveThreads(const std::vector<ThreadIndex> &threads, ThreadIndex before)
{
    if (m_spans && m_threads.order().move(*m_spans, threads, before))
        emit threadsChanged();
}

void ViewState::arrangeThreads(const ThreadArrangement &arrangement)
{
    if (m_spans && m_threads.order().arrangeAs(*m_spans, arrangement))
        emit threadsChanged();
}

void ViewState::setGroupOpen(const QString &key, Open open)
{
    if (m_threads.order().setOpen(key, open))
        emit threadsChanged();
}

void ViewState::setAllGroupsOpen(Open open)
{
    bool hasChanged = false;
    for (const ThreadGroup &group : threadOrder().groups())
        hasChanged =
            (group.kind != ThreadGroup::Kind::Single && m_threads.order().setOpen(group.key, open))
            || hasChanged;
    if (hasChanged)
        emit threadsChanged();
}

void ViewState::setShown(const std::vector<ThreadIndex> &threads, Shown shown)
{
    if (m_threads.setShown(threads, shown))
        emit threadsChanged();
}

void ViewState::setShownThreads(const std::vector<ThreadIndex> &threads)
{
    if (m_threads.setShown(threads))
        emit threadsChanged();
}

void ViewState::setCollapsed(ThreadIndex thread, Collapsed collapsed)
{
    if (m_threads.setCollapsed(thread, collapsed))
        emit threadsChanged();
}

void ViewState::setAllCollapsed(Collapsed collapsed)
{
    if (m_threads.setAllCollapsed(collapsed))
        emit threadsChanged();
}

void ViewState::arrangeThreadsLike(const ViewState &leader, const ThreadOrder::NewIndex &partnerOf)
{
    m_threads.arrangeLike(leader.m_threads, partnerOf, *m_spans);
    emit threadsChanged();
}

void ViewState::select(std::optional<BoxReference> box)
{
    if (box && m_spans)
        setFunction(frameOf(*m_spans, *box));
    if (box == m_selection)
        return;
    if (const auto *group = box ? threadOrder().groupOf(box->thread) : nullptr;
        group && !threadOrder().isOpen(*group))
        setGroupOpen(QString(group->key), Open::Yes);
    m_selection = box;
    emit selectionChanged();
}

void ViewState::hover(std::optional<BoxReference> box)
{
    if (box == m_hovered)
        return;
    m_hovered = box;
    emit hoveredChanged();
}

void ViewState::setCursor(std::optional<Timestamp> time)
{
    if (time == m_cursor)
        return;
    m_cursor = time;
    emit cursorChanged();
}

void ViewState::selectRange(std::optional<TimeRange> range)
{
    if (range && range->isEmpty())
        range.reset();
    if (range == m_selectedRange)
        return;
    m_selectedRange = range;
    if (range) // it would drift out of view
        setFollow(Follow::No);
    emit selectedRangeChanged();
}

void ViewState::setFunction(FrameIndex function)
{
    if (function == m_function)
        return;
    m_function = function;
    emit functionChanged();
}

void ViewState::setOutlined(FrameMarks frames)
{
    if (frames == m_outlined)
        return;
    m_outlined = std::move(frames);
    emit outlinedChanged();
}

void ViewState::setSearchText(const QString &text)
{
    if (text == m_searchText)
        return;
    m_searchText = text;
    emit searchTextChanged(text);
}

void ViewState::setMatches(SearchMatches matches)
{
    if (!matches.isActive() && !m_matches.isActive())
        return;
    m_matches = std::move(matches);
    emit matchesChanged();
}

void ViewState::setFollow(Follow follow)
{
    if (follow == m_follow)
        return;
    m_follow = follow;
    if (follow == Follow::Yes && m_spans)
        followEnd(m_zoom.limits());
    emit followChanged(follow);
}

void ViewState::setChunkRanges(std::vector<TimeRange> ranges)
{
    if (ranges == m_chunkRanges)
        return;
    m_chunkRanges = std::move(ranges);
    emit chunkRangesChanged();
}

void ViewState::setMarkedRanges(std::vector<TimeRange> ranges)
{
    if (ranges == m_markedRanges)
        return;
    m_markedRanges = std::move(ranges);
    emit markedRangesChanged();
}

void ViewState::setColourMode(ColourMode mode)
{
    if (mode == m_chosenMode)
        return;
    m_chosenMode = mode;
    m_callFigures->ask();
    showColours();
}

void ViewState::showColours()
{
    const auto before = m_colourMode;
    m_colourMode = m_callFigures->shownInstead(before);
    if (m_colourMode != before)
        emit appearanceChanged();
}

const CallFiguresPointer &ViewState::callFigures() const
{
    return m_callFigures->figures();
}

void ViewState::setTimeLabels(TimeLabels labels)
{
    if (labels == m_timeLabels)
        return;
    m_timeLabels = labels;
    emit appearanceChanged();
}

void ViewState::setEdges(Edges edges)
{
    if (edges == m_edges)
        return;
    m_edges = edges;
    emit appearanceChanged();
}

void ViewState::setShade(Shade shade)
{
    if (shade == m_theme->shade)
        return;
    m_theme = &views::theme(shade, m_theme->hues);
    emit appearanceChanged();
}

void ViewState::setHues(Hues hues)
{
    if (hues == m_theme->hues)
        return;
    m_theme = &views::theme(m_theme->shade, hues);
    emit appearanceChanged();
}

void ViewState::setKeyMap(KeyMap keyMap)
{
    if (keyMap == m_keyMap)
        return;
    m_keyMap = std::move(keyMap);
    emit keyMapChanged();
}

} // namespace ember::views
