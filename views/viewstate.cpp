// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/viewstate.h"

#include "model/query/threadstatistics.h"

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
    if (spans.profile()->sampleCount() == 0)
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

ViewState::ViewState(QObject *parent) : QObject(parent), m_theme(&views::theme(Shade::Light))
{
    connect(&m_zoom, &TimeZoom::moved, this, &ViewState::stopFollowingIfMovedAway);
}

void ViewState::open(SpanTablePointer spans)
{
    select(std::nullopt);
    hover(std::nullopt);
    setCursor(std::nullopt);
    selectRange(std::nullopt);
    setMatches({});
    setMarkedRanges({});
    setChunkRanges({});
    m_threads.clear();
    m_known.clear();
    m_hidden.clear();
    m_collapsed.clear();
    m_gaps = {};
    m_spans.reset();
    ++m_profileSerial;
    applySpans(std::move(spans));
    m_zoom.follow(m_zoom.limits());
    m_zoom.clearHistory();
    emit threadsChanged();
    emit spansChanged();
}

void ViewState::update(SpanTablePointer spans)
{
    if (spans == m_spans)
        return;
    if (!m_spans) {
        open(std::move(spans));
        return;
    }
    if (spans && !isContinuation(*m_spans->profile(), *spans->profile())) {
        ++m_profileSerial;
        select(std::nullopt);
        hover(std::nullopt);
    }
    const auto before = m_zoom.limits();
    const std::size_t known = m_threads.size();
    applySpans(std::move(spans));
    followEnd(before);
    if (m_threads.size() != known)
        emit threadsChanged();
    emit spansChanged();
}

void ViewState::applySpans(SpanTablePointer spans)
{
    m_spans = std::move(spans);
    if (!m_spans) {
        m_zoom.setLimits({});
        return;
    }
    m_period = samplePeriod(*m_spans->profile());
    m_gaps = Gaps(*m_spans->profile(), 3 * m_period);
    addNewThreads();
    if (m_selection && !holds(*m_spans, *m_selection))
        select(std::nullopt);
    if (m_hovered && !holds(*m_spans, *m_hovered))
        hover(std::nullopt);
    m_zoom.setLimits(roomFor(*m_spans, m_period));
}

void ViewState::addNewThreads()
{
    const Profile &profile = *m_spans->profile();
    const auto enter = [&](ThreadIndex thread) {
        if (!profile.samples(thread).isEmpty() && !m_known.contains(thread.raw())) {
            m_known.insert(thread.raw());
            m_threads.push_back(thread);
        }
    };
    if (m_threads.empty()) {
        for (const ThreadIndex thread : threadsByActivity(*m_spans))
            enter(thread);
        return;
    }
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        enter(ThreadIndex(row));
}

void ViewState::followEnd(TimeRange before)
{
    if (m_follow == Follow::No)
        return;
    const auto limits = m_zoom.limits();
    const bool showedAll = before.isEmpty() || m_zoom.visible() == before;
    const auto span =
        showedAll ? std::min(followedSpan, limits.duration()) : m_zoom.visible().duration();
    m_zoom.follow({limits.end - span, limits.end});
}

void ViewState::stopFollowingIfMovedAway()
{
    const auto visible = m_zoom.visible();
    if (m_zoom.limits().end - visible.end > visible.duration() / 50)
        setFollow(Follow::No);
}

std::vector<ThreadIndex> ViewState::shownThreads() const
{
    std::vector<ThreadIndex> shown;
    shown.reserve(m_threads.size());
    std::ranges::copy_if(m_threads, std::back_inserter(shown),
                         [this](ThreadIndex thread) { return isShown(thread); });
    return shown;
}

bool ViewState::isShown(ThreadIndex thread) const
{
    return m_known.contains(thread.raw()) && !m_hidden.contains(thread.raw());
}

void ViewState::setShown(ThreadIndex thread, Shown shown)
{
    const bool wanted = shown == Shown::Yes;
    if (!m_known.contains(thread.raw()) || isShown(thread) == wanted)
        return;
    if (wanted)
        m_hidden.remove(thread.raw());
    else
        m_hidden.insert(thread.raw());
    emit threadsChanged();
}

void ViewState::setShownThreads(const std::vector<ThreadIndex> &threads)
{
    QSet<std::uint32_t> hidden = m_known;
    for (const ThreadIndex thread : threads)
        hidden.remove(thread.raw());
    if (hidden == m_hidden)
        return;
    m_hidden = hidden;
    emit threadsChanged();
}

void ViewState::showAllThreads()
{
    setShownThreads(m_threads);
}

bool ViewState::isCollapsed(ThreadIndex thread) const
{
    return m_collapsed.contains(thread.raw());
}

void ViewState::setCollapsed(ThreadIndex thread, Collapsed collapsed)
{
    const bool wanted = collapsed == Collapsed::Yes;
    if (isCollapsed(thread) == wanted)
        return;
    if (wanted)
        m_collapsed.insert(thread.raw());
    else
        m_collapsed.remove(thread.raw());
    emit threadsChanged();
}

void ViewState::setAllCollapsed(Collapsed collapsed)
{
    const auto wanted = collapsed == Collapsed::Yes ? m_known : QSet<std::uint32_t>();
    if (wanted == m_collapsed)
        return;
    m_collapsed = wanted;
    emit threadsChanged();
}

void ViewState::select(std::optional<BoxReference> box)
{
    if (box == m_selection)
        return;
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
    emit selectedRangeChanged();
}

model::Selection ViewState::querySelection() const
{
    model::Selection selection;
    if (m_selectedRange)
        selection.range = *m_selectedRange;
    if (!m_hidden.isEmpty())
        selection.threads = shownThreads();
    return selection;
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
    if (mode == m_colourMode)
        return;
    m_colourMode = mode;
    emit appearanceChanged();
}

void ViewState::setTimeLabels(TimeLabels labels)
{
    if (labels == m_timeLabels)
        return;
    m_timeLabels = labels;
    emit appearanceChanged();
}

void ViewState::setShade(Shade shade)
{
    if (shade == m_theme->shade)
        return;
    m_theme = &views::theme(shade);
    emit appearanceChanged();
}

} // namespace ember::views
