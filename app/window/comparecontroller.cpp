// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/comparecontroller.h"

#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/window/capturecontroller.h"
#include "app/window/filecontroller.h"
#include "views/state/baselinechoice.h"
#include "views/text/plaintexts.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

constexpr qsizetype longestBaseline = 80;

QString runTitle(const CaptureInfo &run)
{
    return CompareController::tr("%1, run at %2", "a command or a name, a time of day")
        .arg(run.title(), QLocale().toString(run.started.time(), QStringLiteral("HH:mm:ss")));
}

// Whether two captures run the same command. Captures of attached processes never do.
bool isSameCommand(const LaunchCommand &a, const LaunchCommand &b)
{
    return a.pid == 0 && b.pid == 0 && a.commandLine() == b.commandLine();
}

// Returns the capture of the same command before this one; nullopt if there is none.
std::optional<CaptureInfo> runBefore(const CaptureLibrary &library, const CaptureFolder &folder)
{
    const CaptureInfo shown = library.info(folder);
    const QList<CaptureInfo> captures = library.list(); // newest first
    const auto found = std::ranges::find_if(captures, [&](const CaptureInfo &capture) {
        return capture.folder != folder && !capture.isRecording && capture.started <= shown.started
            && isSameCommand(capture.command, shown.command);
    });
    return found == captures.end() ? std::nullopt : std::optional(*found);
}

} // namespace

CompareController::CompareController(const Document &document, const CaptureLibrary &library,
                                     Settings &settings, CaptureController &captures,
                                     views::ViewState &state, MessageBar &messages,
                                     WorkProgress &progress, QWidget &window)
    : QObject(&window),
      m_document(document),
      m_library(library),
      m_settings(settings),
      m_captures(captures),
      m_state(state),
      m_window(window),
      m_messages(messages)
{
    connectLoader(progress);
    connect(&document, &Document::opened, this, &CompareController::followDocument);
    connect(&m_captures, &CaptureController::begun, this, [this] { m_run.reset(); });
    connect(&m_captures, &CaptureController::ended, this, &CompareController::finishRun);
}

void CompareController::connectLoader(WorkProgress &progress)
{
    connect(&m_loader, &Loader::started, &progress,
            [this, &progress] { progress.begin(tr("Opening %1…").arg(m_title)); });
    connect(&m_loader, &Loader::loaded, this, [this](const OpenedFilesPointer &files) {
        m_isOfDocument = true;
        m_path = m_loading;
        m_state.baseline().set(files->profiles.front().spans, m_title);
        emit compared();
    });
    connect(&m_loader, &Loader::failed, this,
            [this](const model::Error &error) { m_messages.showError(error); });
    connect(&m_loader, &Loader::loaded, &progress, &WorkProgress::end);
    connect(&m_loader, &Loader::failed, &progress, &WorkProgress::end);
    connect(&m_loader, &Loader::cancelled, &progress, &WorkProgress::end);
    connect(&progress, &WorkProgress::cancelled, &m_loader, &Loader::cancelStep);
}

// Removes a baseline that was chosen for the document, or tells the user that another one stays,
// after other files were opened.
void CompareController::followDocument()
{
    const QStringList opened = m_document.paths();
    if (std::exchange(m_opened, opened) == opened)
        return;
    const bool isReplacing = std::exchange(m_isReplacing, false);
    m_loader.cancel();
    const auto &baseline = m_state.baseline().baseline();
    if (!baseline || isReplacing)
        return;
    if (m_isOfDocument)
        m_state.baseline().clear();
    else if (!opened.isEmpty())
        emit said(tr("It is compared with %1, as before. Forget the Baseline ends that.")
                      .arg(views::shortened(baseline->title, Qt::ElideRight, longestBaseline)));
}

void CompareController::useAsBaseline()
{
    m_isOfDocument = false;
    m_path.clear();
    m_state.baseline().setSelection(m_document.title());
    emit compared();
}

void CompareController::chooseFile()
{
    auto *dialog =
        new QFileDialog(&m_window, tr("Compare With"), m_settings.lastFolder(), profileFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &CompareController::compareWith);
    dialog->open();
}

void CompareController::compareWith(const QString &path)
{
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const CaptureFolder folder = m_library.folderOf(path);
    load(path, folder.isEmpty() ? QFileInfo(path).fileName() : runTitle(m_library.info(folder)));
}

void CompareController::load(const QString &path, const QString &title)
{
    m_title = title;
    m_loading = path;
    m_loader.load({{path}, m_settings.symbols(), m_settings.stackChoice()});
}

QStringList CompareController::baselineFiles() const
{
    const bool isOfFile = m_state.baseline().baseline() && !m_path.isEmpty();
    return isOfFile ? QStringList(m_path) : QStringList();
}

void CompareController::compareWithLastRun()
{
    inBackground(
        this,
        [library = m_library, folder = m_document.folder()] { return runBefore(library, folder); },
        [this](const std::optional<CaptureInfo> &run) {
            if (run) {
                load(run->folder.logPath(), runTitle(*run));
                return;
            }
            m_messages.showMessage({.importance = Importance::Note,
                                    .text = tr("There is no earlier capture of this command.")});
        });
}

bool CompareController::isShowing(const LaunchCommand &command) const
{
    return m_state.spans() && !m_document.folder().isEmpty()
        && isSameCommand(m_library.info(m_document.folder()).command, command);
}

void CompareController::runAndCompare()
{
    const auto command = m_captures.lastCommand();
    if (!command || !isShowing(*command)) {
        m_captures.runAgain([this] { m_run = HasBaseline::No; });
        return;
    }
    const auto shown = m_state.spans();
    const QString title = runTitle(m_library.info(m_document.folder()));
    // Pinned: it is needed for the comparison, which may last long, and must not be deleted by the
    // library.
    if (const CaptureFolder folder = m_document.folder(); !folder.isEmpty())
        (void)m_library.pin(folder, Pinned::Yes);
    m_isReplacing = true;
    m_captures.runAgain([this, shown, title] {
        m_isOfDocument = true;
        m_path.clear();
        m_state.baseline().set(shown, title);
        m_run = HasBaseline::Yes;
    });
    m_isReplacing = false; // in case the command could not be launched
}

void CompareController::finishRun()
{
    const auto run = std::exchange(m_run, std::nullopt);
    if (!run || !m_state.spans())
        return;
    if (*run == HasBaseline::Yes)
        emit compared();
    else
        compareWithLastRun();
}

} // namespace ember::app
