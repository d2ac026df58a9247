// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "views/canvas/boxcanvas.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/painter.h"
#include "views/tracing/spantrack.h"
#include "views/tracks/measurementtracks.h"

#include <QApplication>
#include <qcustomplot.h>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

// What a frame costs: `paint.10M.z100.median 2.6 ms` is a repaint of the shown widget at a
// hundredth of the profile, every frame elsewhere and at another zoom, so that nothing can be kept
// from the one before; `ratio` is that over an empty QCustomPlot's replot. A widget's repaint
// includes its way into the window's backing store. `hover.10M.z100` is a move of the pointer until
// what it changes is there. Times are those of the clock on the wall: they mean something on a
// quiet machine only; `cpu` is what all cores spent. `bench_paint paint.10M.z1` prints that figure
// only, or those below a name.

using namespace ember;
using namespace ember::model;
using namespace ember::views;

namespace {

using Clock = std::chrono::steady_clock;

// Of all threads of this process: the cores share a picture.
Clock::duration cpuTime()
{
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

constexpr int frames = 120;
constexpr QSize fullHd(1920, 1080);

QString askedName; // empty: all of them

// Whether the figure, or one below that name, is to be printed.
bool isAsked(const QString &name)
{
    const QString figure = name + u'.';
    const QString asked = askedName + u'.';
    return askedName.isEmpty() || figure.startsWith(asked) || asked.startsWith(figure);
}

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

double median(std::vector<double> &times)
{
    std::ranges::sort(times);
    return times[times.size() / 2];
}

// Prints median and p99 of the frames, and the median of what they cost in CPU time; returns the
// first.
double measure(const QString &name, const std::function<void(int)> &frame)
{
    std::vector<double> times;
    std::vector<double> costs;
    for (int number = 0; number < frames; ++number) {
        const auto cpuBefore = cpuTime();
        const auto before = Clock::now();
        frame(number);
        times.push_back(milliseconds(Clock::now() - before));
        costs.push_back(milliseconds(cpuTime() - cpuBefore));
    }
    const double middle = median(times);
    std::printf("%s.median %.2f ms\n%s.p99 %.2f ms\n%s.cpu %.2f ms\n", qPrintable(name), middle,
                qPrintable(name), times[times.size() * 99 / 100], qPrintable(name), median(costs));
    std::fflush(stdout);
    return middle;
}

TimeRange pannedAndZoomed(TimeRange whole, int zoom, int frame)
{
    const auto span = whole.duration() / zoom * (1000 - frame) / 1000;
    const auto start = whole.start + (whole.duration() - span) / frames * (frame % frames);
    return {start, start + span};
}

// What QCustomPlot takes for nothing, at the same size: the measure for everything else.
double benchEmptyPlot()
{
    QCustomPlot plot;
    plot.resize(fullHd);
    plot.show();
    QApplication::processEvents();
    return measure(QStringLiteral("paint.emptyplot"),
                   [&](int) { plot.replot(QCustomPlot::rpImmediateRefresh); });
}

// What has to be painted anew, as the event loop does it.
void paintChanged(QWidget &window)
{
    QEvent request(QEvent::UpdateRequest);
    QApplication::sendEvent(&window, &request);
}

void benchZooms(const QString &name, ViewState &state, double emptyPlot)
{
    Searcher searcher(state);
    FlameChartWidget chart(state, searcher);
    chart.resize(fullHd);
    chart.show();
    QApplication::processEvents();
    const auto whole = state.profile().range();
    for (const int zoom : {1, 10, 100, 1000, 10000}) {
        const QString paint = QStringLiteral("paint.%1.z%2").arg(name).arg(zoom);
        if (isAsked(paint)) {
            const double middle = measure(paint, [&](int frame) {
                state.zoom().follow(pannedAndZoomed(whole, zoom, frame));
                paintChanged(chart);
            });
            std::printf("%s.ratio %.2f x\n", qPrintable(paint), middle / emptyPlot);
        }
        const QString hover = QStringLiteral("hover.%1.z%2").arg(name).arg(zoom);
        if (isAsked(hover)) {
            state.zoom().follow(pannedAndZoomed(whole, zoom, frames));
            chart.repaint();
            measure(hover, [&](int frame) {
                const QPointF at(100 + frame * 13, 40 + frame * 7);
                QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, {});
                QApplication::sendEvent(&chart, &move);
                QApplication::processEvents(); // it repaints what the move has changed
            });
        }
    }
}

// The painter alone, for sizes and screens the offscreen window does not have.
void benchPainter(const QString &name, const ViewState &state, QSize size, double ratio,
                  ChartMetrics metrics, int zoom)
{
    const QString figure = QStringLiteral("%1.z%2").arg(name).arg(zoom);
    if (!isAsked(figure))
        return;
    const ChartLayout layout(
        *state.spans(), state.threads().shown(), [](ThreadIndex) { return false; }, metrics);
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    ChartPainter painter;
    painter.setFont(QFont());
    QImage window(image.size(), QImage::Format_RGB32);
    window.setDevicePixelRatio(ratio);
    measure(figure, [&](int frame) {
        const ChartCamera camera{
            TimeScale(pannedAndZoomed(state.profile().range(), zoom, frame), size.width()), 0};
        painter.paint(image, state, layout, camera);
        QPainter backingStore(&window); // as the widget does
        copyImage(backingStore, image);
    });
}

// A thread that takes another way through a few hundred functions with each sample, and its states.
ProfilePointer profileWithStates(int samples, unsigned depth)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    std::vector<StackIndex> way{emptyStack};
    std::uint32_t random = 1;
    for (int sample = 0; sample < samples; ++sample) {
        random = random * 1664525 + 1013904223;
        way.resize(std::max<std::size_t>(1, way.size() - (random >> 8U) % (way.size() / 2 + 1)));
        while (way.size() <= depth) {
            random = random * 1664525 + 1013904223;
            Function function;
            function.name = builder.string("function" + std::to_string((random >> 8U) % 300));
            Frame frame;
            frame.function = builder.function(function);
            way.push_back(builder.stack(way.back(), builder.frame(frame)));
        }
        const auto state = static_cast<ThreadState>(1 + (random >> 16U) % 3);
        builder.addSample(
            thread,
            {timestampFromNs(sample * 1'000'000LL), way.back(), SampleDetail{.state = state}});
    }
    return builder.snapshot();
}

// What colours that are not of frames cost, beside the one that is: all of one profile, which has
// paths for nearly every sample. `first`: until what is found once is there; `first.window`: the
// longest time that keeps the window waiting.
void benchColours()
{
    if (!isAsked(QStringLiteral("paint.colours")))
        return;
    ViewState state;
    state.open(buildSpans(profileWithStates(300'000, 60)));
    std::printf("paint.colours.boxes %zu\npaint.colours.paths %zu\n", state.spans()->boxCount(),
                state.spans()->pathCount());
    struct Mode {
        const char *name;
        ColourMode mode;
    };
    for (const Mode &mode : {Mode{"function", ColourMode::Function},
                             {"state", ColourMode::State},
                             {"recursion", ColourMode::Recursion},
                             {"frequency", ColourMode::Frequency}}) {
        const QString name = QStringLiteral("paint.colours.%1").arg(QLatin1String(mode.name));
        const auto before = Clock::now();
        state.appearance().setColourMode(mode.mode);
        double longest = milliseconds(Clock::now() - before);
        while (state.appearance().colourMode() != mode.mode) {
            const auto turn = Clock::now();
            QApplication::processEvents();
            longest = std::max(longest, milliseconds(Clock::now() - turn));
        }
        std::printf("%s.first %.2f ms\n%s.first.window %.2f ms\n", qPrintable(name),
                    milliseconds(Clock::now() - before), qPrintable(name), longest);
        for (const int zoom : {1, 100, 10000})
            benchPainter(name, state, fullHd, 1, {}, zoom);
    }
}

void benchSharpScreen(const ViewState &state)
{
    for (const int zoom : {1, 10, 100, 1000, 10000})
        benchPainter(QStringLiteral("paint.10M.4k"), state, fullHd, 2, {}, zoom);
}

// A hundred lanes of ten rows. In a window of 1080 lines, fourteen of them have rows of eight; all
// of them have rows of one.
void benchManyThreads()
{
    if (!isAsked(QStringLiteral("paint.threads100")))
        return;
    ViewState state;
    state.open(buildSpans(tests::syntheticProfile(
        {.threads = 100, .samplesPerThread = 77'000, .depth = 10, .functions = 3000})));
    std::printf("paint.threads100.boxes %zu\n", state.spans()->boxCount());
    const ChartMetrics high{.stripHeight = 0, .rowHeight = 8, .laneGap = 0};
    const ChartMetrics low{.stripHeight = 0, .rowHeight = 1, .laneGap = 0};
    for (const int zoom : {1, 10, 100, 1000, 10000}) {
        benchPainter(QStringLiteral("paint.threads100.rows8px"), state, fullHd, 1, high, zoom);
        benchPainter(QStringLiteral("paint.threads100.rows1px"), state, fullHd, 1, low, zoom);
    }
}

// Two hundred threads with states, all of them lanes in one window; then a search finds every
// second of their samples.
void benchLanes()
{
    if (!isAsked(QStringLiteral("paint.lanes200")))
        return;
    ProfileBuilder builder;
    std::uint32_t random = 1;
    const auto callOf = [&](const char *name) {
        Function function;
        function.name = builder.string(name);
        Frame frame;
        frame.function = builder.function(function);
        return builder.stack(emptyStack, builder.frame(frame));
    };
    const std::array stacks{callOf("other"), callOf("searched")};
    for (int number = 0; number < 200; ++number) {
        Thread thread;
        thread.id = builder.string(std::to_string(number));
        thread.name = builder.string("worker-" + std::to_string(number));
        const auto index = builder.addThread(thread);
        auto state = ThreadState::Running;
        for (int sample = 0; sample < 60'000; ++sample) {
            random = random * 1664525 + 1013904223;
            if (random >> 29U == 0) // every eighth sample
                state = static_cast<ThreadState>(1 + (random >> 16U) % 3);
            builder.addSample(index,
                              {timestampFromNs(sample * 1'000'000LL), stacks.at(random >> 20U & 1U),
                               SampleDetail{.state = state}});
        }
    }
    ViewState state;
    state.open(buildSpans(builder.snapshot()));
    Searcher searcher(state);
    FlameChartWidget chart(state, searcher);
    chart.resize(fullHd);
    chart.show();
    state.threads().setLanesOnly(LanesOnly::Yes);
    QApplication::processEvents();
    std::printf("paint.lanes200.lanes %zu\npaint.lanes200.height %d px\n",
                chart.chartLayout().lanes().size(), chart.chartLayout().height());
    const auto whole = state.profile().range();
    const auto measureZooms = [&](const char *name) {
        for (const int zoom : {1, 10, 100, 1000}) {
            measure(QStringLiteral("%1.z%2").arg(QLatin1String(name)).arg(zoom), [&](int frame) {
                state.zoom().follow(pannedAndZoomed(whole, zoom, frame));
                paintChanged(chart);
            });
        }
    };
    measureZooms("paint.lanes200");
    state.selection().setSearchText(QStringLiteral("searched"));
    const auto before = Clock::now();
    while (chart.laneHits().runs().empty())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    std::printf("paint.lanes200.search %.1f ms\n", milliseconds(Clock::now() - before));
    measureZooms("paint.lanes200.searched");
}

// What side by side paints: two charts above each other, each of half as many boxes, with one zoom.
void benchTwoCharts()
{
    if (!isAsked(QStringLiteral("paint.twocharts")))
        return;
    struct Chart {
        ViewState state;
        Searcher searcher{state};
        FlameChartWidget widget{state, searcher};
    };
    Chart upper;
    Chart lower;
    std::uint32_t seed = 1;
    for (Chart *chart : {&upper, &lower}) {
        chart->state.open(buildSpans(tests::syntheticProfile({.threads = 1,
                                                              .samplesPerThread = 385'000,
                                                              .depth = 60,
                                                              .functions = 3000,
                                                              .seed = seed++})));
        chart->widget.resize(fullHd.width(), fullHd.height() / 2);
        chart->widget.show();
    }
    QApplication::processEvents();
    std::printf("paint.twocharts.boxes %zu\n",
                upper.state.spans()->boxCount() + lower.state.spans()->boxCount());
    const auto whole = upper.state.profile().range();
    for (const int zoom : {1, 10, 100, 1000, 10000}) {
        measure(QStringLiteral("paint.twocharts.z%1").arg(zoom), [&](int frame) {
            for (Chart *chart : {&upper, &lower}) {
                chart->state.zoom().follow(pannedAndZoomed(whole, zoom, frame));
                paintChanged(chart->widget);
            }
        });
    }
}

void benchTrack()
{
    if (!isAsked(QStringLiteral("paint.track1M")))
        return;
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    Measurement series;
    series.name = builder.string("cpu_usage");
    series.unit = builder.string("percent");
    const auto index = builder.addMeasurement(series);
    constexpr int values = 1'000'000;
    for (int number = 0; number < values; ++number)
        builder.addMeasurementValue(
            index, {timestampFromNs(number * 1'000'000LL), double(number * 7919LL % 1009)});
    for (const int number : {0, values})
        builder.addSample(thread, {timestampFromNs(number * 1'000'000LL), emptyStack, {}});
    ViewState state;
    state.open(buildSpans(builder.snapshot()));
    CurveTrack track(state, index, SeriesTitle::Name, nullptr);
    track.resize(1920, 56);
    track.show();
    track.refresh();
    QApplication::processEvents();
    const auto whole = state.profile().range();
    for (const int zoom : {1, 10, 1000}) {
        measure(QStringLiteral("paint.track1M.z%1").arg(zoom), [&](int frame) {
            state.zoom().follow(pannedAndZoomed(whole, zoom, frame));
            QApplication::processEvents(); // tracks queue their replots
        });
    }
}

// Spans in ten rows: each lies in the one above it.
ProfilePointer profileWithSpans(int count)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    const auto name = builder.string("GET /shop/cart/items");
    const auto op = builder.string("http.server");
    constexpr int rows = 10;
    for (int number = 0; number < count / rows; ++number) {
        const auto start = timestampFromNs(number * 1'000'000LL);
        for (int row = 0; row < rows; ++row)
            builder.addTracingSpan({{},
                                    thread,
                                    name,
                                    start + std::chrono::microseconds(40 * row),
                                    start + std::chrono::microseconds(900 - 40 * row),
                                    op});
    }
    for (const int sample : {0, count / rows})
        builder.addSample(thread, {timestampFromNs(sample * 1'000'000LL), emptyStack, {}});
    return builder.snapshot();
}

struct NoChart : ChartActionTarget {
    bool perform(ChartAction) override { return false; }
};

void benchReportedSpans()
{
    if (!isAsked(QStringLiteral("paint.spans100k")))
        return;
    ViewState state;
    state.open(buildSpans(profileWithSpans(100'000)));
    NoChart chart;
    SpanTrack track(state, chart);
    track.resize(fullHd.width(), 200);
    track.show();
    while (!track.hasSpans())
        QApplication::processEvents();
    const auto whole = state.profile().range();
    for (const int zoom : {1, 10, 100, 1000}) {
        measure(QStringLiteral("paint.spans100k.z%1").arg(zoom), [&](int frame) {
            state.zoom().follow(pannedAndZoomed(whole, zoom, frame));
            paintChanged(track);
        });
    }
}

// One thread of 60 rows, all in the window: what a screen can show at most.
void benchDeepThread(double emptyPlot)
{
    struct Case {
        const char *name;
        std::size_t samples;
    };
    for (const Case &size : {Case{"1M", 80'000}, Case{"10M", 770'000}}) {
        const QLatin1String name(size.name);
        if (!isAsked(QStringLiteral("paint.") + name) && !isAsked(QStringLiteral("hover.") + name))
            continue;
        ViewState state;
        const auto profile = tests::syntheticProfile(
            {.threads = 1, .samplesPerThread = size.samples, .depth = 60, .functions = 3000});
        const auto before = Clock::now();
        const auto spans = buildSpans(profile);
        const double built = milliseconds(Clock::now() - before);
        state.open(spans);
        std::printf("paint.%s.boxes %zu\npaint.%s.build %.0f ms\n", size.name, spans->boxCount(),
                    size.name, built);
        benchZooms(name, state, emptyPlot);
        if (size.samples > 100'000)
            benchSharpScreen(state);
    }
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    askedName = QApplication::arguments().value(1);
    const double emptyPlot = benchEmptyPlot();
    benchDeepThread(emptyPlot);
    benchManyThreads();
    benchLanes();
    benchTwoCharts();
    benchColours();
    benchTrack();
    benchReportedSpans();
    return 0;
}
