// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filecontroller.h"

#include "app/errortext.h"
#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/recording/launchform.h"
#include "app/recording/librarydialog.h"
#include "app/session/launchcommand.h"
#include "app/start/demotour.h"
#include "app/start/profilefacts.h"
#include "app/start/startpage.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "model/formats/formatregistry.h"
#include "views/text/plaintexts.h"

#include <QAction>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace ember::app {

namespace {

QString openingText(const QStringList &paths)
{
    return paths.size() == 1
        ? FileController::tr("Opening %1…").arg(QFileInfo(paths.first()).fileName())
        : FileController::tr("Opening %n files…", nullptr, static_cast<int>(paths.size()));
}

// Returns the paths to open again: if folders were opened, all that was asked for; else the files
// without those that were refused.
QStringList openedPaths(const OpenedFiles &opened)
{
    QStringList paths;
    if (opened.paths == opened.files) {
        for (const OpenedProfile &profile : opened.profiles) {
            for (const QString &path : profile.files)
                paths << QFileInfo(path).absoluteFilePath();
        }
        paths.removeDuplicates();
        return paths;
    }
    for (const QString &path : opened.paths) // folders were opened: they are opened again
        paths << QFileInfo(path).absoluteFilePath();
    return paths;
}

constexpr int linesOfTip = 10;
constexpr qsizetype longestTitle = 80;

// Returns the title of a capture of the library, as the log files of all captures have the same
// name.
QString titleOf(const CaptureInfo &capture)
{
    return QStringLiteral("%1 · %2").arg(
        views::shortened(capture.title(), Qt::ElideRight, longestTitle),
        QLocale().toString(capture.started, QLocale::ShortFormat));
}

} // namespace

QString profileFilter()
{
    QStringList patterns;
    for (const auto pattern : model::builtinFormats().patterns())
        patterns += QLatin1String(pattern.data(), static_cast<qsizetype>(pattern.size()));
    return FileController::tr("Profiles (%1);;All files (*)").arg(patterns.join(u' '));
}

FileController::FileController(Document &document, const CaptureLibrary &library,
                               Settings &settings, Loader &loader, CaptureController &captures,
                               Actions &actions, StartPage &start, MessageBar &messages,
                               WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_library(library),
      m_settings(settings),
      m_captures(captures),
      m_window(window),
      m_loader(loader),
      m_lists(this,
              [this](const Lists &lists) {
                  m_start.setRecent(lists.recent);
                  m_start.setLibrary(lists.libraryBytes, m_settings.libraryLimitBytes());
              }),
      m_actions(actions),
      m_start(start),
      m_messages(messages)
{
    connect(&m_loader, &Loader::grown, this, [this](const OpenedFilesPointer &files) {
        show(files);
        m_isPartShown = true;
    });
    connect(&m_loader, &Loader::loaded, this, &FileController::take);
    connect(&m_loader, &Loader::failed, this, &FileController::showFailure);
    connect(&m_loader, &Loader::cancelled, this, &FileController::dropPart);
    connect(&m_captures, &CaptureController::ended, this,
            [this] { keepFacts(m_document.paths()); });
    // The card of a capture that goes on without this window tells what was seen of it so far.
    connect(&m_captures, &CaptureController::leaving, this, [this] {
        if (m_document.kind() == Document::Kind::Capture)
            keepFacts(m_document.paths());
    });
    connect(&m_captures, &CaptureController::discarded, this, &FileController::showLists);
    connect(&m_captures, &CaptureController::begun, this, [this] {
        m_isPartShown = false; // a capture replaces the partial result
        m_loader.cancel();
    });
    connect(m_actions.menu("recentFiles"), &QMenu::aboutToShow, this,
            &FileController::showRecentFiles);
    connectStartPage();
    showProgress(progress);
    showLists();
}

void FileController::connectStartPage()
{
    m_start.showKeysOf(*m_actions.at("open"), *m_actions.at("attach"));
    connect(&m_start, &StartPage::openRequested, this, &FileController::choose);
    connect(&m_start, &StartPage::folderRequested, this, &FileController::chooseFolder);
    connect(&m_start, &StartPage::libraryRequested, this, &FileController::openLibrary);
    connect(&m_start, &StartPage::demoRequested, this, &FileController::startDemo);
    connect(&m_start, &StartPage::filesRequested, this, &FileController::open);
    connect(&m_start, &StartPage::deleteRequested, this, &FileController::remove);
    connect(&m_start, &StartPage::pinRequested, this,
            [this](const CaptureFolder &folder, bool isPinned) {
                const auto done = m_library.pin(folder, isPinned ? Pinned::Yes : Pinned::No);
                if (!done)
                    m_messages.showError(done.error());
                showLists();
            });
    connect(&m_start, &StartPage::forgetRequested, this, [this](const QStringList &paths) {
        m_settings.removeRecentOpening(paths);
        showLists();
    });
}

void FileController::startDemo()
{
    const auto command = demoCommand();
    if (!command)
        return;
    m_captures.launch(*command);
    delete m_window.findChild<DemoTour *>(); // of an earlier recording
    (new DemoTour(m_actions, m_window))->show();
}

void FileController::showProgress(WorkProgress &progress)
{
    connect(&m_loader, &Loader::started, &progress,
            [&progress](const QStringList &paths) { progress.begin(openingText(paths)); });
    connect(&m_loader, &Loader::stageReached, &progress, [&progress](LoadStage stage) {
        if (stage == LoadStage::BuildingChart)
            progress.setText(tr("Building the chart…"));
    });
    connect(&m_loader, &Loader::fetching, &progress, [&progress](const FetchReport &report) {
        progress.setText(report.binary.isEmpty() ? tr("Looking up names…") : fetchText(report));
    });
    connect(&m_loader, &Loader::loaded, &progress, &WorkProgress::end);
    connect(&m_loader, &Loader::failed, &progress, &WorkProgress::end);
    connect(&m_loader, &Loader::cancelled, &progress, &WorkProgress::end);
    connect(&progress, &WorkProgress::cancelled, &m_loader, &Loader::cancelStep);
}

void FileController::open(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    load(paths);
}

void FileController::load(const QStringList &paths)
{
    const CaptureFolder folder = m_library.folderOf(paths.first());
    if (!folder.isEmpty() && folder.isRecording()) {
        m_loader.cancel();
        m_captures.takeOver(folder);
    } else {
        m_loader.load({paths, m_settings.symbols(), m_settings.stackChoice()});
    }
}

void FileController::show(const OpenedFilesPointer &files)
{
    if (m_isPartShown && files->isMore) {
        m_document.showMore(files);
        return;
    }
    m_captures.detach();
    const CaptureFolder folder = m_library.folderOf(files->paths.first());
    m_document.showFiles(files, folder,
                         folder.isEmpty() ? QString() : titleOf(m_library.info(folder)));
}

// Closes a partial result if loading the rest failed or was cancelled, since it looks like a
// complete session.
void FileController::dropPart()
{
    if (std::exchange(m_isPartShown, false))
        m_document.close();
}

void FileController::take(const OpenedFilesPointer &files)
{
    const CaptureFolder folder = m_library.folderOf(files->paths.first());
    show(files);
    m_isPartShown = false;
    const QStringList opened = folder.isEmpty() ? openedPaths(*files) : m_document.paths();
    if (folder.isEmpty())
        m_settings.addRecentOpening(opened);
    keepFacts(opened);
    showRecentFiles();
    showSummary(*files);
}

void FileController::showSummary(const OpenedFiles &files)
{
    QStringList summary;
    if (!files.refused.empty())
        summary << tr("%n file(s) could not be opened", nullptr,
                      static_cast<int>(files.refused.size()));
    if (const QString warnings = importSummary(files.log); !warnings.isEmpty())
        summary << warnings;
    if (!files.fetchFailures.isEmpty())
        summary << fetchFailureText(files.fetchFailures);
    if (summary.isEmpty()) {
        if (m_messages.message().actions.isEmpty()) // otherwise the user has to decide something
            m_messages.dismiss();
        return;
    }
    QStringList details;
    for (const model::Error &refusal : files.refused)
        details.append(errorLine(refusal));
    for (const model::Finding &finding : files.log.findings())
        details.append(findingLine(finding));
    details += files.fetchFailures;
    m_messages.showMessage(
        {.importance = files.refused.empty() ? Importance::Warning : Importance::Error,
         .text =
             QStringLiteral("%1: %2").arg(m_document.title(), summary.join(QLatin1String(", "))),
         .details = details.join(QLatin1Char('\n'))});
}

void FileController::showFailure(const model::Error &error)
{
    dropPart();
    m_messages.showError(error);
    if (error.code == model::ErrorCode::FileNotFound)
        m_settings.removeRecentOpening({QString::fromStdString(error.subject)});
    showRecentFiles();
}

void FileController::choose()
{
    auto *dialog = new QFileDialog(&m_window, tr("Open"), m_settings.lastFolder(), profileFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &paths) {
        m_settings.setLastFolder(QFileInfo(paths.first()).absolutePath());
        open(paths);
    });
    dialog->open();
}

void FileController::chooseFolder()
{
    auto *dialog = new QFileDialog(&m_window, tr("Open a Folder"), m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
        open({path});
    });
    dialog->open();
}

void FileController::close()
{
    m_messages.dismiss(); // the message was about what is being closed
    m_captures.detach();
    m_loader.cancel();
    m_document.close();
}

// Returns the form for a launch: on the start page, or in a dialog if something is open, which
// stays open until the form is sent.
LaunchForm &FileController::newLaunch()
{
    if (m_document.isEmpty()) {
        m_start.form().focusCommand();
        return m_start.form();
    }
    auto *dialog = new LaunchDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto *form = &dialog->form();
    form->setRecent(LaunchSettings().recent());
    connect(form, &LaunchForm::launchRequested, this, [this, dialog](const LaunchCommand &command) {
        dialog->accept();
        emit m_start.form().launchRequested(command);
    });
    connect(form, &LaunchForm::attachRequested, this, [this, dialog] {
        dialog->accept();
        m_actions.at("attach")->trigger();
    });
    form->focusCommand();
    dialog->open();
    return *form;
}

void FileController::remove(const CaptureFolder &folder)
{
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Delete Capture"),
        tr("Delete the capture “%1”? It cannot be brought back.")
            .arg(views::shortened(m_library.info(folder).title(), Qt::ElideRight, longestTitle)),
        QMessageBox::Cancel, &m_window);
    box->setObjectName(QStringLiteral("deleteCapture"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText); // names are data
    const QAbstractButton *button = box->addButton(tr("&Delete"), QMessageBox::DestructiveRole);
    connect(button, &QAbstractButton::clicked, this, [this, folder] {
        inBackground(
            this, [library = m_library, folder] { return library.remove(folder); },
            [this](const model::Result<void> &removed) {
                if (!removed)
                    m_messages.showError(removed.error());
                showLists();
            });
    });
    box->open();
}

void FileController::keepFacts(const QStringList &opened)
{
    const auto &spans = m_document.spans();
    if (!spans || m_settings.remember() == Remember::No || opened.isEmpty())
        return;
    inBackground(
        this,
        [spans, opened] {
            app::keepFacts(factsOf(*spans), opened);
            return true;
        },
        [this](bool) { showLists(); });
}

void FileController::openLibrary()
{
    auto *dialog = new LibraryDialog(m_library, m_settings, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LibraryDialog::openRequested, this,
            [this](const CaptureFolder &folder) { open({folder.logPath()}); });
    connect(dialog, &QDialog::finished, this, &FileController::showLists);
    dialog->open();
}

void FileController::showLists()
{
    m_start.form().setRecent(LaunchSettings().recent());
    m_lists.start([library = m_library, openings = m_settings.recentOpenings()] {
        const auto captures = library.list();
        Lists lists{recentProfiles(captures, openings), 0};
        for (const CaptureInfo &capture : captures)
            lists.libraryBytes += capture.bytes;
        return lists;
    });
    showRecentFiles();
}

void FileController::showRecentFiles()
{
    const auto openings = m_settings.recentOpenings();
    QMenu &menu = *m_actions.menu("recentFiles");
    menu.clear();
    for (const QStringList &paths : openings) {
        const auto others = static_cast<int>(paths.size()) - 1;
        const QString name = views::oneLine(QFileInfo(paths.first()).fileName());
        QAction *action =
            menu.addAction(others == 0 ? name : tr("%1 and %n more", nullptr, others).arg(name));
        action->setToolTip(views::shortenedLines(paths.join(QLatin1Char('\n')), linesOfTip));
        connect(action, &QAction::triggered, this, [this, paths] { open(paths); });
    }
    menu.setEnabled(!openings.isEmpty());
}

} // namespace ember::app
