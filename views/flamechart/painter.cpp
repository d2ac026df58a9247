// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/painter.h"

#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

// The image in device pixels, and what is painted on it.
struct ChartPainter::Canvas {
    QImage &image;
    const ViewState &state;
    const ChartLayout &layout;
    const ChartCamera &camera;
    TimeScale scale; // in device pixels
    double ratio;
    uchar *bits; // of the image; scanLine() would ask whether it is shared, line by line
    QRgb background;

    int width() const { return image.width(); }

    int toDevice(int layoutY) const
    {
        return static_cast<int>(std::lround((layoutY - camera.scrollY) * ratio));
    }

    QRgb *line(int y) const
    {
        return reinterpret_cast<QRgb *>(bits + image.bytesPerLine() * qsizetype(y));
    }
};

void ChartPainter::setFont(const QFont &font)
{
    m_font = font;
    m_labels.setFont(font);
}

void ChartPainter::paint(QImage &image, const ViewState &state, const ChartLayout &layout,
                         const ChartCamera &camera)
{
    const bool another = state.profileSerial() != m_profileSerial;
    m_profileSerial = state.profileSerial();
    m_colours.update(state, another ? ProfileChange::Another : ProfileChange::Grown);
    if (another)
        m_labels.clear();
    const double ratio = image.devicePixelRatio();
    const QRgb background = state.theme().background.rgb();
    image.fill(background);
    Canvas canvas{
        image, state,        layout,    camera, TimeScale(camera.scale.range(), image.width()),
        ratio, image.bits(), background};
    m_wanted.clear();
    const auto &lanes = layout.lanes();
    for (std::size_t place = layout.firstLaneBelow(camera.scrollY);
         place < lanes.size() && canvas.toDevice(lanes[place].top) < image.height(); ++place)
        paintLane(canvas, lanes[place]);
    paintText(canvas);
}

void ChartPainter::paintLane(Canvas &canvas, const Lane &lane)
{
    const ThreadSpans &thread = canvas.state.spans()->thread(lane.thread);
    if (lane.rows == 0)
        return;
    m_columns.assign(*thread.samples, canvas.scale, 0, canvas.width());
    const int rowHeight = canvas.layout.metrics().rowHeight;
    const int hidden = canvas.camera.scrollY - canvas.layout.rowsTop(lane);
    for (auto depth = static_cast<std::size_t>(std::max(0, hidden / rowHeight));
         depth < thread.depth() && depth < static_cast<std::size_t>(lane.rows); ++depth) {
        const int top = canvas.layout.rowTop(lane, depth);
        if (canvas.toDevice(top) >= canvas.image.height())
            break;
        paintRow(canvas, thread, depth, top);
    }
    paintLastSample(canvas, lane);
}

void ChartPainter::paintRow(Canvas &canvas, const ThreadSpans &thread, std::size_t depth, int top)
{
    const SpanRow &row = thread.rows[depth];
    findPixelRuns(row, m_columns, m_runs);
    if (m_runs.empty())
        return;
    m_line.assign(static_cast<std::size_t>(canvas.width()), canvas.background);
    const double narrowest = m_labels.narrowest() * canvas.ratio;
    for (const PixelRun &run : m_runs) {
        const PathIndex path = row.boxes[run.box].path;
        const BoxColour &colour = m_colours[path];
        // The seam that tells two calls of one function apart.
        const int filled = run.to - run.from >= 3 ? run.to - 1 : run.to;
        std::fill(m_line.begin() + run.from, m_line.begin() + filled, colour.fill);
        if (run.to - run.from >= narrowest)
            wantLabel(canvas, run, top, path, colour);
    }
    const int from = std::max(0, canvas.toDevice(top));
    const int below = canvas.toDevice(top + canvas.layout.metrics().rowHeight);
    const int seam = std::max(1, static_cast<int>(canvas.ratio));
    for (int y = from; y < std::min(below - seam, canvas.image.height()); ++y)
        std::copy(m_line.begin(), m_line.end(), canvas.line(y));
}

void ChartPainter::wantLabel(const Canvas &canvas, const PixelRun &run, int top, PathIndex path,
                             const BoxColour &colour)
{
    const QRectF place(run.from / canvas.ratio, top - canvas.camera.scrollY,
                       (run.to - run.from) / canvas.ratio, canvas.layout.metrics().rowHeight - 1);
    m_wanted.push_back({path, place, colour.text});
}

// The last sample has no duration, so the chart has no box of it: a hatched mark one period wide
// says that it was there. A lone sample is nothing but this mark.
void ChartPainter::paintLastSample(Canvas &canvas, const Lane &lane)
{
    const Profile &profile = *canvas.state.spans()->profile();
    const ThreadSamples &samples = profile.samples(lane.thread);
    const auto time = samples.times.back();
    const double start = canvas.scale.toX(time);
    const double end = canvas.scale.toX(time + canvas.state.period());
    const int from = static_cast<int>(std::clamp(std::floor(start), 0.0, double(canvas.width())));
    const int to = static_cast<int>(
        std::clamp(std::max(std::ceil(end), std::floor(start) + 1), 0.0, double(canvas.width())));
    if (from >= to)
        return;
    const int seam = std::max(1, static_cast<int>(canvas.ratio));
    const int stripe = std::max(2, static_cast<int>(3 * canvas.ratio));
    for (StackIndex at = samples.stacks.back(); at != emptyStack; at = profile.stack(at).parent) {
        const StackNode &node = profile.stack(at);
        const int top = canvas.layout.rowTop(lane, node.depth - 1);
        const int below = canvas.toDevice(top + canvas.layout.metrics().rowHeight) - seam;
        const QRgb fill = BoxColours::colourOf(profile, node.frame, canvas.state.colourMode(),
                                               canvas.state.theme())
                              .fill;
        for (int y = std::max(0, canvas.toDevice(top)); y < std::min(below, canvas.image.height());
             ++y) {
            QRgb *line = canvas.line(y);
            for (int x = from; x < to; ++x) {
                if ((x + y) / stripe % 2 == 0)
                    line[x] = fill;
            }
        }
    }
}

void ChartPainter::paintText(Canvas &canvas)
{
    QPainter painter(&canvas.image);
    painter.setFont(m_font);
    const QSizeF size = QSizeF(canvas.image.size()) / canvas.ratio;
    QBrush hatching(canvas.state.theme().gap, Qt::BDiagPattern);
    for (const TimeRange &gap : canvas.state.gaps()) {
        const double left = std::max(0.0, canvas.camera.scale.toX(gap.start));
        const double right = std::min(size.width(), canvas.camera.scale.toX(gap.end));
        if (left < right)
            painter.fillRect(QRectF(left, 0, right - left, size.height()), hatching);
    }
    std::ranges::stable_sort(m_wanted, {}, &Label::colour);
    QRgb pen = 0;
    for (const Label &label : m_wanted) {
        if (label.colour != pen)
            painter.setPen(QColor(pen = label.colour));
        m_labels.paint(painter, *canvas.state.spans(), label.path, label.place);
    }
    const auto &lanes = canvas.layout.lanes();
    for (std::size_t place = canvas.layout.firstLaneBelow(canvas.camera.scrollY);
         place < lanes.size() && lanes[place].top - canvas.camera.scrollY < size.height(); ++place)
        paintHeader(painter, canvas, lanes[place]);
}

void ChartPainter::paintHeader(QPainter &painter, const Canvas &canvas, const Lane &lane) const
{
    const Theme &theme = canvas.state.theme();
    const int top = canvas.layout.headerTop(lane, canvas.camera.scrollY) - canvas.camera.scrollY;
    const double width = canvas.image.width() / canvas.ratio;
    const QRectF strip(0, top, width, canvas.layout.metrics().headerHeight);
    painter.fillRect(strip.adjusted(0, 0, 0, -1), theme.surface);
    painter.fillRect(QRectF(0, strip.bottom() - 1, width, 1), theme.surfaceBorder);

    painter.setPen(theme.mutedText);
    const double middle = strip.center().y() - 0.5;
    QPolygonF triangle;
    if (lane.collapsed)
        triangle << QPointF(9, middle - 4) << QPointF(14, middle) << QPointF(9, middle + 4);
    else
        triangle << QPointF(7, middle - 2.5) << QPointF(15, middle - 2.5)
                 << QPointF(11, middle + 2.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.mutedText);
    painter.drawPolygon(triangle);
    painter.restore();

    const ThreadTitle title = threadTitle(*canvas.state.spans()->profile(), lane.thread);
    QFont bold = m_font;
    bold.setWeight(QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(theme.text);
    const QRectF room = strip.adjusted(22, 0, -10, -1);
    QRectF used;
    painter.drawText(room, int(Qt::AlignVCenter) | Qt::TextSingleLine, title.name, &used);
    painter.setFont(m_font);
    painter.setPen(theme.mutedText);
    painter.drawText(room.adjusted(used.width() + 10, 0, 0, 0),
                     int(Qt::AlignVCenter) | Qt::TextSingleLine, title.details);
}

} // namespace ember::views
