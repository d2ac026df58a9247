// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/rowpainter.h"
#include "views/flamechart/lanehits.h"
#include "views/flamechart/lanepainter.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/pixelruns.h"

#include <QImage>

#include <vector>

class QPainter;

namespace ember::views {

// The part of the chart that a picture shows. `scale` is in logical pixels and as wide as the
// image.
struct ChartCamera {
    TimeScale scale;
    int scrollY = 0;
};

// Paints the boxes line by line straight into an image: the cost depends on the pixels, not on the
// boxes, nothing is allocated for a box, and all cores share the work. Keeps its buffers from
// picture to picture; not thread-safe.
//
// Parts of one call that lie side by side, or at most `widestSlit` apart, are one box with one name
// unless both are wide: perf recordings cut every call where its thread leaves the CPU.
class ChartPainter {
public:
    // Parts of a call count as wide from this many logical pixels on.
    static constexpr int widePart = 60;
    static constexpr int widestSlit = 2;

    void setFont(const QFont &font);
    // Sets what is marked in lanes; null: nothing. Must outlive the painter's last picture.
    void setHits(const LaneHits *hits) { m_hits = hits; }

    // Fills the whole image (Format_RGB32, with its devicePixelRatio set): lanes, boxes, labels,
    // marks of last samples, outlines of one function and uncertain edges if they are wanted, gaps.
    // The hovered box and the cross-hair are not included. state.spans() is not null.
    void paint(QImage &image, const ViewState &state, const ChartLayout &layout,
               const ChartCamera &camera);
    // Fills the image like paint(), but without names, for documents that keep texts, such as SVG;
    // write() paints the names.
    void prepare(QImage &image, const ViewState &state, const ChartLayout &layout,
                 const ChartCamera &camera);
    // Paints a part of a prepared image and the names over it, in logical pixels. `image` is the
    // one that prepare() filled last, `names` the profile that it showed.
    void write(QPainter &painter, const QImage &image, const QRect &part,
               const model::Profile &names);

private:
    struct Picture;

    // A visible row of the thread m_shown[place].
    struct Row {
        std::size_t place;
        std::size_t depth;
        int from; // line of the image, in device pixels
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
    // Whether a run is one column wide and shows another sample than the one at the column's
    // centre. `at` is the column's index in m_centres.
    bool isBesideCentre(std::size_t at, const PixelRun &run) const
    {
        return run.to - run.from == 1 && m_centres[at] != run.sample;
    }

    struct Joined;
    void mute(const Picture &picture, RowBand &band, std::size_t place, const PixelRun &run) const;
    void paintRows(const Picture &picture);
    template<typename Add>
    void paintRuns(const Picture &picture, Add add);
    QRgb lastFill(const Picture &picture, model::ThreadIndex thread, model::StackIndex stack) const;
    void paintLastSample(const Picture &picture, const Lane &lane) const;
    void paintGaps(QPainter &painter, const Picture &picture, const Lane &lane) const;
    void paintOutlines(QPainter &painter, const Picture &picture) const;
    void paintOverRows(QPainter &painter, const Picture &picture) const;
    static void paintMore(QPainter &painter, const Picture &picture, const Lane &lane);
    void paintStrips(const Picture &picture);

    RowPainter m_painter;
    LanePainter m_strips;
    const LaneHits *m_hits = nullptr;
    std::vector<ShownRows> m_shown;
    std::vector<Row> m_rows;
    PictureRuns m_runs;
    std::vector<QRgb> m_stateFills; // by place and column
    std::vector<model::SampleIndex> m_centres; // by place and column
    std::vector<std::uint8_t> m_isMuted; // by place and column; empty if nothing is filtered
    std::vector<BoxColour> m_recordingColours; // by thread, in ColourMode::Recording
};

} // namespace ember::views
