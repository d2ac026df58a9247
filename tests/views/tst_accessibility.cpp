// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/views/picture.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searcher.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"

#include <QAccessible>
#include <QApplication>
#include <QSet>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// What screen readers are told of the chart.
class TstAccessibility : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_state = std::make_unique<ViewState>();
        m_searcher = std::make_unique<Searcher>(*m_state);
        m_chart = std::make_unique<FlameChartWidget>(*m_state, *m_searcher);
        m_state->open(buildSpans(syntheticProfile({.threads = 3, .samplesPerThread = 400})));
        pictureOf(*m_chart, {800, 500});
    }

    void cleanup()
    {
        m_chart.reset();
        m_searcher.reset();
        m_state.reset();
    }

    void theVisibleBoxesOfTheThreadAreChildren()
    {
        QCOMPARE(chart().role(), QAccessible::Chart);
        QCOMPARE(chart().text(QAccessible::Name), QStringLiteral("Flamechart"));
        const auto &boxes = m_chart->visibleBoxes();
        QVERIFY(!boxes.empty());
        QCOMPARE(chart().childCount(), static_cast<int>(boxes.size()) + 1); // and a scroll bar
        QSet<QAccessibleInterface *> seen;
        for (int index = 0; index < chart().childCount(); ++index) {
            QAccessibleInterface *child = chart().child(index);
            QVERIFY(child && child->isValid());
            QCOMPARE(chart().indexOfChild(child), index);
            QCOMPARE(child->parent(), &chart());
            seen.insert(child);
        }
        QCOMPARE(seen.size(), chart().childCount());
        QVERIFY(!chart().child(-1));
    }

    void aBoxSaysWhatItIsHowLongAndWhose()
    {
        const VisibleBox &first = m_chart->visibleBoxes().front();
        const SpanTable &spans = *m_state->spans();
        const QString name = chart().child(0)->text(QAccessible::Name);
        for (const QString &part :
             {QString::fromStdString(frameName(*spans.profile(), frameOf(spans, first.box))),
              durationText(rangeOf(spans, first.box).duration()),
              threadTitle(*spans.profile(), first.box.thread).name})
            QVERIFY2(name.contains(part), qPrintable(name));
        QVERIFY(!chart().child(0)->text(QAccessible::Description).isEmpty());
        QCOMPARE(chart().child(0)->role(), QAccessible::ListItem);
    }

    // What colours may tell, too.
    void aBoxSaysItsStatesAndRecursion()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        Function function;
        function.name = builder.string("again");
        Frame frame;
        frame.function = builder.function(function);
        const auto index = builder.frame(frame);
        const auto stack = builder.stack(builder.stack(emptyStack, index), index);
        for (const int second : {0, 1})
            builder.addSample(thread,
                              {timestampFromNs(second * 1'000'000'000LL), stack,
                               SampleDetail{.state = ThreadState::Blocked}});
        m_state->open(buildSpans(builder.snapshot()));
        pictureOf(*m_chart, {800, 500});
        const auto description = [&](int box) {
            return chart().child(box)->text(QAccessible::Description);
        };
        QVERIFY2(description(0).contains(QStringLiteral("blocked")), qPrintable(description(0)));
        QVERIFY2(!description(0).contains(QStringLiteral("recursion")), qPrintable(description(0)));
        QVERIFY2(description(1).contains(QStringLiteral("call number 2")),
                 qPrintable(description(1)));
    }

    void theirPlacesAreThoseOfThePicture()
    {
        const QRect window(m_chart->mapToGlobal(QPoint(0, 0)), m_chart->size());
        for (const VisibleBox &visible : m_chart->visibleBoxes()) {
            const auto middle = m_chart->mapToGlobal(visible.place.center());
            auto *child = chart().childAt(middle.x(), middle.y());
            QVERIFY(child);
            QVERIFY(window.contains(child->rect()));
            QVERIFY(child->rect().contains(middle));
            QVERIFY(child->rect().width() >= 1);
        }
    }

    void theSelectedBoxHasTheFocusAndItsThreadTheChildren()
    {
        m_chart->activateWindow();
        m_chart->setFocus();
        EMBER_TRY(m_chart->hasFocus());
        const auto last = m_state->threads().all().back();
        const BoxReference box{last, 0, BoxIndex(0)};
        m_state->selection().select(box);
        QAccessibleInterface *focused = chart().focusChild();
        QVERIFY(focused);
        QVERIFY(focused->state().selected);
        QVERIFY(focused->text(QAccessible::Name)
                    .contains(threadTitle(*m_state->spans()->profile(), last).name));
        for (const VisibleBox &visible : m_chart->visibleBoxes())
            QCOMPARE(visible.box.thread, last);
    }

    void pressingABoxSelectsIt()
    {
        QAccessibleInterface *child = chart().child(1);
        auto *actions = child->actionInterface();
        QVERIFY(actions);
        actions->doAction(QAccessibleActionInterface::pressAction());
        QVERIFY(m_state->selection().box() == m_chart->visibleBoxes()[1].box);
        QVERIFY(child->state().selected);
    }

    void aSmallPieceOfTheChartHasFewerBoxesAndTheyGoWithTheirProfile()
    {
        QAccessibleInterface *child = chart().child(0);
        const auto all = m_chart->visibleBoxes().size();
        m_state->zoom().zoomAt(m_state->profile().origin(), 40);
        QVERIFY(m_chart->visibleBoxes().size() < all);
        m_state->open(nullptr);
        QCOMPARE(chart().childCount(), 1);
        QVERIFY(!child->isValid());
        QVERIFY(child->text(QAccessible::Name).isEmpty());
        QVERIFY(child->rect().isEmpty());
    }

    void deepAndLongProfilesHaveAsManyAsCanBeTold()
    {
        m_state->open(
            buildSpans(syntheticProfile({.threads = 1, .samplesPerThread = 200'000, .depth = 40})));
        pictureOf(*m_chart, {800, 500});
        QVERIFY(m_chart->visibleBoxes().size() <= FlameChartWidget::mostAccessibleBoxes);
        for (const VisibleBox &visible : m_chart->visibleBoxes())
            QVERIFY(visible.place.width() >= 1);
    }

private:
    QAccessibleInterface &chart() { return *QAccessible::queryAccessibleInterface(m_chart.get()); }

    std::unique_ptr<ViewState> m_state;
    std::unique_ptr<Searcher> m_searcher;
    std::unique_ptr<FlameChartWidget> m_chart;
};

EMBER_TEST(TstAccessibility)
#include "tst_accessibility.moc"
