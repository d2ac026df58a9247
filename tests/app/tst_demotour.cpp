// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/start/demotour.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/panels.h"
#include "tests/app/busycapture.h"
#include "tests/app/ingerman.h"
#include "tests/app/partof.h"
#include "tests/app/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

// The guide through a recording of the demo.
class TstDemoTour : public QObject {
    Q_OBJECT

private slots:
    void itsStepsSayAndDoWhatIsSoNow()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.launch(busyCommand(100'000'000));
        EMBER_TRY(samples(window) > 10);
        auto *tour = new DemoTour(window.actions(), window);
        tour->show();
        auto *does = tour->findChild<QPushButton *>(u"tourDo"_qs);
        auto *next = tour->findChild<QPushButton *>(u"tourNext"_qs);
        QVERIFY(says(*tour, u"is being recorded"_qs));
        does->click();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QVERIFY(says(*tour, u"was recorded"_qs));
        QVERIFY(!does->isEnabled());

        next->click();
        QVERIFY(does->isEnabled());
        QVERIFY(!says(*tour, u"Details"_qs)); // they may be closed
        next->click();
        does->click();
        EMBER_TRY(!window.panels().flameGraph->visibleRegion().isEmpty());

        // What is done in the chart is seen in the chart.
        next->click();
        QVERIFY(!says(*tour, u"Details"_qs));
        does->click();
        EMBER_TRY(!window.timeline().chart().visibleRegion().isEmpty());
        window.actions().at("showFlameGraph")->trigger();
        tour->findChild<QPushButton *>(u"tourBack"_qs)->click();
        tour->findChild<QPushButton *>(u"tourBack"_qs)->click();
        QCOMPARE(tour->step(), 1);
        does->click();
        EMBER_TRY(!window.timeline().chart().visibleRegion().isEmpty());
    }

    void itsTextsAndButtonsAreWhole()
    {
        const Sandbox sandbox;
        const InGerman german;
        MainWindow window;
        window.resize(1280, 700);
        window.show();
        auto *tour = new DemoTour(window.actions(), window);
        tour->show();
        for (int step = 0; step < DemoTour::stepCount; ++step) {
            for (const QPushButton *button : tour->findChildren<QPushButton *>())
                QVERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            for (const QLabel *label : tour->findChildren<QLabel *>()) {
                QVERIFY2(label->height() >= label->heightForWidth(label->width()),
                         qPrintable(label->text()));
                QVERIFY2(label->wordWrap() || label->width() >= label->sizeHint().width(),
                         qPrintable(label->text()));
            }
            QVERIFY(window.rect().contains(tour->geometry()));
            QVERIFY(tour->x() > window.width() / 2); // names stand left
            if (step + 1 < DemoTour::stepCount)
                tour->findChild<QPushButton *>(u"tourNext"_qs)->click();
        }
    }

    // It ends its program.
    void itsOptionsAreNotThoseOfTheNextCommand()
    {
        const Sandbox sandbox;
        const auto demo = demoCommand();
        if (!demo)
            QSKIP("the demo is not there");
        MainWindow window;
        window.show();
        window.launch(*demo);
        EMBER_TRY(samples(window) > 10);
        window.actions().at("stop")->trigger();
        EMBER_TRY(!partOf<CaptureController>(window).isRecording());
        QVERIFY(LaunchSettings().recent().isEmpty());
        LaunchCommand own; // which the user launches
        own.program = demo->program;
        own.arguments = {u"--seconds"_qs, u"1"_qs};
        window.launch(own);
        QCOMPARE(LaunchSettings().recent(), QList<LaunchCommand>{own});
    }

private:
    static bool says(const DemoTour &tour, const QString &text)
    {
        const auto labels = tour.findChildren<QLabel *>();
        return std::ranges::any_of(
            labels, [&](const QLabel *label) { return label->text().contains(text); });
    }
};

EMBER_TEST(TstDemoTour)
#include "tst_demotour.moc"
