// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/mainwindow.h"

#include "app/export/checkdialog.h"
#include "app/export/profileexport.h"
#include "app/export/tableexport.h"
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
#include "app/stores/viewstore.h"
#include "app/window/actions.h"
#include "app/window/bookmarkcontroller.h"
#include "app/window/capturecontroller.h"
#include "app/window/chartcontroller.h"
#include "app/window/commandcontroller.h"
#include "app/window/comparecontroller.h"
#include "app/window/filecontroller.h"
#include "app/window/linknotice.h"
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
#include "views/code/sourcepanel.h"
#include "views/compare/comparisonpanel.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/lanelegend.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/search/searchbar.h"
#include "views/state/baselinechoice.h"
#include "views/state/sumsquery.h"
#include "views/text/plaintexts.h"
#include "views/timeline/comparedcharts.h"
#include "views/timeline/timelineview.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QMimeData>
#include <QPointer>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

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

// Makes labels show texts as they are, without markup; must run before the first label is created.
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

} // namespace

MainWindow::MainWindow(Remember remember, const QStringList &files)
    : m_settings(withPlainTexts(remember)),
      m_loader(reading(files, m_settings)),
      m_searcher(m_state),
      m_actions(createActions()),
      m_messages(new MessageBar),
      m_progress(new WorkProgress),
      m_captureStatus(new CaptureStatus),
      m_answer(new views::AnswerView(m_state)),
      m_start(new StartPage),
      m_panels(new Panels(m_state, m_searcher, *m_actions, m_answer)),
      m_search(new views::SearchBar(m_state, m_searcher)),
      m_tools(createToolBar()),
      m_pages(createPages()),
      m_uploads(createUploads()),
      m_captures(new CaptureController(m_document, m_library, m_settings, *m_captureStatus,
                                       *m_messages, *m_progress, *this)),
      m_files(new FileController(m_document, m_library, m_settings, *m_loader, *m_captures,
                                 *m_actions, *m_start, *m_messages, *m_progress, *this)),
      m_charts(new ChartController(m_state, *m_panels, *m_search, *m_captures, *m_actions, *this)),
      m_compare(new CompareController(m_document, m_library, m_settings, *m_captures, m_state,
                                      *m_messages, *m_progress, *this)),
      m_sideBySide(new SideBySideController(m_state.profile(), m_state.baseline(),
                                            *m_panels->timeline, this)),
      m_commands(new CommandController(m_state, m_settings, *m_actions, *m_panels, *this)),
      m_bookmarks(new BookmarkController(m_document, m_state, *m_panels, *m_messages, this)),
      m_chunks(new ChunkController(m_document, m_state.sums(), m_state.threads(), *m_panels->chunks,
                                   *m_messages, *m_progress, m_settings, *m_uploads, *this)),
      m_intake(new IntakeController(m_document, *m_messages, *m_progress, m_settings, *m_uploads,
                                    *this)),
      m_names(new NamesController(m_document, m_settings, *m_captures, *this)),
      m_source(new SourceController(m_document, m_state, m_settings, *m_actions, *m_panels,
                                    *m_messages, *this)),
      m_stacks(new StackController(m_document, m_state.baseline(), m_settings, *m_captures, this)),
      m_viewExport(new ViewExport(
          m_state, *m_panels, [this] { return m_document.paths() + m_compare->baselineFiles(); },
          *m_messages, *this)),
      m_profileExport(new ProfileExport(m_document, m_state.sums(), m_settings, *m_messages,
                                        *m_progress, *this)),
      m_tableExport(new TableExport(m_document, m_settings, *m_profileExport, *m_messages,
                                    *m_progress, *this))
{
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setTheme(m_settings.theme());
    showHues();
    rememberLook();
    createStatusBar();
    connectParts();
    connectDocument();
    connectCommands();
    new RecordingMenu(m_state.profile(), m_state.threads(), *m_actions, this);
    m_filterStore = new FilterStore(m_document, m_state.profile(), m_state.threads(),
                                    m_state.sums(), m_settings, m_library, this);
    const QSize screen = this->screen()->availableSize();
    resize(firstSize.boundedTo(screen - QSize(frameOfWindow / 2, frameOfWindow)));
    showDocument();
    showTitle();
    m_captures->offerRunningCaptures();
}

// Deletes the children, the newest first, before the document and the view state, which they
// observe and which are members.
MainWindow::~MainWindow()
{
    disconnect(qApp, nullptr, this, nullptr); // the focus moves while children are deleted
    m_actions->clear();
    const QObjectList made = children();
    const QList<QPointer<QObject>> left(made.rbegin(), made.rend());
    for (QObject *child : left) {
        if (child != layout()) // the layout is deleted with the window
            delete child;
    }
}

std::unique_ptr<Uploads> MainWindow::createUploads() const
{
    auto uploads = std::make_unique<Uploads>();
    if (const auto dsn = model::sentry::parseDsn(m_settings.dsn().toStdString()))
        uploads->addTarget(*dsn);
    return uploads;
}

// Created before the pages, so that Tab goes through the window from top to bottom.
ToolBar *MainWindow::createToolBar()
{
    auto *tools = new ToolBar(*m_actions, m_search);
    addToolBar(tools);
    return tools;
}

QStackedWidget *MainWindow::createPages()
{
    auto *pages = new QStackedWidget;
    pages->addWidget(m_start);
    pages->addWidget(m_panels);
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(pages, 1);
    setCentralWidget(content);
    statusBar(); // created before the parts that report to it
    return pages;
}

void MainWindow::createStatusBar()
{
    // All texts are in one widget, so that the status bar hides them while it shows a message, even
    // if some are shown or hidden meanwhile.
    auto *texts = new QWidget;
    auto *row = new QHBoxLayout(texts);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_captureStatus);
    row->addWidget(m_names->status());
    auto *lanes =
        new views::LaneLegend(m_panels->timeline->chart(), m_state.profile(), m_state.appearance());
    lanes->explain(*m_panels->comparedCharts);
    row->addWidget(lanes, 1);
    statusBar()->addWidget(texts, 1);
    auto *colours = new views::ColourLegend(m_state.profile(), m_state.appearance(), this);
    const std::array<QWidget *, 4> coloured{m_panels->timeline, m_panels->flameGraph,
                                            m_panels->sandwich, m_panels->comparedCharts};
    for (QWidget *picture : coloured)
        colours->explain(*picture);
    statusBar()->addPermanentWidget(colours);
    statusBar()->addPermanentWidget(m_progress);
}

// Hides the toolbar while a view is maximised, except during a search: the toolbar has the search
// field.
void MainWindow::showTools()
{
    const bool isSearching =
        m_search->isAncestorOf(focusWidget()) || !m_state.selection().searchText().isEmpty();
    m_tools->setVisible(!m_panels->isMaximised() || isSearching);
}

void MainWindow::showQueue()
{
    if (!m_queue)
        m_queue = new QueueDialog(*m_uploads, this);
    m_uploads->look();
    m_queue->show();
    m_queue->raise();
}

void MainWindow::checkFiles()
{
    auto *dialog = new CheckDialog(m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    std::vector<model::ProfilePointer> profiles;
    if (m_document.spans() && m_document.profileCount() == 1) // otherwise the files are read again
        profiles.push_back(m_document.spans()->recorded());
    dialog->open();
    dialog->check(m_document.paths(), profiles);
}

void MainWindow::connectParts()
{
    connect(m_profileExport, &ProfileExport::openRequested, m_files, &FileController::open);
    new LinkNotice(m_answer->answers(), m_state, *m_actions->at("undoFilter"), *m_messages);
    connect(&m_answer->answers(), &views::Answers::pageAsked, this,
            [this](views::FiguresPage page) {
                switch (page) {
                case views::FiguresPage::None: return;
                case views::FiguresPage::Statistics:
                    return m_actions->at("showStatistics")->trigger();
                case views::FiguresPage::Properties:
                    return m_actions->at("showProperties")->trigger();
                case views::FiguresPage::MissingNames: return m_actions->at("symbols")->trigger();
                }
            });
    connect(&m_answer->answers(), &views::Answers::functionAsked, m_commands,
            &CommandController::showFunction);
    connect(m_panels->details, &views::DetailsPanel::linkActivated, &m_answer->answers(),
            &views::Answers::follow);
    connect(m_panels->source, &views::SourcePanel::symbolsRequested, m_names,
            [this](model::ImageIndex binary) { m_names->open(binary); });
    connect(m_names, &NamesController::renamed, m_source, &SourceController::readCodeAnew);
    connect(m_intake, &IntakeController::openRequested, this, &MainWindow::openFiles);
    connect(m_intake, &IntakeController::arrived, m_captures, &CaptureController::addEnvelope);
    m_captures->setVariables([this](const LaunchCommand &command) {
        return command.sentryData == SentryData::Yes ? m_intake->environment() : QStringList();
    });
    connect(m_captures, &CaptureController::outputWanted, this,
            [this] { m_actions->at("showOutput")->trigger(); });
    connect(m_captures, &CaptureController::commandWanted, m_files,
            [this] { m_files->newLaunch(); });
    connect(m_start, &StartPage::attachRequested, this, &MainWindow::chooseProcess);
    connect(m_start, &StartPage::listenRequested, m_intake, &IntakeController::show);
    connect(&m_start->form(), &LaunchForm::launchRequested, this, &MainWindow::launch);
    connect(m_compare, &CompareController::compared, this, [this] {
        if (!m_sideBySide->isWanted()) // otherwise the user looks at the charts
            m_panels->raise(m_panels->comparison);
    });
    connect(m_sideBySide, &SideBySideController::shown, m_panels,
            [this] { m_panels->raise(m_panels->timeline); });
    connect(m_sideBySide, &SideBySideController::contextMenuRequested, m_charts,
            &ChartController::showFunctionMenu);
    const auto say = [this](const QString &what) { statusBar()->showMessage(what, saidFor); };
    connect(m_charts, &ChartController::said, this, say);
    connect(m_compare, &CompareController::said, this, say);
    connect(m_panels, &Panels::maximised, this, &MainWindow::showTools);
    connect(&m_state.selection(), &views::ViewSelection::searchTextChanged, this,
            &MainWindow::showTools);
    connect(qApp, &QApplication::focusChanged, this, &MainWindow::showTools);
    connect(m_chunks, &ChunkController::saved, m_files, &FileController::showLists);
    connect(m_tools, &ToolBar::profileChosen, this,
            [this](int place) { m_document.setCurrentProfile(static_cast<std::size_t>(place)); });
}

// Connects what may change which commands can be used to Actions::update(), which asks them.
void MainWindow::connectCommands()
{
    for (QAction *colours : m_actions->choices("colours")) {
        if (colours->objectName() == m_settings.colours())
            colours->trigger();
    }
    auto *swap = new QToolButton;
    swap->setDefaultAction(m_actions->at("swapCompared"));
    m_panels->comparison->addTool(swap);
    connect(m_panels->comparison, &views::ComparisonPanel::baselineWanted, m_compare,
            &CompareController::chooseFile);
    const auto update = [this] { m_actions->update(); };
    connect(&m_document, &Document::opened, m_actions, update);
    connect(&m_document, &Document::stateChanged, m_actions, update);
    connect(&m_state.profile(), &views::OpenProfile::changed, m_actions, update);
    connect(&m_state.sums(), &views::SumsQuery::changed, m_actions, update);
    connect(&m_state.sums().history(), &views::NarrowingHistory::changed, m_actions, update);
    connect(&m_state.selection(), &views::ViewSelection::searchTextChanged, m_actions, update);
    connect(&m_state.selection(), &views::ViewSelection::boxChanged, m_actions, update);
    connect(&m_state.baseline(), &views::BaselineChoice::changed, m_actions, update);
    connect(&m_state.zoom(), &views::ProfileZoom::followingChanged, m_actions, update);
    connect(&m_state.appearance(), &views::ViewAppearance::changed, m_actions, update);
    connect(m_captures, &CaptureController::stateChanged, m_actions, update);
    connect(m_captures, &CaptureController::ended, m_actions, update);
    connect(m_sideBySide, &SideBySideController::changed, m_actions, update);
    connect(m_panels, &Panels::arranged, m_actions, update);
    update();
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
        m_state.zoom().endFollowing();
        m_state.threads().setHeld(views::Held::No); // nothing will move any more
        m_state.threads().sort();
        showFindings();
    });
}

void MainWindow::launch(const LaunchCommand &command)
{
    if (command.pid == 0) // shown in the form, to be corrected if it fails
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
    connect(opening, &QObject::destroyed, m_compare, [this] { m_compare->setReplacing(false); });
    openFiles(paths);
}

// Makes the baseline the open profile, and the open one the baseline.
void MainWindow::swapCompared()
{
    const QStringList opened = m_document.paths();
    const QStringList baseline = m_compare->baselineFiles();
    if (opened.size() == 1 && baseline.size() == 1) {
        m_compare->setReplacing(true);
        openFilesAndCompare(baseline, opened.first());
    } else {
        statusBar()->showMessage(tr("Only two files can be swapped."), saidFor);
    }
}

void MainWindow::showDocument()
{
    const bool isEmpty = m_document.isEmpty();
    m_state.open(m_document.spans());
    m_pages->setCurrentWidget(isEmpty ? static_cast<QWidget *>(m_start) : m_panels);
    m_chunks->reset();
    m_charts->showDocument();
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

// Returns why the shown profile cannot be saved or sent; "" if it can. Several recordings on one
// axis cannot.
QString MainWindow::whySavingIsOff() const
{
    if (m_document.together() == Together::AtStarts)
        return tr("Recordings that are aligned at their starts have no times of their own: choose "
                  "one of them in the toolbar.");
    if (!m_document.isTogether())
        return {};
    return m_captures->isRecording()
        ? tr("What SDKs have sent is shown with this capture: it can be chosen by itself in the "
             "toolbar when it has ended.")
        : tr("These are several recordings: choose one of them in the toolbar.");
}

void MainWindow::showHues()
{
    const bool areSafe = m_settings.safeColours() == SafeColours::Yes;
    m_state.appearance().setHues(areSafe ? views::Hues::Safe : views::Hues::All);
}

void MainWindow::showTitle()
{
    const QString title = views::shortened(m_document.title());
    m_answer->answers().setTitle(title);
    m_panels->comparison->setTitle(title);
    m_tools->setTitle(title);
    setWindowTitle(title.isEmpty() ? QStringLiteral("Emberchart")
                                   : views::oneLine(title) % QStringLiteral(" — Emberchart"));
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
    m_actions->update();
}

void MainWindow::restoreLayout()
{
    restoreGeometry(m_settings.windowGeometry());
    m_panels->restoreLayouts(m_settings.windowLayouts());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_mayClose || !m_captures->isLeftUnfinished()) {
        m_captures->detach();
        m_settings.setWindow(saveGeometry(), m_panels->saveLayouts());
        event->accept();
        return;
    }
    event->ignore();
    m_captures->askBeforeClosing([this] {
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
