// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/minimapwidget.h"

#include "model/query/selectedsamples.h"
#include "model/query/threadstatistics.h"
#include "views/boxes/boxcounts.h"
#include "views/boxes/searchmatches.h"
#include "views/canvas/rowpainter.h"
#include "views/state/bookmarklist.h"
#include "views/state/framechoice.h"
#include "views/state/sumsquery.h"
#include "views/state/timescale.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr std::size_t buckets = 480;
constexpr double gripWidth = 5;
constexpr int overviewHeight = 39;
constexpr double frameHeight = 5; // of the strip of slow frames, at the top
constexpr double tickHeight = 3; // of a line of marks

// Returns the sum of the threads' activity; `ofThread` returns the activity of one thread.
template<typename OfThread>
std::vector<float> summedActivity(const std::vector<ThreadIndex> &threads, OfThread ofThread)
{
    std::vector<float> sum(buckets, 0.0F);
    for (const ThreadIndex thread : threads) {
        const auto activity = ofThread(thread);
        for (std::size_t place = 0; place < std::min(activity.size(), buckets); ++place)
            sum[place] += activity[place];
    }
    return sum;
}

// Returns the number of threads that full height stands for: one or that of the busiest moment,
// whichever is more.
float topOf(const std::vector<float> &sum)
{
    return std::max(1.0F, *std::ranges::max_element(sum));
}

// What the filters of calls and of labels leave of the samples.
struct SamplesLeft {
    std::shared_ptr<const StackMarks> stacks; // empty: all stacks are left
    std::vector<CallFilter> filters;

    bool areAll() const
    {
        return stacks->empty() && std::ranges::none_of(filters, &CallFilter::isOfSamples);
    }

    std::vector<float> activity(const SpanTable &spans, ThreadIndex thread, TimeRange range) const
    {
        const auto labelled = samplesLeft(*spans.profile(), thread, filters);
        const ThreadSamples &samples = spans.profile()->samples(thread);
        return threadActivity(spans.thread(thread), range, buckets, [&](SampleIndex sample) {
            const StackIndex stack = samples.stacks[sample];
            const bool isStackLeft = stack.row() >= stacks->size() || (*stacks)[stack.row()] != 0;
            return isStackLeft && (!labelled || (*labelled)[sample.row()] != 0);
        });
    }
};

// Returns for each part of the range the share of the threads that had begun and not ended.
std::vector<float> sharesThere(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                               TimeRange range)
{
    std::vector<float> shares(buckets, 0.0F);
    const auto width = range.duration().count() / std::int64_t(buckets) + 1;
    const auto partOf = [&](Timestamp time) {
        return std::clamp((time - range.start).count() / width, std::int64_t(0),
                          std::int64_t(buckets) - 1);
    };
    for (const ThreadIndex thread : threads) {
        const ThreadSamples &samples = spans.profile()->samples(thread);
        if (samples.isEmpty())
            continue;
        for (auto part = partOf(samples.times[SampleIndex(0)]);
             part <= partOf(samples.times.back()); ++part)
            shares[std::size_t(part)] += 1.0F / static_cast<float>(threads.size());
    }
    return shares;
}

// Returns a mark for each of `parts` equal parts of a range: 1 if a call of a marked frame was open
// in it, in one of the threads. Linear in the boxes; for a background thread.
std::vector<std::uint8_t> callTimes(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                                    const FrameMarks &frames, TimeRange range, std::size_t parts)
{
    std::vector<std::uint8_t> times(parts);
    if (range.isEmpty() || parts == 0)
        return times;
    std::vector<std::uint8_t> paths(spans.pathCount());
    for (std::size_t row = 0; row < paths.size(); ++row) {
        const FrameIndex frame = spans.path(PathIndex(row)).frame;
        paths[row] = frame.isValid() && frame.row() < frames.size() ? frames[frame.row()] : 0;
    }
    const double scale = static_cast<double>(parts) / static_cast<double>(range.duration().count());
    const auto partOf = [&](Timestamp time) {
        const double part = static_cast<double>((time - range.start).count()) * scale;
        return static_cast<std::size_t>(std::clamp(part, 0.0, static_cast<double>(parts - 1)));
    };
    for (const ThreadIndex thread : threads) {
        const ThreadSpans &calls = spans.thread(thread);
        for (const auto &row : calls.rows) {
            forBoxes(row.boxes, 0, row.boxes.size(), [&](std::size_t, const Box &box) {
                if (paths[box.path.row()] != 0)
                    std::fill(times.begin() + std::ptrdiff_t(partOf(calls.start(box))),
                              times.begin() + std::ptrdiff_t(partOf(calls.end(box))) + 1,
                              std::uint8_t(1));
                return true;
            });
        }
    }
    return times;
}

} // namespace

MinimapWidget::MinimapWidget(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_job(
          this, [this] { return question(); },
          [this](Activity activity) { showActivity(std::move(activity)); }),
      m_tickJob(
          this, [this] { return tickQuestion(); },
          [this](Ticks ticks) {
              m_ticks = std::move(ticks);
              update();
          })
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Overview"));
    showActivity({});
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&state.profile(), &OpenProfile::changed, this, &MinimapWidget::followSpans);
    connect(&state.threads(), &ThreadChoice::changed, this, [this] {
        m_job.askAnew();
        askTicks();
    });
    connect(&state.sums().filteredFrames(), &FilteredFrames::changed, this,
            &MinimapWidget::followFiltered);
    connect(&state.sums(), &SumsQuery::changed, this, &MinimapWidget::followFilters);
    for (const auto signal : {&ViewSelection::matchesChanged, &ViewSelection::functionChanged})
        connect(&state.selection(), signal, this, &MinimapWidget::askTicks);
    connect(&state.zoom(), &ProfileZoom::roomChanged, this, [this] {
        m_job.askAnew();
        askTicks();
        update(); // the visible range may be the same, but at another place
    });
    connect(&state.zoom(), &TimeZoom::visibleChanged, this, repaint);
    connect(&state.appearance(), &ViewAppearance::changed, this, repaint);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, repaint);
    connect(&state.bookmarks(), &BookmarkList::changed, this, repaint);
    connect(&state.frames(), &FrameChoice::framesChanged, this, repaint);
    m_job.askAnew();
}

QSize MinimapWidget::sizeHint() const
{
    return {400, overviewHeight};
}

void MinimapWidget::showActivity(Activity activity)
{
    m_activity = std::move(activity);
    setToolTip(tr("%1. Drag the window to move, its edges to zoom")
                   .arg(m_activity.isFiltered
                            ? tr("How many threads ran in what the filters leave, in the whole "
                                 "profile; pale: in the rest")
                            : tr("How many threads ran, in the whole profile; pale where chosen "
                                 "threads were there and waited")));
    update();
}

void MinimapWidget::followFilters()
{
    const auto &now = m_state.sums().filters().calls();
    if (std::exchange(m_filters, now) == now)
        return;
    m_areFiltersNew = true;
    m_job.askAnew();
}

// Asks anew only after the filters have changed: while a capture grows, the same filters have new
// results again and again.
void MinimapWidget::followFiltered()
{
    if (std::exchange(m_areFiltersNew, false))
        m_job.askAnew();
    else if (!m_filters.empty())
        m_job.refresh();
}

// Sums up the activity again. For another profile the running computation is dropped; for a later
// snapshot of the same one it goes on and the next is paced, so that a growing capture is not
// summed up with each snapshot.
void MinimapWidget::followSpans()
{
    const auto serial = m_state.profile().serial();
    const bool isLater = std::exchange(m_serial, serial) == serial;
    if (!m_state.spans() || m_state.zoom().limits().isEmpty()) {
        m_job.drop();
        m_activity = {};
        update();
    } else if (isLater) {
        m_job.refresh();
        if (isTicked())
            m_tickJob.refresh();
    } else {
        m_job.askAnew();
        askTicks();
    }
}

bool MinimapWidget::isTicked() const
{
    return m_state.spans() && !m_state.zoom().limits().isEmpty()
        && (m_state.selection().matches().isActive() || !m_state.selection().chosen().empty());
}

void MinimapWidget::askTicks()
{
    if (isTicked()) {
        m_tickJob.askAnew();
        return;
    }
    m_tickJob.drop();
    m_ticks = {};
    update();
}

PacedJob<MinimapWidget::Ticks>::Work MinimapWidget::tickQuestion() const
{
    if (!isTicked())
        return {};
    return [spans = m_state.spans(), threads = m_state.threads().shown(),
            range = m_state.zoom().limits(), matches = m_state.selection().matches(),
            chosen = m_state.selection().chosen()] {
        const auto times = [&](const FrameMarks &frames) {
            return frames.empty() ? std::vector<std::uint8_t>()
                                  : callTimes(*spans, threads, frames, range, buckets);
        };
        return Ticks{range, matches.isActive() ? times(matches.frames) : times({}), times(chosen)};
    };
}

PacedJob<MinimapWidget::Activity>::Work MinimapWidget::question() const
{
    if (!m_state.spans() || m_state.zoom().limits().isEmpty())
        return {};
    return [spans = m_state.spans(), threads = m_state.threads().shown(),
            isPart = m_state.threads().isAnyHidden(), range = m_state.zoom().limits(),
            left = SamplesLeft{m_state.sums().filteredFrames().stacksLeft(),
                               m_state.sums().filters().calls()}] {
        const auto all = summedActivity(threads, [&](ThreadIndex thread) {
            return threadActivity(spans->thread(thread), range, buckets);
        });
        const auto scaled = [top = topOf(all)](std::vector<float> sum) {
            for (float &value : sum)
                value /= top;
            return sum;
        };
        if (left.areAll())
            return Activity{range, scaled(all),
                            isPart ? sharesThere(*spans, threads, range) : std::vector<float>(),
                            false};
        const auto busy = summedActivity(
            threads, [&](ThreadIndex thread) { return left.activity(*spans, thread, range); });
        return Activity{range, scaled(busy), scaled(all), true};
    };
}

void MinimapWidget::paintEvent(QPaintEvent *)
{
    const Theme &theme = m_state.theme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    const double base = height() - 1.0;
    const TimeScale whole(m_state.zoom().limits(), width());
    paintActivity(painter, whole, base);
    paintFrames(painter, whole);
    paintTicks(painter, whole);
    for (const TimeRange &gap : m_state.profile().gaps().everywhere())
        paintGap(painter, theme,
                 QRectF(whole.toX(gap.start), 0, whole.toX(gap.end) - whole.toX(gap.start), base));
    if (const auto range = m_state.selection().range())
        painter.fillRect(QRectF(whole.toX(range->start), base - 4,
                                std::max(1.0, whole.toX(range->end) - whole.toX(range->start)), 4),
                         theme.accent);
    paintBookmarks(painter, whole);
    if (m_state.spans() && !m_state.zoom().showsAll()) {
        const auto visible = m_state.zoom().visible();
        const double left = whole.toX(visible.start);
        const double right = std::max(whole.toX(visible.end), left + 2);
        QColor veil = theme.background;
        veil.setAlpha(170);
        painter.fillRect(QRectF(0, 0, left, base), veil);
        painter.fillRect(QRectF(right, 0, width() - right, base), veil);
        painter.setPen(QPen(theme.accent, 1.5));
        painter.drawRect(QRectF(left, 0.75, right - left, base - 1.5));
    }
    painter.fillRect(QRectF(0, base, width(), 1), theme.surfaceBorder);
}

// Paints how many threads were busy, and paler behind that Activity::behind.
void MinimapWidget::paintActivity(QPainter &painter, const TimeScale &whole, double base) const
{
    paintColumns(painter, whole, base, m_activity.behind, 100 / 255.0F);
    paintColumns(painter, whole, base, m_activity.shares, 180 / 255.0F);
}

// Paints opaque columns, not a path: Qt paints paths in several threads, and would wait for these
// while the target keeps all cores busy. Edges are rounded to pixels, since two columns would
// otherwise both paint a pixel in part, or neither.
void MinimapWidget::paintColumns(QPainter &painter, const TimeScale &whole, double base,
                                 const std::vector<float> &shares, float opacity) const
{
    const Theme &theme = m_state.theme();
    const auto mixed = [opacity](float over, float under) {
        return over * opacity + under * (1 - opacity);
    };
    const QColor colour = QColor::fromRgbF(mixed(theme.accent.redF(), theme.surface.redF()),
                                           mixed(theme.accent.greenF(), theme.surface.greenF()),
                                           mixed(theme.accent.blueF(), theme.surface.blueF()));
    // The profile may have grown since the shares were computed.
    const double start = whole.toX(m_activity.range.start);
    const double step =
        (whole.toX(m_activity.range.end) - start) / static_cast<double>(shares.size());
    const QTransform device = painter.deviceTransform();
    const auto toColumn = [&](double x) {
        return (std::round(x * device.m11() + device.dx()) - device.dx()) / device.m11();
    };
    const auto toRow = [&](double y) {
        return (std::round(y * device.m22() + device.dy()) - device.dy()) / device.m22();
    };
    const double bottom = toRow(base);
    for (std::size_t place = 0; place < shares.size(); ++place) {
        if (shares[place] <= 0)
            continue;
        const double left = toColumn(start + static_cast<double>(place) * step);
        const double right = toColumn(start + static_cast<double>(place + 1) * step);
        const double top = toRow(base - double(shares[place]) * (base - frameHeight - 1));
        painter.fillRect(QRectF(QPointF(left, top), QPointF(right, bottom)), colour);
    }
}

// Paints a line of marks below the frames for matches of the search, and one below that for calls
// of the selected function.
void MinimapWidget::paintTicks(QPainter &painter, const TimeScale &whole) const
{
    const Theme &theme = m_state.theme();
    const double start = whole.toX(m_ticks.range.start);
    const double width = whole.toX(m_ticks.range.end) - start;
    double top = frameHeight + 1;
    for (const auto &[times, colour] :
         {std::pair(&m_ticks.matches, theme.match), std::pair(&m_ticks.chosen, theme.text)}) {
        const double step = width / static_cast<double>(std::max<std::size_t>(times->size(), 1));
        for (std::size_t part = 0; part < times->size(); ++part) {
            if ((*times)[part] != 0)
                painter.fillRect(QRectF(start + static_cast<double>(part) * step, top,
                                        std::max(1.0, step), tickHeight),
                                 colour);
        }
        top += tickHeight + 1;
    }
}

// Frozen frames are painted over slow ones, since a narrow overview has many at one place.
void MinimapWidget::paintFrames(QPainter &painter, const TimeScale &whole) const
{
    const Theme &theme = m_state.theme();
    for (const FramePace pace : {FramePace::Slow, FramePace::Frozen}) {
        double painted = -1; // right end of what is painted
        for (const SlowFrame &frame : m_state.frames().all()) {
            const double left = whole.toX(frame.range.start);
            const double width = std::max(2.0, whole.toX(frame.range.end) - left);
            if (frame.pace != pace || left + width < painted + 1)
                continue;
            painter.fillRect(QRectF(left, 0, width, frameHeight),
                             pace == FramePace::Frozen ? theme.error : theme.warning);
            painted = left + width;
        }
    }
}

// Paints a flag at each bookmark's moment, or at the start of its range.
void MinimapWidget::paintBookmarks(QPainter &painter, const TimeScale &whole) const
{
    const QColor ink = m_state.theme().text;
    for (const Bookmark &bookmark : m_state.bookmarks().all()) {
        const double x = whole.toX(bookmark.range.start);
        painter.fillRect(QRectF(x, 1, 1, height() - 2), ink);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPolygon(QPolygonF({{x + 1, 1}, {x + 9, 4.5}, {x + 1, 8}}));
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setBrush(Qt::NoBrush);
    }
}

MinimapWidget::Grip MinimapWidget::gripAt(double x) const
{
    if (m_state.zoom().showsAll())
        return Grip::NewWindow;
    const TimeScale whole(m_state.zoom().limits(), width());
    const double left = whole.toX(m_state.zoom().visible().start);
    const double right = whole.toX(m_state.zoom().visible().end);
    // Keeps the middle free, so that even a narrow window can be moved.
    const double reach = std::min(gripWidth, std::max(1.0, (right - left) / 3));
    if (std::abs(x - left) <= reach && x <= left + reach)
        return Grip::LeftEdge;
    if (std::abs(x - right) <= reach)
        return Grip::RightEdge;
    return x > left && x < right ? Grip::Window : Grip::NewWindow;
}

void MinimapWidget::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || m_state.zoom().limits().isEmpty())
        return;
    m_grip = gripAt(event->position().x());
    m_grabbed = TimeScale(m_state.zoom().limits(), width()).toTime(event->position().x());
    m_grabbedRange = m_state.zoom().visible();
    m_state.zoom().remember();
}

void MinimapWidget::mouseMoveEvent(QMouseEvent *event)
{
    if (m_grip != Grip::None) {
        drag(TimeScale(m_state.zoom().limits(), width()).toTime(event->position().x()));
        return;
    }
    const Grip grip = gripAt(event->position().x());
    setCursor(grip == Grip::LeftEdge || grip == Grip::RightEdge ? Qt::SizeHorCursor
                  : grip == Grip::Window                        ? Qt::OpenHandCursor
                                                                : Qt::CrossCursor);
}

void MinimapWidget::drag(Timestamp time)
{
    const auto moved = time - m_grabbed;
    TimeRange range = m_grabbedRange;
    switch (m_grip) {
    case Grip::None: return;
    case Grip::Window: range = {range.start + moved, range.end + moved}; break;
    case Grip::LeftEdge: range.start = std::min(range.start + moved, range.end); break;
    case Grip::RightEdge: range.end = std::max(range.end + moved, range.start); break;
    case Grip::NewWindow:
        if (moved == Nanoseconds(0))
            return;
        range = {std::min(m_grabbed, time), std::max(m_grabbed, time)};
        break;
    }
    m_state.zoom().show(range);
}

void MinimapWidget::mouseReleaseEvent(QMouseEvent *)
{
    m_grip = Grip::None;
}

void MinimapWidget::mouseDoubleClickEvent(QMouseEvent *)
{
    m_state.zoom().showAll();
}

void MinimapWidget::wheelEvent(QWheelEvent *event)
{
    const TimeScale whole(m_state.zoom().limits(), width());
    m_state.zoom().zoomAt(whole.toTime(event->position().x()),
                          std::pow(1.2, event->angleDelta().y() / 120.0));
    event->accept();
}

} // namespace ember::views
