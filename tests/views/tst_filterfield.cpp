// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/filters/filterbar.h"
#include "views/filters/filterchip.h"
#include "views/filters/filtertext.h"
#include "views/filters/keptview.h"
#include "views/state/filterstack.h"
#include "views/state/sumsquery.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr auto picture = "a a a a a a\n"
                         "b c b b b .\n"
                         "c . b d . .\n";

} // namespace

// Filters that are typed, dragged, and written down.
class TstFilterField : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_watched = std::make_unique<WatchedPanel<FilterBar>>();
        m_state = &m_watched->state;
        m_bar = &m_watched->panel;
        m_state->open(buildSpans(textProfile(picture)));
        pictureOf(*m_bar, {900, 32});
    }

    void cleanup() { m_watched.reset(); }

    void textBecomesAFilterByEnter()
    {
        type("b");
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(chips(), QStringLiteral("Only with “b”"));
        QVERIFY(line()->text().isEmpty());
        type("c");
        QTest::keyClick(line(), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(chips(), QStringLiteral("Only with “b” | Without “c”"));
        QTest::keyClick(line(), Qt::Key_Return); // nothing is typed
        QCOMPARE(filters().calls().size(), std::size_t(2));
    }

    void aLabelIsNamedByAWordBeforeIt()
    {
        type("label:goroutine=18");
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(chips(), QStringLiteral("Only with goroutine=18"));
        QVERIFY(filters().calls().front().isOfSamples());
        QCOMPARE(filters().calls().front().calls.text, std::string("goroutine=18"));
    }

    void anExpressionBecomesAFilterThatFindsItsNames()
    {
        button()->click();
        type("^[cd]$");
        QVERIFY(!error()->isVisible());
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(chips(), QStringLiteral("Only with /^[cd]$/"));
        const Profile &profile = *m_state->spans()->profile();
        const CallTest &test = filters().calls().front().calls;
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            const auto name = frameName(profile, FrameIndex(row));
            QCOMPARE(holds(test, profile, FrameIndex(row)), name == "c" || name == "d");
        }
    }

    void whatIsWrongWithAnExpressionIsSaidAndAddsNothing()
    {
        button()->click();
        type("a(b");
        QVERIFY(error()->isVisible());
        QVERIFY2(error()->text().contains(QLatin1String("at 4")), qPrintable(error()->text()));
        QCOMPARE(line()->accessibleDescription(), textPattern(QStringLiteral("a(b")).error);
        QTest::keyClick(line(), Qt::Key_Return);
        QVERIFY(filters().isEmpty());
        button()->click(); // it is plain text now
        QVERIFY(!error()->isVisible());
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(chips(), QStringLiteral("Only with “a(b”"));
    }

    void inANarrowBarTheFieldIsThereWhileItIsUsed()
    {
        pictureOf(*m_bar, {400, 32});
        QVERIFY(!line()->isVisible());
        m_bar->activateWindow();
        m_bar->focusField();
        QVERIFY(line()->isVisible());
        EMBER_TRY(line()->hasFocus());
        pictureOf(*m_bar, {410, 32});
        QVERIFY(line()->isVisible());
        type("b");
        QTest::keyClick(line(), Qt::Key_Return);
        QCOMPARE(chips(), QStringLiteral("Only with “b”"));
        EMBER_TRY(!line()->isVisible()); // Enter gives the focus back
        m_bar->focusField();
        button()->setFocus(); // is part of it
        QVERIFY(line()->isVisible());
        m_bar->findChild<QToolButton *>(QStringLiteral("addFilter"))->setFocus();
        EMBER_TRY(!line()->isVisible());
        pictureOf(*m_bar, {900, 32});
        QVERIFY(line()->isVisible());
        // Without chips it needs less.
        pictureOf(*m_bar, {500, 32});
        QVERIFY(!line()->isVisible());
        m_state->sums().filters().clear();
        QVERIFY(line()->isVisible());
    }

    void capitalsCountIfThereAreAny()
    {
        const auto matches = [](const char *pattern, const char *name) {
            return textPattern(QString::fromUtf8(pattern)).test.pattern->matches(name);
        };
        QVERIFY(matches("main", "MainWindow"));
        QVERIFY(!matches("Main", "domain"));
        QVERIFY(matches("ä|b", "B"));
    }

    void aChipIsDraggedToWhereItIsDropped()
    {
        for (const char *name : {"a", "b", "c"})
            filters().add({CallAction::Only, {CallTest::By::Name, name}});
        pictureOf(*m_bar, {900, 32});
        drag(0, chip(2)->geometry().center().x() + 5);
        QCOMPARE(chips(), QStringLiteral("Only with “b” | Only with “c” | Only with “a”"));
        pictureOf(*m_bar, {900, 32});
        drag(2, chip(1)->geometry().center().x() - 5);
        QCOMPARE(chips(), QStringLiteral("Only with “b” | Only with “a” | Only with “c”"));
        m_state->sums().history().undo();
        m_state->sums().history().undo();
        QCOMPARE(chips(), QStringLiteral("Only with “a” | Only with “b” | Only with “c”"));
        pictureOf(*m_bar, {900, 32});
        const QRect before = chip(1)->geometry();
        drag(1, before.center().x() + 15); // not far enough
        QCOMPARE(chip(1)->geometry(), before);
    }

    void wordsSayAllFiltersAndAreUnderstoodAgain()
    {
        Filters all;
        for (const auto action : {CallAction::Focus, CallAction::Only, CallAction::LeaveOut,
                                  CallAction::Merge, CallAction::CollapseCallees,
                                  CallAction::CollapseNested, CallAction::CollapseRecursion}) {
            for (const auto by : {CallTest::By::Function, CallTest::By::Module, CallTest::By::Name,
                                  CallTest::By::Pattern, CallTest::By::SystemCode,
                                  CallTest::By::Everything, CallTest::By::Label})
                all.calls.push_back({action, {by, std::string("a\0b", 3)}});
        }
        QVERIFY(filtersOf(filterWords(all)) == all);
        for (const auto counted : {Counted::Running, Counted::Waiting, Counted::All}) {
            all.counted = counted;
            QVERIFY(filtersOf(filterWords(all)) == all);
        }
        const Filters again = filtersOf(filterWords(all));
        QVERIFY(again.calls[3].calls.pattern); // as good as typed
        QVERIFY(filtersOf({}) == Filters());
    }

    void wordsOfOtherVersionsAreLeftOut()
    {
        const QStringList words{QStringLiteral("twist"), QStringLiteral("name"),
                                QStringLiteral("a"),     QStringLiteral("only"),
                                QStringLiteral("name"),  QStringLiteral("b"),
                                QStringLiteral("only"),  QStringLiteral("pattern"),
                                QStringLiteral("("),     QStringLiteral("stray")};
        const Filters filters = filtersOf(words);
        QCOMPARE(filters.calls.size(), std::size_t(1));
        QCOMPARE(filters.calls.front().calls.text, std::string("b"));
        QVERIFY(filters.counted == Counted::Busy);
    }

    void itIsPaintedWithAnError_data()
    {
        QTest::addColumn<Shade>("shade");
        QTest::newRow("light") << Shade::Light;
        QTest::newRow("dark") << Shade::Dark;
    }

    void itIsPaintedWithAnError()
    {
        QFETCH(Shade, shade);
        useShade(*m_state, shade);
        button()->click();
        filters().add({CallAction::Only, textPattern(QStringLiteral("^[bc]")).test});
        type("a(b");
        const QImage image = pictureOf(*m_bar, {900, 32});
        keepPicture(image, QStringLiteral("filterfield"));
        QVERIFY(colourCount(image, 5) >= 5);
    }

private:
    FilterStack &filters() { return m_state->sums().filters(); }

    QLineEdit *line() { return m_bar->findChild<QLineEdit *>(QStringLiteral("filterText")); }

    QToolButton *button()
    {
        return m_bar->findChild<QToolButton *>(QStringLiteral("filterIsPattern"));
    }

    QLabel *error() { return m_bar->findChild<QLabel *>(QStringLiteral("filterError")); }

    void type(const char *text) { line()->setText(QString::fromLatin1(text)); }

    FilterChip *chip(qsizetype place) { return m_bar->findChildren<FilterChip *>().at(place); }

    void drag(qsizetype place, int x)
    {
        FilterChip *dragged = chip(place);
        const QPoint grip(8, dragged->height() / 2);
        QTest::mousePress(dragged, Qt::LeftButton, {}, grip);
        const int way = x - dragged->geometry().center().x();
        QMouseEvent move(QEvent::MouseMove, grip + QPoint(way, 0),
                         dragged->mapToGlobal(grip + QPoint(way, 0)), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(dragged, &move);
        QTest::mouseRelease(dragged, Qt::LeftButton, {}, grip);
    }

    QString chips()
    {
        QStringList texts;
        for (const FilterChip *one : m_bar->findChildren<FilterChip *>())
            texts << one->text();
        return texts.join(QStringLiteral(" | "));
    }

    std::unique_ptr<WatchedPanel<FilterBar>> m_watched;
    ViewState *m_state = nullptr;
    FilterBar *m_bar = nullptr;
};

EMBER_TEST(TstFilterField)
#include "tst_filterfield.moc"
