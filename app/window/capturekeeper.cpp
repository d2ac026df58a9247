// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/capturekeeper.h"

#include "app/inbackground.h"
#include "app/session/filecopy.h"
#include "app/window/messagebar.h"
#include "app/window/workprogress.h"

#include <QFileDialog>
#include <QFileInfo>

namespace ember::app {

CaptureKeeper::CaptureKeeper(Document &document, const CaptureLibrary &library, Settings &settings,
                             QWidget &window)
    : m_document(document),
      m_library(library),
      m_settings(settings),
      m_window(window)
{
}

void CaptureKeeper::connectTo(MessageBar &messages, WorkProgress &progress)
{
    m_messages = &messages;
    m_progress = &progress;
}

void CaptureKeeper::ask(StillRecording recording,
                        std::function<void(UnsavedPrompt::Choice)> answered)
{
    auto *prompt =
        new UnsavedPrompt(m_document.title(), recording, m_settings.libraryLimitBytes(), &m_window);
    prompt->setAttribute(Qt::WA_DeleteOnClose);
    connect(prompt, &QDialog::accepted, this, [this, prompt, answered = std::move(answered)] {
        m_settings.setAskAboutUnnamed(prompt->askAgain());
        if (prompt->choice() == UnsavedPrompt::Choice::Keep)
            keep(prompt->name());
        answered(prompt->choice());
    });
    prompt->open();
}

void CaptureKeeper::keep(const QString &name)
{
    const auto kept =
        m_library.rename(m_document.folder(), name.isEmpty() ? m_document.title() : name);
    if (kept)
        m_document.setSaved(Document::Saved::Yes);
    else
        m_messages->showError(kept.error());
}

void CaptureKeeper::save(const std::function<void()> &proceed)
{
    auto *dialog = new QFileDialog(&m_window, tr("Save Capture As"), m_settings.lastFolder(),
                                   tr("Capture logs (*.ember)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("ember"));
    connect(dialog, &QFileDialog::fileSelected, this,
            [=, this](const QString &path) { saveTo(path, proceed); });
    dialog->open();
}

// A job for each: two saves at once go to two places.
void CaptureKeeper::saveTo(const QString &path, const std::function<void()> &proceed)
{
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    const QString log = m_document.folder().logPath();
    const std::stop_token stop = m_progress->begin(tr("Saving the capture…"));
    inBackground(
        this, [=] { return copyFile(log, path, stop); },
        [=, this](const model::Result<void> &copied) {
            m_progress->end();
            if (!copied) {
                m_messages->showError(copied.error());
                return;
            }
            showSaved(path);
            proceed();
        });
}

void CaptureKeeper::showSaved(const QString &path)
{
    m_document.setSaved(Document::Saved::Yes);
    m_settings.addRecentFile(path);
    m_messages->showMessage({.importance = Importance::Note,
                             .text = tr("Saved to %1.").arg(path),
                             .advice = {},
                             .details = {},
                             .actions = {}});
}

} // namespace ember::app
