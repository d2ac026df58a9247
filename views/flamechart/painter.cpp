// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/painter.h"

#include "views/flamechart/edgepainter.h"
#include "views/jobs/viewthreads.h"
#include "views/state/recordings.h"
#include "views/state/sumsquery.h"

#include <QPainter>

#include <cmath>
#include <span>

namespace ember::views {

using namespace model;

namespace {

// Number of bands of rows that are painted in parallel: few processors have more cores to spare for
// a window.
constexpr std::size_t bandCount = 4;

} // namespace

// One picture being painted, in device pixels unless a comment says logical.
struct ChartPainter::Picture {
    const Canvas &canvas;
    const ViewState &state;
    const ChartLayout &layout;
    const ChartCamera &camera; // logical
    TimeScale scale;
    double ratio;

    int toDevice(int layoutY) const
    {
        return static_cast<int>(std::lround((layoutY - camera.scrollY) * ratio));
    }

    int bottomOf(const Lane &lane) const { return toDevice(layout.bottom(lane)); }

    // The lanes that are visible at least in part.
    std::span<const Lane> lanes() const
    {
        const std::span all(layout.lanes());
        const auto first = layout.firstLaneBelow(camera.scrollY);
        auto end = first;
        while (end < all.size() && toDevice(all[end].top) < canvas.height())
            ++end;
        return all.subspan(first, end - first);
    }
};

// Joins the parts of calls in one row, from left to right.
struct ChartPainter::Joined {
    int wide; // see widePart; in device pixels
    int slit; // see widestSlit
    PixelRun last{};
    int start = 0; // start of the box that `last` is a part of

    void add(RowBand &band, const PixelRun &run)
    {
        const bool isPart = run.path == last.path && run.from - last.to <= slit
            && std::min(run.to - run.from, last.to - last.from) < wide;
        if (isPart)
            band.join(start, {last.from, last.to}, run.from, run.to, run.frame);
        else
            start = run.from;
        last = run;
    }
};

void ChartPainter::setFont(const QFont &font)
{
    m_painter.setFont(font);
}

void ChartPainter::paint(QImage &image, const ViewState &state, const ChartLayout &layout,
                         const ChartCamera &camera)
{
    const Picture picture = begin(image, state, layout, camera);
    paintBoxes(image, picture);
    m_painter.paintLabels(image, *state.spans()->profile());
    QPainter painter(&image);
    paintOverRows(painter, picture);
}

void ChartPainter::prepare(QImage &image, const ViewState &state, const ChartLayout &layout,
                           const ChartCamera &camera)
{
    const Picture picture = begin(image, state, layout, camera);
    paintBoxes(image, picture);
    QPainter over(&image);
    paintOverRows(over, picture);
}

void ChartPainter::write(QPainter &painter, const QImage &image, const QRect &part,
                         const Profile &names)
{
    const double ratio = image.devicePixelRatio();
    const QRect pixels =
        QRectF(part.topLeft() * ratio, part.size() * ratio).toAlignedRect() & image.rect();
    painter.drawImage(QPointF(pixels.topLeft()) / ratio, image.copy(pixels));
    m_painter.writeLabels(painter, names, pixels.top(), pixels.bottom() + 1);
}

ChartPainter::Picture ChartPainter::begin(QImage &image, const ViewState &state,
                                          const ChartLayout &layout, const ChartCamera &camera)
{
    m_painter.begin(image, state, bandCount);
    if (const auto range = state.selection().range()) {
        const TimeScale scale(camera.scale.range(), image.width());
        const auto column = [&](Timestamp time) {
            return static_cast<int>(std::clamp(scale.toX(time), 0.0, double(image.width())));
        };
        m_painter.brighten(column(range->start), column(range->end));
    }
    return {m_painter.canvas(),
            state,
            layout,
            camera,
            TimeScale(camera.scale.range(), image.width()),
            image.devicePixelRatio()};
}

// Paints all but names and the marks that lie over the boxes.
void ChartPainter::paintBoxes(const QImage &image, const Picture &picture)
{
    const ViewState &state = picture.state;
    findRows(picture);
    const bool byState = state.appearance().colourMode() == ColourMode::State;
    const bool isFiltered = state.sums().filteredFrames().isFiltering();
    m_runs.assign(*state.spans(), m_shown, picture.scale, image.width(),
                  byState || isFiltered ? States::Found : States::Left);
    const auto columns = static_cast<std::size_t>(image.width());
    m_centres.resize(byState || isFiltered ? m_shown.size() * columns : 0);
    m_isMuted.clear();
    findRecordings(state);
    if (byState)
        findStateFills(state, columns);
    if (isFiltered)
        findMuted(state, columns);
    paintRows(picture);
    for (const Lane &lane : picture.lanes())
        paintLastSample(picture, lane);
    paintStrips(picture);
}

// Paints the strips of all lanes; those of a group show all its threads.
void ChartPainter::paintStrips(const Picture &picture)
{
    const auto &groups = picture.state.threads().order().groups();
    std::vector<PaintedLane> lanes;
    for (const Lane &lane : picture.lanes()) {
        PaintedLane painted{
            {lane.thread}, picture.toDevice(lane.top), picture.toDevice(lane.top + lane.strip)};
        if (lane.isGroup())
            painted.threads = groups[lane.heads.row()].threads;
        lanes.push_back(std::move(painted));
    }
    ColumnTimes times;
    times.assign(picture.scale, 0, picture.canvas.width());
    m_strips.paint(picture.canvas, picture.state.theme(),
                   {*picture.state.spans(),
                    m_hits ? std::span(m_hits->runs()) : std::span<const ActivityRuns>()},
                   lanes, times, picture.state.profile().period(), m_painter.seam());
}

void ChartPainter::findRecordings(const ViewState &state)
{
    m_recordingColours.clear();
    if (state.appearance().colourMode() != ColourMode::Recording)
        return;
    const Profile &profile = *state.spans()->profile();
    const auto recordings = recordingsOf(profile);
    for (const auto place : recordingsByThread(recordings, profile.threadCount()))
        m_recordingColours.push_back(place < recordings.size()
                                         ? recordingColour(state.theme(), place)
                                         : state.theme().neutral);
}

// Collects the visible rows and clears the space between them, so that every pixel is written once.
void ChartPainter::findRows(const Picture &picture)
{
    m_shown.clear();
    m_rows.clear();
    int done = 0;
    for (const Lane &lane : picture.lanes()) {
        m_painter.clear(done, picture.toDevice(lane.top)); // the strip follows
        addRows(picture, lane);
        done = picture.bottomOf(lane);
    }
    m_painter.clear(done, picture.canvas.height());
}

void ChartPainter::addRows(const Picture &picture, const Lane &lane)
{
    if (lane.rows == 0)
        return;
    const ThreadSpans &thread = picture.state.spans()->thread(lane.thread);
    const auto topOf = [&](std::size_t depth) {
        return picture.toDevice(picture.layout.rowTop(lane, depth));
    };
    const int hidden = picture.camera.scrollY - picture.layout.rowsTop(lane);
    const auto first =
        static_cast<std::size_t>(std::max(0, hidden / picture.layout.metrics().rowHeight));
    auto end = first;
    const auto depth = std::min(thread.depth(), static_cast<std::size_t>(lane.rows));
    for (; end < depth && topOf(end) < picture.canvas.height(); ++end)
        m_rows.push_back({m_shown.size(), end, topOf(end), topOf(end + 1)});
    if (first < end)
        m_shown.push_back({lane.thread, first, end});
    m_painter.clear(topOf(end), picture.bottomOf(lane));
}

void ChartPainter::findStateFills(const ViewState &state, std::size_t columns)
{
    m_stateFills.resize(m_shown.size() * columns);
    for (std::size_t place = 0; place < m_shown.size(); ++place) {
        m_runs.forEachState(place, [&](int column, const ColumnState &of) {
            const std::size_t at = place * columns + static_cast<std::size_t>(column);
            m_stateFills[at] = stateColour(state.theme(), of.state).fill;
            m_centres[at] = of.sample;
        });
    }
}

// Marks columns as muted in which the stack at the centre does not pass the filters.
void ChartPainter::findMuted(const ViewState &state, std::size_t columns)
{
    const FilteredFrames &left = state.sums().filteredFrames();
    m_isMuted.resize(m_shown.size() * columns);
    for (std::size_t place = 0; place < m_shown.size(); ++place) {
        const auto &stacks = state.spans()->thread(m_shown[place].thread).samples->stacks;
        m_runs.forEachState(place, [&](int column, const ColumnState &of) {
            const std::size_t at = place * columns + static_cast<std::size_t>(column);
            m_isMuted[at] = of.sample.isValid() && !left.isLeft(stacks[of.sample]) ? 1 : 0;
            m_centres[at] = of.sample;
        });
    }
}

void ChartPainter::mute(const Picture &picture, RowBand &band, std::size_t place,
                        const PixelRun &run) const
{
    const auto columns = static_cast<std::size_t>(picture.canvas.width());
    const std::size_t at = place * columns + static_cast<std::size_t>(run.from);
    if (!isBesideCentre(at, run)) {
        band.mute(run.from, run.to, &m_isMuted[at]);
        return;
    }
    const SpanTable &spans = *picture.state.spans();
    const auto stack = spans.thread(m_shown[place].thread).samples->stacks[run.sample];
    const std::uint8_t mark = picture.state.sums().filteredFrames().isLeft(stack) ? 0 : 1;
    band.mute(run.from, run.to, &mark);
}

void ChartPainter::paintRows(const Picture &picture)
{
    const SpanTable &spans = *picture.state.spans();
    const Theme &theme = picture.state.theme();
    const CallFigures &figures = *picture.state.appearance().callFigures();
    const ColourMode mode = picture.state.appearance().colourMode();
    switch (mode) {
    case ColourMode::State:
        paintRuns(picture,
                  [&, columns = static_cast<std::size_t>(picture.canvas.width()),
                   ink = stateColour(theme, ThreadState::Unknown).text](
                      RowBand &band, std::size_t place, const PixelRun &run) {
                      const std::size_t at = place * columns + static_cast<std::size_t>(run.from);
                      const QRgb *fills = &m_stateFills[at];
                      QRgb fill = 0;
                      if (isBesideCentre(at, run)) {
                          const auto &samples = *spans.thread(m_shown[place].thread).samples;
                          fill = stateColour(theme, stateOf(samples, run.sample)).fill;
                          fills = &fill;
                      }
                      band.addColumns(run.from, run.to, run.frame, fills, ink);
                  });
        return;
    case ColourMode::Recording:
        paintRuns(picture, [&](RowBand &band, std::size_t place, const PixelRun &run) {
            band.addIn(run.from, run.to, run.frame,
                       m_recordingColours[m_shown[place].thread.row()]);
        });
        return;
    default:
        if (isByLevel(mode)) {
            paintRuns(picture, [&](RowBand &band, std::size_t, const PixelRun &run) {
                band.addLevel(run.from, run.to, run.frame, levelOf(mode, spans, run.path, figures));
            });
        } else {
            paintRuns(picture, [](RowBand &band, std::size_t, const PixelRun &run) {
                band.add(run.from, run.to, run.frame);
            });
        }
    }
}

// Calls add(band, place, run) for all visible runs.
template<typename Add>
void ChartPainter::paintRuns(const Picture &picture, Add add)
{
    onAllCores(bandCount, [&](std::size_t number) {
        RowBand &band = m_painter.band(number);
        const std::size_t end = m_rows.size() * (number + 1) / bandCount;
        for (std::size_t at = m_rows.size() * number / bandCount; at < end; ++at) {
            const Row &row = m_rows[at];
            if (!band.startRow(row.from, row.below))
                continue;
            Joined joined{static_cast<int>(widePart * picture.ratio),
                          static_cast<int>(widestSlit * picture.ratio)};
            m_runs.forEach(row.place, row.depth, [&](const PixelRun &run) {
                add(band, row.place, run);
                if (m_isMuted.empty())
                    joined.add(band, run);
                else // not joined: a name is put into the widest piece that is not muted
                    mute(picture, band, row.place, run);
            });
            band.endRow();
        }
    });
}

// Returns the colour of the last sample's mark in the row of the leaf of `stack`, which is the last
// sample's stack or a caller in it.
QRgb ChartPainter::lastFill(const Picture &picture, ThreadIndex thread, StackIndex stack) const
{
    const Profile &profile = *picture.state.spans()->profile();
    const Theme &theme = picture.state.theme();
    const CallFigures &figures = *picture.state.appearance().callFigures();
    const ColourMode mode = picture.state.appearance().colourMode();
    switch (mode) {
    case ColourMode::State: {
        const ThreadSamples &samples = profile.samples(thread);
        return stateColour(theme, stateOf(samples, SampleIndex(samples.size() - 1))).fill;
    }
    case ColourMode::Recording: return m_recordingColours[thread.row()].fill;
    default: {
        const SpanTable &spans = *picture.state.spans();
        if (isByLevel(mode))
            return levelColour(mode, theme, levelOf(mode, spans, spans.pathOf(stack), figures))
                .fill;
        return BoxColours::colourOf(profile, profile.stack(stack).frame, mode, theme, figures).fill;
    }
    }
}

// Paints a hatched mark, one period wide, for a last sample without duration, which has no box. A
// lone sample is only this mark.
void ChartPainter::paintLastSample(const Picture &picture, const Lane &lane) const
{
    if (lane.rows == 0 || picture.state.spans()->thread(lane.thread).lastDuration > Nanoseconds(0))
        return;
    const Canvas &canvas = picture.canvas;
    const Profile &profile = *picture.state.spans()->profile();
    const ThreadSamples &samples = profile.samples(lane.thread);
    const auto time = samples.times.back();
    const double width = canvas.width();
    const double start = picture.scale.toX(time);
    const double end = picture.scale.toX(time + picture.state.profile().period());
    const int from = static_cast<int>(std::clamp(std::floor(start), 0.0, width));
    const int to =
        static_cast<int>(std::clamp(std::max(std::ceil(end), std::floor(start) + 1), 0.0, width));
    if (from >= to)
        return;
    const bool counts = picture.state.sums().filteredFrames().isLeft(samples.stacks.back());
    const int stripe = std::max(2, static_cast<int>(3 * picture.ratio));
    for (StackIndex at = samples.stacks.back(); at != emptyStack; at = profile.stack(at).parent) {
        const StackNode &node = profile.stack(at);
        if (static_cast<int>(node.depth) > lane.rows) // the row is left out
            continue;
        const int top = picture.layout.rowTop(lane, node.depth - 1);
        const int below =
            picture.toDevice(top + picture.layout.metrics().rowHeight) - m_painter.seam();
        const QRgb fill =
            counts ? lastFill(picture, lane.thread, at) : picture.state.theme().dimmed.fill;
        for (int y = std::max(0, picture.toDevice(top)); y < std::min(below, canvas.height());
             ++y) {
            QRgb *line = canvas.line(y);
            for (int x = from; x < to; ++x) {
                if ((x + y) / stripe % 2 == 0)
                    line[x] = fill;
            }
        }
    }
}

void ChartPainter::paintGaps(QPainter &painter, const Picture &picture, const Lane &lane) const
{
    const auto process = picture.state.spans()->profile()->thread(lane.thread).process;
    const double width = picture.camera.scale.width();
    const double top = lane.top - picture.camera.scrollY;
    const double height = picture.layout.bottom(lane) - lane.top;
    for (const TimeRange &gap : picture.state.profile().gaps().of(process)) {
        const double left = std::max(0.0, picture.camera.scale.toX(gap.start));
        const double right = std::min(width, picture.camera.scale.toX(gap.end));
        if (left < right)
            paintGap(painter, picture.state.theme(), QRectF(left, top, right - left, height));
    }
}

// Outlines the calls of the function that two charts have in common, otherwise of the selected one.
void ChartPainter::paintOutlines(QPainter &painter, const Picture &picture) const
{
    const ViewSelection &selection = picture.state.selection();
    const bool areCompared = !selection.outlined().empty();
    const FrameMarks &marks = areCompared ? selection.outlined() : selection.chosen();
    if (marks.empty())
        return;
    const QColor ink = picture.state.theme().match;
    const double ratio = picture.ratio;
    const double line = areCompared ? 2 : 1;
    for (const Row &row : m_rows) {
        const double height = (row.below - row.from - m_painter.seam()) / ratio;
        m_runs.forEach(row.place, row.depth, [&](const PixelRun &run) {
            if (!run.frame.isValid() || run.frame.row() >= marks.size()
                || marks[run.frame.row()] == 0)
                return;
            const QRectF call(run.from / ratio, row.from / ratio, (run.to - run.from) / ratio,
                              height);
            if (call.width() <= 2 * line) {
                painter.fillRect(call, ink);
                return;
            }
            painter.fillRect(QRectF(call.left(), call.top(), call.width(), line), ink);
            painter.fillRect(QRectF(call.left(), call.bottom() - line, call.width(), line), ink);
            painter.fillRect(QRectF(call.left(), call.top(), line, height), ink);
            painter.fillRect(QRectF(call.right() - line, call.top(), line, height), ink);
        });
    }
}

void ChartPainter::paintOverRows(QPainter &painter, const Picture &picture) const
{
    paintOutlines(painter, picture);
    for (const Lane &lane : picture.lanes()) {
        if (picture.state.appearance().edges() == Edges::Uncertain)
            paintEdges(painter, picture.state, picture.layout, picture.camera, lane,
                       static_cast<int>(picture.canvas.height() / picture.ratio));
        paintTornEdges(painter, picture.state, picture.layout, picture.camera, lane,
                       static_cast<int>(picture.canvas.height() / picture.ratio));
        paintGaps(painter, picture, lane);
        if (lane.more > 0)
            paintMore(painter, picture, lane);
    }
}

// Draws a dotted line below the rows: the list of threads says how many are left out.
void ChartPainter::paintMore(QPainter &painter, const Picture &picture, const Lane &lane)
{
    constexpr double dot = 2; // pixels wide and high
    const double top = picture.layout.rowsBottom(lane) - picture.camera.scrollY + 1;
    for (double x = 0; x < picture.camera.scale.width(); x += 3 * dot)
        painter.fillRect(QRectF(x, top, dot, dot), picture.state.theme().mutedText);
}

} // namespace ember::views
