// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/keymap.h"

#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace ember::app {

class CompareActions;
class FilterActions;

// Creates all actions of the window with texts, keys and icons, and puts them into menus. The
// window connects what they do.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QMainWindow &window);

    QAction *open;
    QAction *close;
    QAction *save;
    QAction *saveLog;
    QAction *exportProfile;
    QAction *symbols;
    QAction *upload;
    QAction *uploads; // the queue
    QAction *library;
    QAction *settings;
    QAction *quit;

    QAction *newLaunch;
    QAction *attach;
    QAction *runAgain;
    QAction *listen; // for Sentry SDKs
    QAction *stop;
    QAction *pause; // checkable
    QAction *keep;

    QAction *search;
    QAction *nextMatch;
    QAction *previousMatch;
    QAction *pickThread;

    QAction *fitAll;
    QAction *fitSelection;
    QAction *selectRange; // opens a dialog to type a range
    QAction *back;
    QAction *forward;
    QAction *follow; // checkable
    QActionGroup *colours; // data: views::ColourMode
    QActionGroup *themes; // data: ThemeChoice
    QAction *absoluteTimes; // checkable
    QAction *uncertainEdges; // checkable
    QAction *bridgeCutStacks; // checkable
    QAction *interpreterFunctions; // checkable
    QAction *safeColours; // checkable

    QAction *copyText;
    QAction *copyMarkdown;
    QAction *savePicture;
    QAction *print;

    QAction *showChart;
    QAction *showFlameGraph;
    QAction *leftHeavy; // for one thread
    QAction *pinThread; // the thread of the selected call
    QAction *showCallTree;
    QAction *showSandwich;
    QAction *showSource;
    QAction *showFunctions;
    QAction *showFrames;
    QAction *showStatistics;
    QAction *summary; // what was found, in sentences
    QAction *showDisassembly;
    QAction *showComparison;
    QAction *showDetails; // checkable: the pane at the right is open
    QAction *showProperties;
    QAction *showChunks;
    QAction *showBookmarks;
    QAction *showOutput;
    QActionGroup *splits; // of the views; data: Split
    QActionGroup *layouts; // object names: Layouts::names()
    QAction *resetLayout;
    QAction *maximise; // checkable: the current view alone
    QAction *nextFrame; // by severity, the worst first
    QAction *previousFrame;
    QAction *addBookmark; // at the visible position
    QAction *nextBookmark;
    QAction *previousBookmark;
    QAction *callersAndCallees; // for the function last pointed at
    QAction *searchFunction; // for the same function
    QAction *openInEditor; // for the same function
    QAction *nextHotLine; // in source or disassembly
    QAction *previousHotLine;

    QAction *palette; // of commands
    QAction *keys;
    QAction *about;

    FilterActions *filters;
    CompareActions *compare;

    // An action that is also a key of the charts.
    struct OfChart {
        QAction *action;
        views::ChartAction does;
        QString words{}; // long description
    };
    QList<OfChart> ofChart;
    // Returns the chart action of the QAction with this object name; empty if it is no key of the
    // charts.
    std::optional<views::ChartAction> chartActionOf(const QString &name) const;
    // Shows the charts' keys in tool tips.
    void showKeys(const views::KeyMap &keyMap);

    QAction *coloursByRecording; // one of `colours`; hidden unless there are several recordings
    QMenu *recordings; // filled and hidden by RecordingMenu
    QMenu *recentFiles;

private:
    void createFileActions();
    void createCaptureActions();
    void createViewActions();
    void createColourChoices();
    void createPanelActions();
    void createPageActions();
    void createLayoutActions();
    void createFindActions();
    void createExportActions();
    void createMenus(QMainWindow &window);
    QAction *create(const QString &name, const QString &text, const QString &icon = {});
    QAction *addChoice(QActionGroup *group, const QString &name, const QString &text, int value);
};

} // namespace ember::app
