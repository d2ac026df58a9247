// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/naiveruns.h"
#include "views/flamechart/painter.h"

#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

const ChartLayout::IsCollapsed allThreadsOpen = [](ThreadIndex) { return false; };

} // namespace

// A thread's last sample: nothing tells when it ended but its source.
class TstLastSample : public QObject {
    Q_OBJECT

private slots:
    // The box of the last sample ends where that ends, not at the edge of the picture.
    void theLastSampleIsDrawnAsLongAsItLasts()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        addTextThread(builder, "a a b\n");
        addRprofSource(builder, 10'000);
        const auto spans = buildSpans(builder.snapshot());
        const ThreadSpans &thread = spans->thread(ThreadIndex(0));
        for (const int width : {1, 3, 7, 40, 401}) {
            for (const int end : {25, 30, 31, 40, 1000}) {
                const TimeScale scale({timestampFromNs(0), timestampFromNs(end * 1'000'000)},
                                      width);
                const auto runs = runsOf(*spans, thread, 0, scale, width);
                QVERIFY(runs == naiveRuns(thread, thread.rows[0], scale, width));
                if (end == 40 && width == 40)
                    QVERIFY(
                        (runs == std::vector<BoxRun>{{0, 20, BoxIndex(0)}, {20, 30, BoxIndex(1)}}));
            }
        }
    }

    void theLastSampleIsMarkedOnePeriodWide()
    {
        ViewState state;
        state.open(buildSpans(textProfile("\n  a  a  b\n")));
        const QSize size(300, 60);
        QImage image(size, QImage::Format_RGB32);
        const ChartLayout layout(*state.spans(), state.threads().shown(), allThreadsOpen);
        ChartPainter painter;
        painter.setFont(QFont());
        painter.paint(image, state, layout, {TimeScale(state.zoom().visible(), size.width()), 0});
        const QRgb background = state.theme().background.rgb();
        const int y = layout.rowTop(layout.lanes().front(), 0) + 3;
        int marked = 0;
        for (int x = 201; x < 300; ++x)
            marked += image.pixel(x, y) != background ? 1 : 0;
        QVERIFY2(marked > 30 && marked < 70, qPrintable(QString::number(marked)));
    }

    void aLastSampleOfKnownDurationIsABoxLikeOthers()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        addTextThread(builder, "a a b\n");
        addRprofSource(builder, 10'000);
        ViewState state;
        state.open(buildSpans(builder.snapshot()));
        QVERIFY(state.profile().range().end >= timestampFromNs(30'000'000));
        const QSize size(300, 60);
        QImage image(size, QImage::Format_RGB32);
        const ChartLayout layout(*state.spans(), state.threads().shown(), allThreadsOpen);
        ChartPainter painter;
        painter.setFont(QFont());
        const TimeScale scale({timestampFromNs(0), timestampFromNs(40'000'000)}, size.width());
        painter.paint(image, state, layout, {scale, 0});
        const int y = layout.rowTop(layout.lanes().front(), 0);
        const auto &spans = *state.spans();
        const auto &box = spans.thread(ThreadIndex(0)).rows[0].boxes.back();
        const QRgb fill = BoxColours::colourOf(*spans.profile(), spans.frame(box),
                                               state.appearance().colourMode(), state.theme())
                              .fill;
        for (int x = 151; x < 223; ++x)
            QCOMPARE(image.pixel(x, y), fill);
        for (int x = 226; x < 300; ++x)
            QCOMPARE(image.pixel(x, y), state.theme().background.rgb());
    }
};

EMBER_TEST(TstLastSample)
#include "tst_lastsample.moc"
