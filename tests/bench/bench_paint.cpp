// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "views/flamechart/hittest.h"
#include "views/flamechart/painter.h"

#include <QGuiApplication>
#include <QImage>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::views;

namespace {

using Clock = std::chrono::steady_clock;

constexpr int frames = 60;

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

void print(const QString &name, std::vector<double> &times)
{
    std::ranges::sort(times);
    const auto report = [&](const char *figure, std::size_t place) {
        std::printf("%s.%s %.2f ms\n", qPrintable(name), figure, times[place]);
    };
    report("median", times.size() / 2);
    report("p99", (times.size() * 99) / 100);
}

// Every frame pans and zooms a little: nothing can be kept from the one before.
void benchPaint(const QString &name, ViewState &state, QSize size, double ratio)
{
    const ChartLayout layout(*state.spans(), state.shownThreads(),
                             [](ThreadIndex) { return false; });
    QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    ChartPainter painter;
    painter.setFont(QFont());
    const auto whole = state.profileRange();
    for (const int zoom : {1, 10, 100, 1000, 10000}) {
        std::vector<double> times;
        std::vector<double> hits;
        for (int frame = 0; frame < frames; ++frame) {
            const auto span = whole.duration() / zoom * (1000 - frame) / 1000;
            const auto start = whole.start + (whole.duration() - span) * (frame + 20) / 100;
            const ChartCamera camera{TimeScale({start, start + span}, size.width()), frame * 3};
            const auto before = Clock::now();
            painter.paint(image, state, layout, camera);
            const auto painted = Clock::now();
            [[maybe_unused]] const auto hit =
                hitTest(*state.spans(), layout, camera.scale, camera.scrollY,
                        {size.width() / 2.0, size.height() / 2.0});
            times.push_back(milliseconds(painted - before));
            hits.push_back(milliseconds(Clock::now() - painted));
        }
        print(QStringLiteral("%1.z%2").arg(name).arg(zoom), times);
        print(QStringLiteral("hover%1.z%2").arg(name.mid(5)).arg(zoom), hits);
    }
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    struct Case {
        const char *name;
        std::size_t samples;
    };
    for (const Case &size : {Case{"1M", 8'000}, Case{"10M", 80'000}}) {
        ViewState state;
        state.open(buildSpans(tests::syntheticProfile(
            {.threads = 10, .samplesPerThread = size.samples, .depth = 60, .functions = 3000})));
        const QString name = QStringLiteral("paint.%1").arg(QLatin1String(size.name));
        std::printf("%s.boxes %zu\n", qPrintable(name), state.spans()->boxCount());
        benchPaint(name, state, {1920, 1080}, 1);
        benchPaint(name + QStringLiteral(".4k"), state, {1920, 1080}, 2);
    }
    return 0;
}
