// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/loader.h"
#include "app/settings/settings.h"
#include "views/search/searcher.h"
#include "views/state/viewstate.h"

#include <QMainWindow>

#include <memory>

class QStackedWidget;

namespace ember::views {
class AnswerView;
class SearchBar;
class TimelineView;
} // namespace ember::views

namespace ember::app {

class Actions;
class BookmarkController;
class CaptureController;
class CaptureStatus;
class ChartController;
class ChunkController;
class CommandController;
class CompareController;
class StackController;
class FileController;
class FilterStore;
class IntakeController;
class QueueDialog;
class Uploads;
class MessageBar;
class NamesController;
class Panels;
class SideBySideController;
class SourceController;
class StartPage;
class ToolBar;
class ViewExport;
class WorkProgress;

// The main window: creates pages, panels and controllers and connects them. The Document holds the
// open content, the ViewState how it is viewed.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // `files`: the files that openFiles() will get first; reading starts while the window is
    // created.
    explicit MainWindow(Remember remember = Remember::Yes, const QStringList &files = {});
    ~MainWindow() override;

    void openFiles(const QStringList &paths);
    // Opens files, then the baseline.
    void openFilesAndCompare(const QStringList &paths, const QString &baseline);
    void launch(const LaunchCommand &command);
    // Sets the theme of this window only; the settings keep the user's choice.
    void setTheme(ThemeChoice choice);
    // Restores the last layouts; not used for screenshots.
    void restoreLayout();

    Document &document() { return m_document; }
    Loader &loader() { return *m_loader; }
    Actions &actions() { return *m_actions; }
    Panels &panels() { return *m_panels; }
    MessageBar &messages() { return *m_messages; }
    StartPage &startPage() { return *m_start; }
    CaptureController &captures() { return *m_captures; }
    BookmarkController &bookmarks() { return *m_bookmarks; }
    FilterStore &filterStore() { return *m_filterStore; }
    ChunkController &chunks() { return *m_chunks; }
    NamesController &names() { return *m_names; }
    IntakeController &intake() { return *m_intake; }
    Uploads &uploads() { return *m_uploads; }
    CommandController &commands() { return *m_commands; }
    CompareController &comparing() { return *m_compare; }
    views::TimelineView &timeline();
    ViewExport &viewExport() { return *m_export; }
    views::ViewState &viewState() { return m_state; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void createPages();
    void showQueue();
    void connectActions();
    void rememberLook();
    void connectDocument();

    void swapCompared();
    void showDocument();
    void showTitle();
    void showSaving();
    void chooseProcess();
    void openSettings();
    void showProfiles();
    void showFindings();

    Settings m_settings;
    std::unique_ptr<Loader> m_loader;
    CaptureLibrary m_library;
    Document m_document;
    views::ViewState m_state;
    views::Searcher m_searcher;
    Actions *m_actions;
    MessageBar *m_messages;
    views::AnswerView *m_answer;
    QStackedWidget *m_pages;
    StartPage *m_start;
    Panels *m_panels;
    views::SearchBar *m_search;
    ToolBar *m_tools;
    CaptureStatus *m_captureStatus;
    WorkProgress *m_progress;
    CaptureController *m_captures;
    FileController *m_files;
    ChartController *m_charts;
    CompareController *m_compare;
    SideBySideController *m_sideBySide;
    CommandController *m_commands;
    BookmarkController *m_bookmarks;
    ChunkController *m_chunks = nullptr;
    IntakeController *m_intake = nullptr;
    std::unique_ptr<Uploads> m_uploads;
    QueueDialog *m_queue = nullptr; // once it was opened
    SourceController *m_source = nullptr;
    StackController *m_stacks = nullptr;
    NamesController *m_names = nullptr;
    FilterStore *m_filterStore = nullptr;
    ViewExport *m_export = nullptr;
    ThemeChoice m_theme = ThemeChoice::System;
    bool m_mayClose = false;
};

} // namespace ember::app
