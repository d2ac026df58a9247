// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/keymap.h"

#include <QList>
#include <QObject>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;

namespace ember::app {

class CompareActions;
class FilterActions;

// Every command of the window with its words, key and icon, and where it is found. What a command
// does is the window's business.
class Actions : public QObject {
    Q_OBJECT
public:
    explicit Actions(QMainWindow &window);

    QAction *open;
    QAction *close;
    QAction *save;
    QAction *saveLog;
    QAction *upload;
    QAction *library;
    QAction *settings;
    QAction *quit;

    QAction *newLaunch;
    QAction *attach;
    QAction *runAgain;
    QAction *stop;
    QAction *pause; // checkable
    QAction *keep;

    QAction *search;
    QAction *nextMatch;
    QAction *previousMatch;
    QAction *pickThread;

    QAction *fitAll;
    QAction *fitSelection;
    QAction *selectRange; // by typing it
    QAction *back;
    QAction *forward;
    QAction *follow; // checkable
    QActionGroup *colours; // data: views::ColourMode
    QActionGroup *themes; // data: ThemeChoice
    QAction *absoluteTimes; // checkable
    QAction *uncertainEdges; // checkable
    QAction *safeColours; // checkable

    QAction *copyText;
    QAction *copyMarkdown;
    QAction *savePicture;
    QAction *print;

    QAction *showChart;
    QAction *showFlameGraph;
    QAction *leftHeavy; // of one thread
    QAction *pinThread; // of the selected call
    QAction *showCallTree;
    QAction *showSandwich;
    QAction *showSource;
    QAction *showFunctions;
    QAction *showFrames;
    QAction *showStatistics;
    QAction *showDisassembly;
    QAction *showComparison;
    QAction *nextFrame; // the worst first
    QAction *previousFrame;
    QAction *addBookmark; // of where one looks
    QAction *nextBookmark;
    QAction *previousBookmark;
    QAction *callersAndCallees; // of the function pointed at last
    QAction *searchFunction; // likewise
    QAction *openInEditor; // likewise
    QAction *nextHotLine; // of its source, or instruction
    QAction *previousHotLine;

    QAction *palette; // of commands
    QAction *keys;
    QAction *about;

    FilterActions *filters;
    CompareActions *compare;

    // What a key of the charts does, too.
    struct OfChart {
        QAction *action;
        views::ChartAction does;
        QString words{}; // at length
    };
    QList<OfChart> ofChart;
    // By the name of the action's object.
    std::optional<views::ChartAction> chartActionOf(const QString &name) const;
    // Of the charts, in the tool tips.
    void showKeys(const views::KeyMap &keyMap);

    QMenu *recentFiles;
    QMenu *panels; // filled by the docks

private:
    void createFileActions();
    void createCaptureActions();
    void createViewActions();
    void createColourChoices();
    void createPanelActions();
    void createFindActions();
    void createExportActions();
    void createMenus(QMainWindow &window);
    QAction *create(const QString &name, const QString &text, const QString &icon = {});
    QAction *addChoice(QActionGroup *group, const QString &name, const QString &text, int value);
};

} // namespace ember::app
