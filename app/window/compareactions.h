// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace ember::app {

// Actions of the Compare menu. CompareController connects what they do.
class CompareActions : public QObject {
    Q_OBJECT
public:
    // The menu belongs to the window.
    CompareActions(QWidget &window, QObject *parent);

    QMenu *menu;
    QAction *useAsBaseline; // uses the selected range, or the whole profile
    QAction *withFile;
    QAction *withLastRun;
    QAction *runAndCompare;
    QAction *sideBySide; // shows the baseline's chart and the open profile's; checkable
    QAction *alignStarts;
    QAction *alignCalls; // aligns the selected calls
    QAction *swap; // the baseline and the open profile
    QAction *forgetBaseline;

private:
    QAction *create(const QString &name, const QString &text, const QString &toolTip,
                    const QKeySequence &key = {});
};

} // namespace ember::app
