// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/loader.h"
#include "app/settings/settings.h"
#include "app/start/recentcards.h"
#include "views/jobs/newestjob.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace ember::app {

class Actions;
class CaptureController;
class LaunchForm;
class MessageBar;
class StartPage;
class WorkProgress;

// Name filter of file dialogs: everything that can be opened.
QString profileFilter();

// Controls opening and closing files by dialog, drop, list or library. Keeps the lists of recent
// files and captures up to date.
class FileController : public QObject {
    Q_OBJECT
public:
    FileController(Document &document, const CaptureLibrary &library, Settings &settings,
                   Loader &loader, CaptureController &captures, Actions &actions, StartPage &start,
                   MessageBar &messages, WorkProgress &progress, QWidget &window);

    void open(const QStringList &paths);
    void choose();
    void chooseFolder();
    // Shows the form of a launch, on the start page or in a dialog.
    LaunchForm &newLaunch();
    void close();
    void openLibrary();

    // Shows the recent openings, and on the start page also commands and captures.
    void showLists();

private:
    void showProgress(WorkProgress &progress);
    void load(const QStringList &paths);
    void show(const OpenedFilesPointer &files);
    void take(const OpenedFilesPointer &files);
    void dropPart();
    void showFailure(const model::Error &error);
    void showSummary(const OpenedFiles &files);
    void showRecentFiles();
    void connectStartPage();
    void startDemo();
    void remove(const CaptureFolder &folder);
    // Stores the facts about the shown profile that the start page shows later.
    void keepFacts(const QStringList &opened);

    struct Lists {
        QList<RecentProfile> recent;
        qint64 libraryBytes = 0;
    };

    Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    CaptureController &m_captures;
    QWidget &m_window;
    Loader &m_loader;
    views::NewestJob<Lists> m_lists;
    Actions &m_actions;
    StartPage &m_start;
    MessageBar &m_messages;
    bool m_isPartShown = false; // a partial result of the current load is shown
};

} // namespace ember::app
