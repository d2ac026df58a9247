// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"

#include "app/export/profileexport.h"
#include "app/look/appearance.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/recording/attachdialog.h"
#include "app/recording/capturestatus.h"
#include "app/recording/launchform.h"
#include "app/sentry/chunkcontroller.h"
#include "app/sentry/intakecontroller.h"
#include "app/sentry/queuedialog.h"
#include "app/start/startpage.h"
#include "app/stores/filterstore.h"
#include "app/window/actions.h"
#include "app/window/bookmarkcontroller.h"
#include "app/window/capturecontroller.h"
#include "app/window/chartcontroller.h"
#include "app/window/commandcontroller.h"
#include "app/window/compareactions.h"
#include "app/window/comparecontroller.h"
#include "app/window/filecontroller.h"
#include "app/window/filteractions.h"
#include "app/window/helpdialogs.h"
#include "app/window/namescontroller.h"
#include "app/window/panels.h"
#include "app/window/recordingmenu.h"
#include "app/window/settingsdialog.h"
#include "app/window/sidebysidecontroller.h"
#include "app/window/sourcecontroller.h"
#include "app/window/stackcontroller.h"
#include "app/window/toolbar.h"
#include "app/window/viewexport.h"
#include "views/answer/answers.h"
#include "views/answer/answerview.h"
#include "views/canvas/legend.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searchbar.h"
#include "views/state/sumsquery.h"
#include "views/text/plaintexts.h"
#include "views/timeline/timelineview.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr QSize firstSize(1280, 800);
constexpr int frameOfWindow = 40; // pixels that its title and edges have at most
constexpr int saidFor = 6000; // ms

std::unique_ptr<Loader> reading(const QStringList &files, const Settings &settings)
{
    auto loader = std::make_unique<Loader>();
    if (!files.isEmpty())
        loader->prepare({files, settings.symbols(), settings.stackChoice()});
    return loader;
}

// All texts are shown as they are: from before the first label is created.
Remember withPlainTexts(Remember remember)
{
    views::keepTextsPlain();
    return remember;
}

QStringList localFiles(const QMimeData &data)
{
    QStringList files;
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            files.append(url.toLocalFile());
    }
    return files;
}

// Shows in an action's tip why it is off; "": shows its usual tip.
void explain(QAction &action, const QString &whyOff)
{
    constexpr auto usualTip = "usualTip";
    if (!action.property(usualTip).isValid())
        action.setProperty(usualTip, action.toolTip());
    action.setToolTip(whyOff.isEmpty() ? action.property(usualTip).toString() : whyOff);
}

} // namespace

MainWindow::MainWindow(Remember remember, const QStringList &files)
    : m_settings(withPlainTexts(remember)),
      m_loader(reading(files, m_settings)),
      m_searcher(m_state),
      m_actions(new Actions(*this)),
      m_messages(new MessageBar),
      m_answer(new views::AnswerView(m_state)),
      m_pages(new QStackedWidget),
      m_start(new StartPage),
      m_panels(new Panels(m_state, m_searcher, *m_actions, m_answer)),
      m_search(new views::SearchBar(m_state, m_searcher)),
      m_tools(new ToolBar(*m_actions, m_search)),
      m_captureStatus(new CaptureStatus),
      m_progress(new WorkProgress),
      m_captures(new CaptureController(m_document, m_library, m_settings, *this)),
      m_files(new FileController(m_document, m_library, m_settings, *m_loader, *m_captures, *this)),
      m_charts(
          new ChartController(m_state, m_panels->timeline->chart(), *m_search, *m_captures, *this)),
      m_compare(
          new CompareController(m_document, m_library, m_settings, *m_captures, m_state, *this)),
      m_sideBySide(new SideBySideController(m_state.profile(), m_state.baseline(),
                                            *m_panels->timeline, this)),
      m_commands(new CommandController(m_state, m_panels->timeline->chart(), m_settings, *this)),
      m_bookmarks(new BookmarkController(m_document, m_state, m_panels->timeline->chart(), this))
{
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setTheme(m_settings.theme());
    addToolBar(m_tools); // before the pages: the keyboard goes from above to below
    createPages();
    m_uploads = std::make_unique<Uploads>();
    if (const auto dsn = model::sentry::parseDsn(m_settings.dsn().toStdString()))
        m_uploads->addTarget(*dsn);
    m_chunks = new ChunkController(m_document, m_state.sums(), *m_panels->chunks, *m_messages,
                                   *m_progress, m_settings, *m_uploads, *this);
    m_intake = new IntakeController(m_document, *m_messages, *m_progress, m_settings,
                                    *m_uploads, *this);
    m_names = new NamesController(m_document, m_settings, *m_captures, *this);
    statusBar()->addWidget(m_captureStatus);
    statusBar()->addWidget(m_names->status(), 1);
    statusBar()->addPermanentWidget(
        new views::ColourLegend(m_state.profile(), m_state.appearance(), this));
    statusBar()->addPermanentWidget(m_progress);
    m_captures->connectTo(*m_actions, *m_captureStatus, *m_messages, *m_progress);
    m_files->connectTo(*m_actions, *m_start, *m_messages, *m_progress);
    m_charts->connectTo(*m_actions, *m_panels);
    m_compare->connectTo(*m_actions, *m_panels, *m_messages, *m_progress);
    m_sideBySide->connectTo(*m_actions);
    m_commands->connectTo(*m_actions, *m_panels);
    m_bookmarks->connectTo(*m_actions, *m_panels, *m_messages);
    m_source = new SourceController(m_document, m_state, m_settings, *this);
    m_source->connectTo(*m_actions, *m_panels, *m_messages);
    connect(m_panels->source, &views::SourcePanel::symbolsRequested, m_names,
            [this](model::ImageIndex binary) { m_names->open(binary); });
    connect(m_actions->symbols, &QAction::triggered, m_names, [this] { m_names->open(); });
    connect(m_names, &NamesController::renamed, m_source, &SourceController::readCodeAnew);
    m_export = new ViewExport(
        m_state, *m_panels, [this] { return m_document.paths() + m_compare->baselineFiles(); },
        *this);
    m_export->connectTo(*m_actions, *m_messages);
    auto *profileExport =
        new ProfileExport(m_document, m_state.sums(), m_settings, *m_messages, *m_progress, *this);
    connect(m_actions->exportProfile, &QAction::triggered, profileExport, &ProfileExport::choose);
    connectActions();
    connectDocument();
    m_stacks =
        new StackController(m_document, m_state.baseline(), m_settings, *m_captures,
                            {*m_actions->bridgeCutStacks, *m_actions->interpreterFunctions}, this);
    new RecordingMenu(m_state.profile(), m_state.threads(), *m_actions, this);
    m_filterStore = new FilterStore(m_document, m_state, m_settings, this);
    const QSize screen = this->screen()->availableSize();
    resize(firstSize.boundedTo(screen - QSize(frameOfWindow / 2, frameOfWindow)));
    showDocument();
    showTitle();
    m_captures->offerRunningCaptures();
}

// Deletes the observers of document and view state before these members, as Qt would delete child
// objects after them.
MainWindow::~MainWindow()
{
    delete m_files;
    delete m_compare;
    delete m_sideBySide;
    delete m_captures;
    delete m_chunks;
    delete m_intake;
    delete m_charts;
    delete m_commands;
    delete m_filterStore;
    delete m_stacks;
    delete m_names;
    delete m_bookmarks;
    delete m_source;
    const auto widgets = findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly);
    for (QWidget *widget : widgets)
        delete widget;
}

void MainWindow::createPages()
{
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_panels);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_pages, 1);
    setCentralWidget(content);
}

void MainWindow::showQueue()
{
    if (!m_queue)
        m_queue = new QueueDialog(*m_uploads, this);
    m_uploads->look();
    m_queue->show();
    m_queue->raise();
}

void MainWindow::connectActions()
{
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->save, &QAction::triggered, m_chunks, &ChunkController::save);
    connect(m_actions->upload, &QAction::triggered, m_chunks, &ChunkController::upload);
    connect(m_actions->uploads, &QAction::triggered, this, &MainWindow::showQueue);
    connect(m_actions->summary, &QAction::triggered, m_answer, &views::AnswerView::toggleSummary);
    connect(m_actions->compare->swap, &QAction::triggered, this, &MainWindow::swapCompared);
    connect(m_actions->listen, &QAction::triggered, m_intake, &IntakeController::show);
    connect(m_intake, &IntakeController::openRequested, this, &MainWindow::openFiles);
    connect(m_intake, &IntakeController::arrived, m_captures, &CaptureController::addEnvelope);
    m_captures->setVariables([this](const LaunchCommand &command) {
        return command.sentryData == SentryData::Yes ? m_intake->environment() : QStringList();
    });
    connect(m_actions->about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_actions->themes, &QActionGroup::triggered, this, [this](QAction *action) {
        const auto choice = static_cast<ThemeChoice>(action->data().toInt());
        m_settings.setTheme(choice);
        setTheme(choice);
    });
    connect(m_actions->safeColours, &QAction::toggled, this, [this](bool isOn) {
        m_settings.setSafeColours(isOn ? SafeColours::Yes : SafeColours::No);
        m_state.appearance().setHues(isOn ? views::Hues::Safe : views::Hues::All);
    });
    m_actions->safeColours->setChecked(m_settings.safeColours() == SafeColours::Yes);
    for (QAction *colours : m_actions->colours->actions()) {
        if (colours->objectName() == m_settings.colours())
            colours->trigger();
    }
    connect(m_actions->colours, &QActionGroup::triggered, this,
            [this](const QAction *action) { m_settings.setColours(action->objectName()); });
    rememberLook();
    connect(m_actions->settings, &QAction::triggered, this, &MainWindow::openSettings);
    connect(m_actions->attach, &QAction::triggered, this, &MainWindow::chooseProcess);
    connect(m_start, &StartPage::attachRequested, this, &MainWindow::chooseProcess);
    connect(&m_start->form(), &LaunchForm::launchRequested, this, &MainWindow::launch);
}

// Restores the widths and columns that the user has chosen, and keeps what is chosen from now on.
void MainWindow::rememberLook()
{
    views::ViewAppearance &look = m_state.appearance();
    look.setGutterWidth(m_settings.gutterWidth());
    const auto hidden = m_settings.hiddenColumns();
    for (auto table = hidden.cbegin(); table != hidden.cend(); ++table)
        look.setHiddenColumns(table.key(), table.value());
    connect(&look, &views::ViewAppearance::gutterWidthChanged, this,
            [this] { m_settings.setGutterWidth(m_state.appearance().gutterWidth()); });
    connect(&look, &views::ViewAppearance::hiddenColumnsChanged, this,
            [this] { m_settings.setHiddenColumns(m_state.appearance().hiddenColumns()); });
}

void MainWindow::connectDocument()
{
    connect(&m_document, &Document::opened, this, &MainWindow::showDocument);
    connect(&m_document, &Document::stateChanged, this, [this] {
        showTitle();
        showProfiles();
        showSaving();
    });
    connect(&m_document, &Document::updated, this, [this] {
        const bool isAllFile =
            m_document.kind() == Document::Kind::Files && m_state.zoom().showsAll();
        m_state.update(m_document.spans());
        if (isAllFile) // if the whole file is visible, keep showing all of it
            m_state.zoom().follow(m_state.zoom().limits());
        m_chunks->refresh();
        if (m_document.kind() == Document::Kind::Files) {
            m_captureStatus->setProfile(m_document.spans()->profile());
            showProfiles();
            showFindings();
        }
        m_tools->setProfile(m_state.profile());
    });
    connect(m_captures, &CaptureController::begun, this,
            [this] { m_charts->setFollow(views::Follow::Yes); });
    connect(m_captures, &CaptureController::ended, this, [this] {
        m_charts->setFollow(views::Follow::No);
        m_state.threads().sort();
        showFindings();
    });
    connect(m_charts, &ChartController::said, this,
            [this](const QString &what) { statusBar()->showMessage(what, saidFor); });
    connect(m_sideBySide, &SideBySideController::shown, m_panels,
            [this] { m_panels->raise(m_panels->timeline); });
    connect(m_panels, &Panels::maximised, this,
            [this](bool isMaximised) { m_tools->setVisible(!isMaximised); });
    connect(m_sideBySide, &SideBySideController::contextMenuRequested, m_charts,
            &ChartController::showFunctionMenu);
    connect(m_chunks, &ChunkController::saved, m_files, &FileController::showLists);
    connect(m_tools, &ToolBar::profileChosen, this,
            [this](int place) { m_document.setCurrentProfile(static_cast<std::size_t>(place)); });
}

void MainWindow::launch(const LaunchCommand &command)
{
    if (command.pid == 0) // so that it can be corrected if it fails
        m_start->form().setCommand(command);
    m_captures->launch(command);
}

void MainWindow::chooseProcess()
{
    auto *dialog = new AttachDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AttachDialog::attachRequested, this, &MainWindow::launch);
    dialog->open();
}

void MainWindow::openSettings()
{
    auto *dialog = new SettingsDialog(m_settings, m_commands->keyTable(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this] {
        setTheme(m_settings.theme());
        m_source->showPlaces();
        m_source->readCodeAnew();
        m_commands->applyKeys();
    });
    dialog->open();
}

void MainWindow::openFiles(const QStringList &paths)
{
    m_files->open(paths);
}

void MainWindow::openFilesAndCompare(const QStringList &paths, const QString &baseline)
{
    auto *opening = new QObject(this); // deleted when the loading ends in any way
    connect(m_loader.get(), &Loader::loaded, opening, [this, opening, baseline] {
        opening->deleteLater();
        m_compare->compareWith(baseline);
    });
    connect(m_loader.get(), &Loader::failed, opening, &QObject::deleteLater);
    connect(m_loader.get(), &Loader::cancelled, opening, &QObject::deleteLater);
    openFiles(paths);
}

// Makes the baseline the open profile, and the open one the baseline.
void MainWindow::swapCompared()
{
    const QStringList opened = m_document.paths();
    const QStringList baseline = m_compare->baselineFiles();
    if (opened.size() == 1 && baseline.size() == 1)
        openFilesAndCompare(baseline, opened.first());
    else
        statusBar()->showMessage(tr("Only two files can be swapped."), saidFor);
}

void MainWindow::showDocument()
{
    const bool isEmpty = m_document.isEmpty();
    m_state.open(m_document.spans());
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_start) : m_panels);
    m_chunks->reset();
    m_charts->showDocument();
    showSaving();
    m_compare->showState();
    m_actions->close->setEnabled(!isEmpty);
    m_actions->summary->setEnabled(!isEmpty);
    showProfiles();
    showFindings();
    if (isEmpty) {
        m_captureStatus->clear();
        m_files->showLists();
        m_start->form().focusCommand();
    } else if (m_document.spans()) {
        m_captureStatus->setProfile(m_document.spans()->profile());
    }
    m_tools->setProfile(m_state.profile());
}

// What is several recordings cannot be saved or sent: its times are not those of the recordings.
void MainWindow::showSaving()
{
    const QString whyOff = m_document.together() == Together::AtStarts
        ? tr("Recordings that are aligned at their starts have no times of their own: choose one "
             "of them in the toolbar.")
        : m_document.isTogether() && m_captures->isRecording()
        ? tr("What SDKs have sent is shown with this capture: it can be chosen by itself in the "
             "toolbar when it has ended.")
        : m_document.isTogether()
        ? tr("These are several recordings: choose one of them in the toolbar.")
        : QString();
    for (QAction *action : {m_actions->save, m_actions->upload}) {
        action->setEnabled(m_document.spans() && whyOff.isEmpty());
        explain(*action, whyOff);
    }
}

void MainWindow::showTitle()
{
    const QString title = views::shortened(m_document.title());
    m_answer->answers().setTitle(title);
    m_tools->setTitle(title);
    setWindowTitle(title.isEmpty() ? QStringLiteral("Emberchart")
                                   : title % QStringLiteral(" — Emberchart"));
}

void MainWindow::showProfiles()
{
    QStringList titles;
    for (std::size_t i = 0; i < m_document.profileCount(); ++i)
        titles.append(m_document.profileTitle(i));
    m_tools->setProfiles(titles, static_cast<qsizetype>(m_document.currentProfile()));
}

void MainWindow::showFindings()
{
    m_panels->properties->setFindings(m_document.log().findings());
}

views::TimelineView &MainWindow::timeline()
{
    return *m_panels->timeline;
}

void MainWindow::setTheme(ThemeChoice choice)
{
    m_theme = choice;
    m_state.appearance().setShade(applyTheme(choice));
    for (QAction *action : m_actions->themes->actions())
        action->setChecked(action->data().toInt() == int(choice));
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings.windowGeometry());
    m_panels->restoreLayouts(m_settings.windowLayouts());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_mayClose || !m_captures->leavesProgram()) {
        m_captures->detach();
        m_settings.setWindow(saveGeometry(), m_panels->saveLayouts());
        event->accept();
        return;
    }
    event->ignore();
    m_captures->askAboutProgram([this] {
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

// Follows a change of the desktop between light and dark.
void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_theme == ThemeChoice::System)
        m_state.appearance().setShade(views::shadeOf(palette()));
}

} // namespace ember::app
