// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcanvas.h"
#include "views/jobs/pacedjob.h"
#include "views/tracing/spanpainter.h"
#include "views/tracing/spanpointer.h"
#include "views/tracing/spanviewport.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::views {

class ViewState;

// Shows the transactions and spans that programs reported, by thread, on the time axis of the
// chart. A click selects a span's range, lets only its thread count until others are shown again,
// and brings it into view; a double click or Return zooms to it. Arrow keys go from span to span,
// all other keys are the chart's. The lanes are computed off the UI thread, repeatedly while the
// profile grows.
class SpanTrack : public BoxCanvas {
    Q_OBJECT
public:
    // Both must outlive it.
    SpanTrack(ViewState &state, ChartActionTarget &chart, QWidget *parent = nullptr);

    QSize sizeHint() const override; // as high as all lanes

    bool hasSpans() const { return !m_viewport.lanes().empty(); }
    const SpanViewport &viewport() const { return m_viewport; }
    // The chosen span; empty when another range is selected than its own.
    const std::optional<model::ReportedSpan> &chosen() const { return m_chosen; }
    void choose(const model::ReportedSpan &span);
    void zoomTo(const model::ReportedSpan &span);

    bool perform(ChartAction action) override;

signals:
    void lanesChanged(); // emitted only if the height of all lanes has changed
    void threadChosen(ember::model::ThreadIndex thread);

protected:
    CanvasPointer &pointer() override { return m_pointer; }
    QSize canvasSize() const override { return m_viewport.size(); }
    void resizeCanvas(QSize size) override { m_viewport.resize(size); }
    void setLabelFont(const QFont &font) override { m_painter.setFont(font); }
    void forgetVisibleBoxes() override { }
    bool isEmpty() const override { return !hasSpans(); }
    QString emptyText() const override { return {}; }
    void paintBoxes(QImage &image) override;
    void paintOverlay(QPainter &painter) override;
    bool isAnySelected() const override { return m_chosen.has_value(); }
    QString tipAt(const QPoint &position) const override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    struct Answer {
        std::uint64_t profile = 0;
        std::vector<model::SpanLane> lanes;
    };

    // What identifies a span after its profile has been read again.
    struct Identity {
        model::TimeRange range;
        bool isTransaction = false;
        std::string id;
        std::string name;

        friend bool operator==(const Identity &, const Identity &) = default;
    };

    static Identity identityOf(const model::Profile &profile, const model::ReportedSpan &span);

    void connectState();
    void followProfile();
    PacedJob<Answer>::Work question() const;
    void take(Answer answer);
    void showThread(model::ThreadIndex thread, model::TimeRange ofSpan);
    void forgetIfLeft();
    void findAgain();
    std::optional<model::ReportedSpan> targetOf(ChartAction action) const;
    void describe();

    ViewState &m_state;
    ChartActionTarget &m_chart;
    SpanViewport m_viewport;
    SpanPointer m_pointer;
    SpanPainter m_painter;
    std::optional<model::ReportedSpan> m_chosen;
    std::optional<Identity>
        m_chosenIdentity; // kept while the lanes of the same profile are missing
    std::uint64_t m_serial = 0; // of the profile asked about
    std::size_t m_reported = 0; // rows of that profile's tables that were asked about
    PacedJob<Answer> m_job;
};

} // namespace ember::views
