// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recording/capturesaver.h"

#include "app/inbackground.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <QTime>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr qint64 blockBytes = qint64(1) << 20U;

Error errorOf(ErrorCode code, const QFileDevice &file)
{
    return {code, file.fileName().toStdString(), file.errorString().toStdString()};
}

} // namespace

Result<void> copyFile(const QString &from, const QString &to, const std::stop_token &stop)
{
    QFile source(from);
    if (!source.open(QIODevice::ReadOnly))
        return errorOf(ErrorCode::FileUnreadable, source);
    QSaveFile copy(to);
    if (!copy.open(QIODevice::WriteOnly))
        return errorOf(ErrorCode::FileNotWritable, copy);
    if (!QFileInfo::exists(to)) // an existing file keeps its permissions
        copy.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    while (!source.atEnd()) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        const QByteArray block = source.read(blockBytes);
        if (source.error() != QFileDevice::NoError)
            return errorOf(ErrorCode::FileUnreadable, source);
        if (copy.write(block) != block.size())
            return errorOf(ErrorCode::FileNotWritable, copy);
    }
    if (!copy.commit())
        return errorOf(ErrorCode::FileNotWritable, copy);
    return {};
}

CaptureSaver::CaptureSaver(Document &document, const CaptureLibrary &library, Settings &settings,
                           MessageBar &messages, WorkProgress &progress, QWidget &window)
    : m_document(document),
      m_library(library),
      m_settings(settings),
      m_messages(messages),
      m_progress(progress),
      m_window(window)
{
}

void CaptureSaver::save(const std::function<void()> &proceed)
{
    auto *dialog = new QFileDialog(&m_window, tr("Save Capture As"), m_settings.lastFolder(),
                                   tr("Capture logs (*.ember)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("ember"));
    dialog->selectFile(m_document.proposedName());
    connect(dialog, &QFileDialog::fileSelected, this,
            [=, this](const QString &path) { saveTo(path, proceed); });
    dialog->open();
}

// Each save is a job of its own, as two of them may have different targets.
void CaptureSaver::saveTo(const QString &path, const std::function<void()> &proceed)
{
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const QString log = m_document.folder().logPath();
    const std::stop_token stop = m_progress.begin(tr("Saving the capture…"));
    inBackground(
        this, [=] { return copyFile(log, path, stop); },
        [=, this](const model::Result<void> &copied) {
            m_progress.end();
            if (!copied) {
                m_messages.showError(copied.error());
                return;
            }
            showSaved(path);
            proceed();
        });
}

void CaptureSaver::adopt(const QString &logPath, const LaunchCommand &command)
{
    // A window that takes over a recorder receives reports again that another window has already
    // handled.
    if (!QFile::exists(logPath))
        return;
    const QString name = QStringLiteral("%1 — %2").arg(
        command.commandLine(), QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
    inBackground(
        this, [=, library = m_library] { return library.adopt(logPath, command, name); },
        [this, name](const model::Result<CaptureFolder> &adopted) {
            if (adopted)
                showNote(tr("Kept in the capture library: “%1”.").arg(name));
            else
                m_messages.showError(adopted.error());
        });
}

void CaptureSaver::showNote(const QString &text)
{
    m_messages.showMessage({.importance = Importance::Note, .text = text});
}

void CaptureSaver::showSaved(const QString &path)
{
    m_settings.addRecentOpening({path});
    showNote(tr("Saved to %1.").arg(path));
}

} // namespace ember::app
