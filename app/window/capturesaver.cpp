// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/capturesaver.h"

#include "app/inbackground.h"
#include "app/session/filecopy.h"
#include "app/window/messagebar.h"
#include "app/window/workprogress.h"
#include "views/text/durationtext.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTime>
#include <QVBoxLayout>

namespace ember::app {

namespace {

constexpr int textWidth = 460;

QLabel *createText(const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    label->setMinimumWidth(textWidth);
    return label;
}

} // namespace

UnsavedPrompt::UnsavedPrompt(const QString &title, StillRecording recording,
                             qint64 libraryLimitBytes, QWidget *parent)
    : QDialog(parent),
      m_name(new QLineEdit(title)),
      m_doNotAsk(new QCheckBox(tr("Do not ask again: leave captures in the library unnamed")))
{
    setObjectName(QStringLiteral("unsavedPrompt"));
    setWindowTitle(tr("Capture without a name"));
    m_name->setObjectName(QStringLiteral("captureName"));
    m_name->selectAll();
    m_doNotAsk->setObjectName(QStringLiteral("doNotAsk"));
    const QString limit = views::bytesText(static_cast<std::uint64_t>(libraryLimitBytes));
    auto *column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addWidget(createText(
        tr("The capture is in the library, but has no name: when the library grows over %1, "
           "captures without a name are deleted, oldest first.")
            .arg(limit)));
    if (recording == StillRecording::ProgramRunsOn)
        column->addWidget(createText(tr("Recording stops now; the program runs on.")));
    else if (recording == StillRecording::ProgramEnds)
        column->addWidget(createText(tr("Recording stops now; the program is ended with it.")));
    auto *form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    column->addLayout(form);
    column->addWidget(m_doNotAsk);
    auto *box = new QDialogButtonBox;
    addButton(*box, QStringLiteral("saveButton"), tr("&Save As…"), Choice::SaveAs);
    addButton(*box, QStringLiteral("discardButton"), tr("&Discard"), Choice::Discard);
    addButton(*box, QStringLiteral("keepButton"), tr("&Keep"), Choice::Keep);
    addButton(*box, QStringLiteral("cancelButton"), tr("Cancel"), Choice::Cancel);
    column->addWidget(box);
    box->findChild<QPushButton *>(QStringLiteral("keepButton"))->setDefault(true);
}

void UnsavedPrompt::addButton(QDialogButtonBox &box, const QString &name, const QString &text,
                              Choice choice)
{
    auto *button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(false);
    const auto role = choice == Choice::Cancel ? QDialogButtonBox::RejectRole
        : choice == Choice::Discard            ? QDialogButtonBox::DestructiveRole
                                               : QDialogButtonBox::AcceptRole;
    box.addButton(button, role);
    connect(button, &QPushButton::clicked, this, [this, choice] {
        m_choice = choice;
        done(choice == Choice::Cancel ? Rejected : Accepted);
    });
}

QString UnsavedPrompt::name() const
{
    return m_name->text().trimmed();
}

AskAboutUnnamed UnsavedPrompt::askAgain() const
{
    return m_doNotAsk->isChecked() ? AskAboutUnnamed::No : AskAboutUnnamed::Yes;
}

CaptureSaver::CaptureSaver(Document &document, const CaptureLibrary &library, Settings &settings,
                           QWidget &window)
    : m_document(document),
      m_library(library),
      m_settings(settings),
      m_window(window)
{
}

void CaptureSaver::connectTo(MessageBar &messages, WorkProgress &progress)
{
    m_messages = &messages;
    m_progress = &progress;
}

void CaptureSaver::ask(StillRecording recording,
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

void CaptureSaver::keep(const QString &name)
{
    const auto kept =
        m_library.rename(m_document.folder(), name.isEmpty() ? m_document.title() : name);
    if (kept)
        m_document.setSaved(Document::Saved::Yes);
    else
        m_messages->showError(kept.error());
}

void CaptureSaver::save(const std::function<void()> &proceed)
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

// Each save is a job of its own, as two of them may have different targets.
void CaptureSaver::saveTo(const QString &path, const std::function<void()> &proceed)
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
                m_messages->showError(adopted.error());
        });
}

void CaptureSaver::showNote(const QString &text)
{
    m_messages->showMessage(
        {.importance = Importance::Note, .text = text, .advice = {}, .details = {}, .actions = {}});
}

void CaptureSaver::showSaved(const QString &path)
{
    m_document.setSaved(Document::Saved::Yes);
    m_settings.addRecentFile(path);
    showNote(tr("Saved to %1.").arg(path));
}

} // namespace ember::app
