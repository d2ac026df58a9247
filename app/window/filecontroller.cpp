// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filecontroller.h"

#include "app/errortext.h"
#include "app/session/launchcommand.h"
#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/launchform.h"
#include "app/window/librarydialog.h"
#include "app/window/messagebar.h"
#include "app/window/startpage.h"
#include "app/window/workprogress.h"
#include "model/formats/formatregistry.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include <utility>

namespace ember::app {

namespace {

QString openingText(const QStringList &paths)
{
    return paths.size() == 1
        ? FileController::tr("Opening %1…").arg(QFileInfo(paths.first()).fileName())
        : FileController::tr("Opening %n files…", nullptr, static_cast<int>(paths.size()));
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
                               QWidget &window)
    : QObject(&window),
      m_document(document),
      m_library(library),
      m_settings(settings),
      m_captures(captures),
      m_window(window),
      m_loader(loader),
      m_captureList(this, [this](const QList<CaptureInfo> &known) { m_start->setCaptures(known); })
{
    connect(&m_loader, &Loader::grown, this, [this](const OpenedFilesPointer &files) {
        show(files);
        m_isPartShown = true;
    });
    connect(&m_loader, &Loader::loaded, this, &FileController::take);
    connect(&m_loader, &Loader::failed, this, &FileController::showFailure);
    connect(&m_loader, &Loader::cancelled, this, &FileController::dropPart);
    connect(&m_captures, &CaptureController::begun, this, [this] {
        m_isPartShown = false; // a capture replaces the partial result
        m_loader.cancel();
    });
}

void FileController::connectTo(Actions &actions, StartPage &start, MessageBar &messages,
                               WorkProgress &progress)
{
    m_actions = &actions;
    m_start = &start;
    m_messages = &messages;
    connect(actions.open, &QAction::triggered, this, &FileController::choose);
    connect(actions.close, &QAction::triggered, this, &FileController::close);
    connect(actions.newLaunch, &QAction::triggered, this, &FileController::close);
    connect(actions.library, &QAction::triggered, this, &FileController::openLibrary);
    connect(actions.recentFiles, &QMenu::aboutToShow, this, &FileController::showRecentFiles);
    connect(&start, &StartPage::openRequested, this, &FileController::choose);
    connect(&start, &StartPage::fileRequested, this, [this](const QString &path) { open({path}); });
    showProgress(progress);
    showLists();
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
    m_captures.askBeforeDropping([this, paths] { load(paths); });
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
    m_document.showFiles(files, m_library.folderOf(files->paths.first()));
}

// Closes a partial result if loading the rest failed, since it looks like a complete session.
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
    if (folder.isEmpty()) {
        for (const OpenedProfile &profile : files->profiles) {
            for (const QString &path : profile.files)
                m_settings.addRecentFile(QFileInfo(path).absoluteFilePath());
        }
    }
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
        m_messages->dismiss();
        return;
    }
    QStringList details;
    for (const model::Error &refusal : files.refused)
        details.append(errorLine(refusal));
    for (const model::Finding &finding : files.log.findings())
        details.append(findingLine(finding));
    details += files.fetchFailures;
    m_messages->showMessage(
        {.importance = files.refused.empty() ? Importance::Warning : Importance::Error,
         .text =
             QStringLiteral("%1: %2").arg(m_document.title(), summary.join(QLatin1String(", "))),
         .advice = {},
         .details = details.join(QLatin1Char('\n')),
         .actions = {}});
}

void FileController::showFailure(const model::Error &error)
{
    dropPart();
    m_messages->showError(error);
    if (error.code == model::ErrorCode::FileNotFound)
        m_settings.removeRecentFile(QString::fromStdString(error.subject));
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

void FileController::close()
{
    m_captures.askBeforeDropping([this] {
        m_loader.cancel();
        m_document.close();
    });
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
    m_start->form().setRecent(LaunchSettings().recent());
    m_captureList.start([library = m_library] { return library.list(); });
    showRecentFiles();
}

void FileController::showRecentFiles()
{
    const QStringList files = m_settings.recentFiles();
    m_actions->recentFiles->clear();
    for (const QString &path : files) {
        QAction *action = m_actions->recentFiles->addAction(QFileInfo(path).fileName());
        action->setToolTip(path);
        connect(action, &QAction::triggered, this, [this, path] { open({path}); });
    }
    m_actions->recentFiles->setEnabled(!files.isEmpty());
    m_start->setRecentFiles(files);
}

} // namespace ember::app
