// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/filedesk.h"

#include "app/errortext.h"
#include "app/session/launchsettings.h"
#include "app/window/actions.h"
#include "app/window/capturedesk.h"
#include "app/window/fetchtext.h"
#include "app/window/launchform.h"
#include "app/window/librarydialog.h"
#include "app/window/messagebar.h"
#include "app/window/startpage.h"
#include "app/window/workprogress.h"

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
        ? FileDesk::tr("Opening %1…").arg(QFileInfo(paths.first()).fileName())
        : FileDesk::tr("Opening %n files…", nullptr, static_cast<int>(paths.size()));
}

} // namespace

QString profileFilter()
{
    return FileDesk::tr(
        "Profiles (*.ember *.json *.envelope *.gz *.zst *.bz2 *.xz *.pb *.pprof *.prof *.heap "
        "*.cpuprofile *.speedscope *.folded *.collapsed *.rds *.Rprof *.out *.out.*);;All files "
        "(*)");
}

FileDesk::FileDesk(Document &document, const CaptureLibrary &library, Settings &settings,
                   Loader &loader, CaptureDesk &captures, QWidget &window)
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
    connect(&m_loader, &Loader::loaded, this, &FileDesk::take);
    connect(&m_loader, &Loader::failed, this, &FileDesk::showFailure);
    connect(&m_loader, &Loader::cancelled, this, &FileDesk::dropPart);
    connect(&m_captures, &CaptureDesk::begun, this, [this] {
        m_isPartShown = false; // what is shown now is the capture's
        m_loader.cancel();
    });
}

void FileDesk::connectTo(Actions &actions, StartPage &start, MessageBar &messages,
                         WorkProgress &progress)
{
    m_actions = &actions;
    m_start = &start;
    m_messages = &messages;
    connect(actions.open, &QAction::triggered, this, &FileDesk::choose);
    connect(actions.close, &QAction::triggered, this, &FileDesk::close);
    connect(actions.newLaunch, &QAction::triggered, this, &FileDesk::close);
    connect(actions.library, &QAction::triggered, this, &FileDesk::openLibrary);
    connect(actions.recentFiles, &QMenu::aboutToShow, this, &FileDesk::showRecentFiles);
    connect(&start, &StartPage::openRequested, this, &FileDesk::choose);
    connect(&start, &StartPage::fileRequested, this, [this](const QString &path) { open({path}); });
    showProgress(progress);
    showLists();
}

void FileDesk::showProgress(WorkProgress &progress)
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

void FileDesk::open(const QStringList &paths)
{
    if (paths.isEmpty())
        return;
    m_captures.askBeforeDropping([this, paths] { load(paths); });
}

void FileDesk::load(const QStringList &paths)
{
    const CaptureFolder folder = m_library.folderOf(paths.first());
    if (!folder.isEmpty() && folder.isRecording()) {
        m_loader.cancel();
        m_captures.takeOver(folder);
    } else {
        m_loader.load({paths, m_settings.symbols()});
    }
}

void FileDesk::show(const OpenedFilesPointer &files)
{
    if (m_isPartShown && files->isMore) {
        m_document.showMore(files);
        return;
    }
    m_captures.letGo();
    m_document.showFiles(files, m_library.folderOf(files->paths.first()));
}

// A part of a session looks like a whole one: it does not stay when its load comes to nothing.
void FileDesk::dropPart()
{
    if (std::exchange(m_isPartShown, false))
        m_document.close();
}

void FileDesk::take(const OpenedFilesPointer &files)
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

void FileDesk::showSummary(const OpenedFiles &files)
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

void FileDesk::showFailure(const model::Error &error)
{
    dropPart();
    m_messages->showError(error);
    if (error.code == model::ErrorCode::FileNotFound)
        m_settings.removeRecentFile(QString::fromStdString(error.subject));
    showRecentFiles();
}

void FileDesk::choose()
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

void FileDesk::close()
{
    m_captures.askBeforeDropping([this] {
        m_loader.cancel();
        m_document.close();
    });
}

void FileDesk::openLibrary()
{
    auto *dialog = new LibraryDialog(m_library, m_settings, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &LibraryDialog::openRequested, this,
            [this](const CaptureFolder &folder) { open({folder.logPath()}); });
    connect(dialog, &QDialog::finished, this, &FileDesk::showLists);
    dialog->open();
}

void FileDesk::showLists()
{
    m_start->form().setRecent(LaunchSettings().recent());
    m_captureList.start([library = m_library] { return library.list(); });
    showRecentFiles();
}

void FileDesk::showRecentFiles()
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
