// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/painter.h"

#include "views/flamechart/edgepainter.h"
#include "views/flamechart/laneheader.h"

#include <QPainter>

#include <cmath>

namespace ember::views {

using namespace model;

// One picture being painted; what is not said to be logical is in device pixels.
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
};

void ChartPainter::setFont(const QFont &font)
{
    m_font = font;
    m_rows.setFont(font);
}

void ChartPainter::paint(QImage &image, const ViewState &state, const ChartLayout &layout,
                         const ChartCamera &camera)
{
    const double ratio = image.devicePixelRatio();
    m_rows.begin(image, state);
    const Picture picture{m_rows.canvas(),
                          state,
                          layout,
                          camera,
                          TimeScale(camera.scale.range(), image.width()),
                          ratio};

    int painted = 0;
    const auto &lanes = layout.lanes();
    for (std::size_t place = layout.firstLaneBelow(camera.scrollY);
         place < lanes.size() && picture.toDevice(lanes[place].top) < image.height(); ++place) {
        m_rows.clear(painted, picture.toDevice(layout.rowsTop(lanes[place])));
        paintLane(picture, lanes[place]);
        painted = picture.bottomOf(lanes[place]);
    }
    m_rows.clear(painted, image.height());

    m_rows.paintLabels(image);
    QPainter painter(&image);
    painter.setFont(m_font);
    paintOverRows(painter, picture);
}

// Every pixel of the lane's rows is written once.
void ChartPainter::paintLane(const Picture &picture, const Lane &lane)
{
    if (lane.rows == 0)
        return;
    const ThreadSpans &thread = picture.state.spans()->thread(lane.thread);
    const int rowHeight = picture.layout.metrics().rowHeight;
    const int hidden = picture.camera.scrollY - picture.layout.rowsTop(lane);
    const auto first = static_cast<std::size_t>(std::max(0, hidden / rowHeight));
    auto end = first;
    while (end < std::min(thread.depth(), static_cast<std::size_t>(lane.rows))
           && picture.toDevice(picture.layout.rowTop(lane, end)) < picture.canvas.height())
        ++end;
    if (first < end) {
        m_columns.assign(*thread.samples, picture.scale, 0, picture.canvas.width());
        m_runs.assign(*picture.state.spans(), thread, m_columns, first, end);
    }
    for (auto depth = first; depth < end; ++depth) {
        const int top = picture.layout.rowTop(lane, depth);
        paintRow(depth, picture.toDevice(top), picture.toDevice(top + rowHeight));
    }
    m_rows.clear(picture.toDevice(picture.layout.rowTop(lane, end)), picture.bottomOf(lane));
    paintLastSample(picture, lane);
}

void ChartPainter::paintRow(std::size_t depth, int from, int below)
{
    if (!m_rows.startRow(from, below))
        return;
    for (const PixelRun &run : m_runs.row(depth))
        m_rows.add(run.from, run.to, run.frame);
    m_rows.endRow();
}

// The last sample has no duration, so the chart has no box of it: a hatched mark one period wide
// says that it was there. A lone sample is nothing but this mark.
void ChartPainter::paintLastSample(const Picture &picture, const Lane &lane) const
{
    const Canvas &canvas = picture.canvas;
    const Profile &profile = *picture.state.spans()->profile();
    const ThreadSamples &samples = profile.samples(lane.thread);
    const auto time = samples.times.back();
    const double width = canvas.width();
    const double start = picture.scale.toX(time);
    const double end = picture.scale.toX(time + picture.state.period());
    const int from = static_cast<int>(std::clamp(std::floor(start), 0.0, width));
    const int to =
        static_cast<int>(std::clamp(std::max(std::ceil(end), std::floor(start) + 1), 0.0, width));
    if (from >= to)
        return;
    const int stripe = std::max(2, static_cast<int>(3 * picture.ratio));
    for (StackIndex at = samples.stacks.back(); at != emptyStack; at = profile.stack(at).parent) {
        const StackNode &node = profile.stack(at);
        const int top = picture.layout.rowTop(lane, node.depth - 1);
        const int below =
            picture.toDevice(top + picture.layout.metrics().rowHeight) - m_rows.seam();
        const QRgb fill = BoxColours::colourOf(profile, node.frame, picture.state.colourMode(),
                                               picture.state.theme())
                              .fill;
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
    const double top = picture.layout.rowsTop(lane) - picture.camera.scrollY;
    const double height = picture.layout.bottom(lane) - picture.layout.rowsTop(lane);
    for (const TimeRange &gap : picture.state.gaps().of(process)) {
        const double left = std::max(0.0, picture.camera.scale.toX(gap.start));
        const double right = std::min(width, picture.camera.scale.toX(gap.end));
        if (left < right)
            painter.fillRect(QRectF(left, top, right - left, height),
                             QBrush(picture.state.theme().gap, Qt::BDiagPattern));
    }
}

void ChartPainter::paintOverRows(QPainter &painter, const Picture &picture) const
{
    const auto &lanes = picture.layout.lanes();
    for (std::size_t place = picture.layout.firstLaneBelow(picture.camera.scrollY);
         place < lanes.size() && picture.toDevice(lanes[place].top) < picture.canvas.height();
         ++place) {
        const Lane &lane = lanes[place];
        if (picture.state.edges() == Edges::Uncertain)
            paintEdges(painter, picture.state, picture.layout, picture.camera, lane,
                       static_cast<int>(picture.canvas.height() / picture.ratio));
        paintGaps(painter, picture, lane);
        const int top =
            picture.layout.headerTop(lane, picture.camera.scrollY) - picture.camera.scrollY;
        paintLaneHeader(
            painter, picture.state, lane,
            QRectF(0, top, picture.camera.scale.width(), picture.layout.metrics().headerHeight));
    }
}

} // namespace ember::views
