// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/painter.h"

#include "views/flamechart/canvas.h"
#include "views/flamechart/laneheader.h"

#include <QPainter>

#include <cmath>

namespace ember::views {

using namespace model;

// One picture being painted; what is not said to be logical is in device pixels.
struct ChartPainter::Picture {
    Canvas canvas;
    const ViewState &state;
    const ChartLayout &layout;
    const ChartCamera &camera; // logical
    TimeScale scale;
    double ratio;
    int seam; // between rows
    QRgb background;

    int toDevice(int layoutY) const
    {
        return static_cast<int>(std::lround((layoutY - camera.scrollY) * ratio));
    }

    int bottomOf(const Lane &lane) const { return toDevice(layout.bottom(lane)); }
};

void ChartPainter::setFont(const QFont &font)
{
    m_font = font;
    m_labels.setFont(font);
}

void ChartPainter::paint(QImage &image, const ViewState &state, const ChartLayout &layout,
                         const ChartCamera &camera)
{
    const double ratio = image.devicePixelRatio();
    const Picture picture{Canvas(image),
                          state,
                          layout,
                          camera,
                          TimeScale(camera.scale.range(), image.width()),
                          ratio,
                          std::max(1, static_cast<int>(ratio)),
                          state.theme().background.rgb()};
    m_colours.update(state);
    m_labels.setRatio(ratio);
    if (state.profileSerial() != m_profileSerial)
        m_labels.forget();
    m_profileSerial = state.profileSerial();
    m_wanted.clear();

    int painted = 0;
    const auto &lanes = layout.lanes();
    for (std::size_t place = layout.firstLaneBelow(camera.scrollY);
         place < lanes.size() && picture.toDevice(lanes[place].top) < image.height(); ++place) {
        picture.canvas.fill(painted, picture.toDevice(layout.rowsTop(lanes[place])),
                            picture.background);
        paintLane(picture, lanes[place]);
        painted = picture.bottomOf(lanes[place]);
    }
    picture.canvas.fill(painted, image.height(), picture.background);

    m_labels.paint(image, *state.spans()->profile(), m_wanted);
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
        paintRow(picture, depth, picture.toDevice(top), picture.toDevice(top + rowHeight));
    }
    picture.canvas.fill(picture.toDevice(picture.layout.rowTop(lane, end)), picture.bottomOf(lane),
                        picture.background);
    paintLastSample(picture, lane);
}

// A row is one line, repeated. A row that is high enough has a seam below it.
void ChartPainter::paintRow(const Picture &picture, std::size_t depth, int from, int below)
{
    const Canvas &canvas = picture.canvas;
    const int end = below - from > 2 * picture.seam ? below - picture.seam : below;
    const int model = std::max(from, 0);
    if (model >= end)
        return;
    QRgb *line = canvas.line(model);
    int painted = 0;
    for (const PixelRun &run : m_runs.row(depth)) {
        const BoxColour &colour = m_colours[run.frame];
        std::fill(line + painted, line + run.from, picture.background);
        // The seam that tells two calls of one function apart.
        const int filled = run.to - run.from >= 3 ? run.to - 1 : run.to;
        std::fill(line + run.from, line + filled, colour.fill);
        painted = filled;
        if (run.to - run.from >= m_labels.narrowest())
            m_wanted.push_back({run.frame, run.from, run.to, from, end, colour.text});
    }
    std::fill(line + painted, line + canvas.width(), picture.background);
    canvas.repeat(model, model + 1, end);
    canvas.fill(end, below, picture.background);
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
        const int below = picture.toDevice(top + picture.layout.metrics().rowHeight) - picture.seam;
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
        paintGaps(painter, picture, lane);
        const int top =
            picture.layout.headerTop(lane, picture.camera.scrollY) - picture.camera.scrollY;
        paintLaneHeader(
            painter, picture.state, lane,
            QRectF(0, top, picture.camera.scale.width(), picture.layout.metrics().headerHeight));
    }
}

} // namespace ember::views
