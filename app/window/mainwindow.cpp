// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"

#include "app/errortext.h"
#include "app/window/actions.h"
#include "app/window/appearance.h"
#include "app/window/capturedesk.h"
#include "app/window/capturestatus.h"
#include "app/window/chunkdesk.h"
#include "app/window/helpdialogs.h"
#include "app/window/launchform.h"
#include "app/window/librarydialog.h"
#include "app/window/loadprogress.h"
#include "app/window/messagebar.h"
#include "app/window/panels.h"
#include "app/window/startpage.h"
#include "app/window/symbolicon.h"
#include "views/chunks/chunkspanel.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searchbar.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadspanel.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr QSize firstSize(1280, 800);

QStringList localFiles(const QMimeData &data)
{
    QStringList files;
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    }
    return files;
}

} // namespace

MainWindow::MainWindow(QWidget *parent)
    : QMainWindow(parent),
      m_searcher(m_state),
      m_actions(new Actions(*this)),
      m_messages(new MessageBar),
      m_pages(new QStackedWidget),
      m_start(new StartPage),
      m_timeline(new views::TimelineView(m_state, m_searcher)),
      m_search(new views::SearchBar(m_state, m_searcher)),
      m_profiles(new QComboBox),
      m_captureStatus(new CaptureStatus),
      m_captures(new CaptureDesk(m_document, m_library, m_settings, *this))
{
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setTheme(m_settings.theme());
    createPages();
    m_panels = new Panels(*this, m_state, *m_actions->panels);
    m_chunks =
        new ChunkDesk(m_document, m_state, *m_panels->chunks, *m_messages, m_settings, *this);
    createToolBar();
    createStatusBar();
    m_captures->connectTo(*m_actions, *m_captureStatus, *m_messages);
    connectActions();
    connectViews();
    connectDocument();
    connectLoader();
    connectStartPage();
    resize(firstSize);
    showRecentFiles();
    showDocument();
    showTitle();
    m_captures->offerRunningCaptures();
}

// What looks at the document and the view state goes before them: Qt would delete children after
// our members.
MainWindow::~MainWindow()
{
    delete m_captures;
    delete m_chunks;
    const auto widgets = findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget *widget : widgets)
        delete widget;
}

void MainWindow::createPages()
{
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_timeline);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_pages, 1);
    setCentralWidget(content);
}

void MainWindow::createToolBar()
{
    auto *bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("tools"));
    bar->setMovable(false);
    bar->setIconSize(QSize(18, 18));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const QList<QAction *> withoutText{m_actions->pause,  m_actions->open, m_actions->save,
                                       m_actions->fitAll, m_actions->back, m_actions->forward};
    for (QAction *action : withoutText)
        action->setPriority(QAction::LowPriority);
    bar->addActions({m_actions->newLaunch, m_actions->runAgain, m_actions->pause, m_actions->stop});
    bar->addSeparator();
    bar->addActions({m_actions->open, m_actions->save, m_actions->upload});
    bar->addSeparator();
    bar->addActions({m_actions->back, m_actions->forward, m_actions->fitAll, m_actions->follow});
    auto *spacer = new QWidget;
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(spacer);
    m_profiles->setToolTip(tr("Profile"));
    m_profiles->setAccessibleName(tr("Profile"));
    m_profilesAction = bar->addWidget(m_profiles);
    m_search->setMaximumWidth(360);
    bar->addWidget(m_search);
}

void MainWindow::createStatusBar()
{
    auto *progress = new LoadProgress;
    progress->follow(m_loader);
    statusBar()->addWidget(m_captureStatus);
    statusBar()->addPermanentWidget(progress);
}

void MainWindow::connectActions()
{
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::askForFiles);
    connect(m_actions->close, &QAction::triggered, this, &MainWindow::closeDocument);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->library, &QAction::triggered, this, &MainWindow::openLibrary);
    connect(m_actions->save, &QAction::triggered, m_chunks, &ChunkDesk::save);
    connect(m_actions->upload, &QAction::triggered, m_chunks, &ChunkDesk::upload);
    connect(m_actions->newLaunch, &QAction::triggered, this, &MainWindow::closeDocument);
    connect(m_actions->keys, &QAction::triggered, this, [this] { showKeys(this, *m_actions); });
    connect(m_actions->about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_actions->themes, &QActionGroup::triggered, this, [this](QAction *action) {
        const auto choice = static_cast<ThemeChoice>(action->data().toInt());
        m_settings.setTheme(choice);
        setTheme(choice);
    });
    m_panels->chunks->addMenuAction(m_actions->save);
    m_panels->chunks->addMenuAction(m_actions->upload);
}

void MainWindow::connectViews()
{
    using views::ChartAction;
    auto &chart = m_timeline->chart();
    const auto perform = [&chart](ChartAction action) {
        return [&chart, action] { chart.perform(action); };
    };
    connect(m_actions->fitAll, &QAction::triggered, this, perform(ChartAction::FitAll));
    connect(m_actions->fitSelection, &QAction::triggered, this, perform(ChartAction::FitSelection));
    connect(m_actions->back, &QAction::triggered, this, perform(ChartAction::HistoryBack));
    connect(m_actions->forward, &QAction::triggered, this, perform(ChartAction::HistoryForward));
    connect(m_actions->nextMatch, &QAction::triggered, this, perform(ChartAction::NextMatch));
    connect(m_actions->previousMatch, &QAction::triggered, this,
            perform(ChartAction::PreviousMatch));
    connect(m_actions->search, &QAction::triggered, m_search, &views::SearchBar::focusText);
    connect(m_actions->pickThread, &QAction::triggered, m_panels, &Panels::raiseThreads);
    connect(m_search, &views::SearchBar::left, &chart, [&chart] { chart.setFocus(); });
    connect(m_actions->follow, &QAction::triggered, this, [this](bool isOn) {
        m_state.setFollow(isOn ? views::Follow::Yes : views::Follow::No);
    });
    connect(&m_state, &views::ViewState::followChanged, this, &MainWindow::showFollow);
    connect(m_actions->absoluteTimes, &QAction::toggled, this, [this](bool isOn) {
        m_state.setTimeLabels(isOn ? views::TimeLabels::Absolute : views::TimeLabels::Relative);
    });
    connect(m_actions->colours, &QActionGroup::triggered, this, [this](QAction *action) {
        m_state.setColourMode(static_cast<views::ColourMode>(action->data().toInt()));
    });
    connect(m_panels->threads, &views::ThreadsPanel::threadActivated, &chart,
            [&chart](model::ThreadIndex thread) { chart.scrollTo(thread); });
    connect(m_panels->functions, &views::TopFunctionsPanel::functionActivated, &m_state,
            &views::ViewState::setSearchText);
    connect(&chart, &views::FlameChartWidget::contextMenuRequested, this,
            [this](const QPoint &position) {
                QMenu menu(this);
                menu.addActions({m_actions->fitSelection, m_actions->fitAll});
                menu.addSeparator();
                menu.addActions({m_actions->save, m_actions->upload});
                menu.exec(position);
            });
}

void MainWindow::connectDocument()
{
    connect(&m_document, &Document::opened, this, &MainWindow::showDocument);
    connect(&m_document, &Document::stateChanged, this, &MainWindow::showTitle);
    connect(&m_document, &Document::updated, this, [this] {
        m_state.update(m_document.spans());
        m_chunks->refresh();
    });
    connect(m_captures, &CaptureDesk::begun, this,
            [this] { m_state.setFollow(views::Follow::Yes); });
    connect(m_captures, &CaptureDesk::ended, this, [this] {
        m_state.setFollow(views::Follow::No);
        showFindings();
        showFollow();
    });
    connect(m_profiles, &QComboBox::activated, this,
            [this](int place) { m_document.setCurrentProfile(static_cast<std::size_t>(place)); });
}

void MainWindow::connectLoader()
{
    connect(&m_loader, &Loader::loaded, this, &MainWindow::filesLoaded);
    connect(&m_loader, &Loader::failed, this, [this](const model::Error &error) {
        m_messages->showError(error);
        if (error.code == model::ErrorCode::FileNotFound)
            m_settings.removeRecentFile(QString::fromStdString(error.subject));
        showRecentFiles();
    });
}

void MainWindow::connectStartPage()
{
    connect(m_start, &StartPage::openRequested, this, &MainWindow::askForFiles);
    connect(m_start, &StartPage::fileRequested, this,
            [this](const QString &path) { openFiles({path}); });
    connect(&m_start->form(), &LaunchForm::launchRequested, this, &MainWindow::launch);
    connect(m_actions->recentFiles, &QMenu::aboutToShow, this, &MainWindow::showRecentFiles);
    connect(m_chunks, &ChunkDesk::saved, this, &MainWindow::showRecentFiles);
}

void MainWindow::launch(const LaunchCommand &command)
{
    m_captures->askBeforeDropping([this, command] { m_captures->launch(command); });
}

void MainWindow::openFiles(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    m_captures->askBeforeDropping([this, paths] { load(paths); });
}

void MainWindow::load(const QStringList &paths)
{
    const CaptureFolder folder = m_library.folderOf(paths.first());
    if (!folder.isEmpty() && folder.isRecording())
        m_captures->takeOver(folder);
    else
        m_loader.load(paths);
}

void MainWindow::filesLoaded(const OpenedFilesPointer &files)
{
    const CaptureFolder folder = m_library.folderOf(files->paths.first());
    m_captures->letGo();
    m_document.showFiles(files, folder);
    if (folder.isEmpty()) {
        for (const QString &path : files->paths)
            m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
    }
    showRecentFiles();
    const QString summary = importSummary(files->log);
    if (summary.isEmpty()) {
        m_messages->dismiss();
        return;
    }
    QStringList details;
    for (const model::Finding &finding : files->log.findings())
        details.append(findingLine(finding));
    m_messages->showMessage({.importance = Importance::Warning,
                             .text = QStringLiteral("%1: %2").arg(m_document.title(), summary),
                             .advice = {},
                             .details = details.join(QLatin1Char('\n')),
                             .actions = {}});
}

void MainWindow::askForFiles()
{
    auto *dialog = new QFileDialog(this, tr("Open"), m_settings.lastFolder(),
                                   tr("Profiles (*.ember *.json *.envelope);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &paths) {
        m_settings.setLastFolder(QFileInfo(paths.first()).absolutePath());
        openFiles(paths);
    });
    dialog->open();
}

void MainWindow::closeDocument()
{
    m_captures->askBeforeDropping([this] {
        m_loader.cancel();
        m_document.close();
        m_start->form().focusCommand();
    });
}

void MainWindow::openLibrary()
{
    auto *dialog = new LibraryDialog(m_library, m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LibraryDialog::openRequested, this,
            [this](const CaptureFolder &folder) { openFiles({folder.logPath()}); });
    connect(dialog, &QDialog::finished, this, &MainWindow::showStartPage);
    dialog->open();
}

void MainWindow::showDocument()
{
    const bool isEmpty = m_document.isEmpty();
    m_state.open(m_document.spans());
    m_panels->setShown(isEmpty ? Panels::Shown::No : Panels::Shown::Yes);
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_start) : m_timeline);
    m_chunks->reset();
    showProfiles();
    showFindings();
    if (isEmpty)
        showStartPage();
    const bool hasSamples = m_document.spans() != nullptr;
    for (QAction *action :
         {m_actions->save, m_actions->upload, m_actions->fitAll, m_actions->fitSelection,
          m_actions->search, m_actions->nextMatch, m_actions->previousMatch, m_actions->pickThread})
        action->setEnabled(hasSamples);
    m_actions->close->setEnabled(!isEmpty);
    m_search->setEnabled(hasSamples);
    if (m_captures->isRecording())
        m_state.setFollow(views::Follow::Yes);
    showFollow();
    if (!isEmpty)
        m_timeline->chart().setFocus();
}

void MainWindow::showTitle()
{
    const QString title = m_document.title();
    setWindowModified(m_document.isModified());
    setWindowTitle(title.isEmpty() ? QStringLiteral("Emberchart")
                                   : title % QStringLiteral("[*] — Emberchart"));
}

void MainWindow::showProfiles()
{
    m_profiles->clear();
    for (std::size_t i = 0; i < m_document.profileCount(); ++i)
        m_profiles->addItem(m_document.profileTitle(i));
    m_profiles->setCurrentIndex(static_cast<int>(m_document.currentProfile()));
    m_profilesAction->setVisible(m_document.profileCount() > 1);
}

void MainWindow::showFindings()
{
    m_panels->properties->setFindings(m_document.log().findings());
}

void MainWindow::showRecentFiles()
{
    const QStringList files = m_settings.recentFiles();
    m_actions->recentFiles->clear();
    for (const QString &path : files) {
        QAction *action = m_actions->recentFiles->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { openFiles({path}); });
    }
    m_actions->recentFiles->setEnabled(!files.isEmpty());
    m_start->setRecentFiles(files);
}

void MainWindow::showStartPage()
{
    m_start->form().setRecent(LaunchSettings().recent());
    m_start->setCaptures(m_library.list());
}

void MainWindow::showFollow()
{
    m_actions->follow->setEnabled(m_captures->isRecording());
    m_actions->follow->setChecked(m_state.follow() == views::Follow::Yes);
}

void MainWindow::setTheme(ThemeChoice choice)
{
    m_theme = choice;
    m_state.setShade(applyTheme(choice));
    for (QAction *action : m_actions->themes->actions())
        action->setChecked(action->data().toInt() == int(choice));
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings.windowGeometry());
    m_panels->restore(m_settings.windowState());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_mayClose || !m_document.isModified()) {
        m_captures->letGo();
        m_panels->setShown(Panels::Shown::Yes);
        m_settings.setWindow(saveGeometry(), saveState());
        event->accept();
        return;
    }
    event->ignore();
    m_captures->askBeforeDropping([this] {
        m_mayClose = true;
        close();
    });
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    openFiles(localFiles(*event->mimeData()));
}

// The desktop may change from light to dark while we run.
void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_theme == ThemeChoice::System)
        m_state.setShade(views::shadeOf(palette()));
}

} // namespace ember::app
