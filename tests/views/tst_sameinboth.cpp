// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/sidebysidetest.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/state/sumsquery.h"

#include <QTest>

#include <chrono>
#include <cmath>
#include <string>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;
using namespace std::chrono_literals;

namespace {

SpanTablePointer threads(const std::vector<std::string> &names, int depths = 15)
{
    ProfileBuilder builder;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string row;
        for (int sample = 0; sample < 12; ++sample)
            row += "f" + names[i] + ' ';
        std::string picture;
        for (int depth = 0; depth < depths; ++depth)
            picture += row + '\n';
        addTextThread(builder, picture, std::to_string(i), names[i]);
    }
    return buildSpans(builder.snapshot());
}

QString threadNames(const ViewState &state, const std::vector<ThreadIndex> &threads)
{
    QStringList names;
    for (const ThreadIndex thread : threads) {
        const Profile &profile = *state.spans()->profile();
        names.append(
            QString::fromStdString(std::string(profile.text(profile.thread(thread).name))));
    }
    return names.join(u' ');
}

} // namespace

// What two charts side by side have in common: functions, threads, looks.
class TstSameInBoth : public SideBySideTest {
    Q_OBJECT

private slots:
    void aFunctionIsOutlinedInBothAndItsTotalsDiffer()
    {
        show(now(), earlier());
        EMBER_TRY(totals().startsWith(QStringLiteral("All calls: 1.00 s/s → 1.00 s/s")));
        m_open->selection().select(call(*m_open, "work", 5050));
        QCOMPARE(outlined(*m_open), QStringList{QStringLiteral("work")});
        QCOMPARE(outlined(baseline()), QStringList{QStringLiteral("work")});
        EMBER_TRY(
            totals().startsWith(QStringLiteral("work: 500 ms/s → 625 ms/s, +125 ms/s, ×1.25")));
        const QRgb ink = m_open->theme().match.rgb();
        for (FlameChartWidget *widget : {&m_view->chart(), &chart()})
            QVERIFY(widget->grab()
                        .toImage()
                        .convertToFormat(QImage::Format_RGB32)
                        .pixel(pixelOf(*widget, widget == &chart() ? 130 : 5000))
                    == ink);

        // The call under the pointer goes first, wherever that is.
        baseline().selection().hover(call(baseline(), "gone", 155));
        QCOMPARE(outlined(baseline()), QStringList{QStringLiteral("gone")});
        QVERIFY(outlined(*m_open).isEmpty());
        EMBER_TRY(totals().startsWith(QStringLiteral("gone: 167 ms/s → 0 ns/s, −167 ms/s, gone")));
        baseline().selection().hover(std::nullopt);
        QCOMPARE(outlined(*m_open), QStringList{QStringLiteral("work")});
    }

    void aFunctionOfNeitherRangeIsSaidToBeInNeither()
    {
        show(now(), earlier());
        m_open->selection().select(call(*m_open, "work", 5050));
        EMBER_TRY(totals().startsWith(QStringLiteral("work: 500 ms/s")));
        const CallFilter rest{CallAction::Only,
                              {.by = CallTest::By::Name, .text = "rest", .pattern = {}}};
        m_open->sums().filters().add(rest);
        EMBER_TRY_COMPARE(totals(), QStringLiteral("work: in neither range"));
    }

    void whoPointsAtAFunctionBelowPointsAtItInAllViews()
    {
        show(now(), earlier());
        baseline().selection().select(call(baseline(), "rest", 115));
        QCOMPARE(frameName(*m_open->spans()->profile(), m_open->selection().function()),
                 std::string("rest"));
        baseline().selection().select(call(baseline(), "gone", 155));
        QVERIFY(!m_open->selection().function().isValid());
        baseline().selection().select(call(baseline(), "rest", 115));
        QVERIFY(m_open->selection().function().isValid());
    }

    void threadsStandInTheSameOrderByName()
    {
        show(threads({"b", "a", "new", "c"}), threads({"c", "lost", "a", "b"}));
        m_open->threads().sort(ThreadSort::Name);
        QCOMPARE(threadNames(baseline(), baseline().threads().all()), QStringLiteral("a b c lost"));
        const auto b = m_open->threads().all()[1];
        QCOMPARE(threadNames(baseline(), {aligned().inBaseline(b)}), QStringLiteral("b"));
        QCOMPARE(aligned().inOpen(aligned().inBaseline(b)), b);

        m_open->threads().setCollapsed(b, Collapsed::Yes);
        QVERIFY(baseline().threads().isCollapsed(aligned().inBaseline(b)));
        baseline().threads().setCollapsed(aligned().inBaseline(b), Collapsed::No);
        QVERIFY(!m_open->threads().isCollapsed(b));
        m_open->threads().setShown(b, Shown::No); // whoever chose threads wants no others
        QCOMPARE(threadNames(baseline(), baseline().threads().shown()), QStringLiteral("a c"));
        m_open->threads().showUsual();
        QCOMPARE(baseline().threads().shown().size(), std::size_t(4));
    }

    void theSameThreadsAreScrolledTo()
    {
        show(threads({"a", "b", "c", "d"}), threads({"a", "b", "lost", "c", "d"}, 19));
        m_open->threads().setAllCollapsed(Collapsed::No);
        const auto c = m_open->threads().all()[2];
        m_view->chart().scrollTo(c);
        QVERIFY(m_view->chart().camera().scrollY > 0);
        const auto topOf = [](FlameChartWidget &widget, ThreadIndex thread) {
            return widget.chartLayout().laneOf(thread)->top - widget.camera().scrollY;
        };
        QCOMPARE(topOf(chart(), aligned().inBaseline(c)), topOf(m_view->chart(), c));
        chart().scrollTo(0);
        QCOMPARE(m_view->chart().camera().scrollY, 0);
    }

    void lookSearchAndFiltersAreThoseOfTheWindow()
    {
        show(now(), earlier());
        m_open->appearance().setShade(Shade::Dark);
        m_open->appearance().setColourMode(ColourMode::Module);
        m_open->appearance().setEdges(Edges::Uncertain);
        QCOMPARE(baseline().theme().shade, Shade::Dark);
        QCOMPARE(baseline().appearance().colourMode(), ColourMode::Module);
        QCOMPARE(baseline().appearance().edges(), Edges::Uncertain);
        m_open->selection().setSearchText(QStringLiteral("gone"));
        EMBER_TRY(baseline().selection().matches().boxes == 1);
        m_open->sums().filters().add({CallAction::LeaveOut, {CallTest::By::Name, "rest"}});
        QCOMPARE(baseline().sums().filters().now(), m_open->sums().filters().now());
    }

    void itIsPaintedInBothShades_data() { addShades(); }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        useShade(*m_open, shade);
        show(buildSpans(syntheticProfile({.threads = 2, .samplesPerThread = 400})),
             buildSpans(syntheticProfile({.threads = 2, .samplesPerThread = 300})));
        aligned().setShift(15ms);
        m_open->selection().select(BoxReference{m_open->threads().all()[0], 2, BoxIndex(1)});
        EMBER_TRY(!totals().isEmpty());
        const QImage image = pictureOf(*m_view, {1200, 700});
        keepPicture(image, QStringLiteral("sidebyside"));
        QVERIFY(colourCount(image, 60) >= 60);
        QVERIFY(colourCount(chart().grab().toImage(), 30) >= 30);
    }

private:
    // The left edge of the call in the second row that begins then.
    QPoint pixelOf(const FlameChartWidget &widget, int moment) const
    {
        const ChartLayout &layout = widget.chartLayout();
        const double left = widget.camera().scale.toX(milliseconds(moment, 0).start);
        return {int(std::lround(left)), layout.rowTop(layout.lanes().front(), 1) + 8};
    }

    static QStringList outlined(const ViewState &state)
    {
        QStringList names;
        for (std::size_t row = 0; row < state.selection().outlined().size(); ++row) {
            if (state.selection().outlined()[row] != 0)
                names.append(
                    QString::fromStdString(frameName(*state.spans()->profile(), FrameIndex(row))));
        }
        return names;
    }
};

EMBER_TEST(TstSameInBoth)
#include "tst_sameinboth.moc"
