// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/viewport.h"

#include "views/flamechart/pixelruns.h"

#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <functional>

namespace ember::views {

using namespace model;

std::optional<ChartHit> hitTest(const model::SpanTable &spans, const ChartLayout &layout,
                                const TimeScale &scale, int scrollY, QPointF point)
{
    const int y = static_cast<int>(std::floor(point.y())) + scrollY;
    const Lane *lane = layout.laneAt(y);
    if (!lane || point.x() < 0 || point.x() >= scale.width())
        return std::nullopt;
    ChartHit hit{.thread = lane->thread, .depth = {}, .box = {}, .group = lane->heads};
    hit.depth = layout.depthAt(*lane, y);
    hit.isMore = y >= layout.rowsBottom(*lane) && lane->more > 0;
    if (hit.depth) {
        const auto box = boxAtColumn(spans, spans.thread(lane->thread), *hit.depth, scale,
                                     static_cast<int>(std::floor(point.x())));
        if (box)
            hit.box = BoxReference{lane->thread, *hit.depth, *box};
    }
    return hit;
}

namespace {

// Number of other lanes that a deep thread leaves in sight together with its outermost rows.
constexpr int lanesInSight = 6;
constexpr int leastRows = 8; // in low windows as well

// Returns how many rows hold nearly all of a thread's busy time: rows only for deeper calls, such
// as those of the program's start, would be empty at all other times. An estimate from a few
// samples, as it is needed with every snapshot.
int busyRows(const ThreadSpans &thread)
{
    constexpr std::size_t mostSamples = 256;
    constexpr double nearlyAll = 0.95;
    const std::size_t size =
        std::min(thread.outline.size(), thread.samples->times.size() - std::size_t(1));
    const std::size_t count = thread.samples->times.isEmpty() ? 0 : std::min(size, mostSamples);
    std::vector<Nanoseconds> busy(thread.depth() + 1); // by the depth of stacks
    Nanoseconds all{};
    for (std::size_t number = 0; number < count; ++number) {
        const SampleIndex sample(size * number / count);
        const auto time = busyTime(*thread.samples, sample, nullptr);
        busy[std::min(thread.outline.depth(sample), thread.depth())] += time;
        all += time;
    }
    if (all.count() == 0)
        return static_cast<int>(thread.depth());
    std::size_t rows = 0;
    for (Nanoseconds sum = busy.front();
         rows < thread.depth() && double(sum.count()) < nearlyAll * double(all.count());)
        sum += busy[++rows];
    constexpr std::size_t step = 4; // rounds up, so that rows seldom change in a growing capture
    return static_cast<int>((std::max<std::size_t>(rows, 1) + step - 1) / step * step);
}

// Whether the thread did more than next to nothing.
bool isBusy(const SpanTable &spans, ThreadIndex thread)
{
    const auto busy = spans.thread(thread).busy.total();
    return busy.count() > 0 && busy >= spans.profile()->timeRange().duration() / 1000;
}

// Whether the chart may open a closed group by itself: not one that the user has opened or closed,
// and not the group of idle threads, which have nothing to show.
bool mayOpen(const ThreadChoice &threads, const ThreadGroup &group)
{
    return group.kind == ThreadGroup::Kind::Alike && !threads.order().isOpen(group)
        && !threads.isOpenByHand(group);
}

Nanoseconds busyOf(const SpanTable &spans, const ThreadGroup &group)
{
    Nanoseconds sum{};
    for (const ThreadIndex thread : group.threads)
        sum += spans.thread(thread).busy.total();
    return sum;
}

struct OpenedGroups {
    QSet<QString> keys;
    int members = 0; // threads in them
};

// Returns the groups that are opened without the user: the busiest first, those whose lanes fit
// into the height `room`, which their height is subtracted from. The last group before those of
// idle threads is also opened if it does not fit but many of its lanes are seen: this puts only
// idle threads out of sight.
OpenedGroups openedWithin(int &room, const ThreadChoice &threads, const SpanTable &spans)
{
    constexpr int manyLanes = 16;
    constexpr std::size_t mostBeyond = 1'000; // threads of a group that does not fit
    const int lane = ChartMetrics().lowestLane;
    const auto &groups = threads.order().groups();
    OpenedGroups opened;
    const auto open = [&](const ThreadGroup &group) {
        room -= static_cast<int>(group.threads.size()) * lane;
        opened.members += static_cast<int>(group.threads.size());
        opened.keys.insert(group.key);
    };
    std::vector<std::pair<Nanoseconds, const ThreadGroup *>> busiestFirst;
    for (const ThreadGroup &group : groups) {
        if (mayOpen(threads, group))
            busiestFirst.emplace_back(busyOf(spans, group), &group);
    }
    std::ranges::stable_sort(busiestFirst, std::ranges::greater(),
                             [](const auto &one) { return one.first; });
    for (const auto &[busy, group] : busiestFirst) {
        if (static_cast<int>(group->threads.size()) * lane <= room)
            open(*group);
    }
    const auto last = std::find_if(groups.rbegin(), groups.rend(), [](const ThreadGroup &group) {
        return group.kind != ThreadGroup::Kind::Idle;
    });
    if (last != groups.rend() && mayOpen(threads, *last) && !opened.keys.contains(last->key)
        && last->threads.size() <= mostBeyond && room >= manyLanes * lane)
        open(*last);
    return opened;
}

// Threads that are unfolded without the user, in the order in which they were chosen.
struct Unfolded {
    std::vector<ThreadIndex> threads;
    // Whether the last one needs more than there was height for, and is to be cut to what is left.
    bool isLastCut = false;
};

// Returns the candidates that fit into the height `room`, the first one in any case, and subtracts
// their height from it. The first that does not fit is the last: it is cut if the height `least` is
// left for it, otherwise it stays folded. Threads that did next to nothing stay folded, too.
template<typename Extra>
Unfolded unfoldedWithin(int &room, const std::vector<ThreadIndex> &candidates,
                        const SpanTable &spans, int least, Extra extra)
{
    Unfolded unfolded;
    for (const ThreadIndex thread : candidates) {
        const bool isFirst = unfolded.threads.empty();
        if (!isFirst && !isBusy(spans, thread))
            continue;
        const int needed = extra(thread);
        unfolded.isLastCut = !isFirst && needed > room;
        if (unfolded.isLastCut && room < least) {
            unfolded.isLastCut = false;
            break;
        }
        unfolded.threads.push_back(thread);
        if (unfolded.isLastCut)
            break;
        room -= needed;
    }
    return unfolded;
}

} // namespace

ChartViewport::ChartViewport(ViewState &state, QScrollBar &scrollBar)
    : m_state(state),
      m_scrollBar(scrollBar)
{
}

void ChartViewport::resize(QSize size)
{
    m_size = size;
    relayout();
}

// Holds rows like followProfile(): when a profile grows, the signal about its threads comes before
// the one about the profile.
void ChartViewport::relayout()
{
    layOut(hasGrown() ? m_state.threads().held() : Held::No);
}

void ChartViewport::followProfile()
{
    layOut(m_state.profile().serial() == m_profileSerial ? m_state.threads().held() : Held::No);
}

// Whether the profile is a later snapshot of the one that is laid out.
bool ChartViewport::hasGrown() const
{
    return m_state.spans() && m_state.profile().serial() == m_profileSerial
        && m_state.spans()->profile()->sampleCount() != m_samples;
}

void ChartViewport::layOut(Held held)
{
    const auto &spans = m_state.spans();
    if (held == Held::No && m_isDeciding)
        decide();
    m_layout = !spans
        ? ChartLayout()
        : ChartLayout(*spans, held == Held::Yes ? heldContents() : contents(), {}, m_size.height());
    m_profileSerial = m_state.profile().serial();
    m_samples = spans ? spans->profile()->sampleCount() : 0;
    m_scrollBar.setPageStep(m_size.height());
    m_scrollBar.setSingleStep(3 * m_layout.metrics().rowHeight);
    m_scrollBar.setRange(0, std::max(0, m_layout.height() - m_size.height()));
}

// Decides which threads are unfolded, how deep, and which groups are open.
void ChartViewport::decide()
{
    m_opened = {};
    if (m_whole == Whole::Yes) {
        m_mostRows = 0;
    } else if (m_state.spans() && m_size.height() > 0) {
        findMostRows();
        if (const auto &box = m_state.selection().box(); box && m_mostRows > 0)
            m_opened = static_cast<int>(box->depth) < fittingRows(box->thread) ? ThreadIndex()
                                                                               : box->thread;
        useRoom();
    }
}

bool ChartViewport::followSelection()
{
    const auto &box = m_state.selection().box();
    const Lane *lane = box ? m_layout.laneOf(box->thread) : nullptr;
    const bool isLeftOut = lane && lane->more > 0 && static_cast<int>(box->depth) >= lane->rows;
    const bool isOpenForOther = m_opened.isValid()
        && (!box || box->thread != m_opened
            || static_cast<int>(box->depth) < fittingRows(box->thread));
    if (!isLeftOut && !isOpenForOther)
        return false;
    relayout();
    return true;
}

// Returns the lanes of all groups in order, also of threads that do not count.
std::vector<LaneContent> ChartViewport::contents() const
{
    const ThreadOrder &order = m_state.threads().order();
    std::vector<LaneContent> contents;
    for (std::size_t place = 0; place < order.groups().size(); ++place) {
        const ThreadGroup &group = order.groups()[place];
        const bool isSingle = group.kind == ThreadGroup::Kind::Single;
        const auto within = isSingle ? ThreadGroupIndex() : ThreadGroupIndex(place);
        const bool isOpen = m_state.threads().isOpen(group);
        if (!isSingle)
            contents.push_back({group.threads.front(), !isOpen, within, {}, {}});
        if (!isOpen)
            continue;
        for (const ThreadIndex thread : group.threads) {
            const bool isFolded = m_state.threads().isCollapsed(thread);
            contents.push_back(
                {thread, isFolded, {}, within, isFolded ? std::nullopt : mostRowsOf(thread)});
        }
    }
    return contents;
}

// Returns the lanes as contents() does, but threads that are laid out have as many rows as they
// had.
std::vector<LaneContent> ChartViewport::heldContents() const
{
    auto contents = this->contents();
    for (LaneContent &content : contents) {
        const Lane *lane = content.heads.isValid() || content.collapsed
            ? nullptr
            : m_layout.laneOf(content.thread);
        if (!lane)
            continue;
        content.collapsed = lane->rows == 0;
        content.mostRows = lane->rows;
        content.isHeld = true;
    }
    return contents;
}

// Returns how many rows a thread has unless all are asked for. m_mostRows must not be 0.
int ChartViewport::fittingRows(ThreadIndex thread) const
{
    const SpanTable &spans = *m_state.spans();
    // The selection may be of an old profile.
    const bool isThere = thread.row() < spans.threadCount();
    if (thread == m_cut)
        return m_cutRows;
    if (!m_isCrowded || !isThere)
        return m_mostRows;
    const int spare = thread == m_withSpareRows ? m_spareRows : 0;
    return std::min(m_mostRows, busyRows(spans.thread(thread)) + spare);
}

std::optional<int> ChartViewport::mostRowsOf(ThreadIndex thread) const
{
    const bool areAllAsked =
        m_state.threads().rows(thread) == ThreadRows::All || thread == m_opened;
    return areAllAsked || m_mostRows == 0 ? std::nullopt : std::optional(fittingRows(thread));
}

// Returns how much higher a thread is when it is unfolded.
int ChartViewport::heightOfRows(ThreadIndex thread) const
{
    const ChartMetrics metrics;
    const int depth = static_cast<int>(laneDepth(*m_state.spans(), thread));
    if (depth == 0)
        return 0;
    const auto most = mostRowsOf(thread);
    const int rows = most && depth > *most + 1 ? *most * metrics.rowHeight + metrics.moreHeight
                                               : depth * metrics.rowHeight + metrics.laneGap;
    return metrics.stripHeight + rows - metrics.laneHeight;
}

ChartViewport::Wanted ChartViewport::wanted() const
{
    const ChartMetrics metrics;
    const ThreadChoice &threads = m_state.threads();
    Wanted wanted;
    for (const ThreadGroup &group : threads.order().groups()) {
        const bool isSingle = group.kind == ThreadGroup::Kind::Single;
        wanted.lanes += isSingle ? 0 : metrics.laneHeight;
        if (!threads.order().isOpen(group))
            continue;
        for (const ThreadIndex thread : group.threads) {
            const bool isByHand = threads.isFoldedByHand(thread);
            wanted.lanes += isSingle ? metrics.laneHeight : metrics.lowestLane;
            wanted.members += isSingle ? 0 : 1;
            wanted.rows += isByHand && !threads.isCollapsed(thread) ? heightOfRows(thread) : 0;
            if (!isByHand && (isSingle || wanted.candidates.empty()))
                wanted.candidates.push_back(thread);
        }
    }
    return wanted;
}

// Finds how many rows a thread may have, so that the lanes of some others stay in sight.
void ChartViewport::findMostRows()
{
    const ChartMetrics metrics;
    m_mostRows = 0; // heightOfRows() below must not depend on the previous limit
    const Wanted wanted = this->wanted();
    int all = wanted.lanes + wanted.rows;
    for (const ThreadIndex thread : wanted.candidates)
        all += isBusy(*m_state.spans(), thread) ? heightOfRows(thread) : 0;
    for (const ThreadGroup &group : m_state.threads().order().groups()) {
        if (mayOpen(m_state.threads(), group))
            all += static_cast<int>(group.threads.size()) * metrics.lowestLane;
    }
    m_isCrowded = all > m_size.height();
    m_spareRows = 0;
    m_cut = {};
    const int others =
        std::min(wanted.lanes - metrics.laneHeight, lanesInSight * metrics.laneHeight);
    const int left = m_size.height() - others - metrics.stripHeight - metrics.moreHeight;
    m_mostRows = others <= 0 ? 0 : std::max(leastRows, left / metrics.rowHeight);
}

// Distributes the height that lanes leave. Unfolds candidates in order (sorted by name or start:
// the busiest first): the first always, others if busy and while they fit; the last may be cut.
// Then opens groups, then raises their threads' lanes. The rest is for further rows: of all threads
// if there is enough, otherwise of the first one.
void ChartViewport::useRoom()
{
    const SpanTable &spans = *m_state.spans();
    const ChartMetrics metrics;
    Wanted wanted = this->wanted();
    const ThreadSort sort = m_state.threads().order().sortedBy();
    if (sort == ThreadSort::Name || sort == ThreadSort::Start)
        std::ranges::stable_sort(
            wanted.candidates, std::ranges::greater(),
            [&](ThreadIndex thread) { return spans.thread(thread).busy.total(); });
    int room = m_size.height() - wanted.lanes - wanted.rows;
    const int aroundRows = metrics.stripHeight + metrics.moreHeight - metrics.laneHeight;
    const auto unfolded =
        unfoldedWithin(room, wanted.candidates, spans, aroundRows + leastRows * metrics.rowHeight,
                       [this](ThreadIndex thread) { return heightOfRows(thread); });
    if (unfolded.isLastCut) {
        cut(unfolded.threads.back(), (room - aroundRows) / metrics.rowHeight);
        room -= heightOfRows(m_cut);
    }
    const OpenedGroups opened = openedWithin(room, m_state.threads(), spans);
    wanted.members += opened.members;
    room = std::max(0, room);
    if (wanted.members > 0)
        room -= wanted.members
            * std::min(room / wanted.members, metrics.laneHeight - metrics.lowestLane);
    if (m_isCrowded && !unfolded.isLastCut)
        showAllRowsWithin(room, unfolded.threads);
    m_withSpareRows = unfolded.threads.empty() ? ThreadIndex() : unfolded.threads.front();
    m_spareRows = room / metrics.rowHeight;
    m_state.threads().setRoomFor(unfolded.threads, opened.keys);
}

// Shows also the rows that busy time does not need if the height `room`, which groups have left, is
// enough for those of all unfolded threads.
void ChartViewport::showAllRowsWithin(int room, const std::vector<ThreadIndex> &unfolded)
{
    const auto height = [&] {
        int sum = wanted().rows;
        for (const ThreadIndex thread : unfolded)
            sum += heightOfRows(thread);
        return sum;
    };
    const int crowded = height();
    m_isCrowded = false;
    m_isCrowded = height() - crowded > room;
}

// Limits the rows of a thread, unless the selected call would be left out.
void ChartViewport::cut(ThreadIndex thread, int rows)
{
    m_cut = thread;
    // At least two rows are left out: a single one would be laid out all the same (ChartLayout),
    // and not fit.
    m_cutRows = std::min(rows, static_cast<int>(laneDepth(*m_state.spans(), thread)) - 2);
    if (const auto &box = m_state.selection().box();
        box && box->thread == thread && static_cast<int>(box->depth) >= m_cutRows)
        m_opened = thread;
}

ChartCamera ChartViewport::camera() const
{
    return {TimeScale(m_state.zoom().visible(), m_size.width()), scrolled()};
}

std::optional<ChartHit> ChartViewport::hitAt(QPointF position) const
{
    if (!m_state.spans())
        return std::nullopt;
    const auto view = camera();
    return hitTest(*m_state.spans(), m_layout, view.scale, view.scrollY, position);
}

int ChartViewport::scrolled() const
{
    return m_scrollBar.value();
}

void ChartViewport::scrollTo(int y)
{
    m_scrollBar.setValue(y);
}

void ChartViewport::scrollTo(ThreadIndex thread)
{
    const Lane *lane = m_layout.laneOf(thread);
    if (!lane) { // the thread's group may be closed
        const auto &groups = m_state.threads().order().groups();
        const auto *group = m_state.threads().order().groupOf(thread);
        lane =
            group ? m_layout.laneOf(ThreadGroupIndex(std::size_t(group - groups.data()))) : nullptr;
    }
    if (lane)
        scrollTo(lane->top);
}

void ChartViewport::scrollTo(const BoxReference &box)
{
    const Lane *lane = m_layout.laneOf(box.thread);
    if (!lane)
        return;
    const int top = m_layout.rowTop(*lane, box.depth);
    const int strip = lane->strip;
    const int rowHeight = m_layout.metrics().rowHeight;
    if (top - strip < scrolled())
        scrollTo(top - strip);
    else if (top + rowHeight > scrolled() + m_size.height())
        scrollTo(top + 2 * rowHeight - m_size.height());
}

void ChartViewport::scrollByPage(int pages)
{
    scrollTo(scrolled() + pages * m_scrollBar.pageStep());
}

std::size_t ChartViewport::topLane() const
{
    const auto &lanes = m_layout.lanes();
    const auto top = std::min(m_layout.firstLaneBelow(scrolled()), lanes.size() - 1);
    auto thread = top;
    while (thread < lanes.size() && lanes[thread].isGroup())
        ++thread;
    return thread < lanes.size() ? thread : top;
}

ThreadIndex ChartViewport::topThread() const
{
    const auto &lanes = m_layout.lanes();
    for (auto place = m_layout.firstLaneBelow(scrolled());
         place < lanes.size() && lanes[place].top < scrolled() + m_size.height(); ++place) {
        if (lanes[place].rows > 0)
            return lanes[place].thread;
    }
    return lanes[topLane()].thread;
}

std::vector<VisibleBox> visibleBoxes(const SpanTable &spans, const ChartLayout &layout,
                                     const ChartCamera &camera, QSize window, ThreadIndex thread,
                                     std::size_t limit)
{
    std::vector<VisibleBox> visible;
    const Lane *lane = layout.laneOf(thread);
    if (!lane || lane->collapsed)
        return visible;
    const ThreadSpans &calls = spans.thread(thread);
    const auto range = camera.scale.range();
    const int rowHeight = layout.metrics().rowHeight;
    const auto rows = std::min(calls.depth(), static_cast<std::size_t>(lane->rows));
    for (std::size_t depth = 0; depth < rows; ++depth) {
        const int top = layout.rowTop(*lane, depth) - camera.scrollY;
        if (top + rowHeight <= 0 || top >= window.height())
            continue;
        const BoxColumn &boxes = calls.rows[depth].boxes;
        for (auto place = calls.firstEndingAfter(depth, range.start).row(); place < boxes.size();) {
            const BoxIndex index(place);
            const TimeRange time{calls.start(boxes[index]), calls.end(boxes[index])};
            if (time.start >= range.end || visible.size() >= limit)
                break;
            const double left = std::max(0.0, camera.scale.toX(time.start));
            const double right = std::min(camera.scale.width(), camera.scale.toX(time.end));
            if (right - left < 1) { // skip to the first box that ends in a later pixel
                const auto next = camera.scale.toTime(std::floor(left) + 1);
                place = std::max(place + 1, calls.firstEndingAfter(depth, next).row());
                continue;
            }
            const QRect row(QPoint(int(left), top),
                            QPoint(int(std::ceil(right)) - 1, top + rowHeight - 1));
            visible.push_back({{thread, depth, index}, row.intersected(QRect({}, window))});
            ++place;
        }
    }
    return visible;
}

} // namespace ember::views
