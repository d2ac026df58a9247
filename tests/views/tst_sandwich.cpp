// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/search/searchbar.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

class TstSandwich : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void callersAreAboveAndCalleesBelow()
    {
        open(textProfile("a x a a\n"
                         "f f f f\n"
                         "c c d .\n"));
        show("f");
        QCOMPARE(rows(m_panel->callers()), QStringLiteral("f / a x"));
        QCOMPARE(rows(m_panel->callees()), QStringLiteral("f / c d"));
        QCOMPARE(title(), QStringLiteral("f  ·  30.0 ms (100 %)"));
        // The function is where both meet.
        const auto &above = m_panel->callers().viewport();
        QCOMPARE(above.topOf(0), above.size().height() - GraphViewport::rowHeight);
        QVERIFY(above.topOf(1) < above.topOf(0));
        QCOMPARE(m_panel->callees().viewport().topOf(0), 0);
    }

    void recursionCountsOnce()
    {
        open(textProfile("f f f\n"
                         "f g .\n"));
        show("f");
        QCOMPARE(title(), QStringLiteral("f  ·  20.0 ms (100 %)"));
        QCOMPARE(rows(m_panel->callees()), QStringLiteral("f / f g"));
        QCOMPARE(rows(m_panel->callers()), QStringLiteral("f"));
    }

    void itFollowsTheSelection()
    {
        open(textProfile("a x a a\n"
                         "f f f f\n"));
        show("f");
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(10'000'000), timestampFromNs(20'000'000)});
        EMBER_TRY(rows(m_panel->callers()) == QStringLiteral("f / x"));
        QCOMPARE(title(), QStringLiteral("f  ·  10.0 ms (100 %)"));
    }

    void itShowsTheFunctionThatIsSelectedElsewhere()
    {
        open(textProfile("a x a a\n"
                         "f f f f\n"));
        m_state->selection().setFunction(frame("f"));
        EMBER_TRY(rows(m_panel->callers()) == QStringLiteral("f / a x"));
        // What is selected in its own graphs does not change them.
        GraphViewport &callers = m_panel->callers().viewport();
        callers.select(callers.layout().rows()[1].front().node);
        QCOMPARE(m_state->selection().function(), frame("a"));
        QCOMPARE(m_panel->function(), frame("f"));
        m_state->selection().setFunction(frame("x"));
        EMBER_TRY(title().startsWith(QStringLiteral("x  ·")));
        m_panel->hide();
        m_state->selection().setFunction(frame("a"));
        QCOMPARE(m_panel->function(), frame("x"));
        m_panel->show();
        EMBER_TRY(title().startsWith(QStringLiteral("a  ·")));
        m_panel->showFunction(frame("x"));
        QCOMPARE(m_state->selection().function(), frame("x"));
        EMBER_TRY(title().startsWith(QStringLiteral("x  ·")));
        m_state->open(buildSpans(textProfile("x x\n")));
        QVERIFY(!m_panel->function().isValid());
    }

    void withoutAChosenFunctionTheOneThatSpentMostItselfIsShown()
    {
        open(textProfile("a x x x\n"
                         "f f f .\n"));
        EMBER_TRY(rows(m_panel->callers()) == QStringLiteral("f / x a"));
        QVERIFY(title().startsWith(QStringLiteral("f  ·  30.0 ms")));
        QVERIFY(!m_panel->function().isValid());
        QVERIFY(!m_state->selection().function().isValid());
        m_state->selection().setFunction(frame("x"));
        EMBER_TRY(title().startsWith(QStringLiteral("x  ·")));
    }

    void theFunctionThatSpentMostStaysWhileACaptureGrows()
    {
        ProfileBuilder builder;
        const auto thread = addTextThread(builder, "f f g\n");
        SpanBuilder spans;
        open(spans.update(builder.snapshot()));
        EMBER_TRY(title().startsWith(QStringLiteral("f  ·  20.0 ms (100 %)  ·  spent most")));
        for (std::int64_t ms = 30; ms < 100; ms += 10)
            builder.addSample(thread,
                              {timestampFromNs(ms * 1'000'000), textStack(builder, "g"), {}});
        m_state->update(spans.update(builder.snapshot()));
        EMBER_TRY(title() == QStringLiteral("f  ·  20.0 ms (22.2 %)"));
        // Another question has an answer of its own.
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(20'000'000), timestampFromNs(80'000'000)});
        EMBER_TRY(title().startsWith(QStringLiteral("g  ·  60.0 ms (100 %)  ·  spent most")));
    }

    void aChosenFunctionStaysWhereNothingWasSeen()
    {
        ProfileBuilder builder;
        addTextThread(builder, "f f . . f\n");
        open(builder.snapshot());
        show("f");
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(20'000'000), timestampFromNs(40'000'000)});
        EMBER_TRY(title() == QStringLiteral("f  ·  0 ns (0.00 %)"));
        QCOMPARE(m_panel->function(), frame("f"));
    }

    void whatIsChosenInItsListsStaysBesideItsFunction()
    {
        open(textProfile("a x a a\n"
                         "f f f f\n"));
        show("f");
        NeighbourList &callers = *m_panel->findChild<NeighbourList *>(QStringLiteral("callerList"));
        callers.setCurrentItem(callers.topLevelItem(0));
        QCOMPARE(m_state->selection().function(), frame("a"));
        QCOMPARE(m_panel->function(), frame("f"));
        m_panel->hide();
        m_panel->show();
        QCOMPARE(m_panel->function(), frame("f"));
        m_panel->hide();
        m_state->selection().setFunction(frame("x"));
        m_panel->show();
        QCOMPARE(m_panel->function(), frame("x"));
    }

    void theKeyboardBeginsInTheListOfCallers()
    {
        open(textProfile("a x a a\n"
                         "f f f f\n"
                         "c d c .\n"));
        show("f");
        NeighbourList &callers = list("callerList");
        QCOMPARE(m_panel->focusProxy(), &callers);
        QCOMPARE(callers.currentItem(), callers.topLevelItem(0));
        QVERIFY(callers.selectedItems().isEmpty()); // nothing is chosen by that
        QTest::keyClick(&callers, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(m_state->selection().function(), frame("x"));
        QTest::keyClick(&callers, Qt::Key_Home);
        QCOMPARE(m_state->selection().function(), frame("a"));
        QCOMPARE(m_panel->function(), frame("f"));
        QTest::keyClick(&callers, Qt::Key_Return);
        QCOMPARE(m_panel->function(), frame("a"));
        // The keys of charts are for the callees from anywhere in the panel.
        EMBER_TRY(rows(m_panel->callees()) == QStringLiteral("a / f / c"));
        QVERIFY(m_panel->perform(ChartAction::SelectChild));
        QVERIFY(m_panel->callees().viewport().selected());
    }

    void theSearchStepsThroughBothPictures()
    {
        open(textProfile("am x am am\n"
                         "f f f f\n"
                         "cm d cm .\n"
                         ". . bm .\n"));
        show("f");
        Searcher searcher(*m_state);
        SearchBar bar(*m_state, searcher);
        bar.setView(m_panel);
        const auto *count = bar.findChild<QLabel *>();
        auto *text = bar.findChild<QLineEdit *>();
        text->setText(QStringLiteral("m"));
        EMBER_TRY_COMPARE(count->text(), QStringLiteral("3 matches"));
        const auto selected = [&] {
            for (const GraphWidget *graph : {&m_panel->callers(), &m_panel->callees()}) {
                if (const auto node = graph->viewport().selected())
                    return QString::fromUtf8(frameName(
                        *m_state->spans()->profile(), graph->viewport().tree()->node(*node).frame));
            }
            return QString();
        };
        for (const char *name : {"am", "cm", "bm", "am"}) {
            QTest::keyClick(text, Qt::Key_Return);
            QCOMPARE(selected(), QLatin1String(name));
        }
        QCOMPARE(count->text(), QStringLiteral("1 of 3"));
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(selected(), QStringLiteral("bm"));
        QCOMPARE(count->text(), QStringLiteral("3 of 3"));
        QCOMPARE(m_panel->function(), frame("f"));
    }

    void theFunctionOfAProfileThatIsReadAgainStays()
    {
        open(textProfile("a x\n"
                         "f f\n"));
        show("f");
        m_state->update(buildSpans(textProfile("x a x\n"
                                               "f f f\n")));
        QVERIFY(m_panel->function().isValid());
        QCOMPARE(m_panel->function(), frame("f"));
        EMBER_TRY(rows(m_panel->callers()) == QStringLiteral("f / x a"));
    }

    void aFunctionOfAnotherProfileIsForgotten()
    {
        open(textProfile("a a\nf f\n"));
        show("f");
        m_state->open(buildSpans(textProfile("x x\n")));
        QVERIFY(!m_panel->function().isValid());
        QVERIFY(!m_panel->callees().viewport().tree());
        QVERIFY(title().isEmpty());
    }

    void itIsPaintedInBothShades_data()
    {
        QTest::addColumn<Shade>("shade");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light") << Shade::Light << QSize(1200, 600);
        QTest::newRow("dark-small") << Shade::Dark << QSize(420, 240);
    }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        QFETCH(QSize, size);
        open(syntheticProfile());
        useShade(*m_state, shade);
        const auto &path = m_state->spans()->path(PathIndex(9));
        m_panel->showFunction(path.frame);
        EMBER_TRY(m_panel->callees().viewport().tree());
        const QImage picture = pictureOf(*m_panel, size);
        keepPicture(picture, QStringLiteral("sandwich"));
        QVERIFY(colourCount(picture, 20) >= 20);
    }

    void cleanup() { m_watched.reset(); }

private:
    void open(const ProfilePointer &profile) { open(buildSpans(profile)); }

    void open(const SpanTablePointer &spans)
    {
        m_watched = std::make_unique<WatchedPanel<SandwichPanel>>();
        m_state = &m_watched->state;
        m_panel = &m_watched->panel;
        m_state->open(spans);
        pictureOf(*m_panel, {800, 400});
    }

    FrameIndex frame(std::string_view name) const
    {
        const Profile &profile = *m_state->spans()->profile();
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            if (frameName(profile, FrameIndex(row)) == name)
                return FrameIndex(row);
        }
        return {};
    }

    void show(std::string_view name)
    {
        m_panel->showFunction(frame(name));
        EMBER_TRY(m_panel->callees().viewport().tree());
    }

    NeighbourList &list(const char *name) const
    {
        return *m_panel->findChild<NeighbourList *>(QLatin1String(name));
    }

    QString title() const
    {
        return m_panel->findChild<QLabel *>(QStringLiteral("sandwichFunction"))->text();
    }

    static QString rows(const GraphWidget &graph)
    {
        const auto *tree = graph.viewport().tree();
        QStringList texts;
        for (const auto &row : graph.viewport().layout().rows()) {
            QStringList names;
            for (const GraphBox &box : row)
                names << QString::fromStdString(
                    frameName(*tree->calls().profile, tree->node(box.node).frame));
            texts << names.join(QLatin1Char(' '));
        }
        return texts.join(QStringLiteral(" / "));
    }

    std::unique_ptr<WatchedPanel<SandwichPanel>> m_watched;
    ViewState *m_state = nullptr;
    SandwichPanel *m_panel = nullptr;
};

EMBER_TEST(TstSandwich)
#include "tst_sandwich.moc"
