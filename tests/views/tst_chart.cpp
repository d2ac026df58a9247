// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/naiveruns.h"
#include "views/boxes/boxreference.h"
#include "views/flamechart/painter.h"
#include "views/flamechart/viewport.h"
#include "views/text/durationtext.h"

#include <QTest>

#include <random>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

const ChartLayout::IsCollapsed allOpen = [](ThreadIndex) { return false; };

SpanTablePointer spansOf(std::string_view picture)
{
    return buildSpans(textProfile(picture));
}

QString nameOf(const SpanTable &spans, const std::optional<BoxReference> &box)
{
    return box ? fromUtf8(frameName(*spans.profile(), frameOf(spans, *box)))
               : QStringLiteral("nothing");
}

// Two root calls with callees:  a(b(c) d) a(e)
constexpr std::string_view family = R"(
  a  a  a  .  f  f
  b  b  d  .  e  e
  c  .  .  .  .  .
)";

} // namespace

class TstChart : public QObject {
    Q_OBJECT

private slots:
    void lanesLieBelowEachOther()
    {
        const auto spans = buildSpans(syntheticProfile({.threads = 3, .samplesPerThread = 50}));
        const std::vector threads{ThreadIndex(2), ThreadIndex(0), ThreadIndex(1)};
        const ChartLayout layout(
            *spans, threads, [](ThreadIndex thread) { return thread == ThreadIndex(0); },
            {.stripHeight = 20, .rowHeight = 10, .laneHeight = 12, .laneGap = 5});
        const int first = static_cast<int>(laneDepth(*spans, ThreadIndex(2)));
        const int third = static_cast<int>(laneDepth(*spans, ThreadIndex(1)));
        const std::vector<Lane> expected{
            {ThreadIndex(2), 0, first, false, {}, {}, 20},
            {ThreadIndex(0), 25 + 10 * first, 0, true, {}, {}, 12},
            {ThreadIndex(1), 37 + 10 * first, third, false, {}, {}, 20}};
        QVERIFY(layout.lanes() == expected);
        QCOMPARE(layout.height(), 62 + 10 * (first + third));
    }

    void rowsAreFoundByTheirHeight()
    {
        const auto spans = spansOf(family);
        const ChartLayout layout(
            *spans, {ThreadIndex(0)}, allOpen,
            {.stripHeight = 20, .rowHeight = 10, .laneHeight = 12, .laneGap = 5});
        const Lane &lane = layout.lanes().front();
        QCOMPARE(layout.depthAt(lane, 19), std::optional<std::size_t>());
        QCOMPARE(layout.depthAt(lane, 20), std::optional<std::size_t>(0));
        QCOMPARE(layout.depthAt(lane, 49), std::optional<std::size_t>(2));
        QCOMPARE(layout.depthAt(lane, 50), std::optional<std::size_t>());
        QVERIFY(layout.laneAt(49) == &lane);
        QVERIFY(layout.laneAt(50) == nullptr);
    }

    void aLoneSampleHasRowsForItsMark()
    {
        const auto spans = spansOf("\n  a\n  b\n");
        QCOMPARE(spans->boxCount(), 0U);
        QCOMPARE(laneDepth(*spans, ThreadIndex(0)), 2U);
    }

    void pixelRunsAreExact()
    {
        const auto spans = spansOf(family); // boxes of 10 ms, from 0 to 50 ms
        const ThreadSpans &thread = spans->thread(ThreadIndex(0));
        const TimeScale scale({timestampFromNs(0), timestampFromNs(50'000'000)}, 100);
        const auto runs = [&](std::size_t depth) {
            return runsOf(*spans, thread, depth, scale, 100);
        };
        QVERIFY((runs(0) == std::vector<BoxRun>{{0, 60, BoxIndex(0)}, {80, 100, BoxIndex(1)}}));
        QVERIFY((runs(1)
                 == std::vector<BoxRun>{
                     {0, 40, BoxIndex(0)}, {40, 60, BoxIndex(1)}, {80, 100, BoxIndex(2)}}));
        QVERIFY((runs(2) == std::vector<BoxRun>{{0, 20, BoxIndex(0)}}));
    }

    void boxesShorterThanAPixelAreStillSeen()
    {
        const auto spans = spansOf(R"(
  0   500   501   1000
  .   a     .     .
)");
        const ThreadSpans &thread = spans->thread(ThreadIndex(0));
        const TimeScale scale({timestampFromNs(0), timestampFromNs(1'000'000'000)}, 10);
        QVERIFY((runsOf(*spans, thread, 0, scale, 10) == std::vector<BoxRun>{{5, 6, BoxIndex(0)}}));
    }

    void pixelRunsEqualTheNaiveOnes_data()
    {
        QTest::addColumn<double>("zoom");
        QTest::addColumn<int>("width");
        for (const double zoom : {1.0, 3.0, 17.0, 120.0, 1500.0}) {
            for (const int width : {1, 7, 64, 333})
                QTest::addRow("1/%g at %d px", zoom, width) << zoom << width;
        }
    }

    void pixelRunsEqualTheNaiveOnes()
    {
        QFETCH(double, zoom);
        QFETCH(int, width);
        const auto spans = buildSpans(
            syntheticProfile({.threads = 3, .samplesPerThread = 700, .depth = 12, .seed = 7}));
        const auto whole = spans->profile()->timeRange();
        std::mt19937 random(3);
        for (std::size_t number = 0; number < spans->threadCount(); ++number) {
            const ThreadSpans &thread = spans->thread(ThreadIndex(number));
            const auto duration = Nanoseconds(
                static_cast<std::int64_t>(static_cast<double>(whole.duration().count()) / zoom));
            const auto start = whole.start
                + Nanoseconds(static_cast<std::int64_t>(random()) * 4) % whole.duration();
            const TimeScale scale({start, start + duration}, width);
            for (std::size_t depth = 0; depth < thread.depth(); ++depth)
                QVERIFY(runsOf(*spans, thread, depth, scale, width)
                        == naiveRuns(thread, thread.rows[depth], scale, width));
        }
    }

    void runsOfSomeRowsAreThoseOfAll()
    {
        const auto spans = buildSpans(syntheticProfile({.threads = 1, .depth = 30}));
        const ThreadSpans &thread = spans->thread(ThreadIndex(0));
        ColumnTimes times;
        times.assign(TimeScale(spans->profile()->timeRange(), 150), 0, 150);
        PixelSamples columns;
        columns.assign(*thread.samples, times, thread.lastDuration);
        PixelRuns all;
        PixelRuns::Memory memory;
        all.assign(*spans, thread, columns, 0, thread.depth(), memory);
        PixelRuns some;
        some.assign(*spans, thread, columns, 7, 12, memory);
        for (std::size_t depth = 7; depth < 12; ++depth) {
            QCOMPARE(some.row(depth).size(), all.row(depth).size());
            for (std::size_t place = 0; place < all.row(depth).size(); ++place) {
                QCOMPARE(some.row(depth)[place].from, all.row(depth)[place].from);
                QCOMPARE(some.row(depth)[place].to, all.row(depth)[place].to);
                QVERIFY(some.row(depth)[place].path == all.row(depth)[place].path);
            }
        }
    }

    // Samples of one time: which of two calls in a row a pixel belongs to may differ, what it shows
    // may not.
    void samplesOfOneTimeShowTheSameCalls()
    {
        std::mt19937 random(17);
        for (int round = 0; round < 60; ++round) {
            const auto spans = buildSpans(textProfile(randomTies(random)));
            const ThreadSpans &thread = spans->thread(ThreadIndex(0));
            const TimeScale scale(spans->profile()->timeRange(), 37 + round);
            const int width = static_cast<int>(scale.width());
            for (std::size_t depth = 0; depth < thread.depth(); ++depth) {
                const auto paths = [&](const std::vector<BoxRun> &runs) {
                    std::vector<PathIndex> shown(std::size_t(width), emptyPath);
                    for (const BoxRun &run : runs) {
                        for (int x = run.from; x < run.to; ++x)
                            shown[std::size_t(x)] = thread.rows[depth].boxes[run.box].path;
                    }
                    return shown;
                };
                QVERIFY(paths(runsOf(*spans, thread, depth, scale, width))
                        == paths(naiveRuns(thread, thread.rows[depth], scale, width)));
            }
        }
    }

    void theHitTestFindsWhatIsPainted()
    {
        const auto spans = spansOf(family);
        const ChartLayout layout(
            *spans, {ThreadIndex(0)}, allOpen,
            {.stripHeight = 20, .rowHeight = 10, .laneHeight = 12, .laneGap = 5});
        const TimeScale scale({timestampFromNs(0), timestampFromNs(50'000'000)}, 100);
        const auto at = [&](double x, double y, int scrolled = 0) {
            return hitTest(*spans, layout, scale, scrolled, {x, y});
        };
        QVERIFY(at(5, 5)->isStrip());
        QCOMPARE(nameOf(*spans, at(5, 25)->box), QStringLiteral("a"));
        QCOMPARE(nameOf(*spans, at(41, 35)->box), QStringLiteral("d"));
        QCOMPARE(nameOf(*spans, at(99.5, 35)->box), QStringLiteral("e"));
        QCOMPARE(nameOf(*spans, at(70, 25)->box), QStringLiteral("nothing"));
        QVERIFY(!at(5, 51));
        QVERIFY(!at(100, 25));
        QVERIFY(!at(-1, 25));
        QCOMPARE(nameOf(*spans, at(5, 5, 15)->box),
                 QStringLiteral("a")); // it scrolls with its rows
        QCOMPARE(nameOf(*spans, at(5, 22, 15)->box), QStringLiteral("b"));
    }

    void arrowsWalkTheFamily()
    {
        const auto spans = spansOf(family);
        const BoxReference a{ThreadIndex(0), 0, BoxIndex(0)};
        const auto b = firstCalleeOf(*spans, a);
        QCOMPARE(nameOf(*spans, b), QStringLiteral("b"));
        QCOMPARE(nameOf(*spans, firstCalleeOf(*spans, *b)), QStringLiteral("c"));
        QCOMPARE(nameOf(*spans, callerOf(*spans, *b)), QStringLiteral("a"));
        QCOMPARE(nameOf(*spans, callerOf(*spans, a)), QStringLiteral("nothing"));
        const auto d = siblingOf(*spans, *b, Direction::Forward);
        QCOMPARE(nameOf(*spans, d), QStringLiteral("d"));
        QCOMPARE(nameOf(*spans, firstCalleeOf(*spans, *d)), QStringLiteral("nothing"));
    }

    void stepsInOrderVisitEveryCallOnce()
    {
        const auto spans = spansOf(family);
        QStringList order;
        std::optional<BoxReference> last;
        for (std::optional<BoxReference> box = BoxReference{ThreadIndex(0), 0, BoxIndex(0)}; box;
             box = stepInOrder(*spans, *box, Direction::Forward)) {
            order << nameOf(*spans, box);
            last = box;
        }
        QCOMPARE(order.join(QLatin1Char(' ')), QStringLiteral("a b c d f e"));
        QStringList back;
        for (auto box = last; box; box = stepInOrder(*spans, *box, Direction::Backward))
            back.prepend(nameOf(*spans, box));
        QCOMPARE(back, order);
    }

    // A call that is cut each 100 ms for 1 ms, as perf recordings are.
    void partsOfOneCallAreOneBoxWithItsName()
    {
        std::string picture;
        for (int sample = 0; sample < 10'000; ++sample)
            picture += sample % 100 == 99 ? ". " : "main ";
        ViewState state;
        state.open(buildSpans(textProfile(picture)));
        const ChartLayout layout(*state.spans(), state.threads().shown(), allOpen);
        const auto paint = [&](int width) {
            QImage image(width, layout.height(), QImage::Format_RGB32);
            ChartPainter painter;
            painter.setFont(QFont());
            painter.paint(image, state, layout, {TimeScale(state.zoom().visible(), width), 0});
            return image;
        };
        const int top = layout.rowTop(layout.lanes().front(), 0);
        const int middle = top + layout.metrics().rowHeight / 2;
        const QRgb paper = state.theme().background.rgb();
        const auto columnsOf = [&](const QImage &image, QRgb colour, int y) {
            int count = 0;
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == colour ? 1 : 0;
            return count;
        };
        // Pauses of less than a pixel: no seam, one name.
        const QImage narrow = paint(500);
        QVERIFY(columnsOf(narrow, paper, top) <= 1);
        const QRgb fill = narrow.pixel(10, top);
        int written = 0;
        for (int y = top + 1; y < top + layout.metrics().rowHeight - 2; ++y)
            written += narrow.width() - columnsOf(narrow, fill, y) - columnsOf(narrow, paper, y);
        QVERIFY(written > 20);
        // Pauses of pixels are seen, and wide parts are boxes.
        QVERIFY(columnsOf(paint(50'000), paper, middle) >= 99 * 4);
        QVERIFY(columnsOf(paint(7'000), paper, top) >= 99);
    }

    void thePictureHasTheColoursOfTheNaiveOne()
    {
        std::mt19937 random(23);
        for (const double ratio : {1.0, 1.25, 1.5, 2.0}) {
            for (const int zoom : {1, 3, 20, 300}) {
                ViewState state;
                state.open(buildSpans(syntheticProfile(
                    {.threads = 2, .samplesPerThread = 300, .seed = std::uint32_t(random())})));
                const auto whole = state.profile().range();
                const auto start = whole.start + whole.duration() / 100 * (random() % 80);
                state.zoom().show({start, start + whole.duration() / zoom});
                const QSize size(301, 240);
                QImage image((QSizeF(size) * ratio).toSize(), QImage::Format_RGB32);
                image.setDevicePixelRatio(ratio);
                const ChartLayout layout(*state.spans(), state.threads().shown(), allOpen);
                const ChartCamera camera{TimeScale(state.zoom().visible(), size.width()),
                                         int(random() % 400)};
                ChartPainter painter;
                painter.setFont(QFont());
                painter.paint(image, state, layout, camera);
                compareWithNaive(image, state, layout, camera);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

private:
    static std::string randomTies(std::mt19937 &random)
    {
        std::string times;
        std::array<std::string, 4> rows;
        int time = 0;
        for (int sample = 0; sample < 40; ++sample) {
            time += random() % 3 == 0 ? 0 : 1 + int(random() % 5);
            times += std::to_string(time) + ' ';
            const auto depth = random() % (rows.size() + 1);
            for (std::size_t row = 0; row < rows.size(); ++row)
                rows[row] += row < depth ? (random() % 3 == 0 ? "b " : "a ") : ". ";
        }
        std::string picture = times + '\n';
        for (const std::string &row : rows)
            picture += row + '\n';
        return picture;
    }

    // Compares the uppermost line of each row, where no text is, with a naive painter's; marks of
    // last samples are left out. A box has a seam at its right, but not between parts of one call.
    static void compareWithNaive(const QImage &image, const ViewState &state,
                                 const ChartLayout &layout, const ChartCamera &camera)
    {
        const double ratio = image.devicePixelRatio();
        const TimeScale scale(state.zoom().visible(), image.width());
        const SpanTable &spans = *state.spans();
        for (const Lane &lane : layout.lanes()) {
            const ThreadSpans &thread = spans.thread(lane.thread);
            const int last = static_cast<int>(scale.toX(thread.samples->times.back()));
            for (std::size_t depth = 0; depth < thread.depth(); ++depth) {
                const int top = layout.rowTop(lane, depth);
                const int y = static_cast<int>(std::lround((top - camera.scrollY) * ratio));
                if (y < 0 || y >= image.height())
                    continue;
                std::vector<QRgb> expected(std::size_t(image.width()),
                                           state.theme().background.rgb());
                std::optional<BoxRun> before;
                const auto pathOf = [&](const BoxRun &run) {
                    return thread.rows[depth].boxes[run.box].path;
                };
                for (const BoxRun &run :
                     naiveRuns(thread, thread.rows[depth], scale, image.width())) {
                    const auto frame = spans.frame(thread.rows[depth].boxes[run.box]);
                    const QRgb fill =
                        BoxColours::colourOf(*spans.profile(), frame,
                                             state.appearance().colourMode(), state.theme())
                            .fill;
                    const int end = run.to - run.from >= 3 ? run.to - 1 : run.to;
                    std::fill(expected.begin() + run.from, expected.begin() + end, fill);
                    const int wide = static_cast<int>(ChartPainter::widePart * ratio);
                    if (before && before->to == run.from && pathOf(*before) == pathOf(run)
                        && std::min(before->to - before->from, run.to - run.from) < wide)
                        expected[std::size_t(run.from - 1)] = fill;
                    before = run;
                }
                for (int x = 0; x < std::min(last, image.width()); ++x)
                    QCOMPARE(image.pixel(x, y), expected[std::size_t(x)]);
            }
        }
    }
};

EMBER_TEST(TstChart)
#include "tst_chart.moc"
