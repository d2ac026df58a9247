// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/compareactions.h"

#include <QAction>
#include <QMenu>

namespace ember::app {

CompareActions::CompareActions(QWidget &window, QObject *parent)
    : QObject(parent),
      menu(new QMenu(&window))
{
    useAsBaseline = create(QStringLiteral("useAsBaseline"), tr("Use as &Baseline"),
                           tr("Compare with the selected range, or with the whole profile, from "
                              "now on: other ranges, and profiles opened later"),
                           QKeySequence(Qt::SHIFT | Qt::Key_B));
    withFile = create(QStringLiteral("compareWithFile"), tr("Compare &With…"),
                      tr("Compare with a profile in a file"), QKeySequence(tr("Ctrl+Shift+O")));
    withLastRun = create(QStringLiteral("compareWithLastRun"), tr("Compare With &Last Run"),
                         tr("Compare with the capture of the same command before this one"));
    runAndCompare = create(QStringLiteral("runAndCompare"), tr("&Run Again and Compare"),
                           tr("Record the last command once more, and compare with its last run"),
                           QKeySequence(Qt::CTRL | Qt::Key_F5));
    sideBySide =
        create(QStringLiteral("sideBySide"), tr("&Side by Side"),
               tr("Show the baseline's chart below, on aligned time"), QKeySequence(Qt::Key_B));
    sideBySide->setCheckable(true);
    alignStarts = create(QStringLiteral("alignStarts"), tr("&Align Starts"),
                         tr("Put the starts of the selected ranges, else of the profiles, above "
                            "each other"),
                         QKeySequence(Qt::CTRL | Qt::Key_B));
    alignCalls = create(QStringLiteral("alignCalls"), tr("Align Selected &Calls"),
                        tr("Put the selected calls above each other; where one is selected in one "
                           "chart only, the nearest call of that function in the other"),
                        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B));
    swap = create(QStringLiteral("swapCompared"), tr("S&wap"),
                  tr("Open the baseline, and compare it with what is open now"));
    forgetBaseline =
        create(QStringLiteral("forgetBaseline"), tr("&Forget the Baseline"), QString());
    menu->setTitle(tr("&Compare"));
    menu->addActions({useAsBaseline, withFile, withLastRun});
    menu->addSeparator();
    menu->addAction(runAndCompare);
    menu->addSeparator();
    menu->addActions({sideBySide, alignStarts, alignCalls});
    menu->addSeparator();
    menu->addActions({swap, forgetBaseline});
}

QAction *CompareActions::create(const QString &name, const QString &text, const QString &toolTip,
                                const QKeySequence &key)
{
    auto *action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(key);
    if (!toolTip.isEmpty())
        action->setToolTip(toolTip);
    return action;
}

} // namespace ember::app
