// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/filters/countedswitch.h"
#include "views/filters/filterbar.h"
#include "views/filters/filterchip.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"

#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr auto filteredPicture = "a a a a a a\n"
                                 "b c b b b .\n"
                                 "c . b d . .\n";

} // namespace

class TstFilters : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_watched = std::make_unique<WatchedPanel<FilterBar>>();
        m_state = &m_watched->state;
        m_bar = &m_watched->panel;
        m_state->open(buildSpans(textProfile(filteredPicture)));
        pictureOf(*m_bar, {700, 30});
    }

    void cleanup() { m_watched.reset(); }

    void chipsStandInTheOrderOfTheFilters()
    {
        add(CallAction::Focus, "a");
        add(CallAction::Merge, "b");
        QCOMPARE(chips(), QStringLiteral("Focus: a | Merged: b"));
        add(CallAction::Focus, "a"); // is there already
        QCOMPARE(chips(), QStringLiteral("Focus: a | Merged: b"));
        QCOMPARE(m_state->sums().selection().filters.size(), 2U);
    }

    void withoutStatesOfThreadsAllCounts()
    {
        QCOMPARE(switchedOn(), QStringLiteral("All"));
        for (const auto *button : m_bar->findChildren<SwitchSegment *>()) {
            QVERIFY(!button->isEnabled());
            QVERIFY(!button->toolTip().isEmpty()); // it says why
        }
        QVERIFY(m_state->sums().selection().counted == Counted::All);
    }

    void idleWaitsAreLeftOutAtFirst()
    {
        openIdle();
        QCOMPARE(switchedOn(), QStringLiteral("Busy"));
        EMBER_TRY(chips() == QStringLiteral("idle left out: 75 %"));
        QTest::keyClick(chip(0), Qt::Key_Delete);
        QCOMPARE(chips(), QString());
        QCOMPARE(switchedOn(), QStringLiteral("All"));
        history().undo();
        QCOMPARE(switchedOn(), QStringLiteral("Busy"));
        EMBER_TRY(chips() == QStringLiteral("idle left out: 75 %"));
        // Of what is selected.
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(60'000'000)});
        EMBER_TRY(chips().endsWith(QStringLiteral("idle left out: 50 %")));
    }

    // The function that ran longest is not the first of what was busy.
    void aClickCountsWhatRanWhereThreadsWaitedMuchForACpu()
    {
        Program program(1);
        program.add(program.thread("main"), 90, {"Main", "Unlucky"}, Program::Doing::runnable());
        program.add(ThreadIndex(0), 10, {"Main", "Hot"}, Program::Doing::running())
            .add(ThreadIndex(0), 1, {"Main"}, Program::Doing::running());
        m_state->open(buildSpans(program.builder.snapshot()));
        m_bar->resize(1200, 32);
        m_bar->show();
        auto *running = m_bar->findChild<QToolButton *>(QStringLiteral("runningOnly"));
        EMBER_TRY(running->isVisible());
        QCOMPARE(running->text(), QStringLiteral("90 % waited for a CPU: Running only"));
        running->click();
        QCOMPARE(switchedOn(), QStringLiteral("Running"));
        QVERIFY(!running->isVisible());
        history().undo();
        EMBER_TRY(running->isVisible());
        add(CallAction::Only, "Hot"); // of which it would not be true
        QVERIFY(!running->isVisible());
    }

    void theSwitchIsTurnedByMouseAndKeys()
    {
        openIdle();
        m_bar->activateWindow();
        segment("Waiting")->click();
        QVERIFY(m_state->sums().selection().counted == Counted::Waiting);
        segment("Waiting")->setFocus();
        QTest::keyClick(segment("Waiting"), Qt::Key_Left);
        QCOMPARE(switchedOn(), QStringLiteral("Running"));
        EMBER_TRY(segment("Running")->hasFocus());
        QVERIFY(m_state->sums().selection().counted == Counted::Running);
        filters().clear();
        QCOMPARE(switchedOn(), QStringLiteral("Busy"));
    }

    void theSwitchIsReadInBothShades_data() { addShades(); }

    void theSwitchIsReadInBothShades()
    {
        QFETCH(Shade, shade);
        useShade(*m_state, shade);
        openIdle();
        const QImage image = pictureOf(*m_bar, {900, 32});
        keepPicture(image, QStringLiteral("switch"));
        const auto *on = segment("Busy");
        const auto *off = segment("All");
        const auto fillOf = [&](const SwitchSegment *one) {
            return image.pixel(one->mapTo(m_bar, QPoint(3, one->height() / 2)));
        };
        QVERIFY(contrast(fillOf(on), fillOf(off)) >= 4.5);
    }

    void theCrossTakesAFilterAway()
    {
        add(CallAction::Focus, "a");
        add(CallAction::Merge, "b");
        FilterChip *first = chip(0);
        QTest::mouseClick(first, Qt::LeftButton, {}, {first->width() - 10, first->height() / 2});
        QCOMPARE(chips(), QStringLiteral("Merged: b"));
        QTest::keyClick(chip(0), Qt::Key_Delete);
        QCOMPARE(chips(), QString());
        QVERIFY(filters().isEmpty());
    }

    void keysMoveAFilterAndTheFocusGoesWithIt()
    {
        add(CallAction::Focus, "a");
        add(CallAction::Merge, "b");
        add(CallAction::Only, "c");
        m_bar->activateWindow();
        chip(0)->setFocus();
        QTest::keyClick(chip(0), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(chips(), QStringLiteral("Merged: b | Focus: a | Only with c"));
        EMBER_TRY(chip(1)->hasFocus());
        QTest::keyClick(chip(1), Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(chip(2), Qt::Key_Right, Qt::ControlModifier); // no further
        QCOMPARE(chips(), QStringLiteral("Merged: b | Only with c | Focus: a"));
    }

    void everyChangeCanBeTakenBack()
    {
        add(CallAction::Focus, "a");
        add(CallAction::Merge, "b");
        filters().move(0, 1);
        filters().remove(0);
        QCOMPARE(chips(), QStringLiteral("Focus: a"));
        history().undo();
        QCOMPARE(chips(), QStringLiteral("Merged: b | Focus: a"));
        history().undo();
        history().undo();
        QCOMPARE(chips(), QStringLiteral("Focus: a"));
        history().redo();
        QCOMPARE(chips(), QStringLiteral("Focus: a | Merged: b"));
        filters().clear();
        QVERIFY(!history().canRedo());
        history().undo();
        QCOMPARE(chips(), QStringLiteral("Focus: a | Merged: b"));
    }

    void rangesAndThreadsAreTakenBackAsWell()
    {
        const auto all = m_state->threads().shown();
        const TimeRange range{m_state->profile().range().start,
                              m_state->profile().origin() + m_state->profile().period()};
        m_state->selection().selectRange(range);
        m_state->threads().setShown(all.front(), Shown::No);
        add(CallAction::Focus, "a");
        history().undo();
        QVERIFY(filters().isEmpty());
        QCOMPARE(m_state->threads().shown().size(), all.size() - 1);
        history().undo();
        QCOMPARE(m_state->threads().shown(), all);
        QVERIFY(m_state->selection().range() == range);
        history().undo();
        QVERIFY(!m_state->selection().range() && !history().canUndo());
        for (int steps = 0; steps < 3; ++steps)
            history().redo();
        QVERIFY(m_state->selection().range() == range && !filters().isEmpty());
        QCOMPARE(m_state->threads().shown().size(), all.size() - 1);
    }

    void rangeAndThreadsAreChipsToo()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a\n", "1", "main");
        const auto second = addTextThread(builder, "b b\n", "2", "worker");
        addTextThread(builder, "c c\n", "3", "other");
        m_state->open(buildSpans(builder.snapshot()));
        m_state->selection().selectRange(TimeRange{timestampFromNs(0), timestampFromNs(5'000'000)});
        m_state->threads().setShown(second, Shown::No);
        QCOMPARE(chips(), QStringLiteral("0 ns – 5.00 ms | 2 of 3 threads"));
        m_state->threads().showOnly({second});
        QCOMPARE(chips(), QStringLiteral("0 ns – 5.00 ms | worker"));
        QTest::keyClick(chip(1), Qt::Key_Delete);
        QTest::keyClick(chip(0), Qt::Key_Delete);
        QVERIFY(!m_state->threads().isAnyHidden());
        QVERIFY(!m_state->selection().range());
    }

    // A live capture must not take it away from under the pointer.
    void aNewSnapshotLeavesTheChips()
    {
        ProfileBuilder builder;
        const auto thread = addTextThread(builder, "a b\n");
        m_state->open(buildSpans(builder.snapshot()));
        add(CallAction::Focus, "a");
        const FilterChip *before = chip(0);
        builder.addSample(thread, {timestampFromNs(20'000'000), emptyStack, {}});
        m_state->update(buildSpans(builder.snapshot()));
        QCOMPARE(chip(0), before);
        add(CallAction::Merge, "b");
        QCOMPARE(chips(), QStringLiteral("Focus: a | Merged: b"));
    }

    // Functions of the profile that is read again have other numbers.
    void aProfileThatIsReadAgainIsFilteredAnew()
    {
        add(CallAction::Focus, "b");
        EMBER_TRY(leftFunctions() == QStringLiteral("b c d"));
        m_state->update(buildSpans(textProfile("x a a\n. b c\n")));
        QCOMPARE(leftFunctions(), QStringLiteral("a b c x"));
        EMBER_TRY(leftFunctions() == QStringLiteral("b"));
    }

    void anotherProfileHasNoFilters()
    {
        add(CallAction::Focus, "a");
        m_state->open(buildSpans(textProfile("x\n")));
        QCOMPARE(chips(), QString());
        QVERIFY(!history().canUndo());
    }

    // The chart shows all calls; those that count no more are grey.
    void functionsThatNoFilterLeavesAreGrey()
    {
        const FilteredFrames &frames = m_state->sums().filteredFrames();
        const QSignalSpy changed(&frames, &FilteredFrames::changed);
        QCOMPARE(leftFunctions(), QStringLiteral("a b c d"));
        add(CallAction::Focus, "b");
        EMBER_TRY(leftFunctions() == QStringLiteral("b c d"));
        add(CallAction::Merge, "d");
        EMBER_TRY(leftFunctions() == QStringLiteral("b c"));
        filters().clear();
        QCOMPARE(leftFunctions(), QStringLiteral("a b c d"));
        QCOMPARE(changed.count(), 3);
    }

    void itIsPaintedInBothShades_data()
    {
        QTest::addColumn<Shade>("shade");
        QTest::addColumn<int>("width");
        QTest::newRow("light") << Shade::Light << 1000;
        QTest::newRow("dark-narrow") << Shade::Dark << 420;
    }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        QFETCH(int, width);
        useShade(*m_state, shade);
        m_state->selection().selectRange(TimeRange{timestampFromNs(0), timestampFromNs(5'000'000)});
        for (const char *name : {"a", "b", "c", "d"})
            add(CallAction::Only, name);
        const QImage image = pictureOf(*m_bar, {width, 32});
        keepPicture(image, QStringLiteral("filters"));
        QVERIFY(colourCount(image, 5) >= 5);
        QVERIFY(chip(4)->geometry().right() < width);
    }

private:
    FilterStack &filters() { return m_state->sums().filters(); }
    NarrowingHistory &history() { return m_state->sums().history(); }

    void add(CallAction action, const std::string &name)
    {
        const Profile &profile = *m_state->spans()->profile();
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            if (frameName(profile, FrameIndex(row)) == name)
                return filters().add({action, functionTest(profile, FrameIndex(row))});
        }
        QFAIL("no such function");
    }

    // A thread that works from 0 to 30 ms and then waits idly to 120 ms.
    void openIdle()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto add = [&](std::int64_t ms, const char *name, SampleDetail detail) {
            builder.addSample(thread,
                              {timestampFromNs(ms * 1'000'000), textStack(builder, name), detail});
        };
        constexpr SystemCall poll{7};
        for (std::int64_t ms = 0; ms <= 120; ms += 10)
            add(ms, ms < 30 ? "work" : "poll",
                ms < 30 ? SampleDetail{0, 0, ThreadState::Running}
                        : SampleDetail{0, 0, ThreadState::Blocked, poll});
        m_state->open(buildSpans(builder.snapshot()));
    }

    SwitchSegment *segment(const char *text)
    {
        for (auto *button : m_bar->findChildren<SwitchSegment *>()) {
            if (button->text() == QLatin1String(text))
                return button;
        }
        return nullptr;
    }

    QString switchedOn()
    {
        for (const auto *button : m_bar->findChildren<SwitchSegment *>()) {
            if (button->isChecked())
                return button->text();
        }
        return {};
    }

    FilterChip *chip(qsizetype place) { return m_bar->findChildren<FilterChip *>().at(place); }

    QString chips()
    {
        QStringList texts;
        for (const FilterChip *one : m_bar->findChildren<FilterChip *>())
            texts << one->text();
        return texts.join(QStringLiteral(" | "));
    }

    QString leftFunctions()
    {
        QStringList names;
        const Profile &profile = *m_state->spans()->profile();
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            if (m_state->sums().filteredFrames().isLeft(FrameIndex(row)))
                names << QString::fromStdString(frameName(profile, FrameIndex(row)));
        }
        names.sort();
        return names.join(QLatin1Char(' '));
    }

    std::unique_ptr<WatchedPanel<FilterBar>> m_watched;
    ViewState *m_state = nullptr;
    FilterBar *m_bar = nullptr;
};

EMBER_TEST(TstFilters)
#include "tst_filters.moc"
