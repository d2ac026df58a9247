// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/loader.h"
#include "app/settings/settings.h"
#include "app/window/actions.h"
#include "views/search/searcher.h"
#include "views/state/viewstate.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <vector>

class QStackedWidget;

namespace ember::views {
class AnswerView;
class SearchBar;
class TimelineView;
} // namespace ember::views

namespace ember::app {

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
class ProfileExport;
class SideBySideController;
class SourceController;
class StartPage;
class TableExport;
class ToolBar;
class ViewExport;
class WorkProgress;

// The main window: creates pages, panels and controllers and connects them. The Document holds the
// open content, the ViewState how it is viewed.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    // `files`: those that openFiles() will be called with first; reading starts while the window is
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

    // Parts of the window. The others are children: tests find them by their types, actions by
    // their names.
    Document &document() { return m_document; }
    Loader &loader() { return *m_loader; }
    Actions &actions() { return *m_actions; }
    Panels &panels() { return *m_panels; }
    Uploads &uploads() { return *m_uploads; }
    views::TimelineView &timeline();
    views::ViewState &viewState() { return m_state; }

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    // Tables of commands (windowcommands.cpp).
    std::vector<CommandSpec> fileCommands();
    std::vector<CommandSpec> recordCommands();
    std::vector<CommandSpec> findCommands();
    std::vector<CommandSpec> compareCommands();
    std::vector<CommandSpec> chartCommands();
    std::vector<CommandSpec> colourCommands();
    std::vector<CommandSpec> viewCommands();
    std::vector<CommandSpec> layoutCommands();
    std::vector<CommandSpec> otherCommands();
    std::function<void()> inChart(views::ChartAction action);
    Actions *createActions();
    void createMenus(Actions &actions);

    std::unique_ptr<Uploads> createUploads() const;
    ToolBar *createToolBar();
    QStackedWidget *createPages();
    void createStatusBar();
    void rememberLook();
    void connectParts();
    void connectDocument();
    void connectCommands();

    void showTools();
    void showQueue();
    void checkFiles();
    void swapCompared();
    void showDocument();
    void showTitle();
    QString whySavingIsOff() const;
    void showHues();
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
    // Children, made in this order: later ones need earlier ones.
    Actions *m_actions;
    MessageBar *m_messages;
    WorkProgress *m_progress;
    CaptureStatus *m_captureStatus;
    views::AnswerView *m_answer;
    StartPage *m_start;
    Panels *m_panels;
    views::SearchBar *m_search;
    ToolBar *m_tools;
    QStackedWidget *m_pages;
    std::unique_ptr<Uploads> m_uploads;
    CaptureController *m_captures;
    FileController *m_files;
    ChartController *m_charts;
    CompareController *m_compare;
    SideBySideController *m_sideBySide;
    CommandController *m_commands;
    BookmarkController *m_bookmarks;
    ChunkController *m_chunks;
    IntakeController *m_intake;
    NamesController *m_names;
    SourceController *m_source;
    StackController *m_stacks;
    ViewExport *m_viewExport;
    ProfileExport *m_profileExport;
    TableExport *m_tableExport;
    // Restores filters after all other parts have taken a new document.
    FilterStore *m_filterStore = nullptr;
    QueueDialog *m_queue = nullptr; // null until it is opened first
    ThemeChoice m_theme = ThemeChoice::System;
    bool m_mayClose = false;
};

} // namespace ember::app
