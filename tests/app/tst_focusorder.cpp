// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"
#include "app/window/panels.h"
#include "tests/app/openandwait.h"
#include "tests/app/sandbox.h"
#include "tests/support/testmain.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/timeline/timelineview.h"

#include <QStringList>
#include <QTableView>
#include <QTest>
#include <QToolBar>

using namespace ember;
using namespace ember::app;
using namespace ember::tests;

namespace {

// The part of the window that a widget stands in.
QString partOf(QWidget *widget)
{
    if (qobject_cast<views::FlameChartWidget *>(widget))
        return QStringLiteral("chart");
    for (; widget; widget = widget->parentWidget()) {
        static const QStringList parts{QStringLiteral("answer"),    QStringLiteral("tabRow"),
                                       QStringLiteral("filterBar"), QStringLiteral("gutterHead"),
                                       QStringLiteral("functions"), QStringLiteral("sidePane")};
        if (parts.contains(widget->objectName()) || qobject_cast<QToolBar *>(widget))
            return widget->objectName();
    }
    return QStringLiteral("window");
}

bool takesTab(const QWidget &widget, const QWidget &window)
{
    const QRect place(widget.mapTo(&window, QPoint()), widget.size());
    return widget.isVisible() && widget.isEnabled() && !widget.focusProxy()
        && (widget.focusPolicy() & Qt::TabFocus) && window.rect().intersects(place);
}

// Where Tab leads, from the window's first widget on; a part once for all its widgets in a row.
QStringList partsInOrder(QWidget &window)
{
    QStringList parts;
    for (QWidget *at = window.nextInFocusChain(); at != &window; at = at->nextInFocusChain()) {
        if (takesTab(*at, window) && (parts.isEmpty() || parts.constLast() != partOf(at)))
            parts.append(partOf(at));
    }
    return parts;
}

} // namespace

// Who has no mouse goes through the window by Tab.
class TstFocusOrder : public QObject {
    Q_OBJECT

private slots:
    void theKeyboardGoesRoundTheWindowPartByPart()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        window.panels().raise(window.panels().details);
        EMBER_TRY(window.panels().details->isVisible());
        // From above to below, and to the pane at the right.
        QCOMPARE(partsInOrder(window).join(QLatin1Char(' ')),
                 QStringLiteral("tools answer tabRow filterBar gutterHead chart sidePane"));
        window.panels().raise(window.panels().functions);
        EMBER_TRY(window.panels().functions->findChild<QTableView *>()->isVisible());
        QCOMPARE(partsInOrder(window).join(QLatin1Char(' ')),
                 QStringLiteral("tools answer tabRow filterBar functions sidePane"));
    }

    // Also with a call selected.
    void tabLeavesTheChartsBothWays()
    {
        const Sandbox sandbox;
        MainWindow window;
        window.show();
        window.activateWindow();
        openAndWait(window, {sandbox.write(QStringLiteral("a.json"), smallChunk())});
        EMBER_TRY(window.isActiveWindow());
        auto *panel = window.panels().flameGraph;
        window.panels().raise(panel);
        EMBER_TRY(!panel->graph().viewport().layout().rows().empty());
        for (QWidget *chart : {static_cast<QWidget *>(&panel->graph()),
                               static_cast<QWidget *>(&window.timeline().chart())}) {
            if (!chart->isVisible())
                window.panels().raise(&window.timeline());
            for (const auto modifiers : {Qt::NoModifier, Qt::ShiftModifier}) {
                chart->setFocus();
                EMBER_TRY(chart->hasFocus());
                QTest::keyClick(chart, Qt::Key_Down); // selects one
                QVERIFY(chart == &panel->graph()
                            ? panel->graph().viewport().selected().has_value()
                            : window.viewState().selection().box().has_value());
                QTest::keyClick(chart, modifiers ? Qt::Key_Backtab : Qt::Key_Tab, modifiers);
                QVERIFY(!chart->hasFocus());
            }
        }
    }
};

EMBER_TEST(TstFocusOrder)
#include "tst_focusorder.moc"
