// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/rowpainter.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/pixelruns.h"

#include <QImage>
#include <QRectF>

#include <vector>

class QPainter;

namespace ember::views {

// Where the picture is taken. `scale` is in logical pixels and as wide as the image.
struct ChartCamera {
    TimeScale scale;
    int scrollY = 0;
};

// Paints the boxes line by line straight into an image: the cost goes with the pixels, not with the
// boxes, nothing is allocated for a box, and the processor's cores share the work. Keeps its
// buffers from picture to picture; one caller at a time.
class ChartPainter {
public:
    void setFont(const QFont &font);

    // Fills the whole image (Format_RGB32, with its devicePixelRatio set): lanes, boxes, labels,
    // marks of last samples, outlines of one function and uncertain edges if they are wanted, gaps.
    // Without what follows the pointer. state.spans() is not null.
    void paint(QImage &image, const ViewState &state, const ChartLayout &layout,
               const ChartCamera &camera);
    // The same for what keeps texts, as SVG does: with the image below, and names and titles over
    // it, in logical pixels.
    void paint(QPainter &painter, QImage &image, const ViewState &state, const ChartLayout &layout,
               const ChartCamera &camera);

private:
    struct Picture;

    // A row that is in the picture, of m_shown[place].
    struct Row {
        std::size_t place;
        std::size_t depth;
        int from; // lines, in device pixels
        int below;
    };

    Picture begin(QImage &image, const ViewState &state, const ChartLayout &layout,
                  const ChartCamera &camera);
    void paintBoxes(const QImage &image, const Picture &picture);
    void findRows(const Picture &picture);
    void addRows(const Picture &picture, const Lane &lane);
    void findRecordings(const ViewState &state);
    void findStateFills(const ViewState &state, std::size_t columns);
    void findMuted(const ViewState &state, std::size_t columns);
    // Of a run that is no wider than a column: what is not at the column's centre was there in
    // another sample than that. `at`: of thread and column.
    bool isBesideCentre(std::size_t at, const PixelRun &run) const
    {
        return run.to - run.from == 1 && m_centres[at] != run.sample;
    }

    void mute(const Picture &picture, RowBand &band, std::size_t place, const PixelRun &run) const;
    void paintRows(const Picture &picture);
    template<typename Add>
    void paintRuns(const Picture &picture, Add add);
    QRgb lastFill(const Picture &picture, model::ThreadIndex thread, model::StackIndex stack) const;
    void paintLastSample(const Picture &picture, const Lane &lane) const;
    void paintGaps(QPainter &painter, const Picture &picture, const Lane &lane) const;
    void paintOutlines(QPainter &painter, const Picture &picture) const;
    void paintOverRows(QPainter &painter, const Picture &picture) const;
    void paintHeaders(QPainter &painter, const Picture &picture) const;

    QFont m_font;
    RowPainter m_painter;
    std::vector<ShownRows> m_shown;
    std::vector<Row> m_rows;
    PictureRuns m_runs;
    std::vector<QRgb> m_stateFills; // by place and column
    std::vector<model::SampleIndex> m_centres; // likewise
    std::vector<std::uint8_t> m_isMuted; // likewise; nothing is filtered: empty
    std::vector<BoxColour> m_recordingColours; // by thread; of ColourMode::Recording
};

// The strip above a thread's rows, in logical pixels: its arrow, name and details. In the painter's
// font.
void paintLaneHeader(QPainter &painter, const ViewState &state, const Lane &lane,
                     const QRectF &strip);

} // namespace ember::views
