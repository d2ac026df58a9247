// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/intakecontroller.h"

#include "app/inbackground.h"
#include "app/intake/listener.h"
#include "app/look/messagebar.h"
#include "app/look/workprogress.h"
#include "app/sentry/forwarddialog.h"
#include "app/sentry/inbox.h"
#include "app/session/document.h"
#include "model/core/result.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// Copies a file under its own name into a folder. Error: FileNotWritable, also if there is such a
// file already.
Result<void> copyInto(const QString &file, const QString &folder)
{
    const QString path = QDir(folder).filePath(QFileInfo(file).fileName());
    QFile source(file);
    if (source.copy(path))
        return {};
    return Error{ErrorCode::FileNotWritable, path.toStdString(),
                 source.errorString().toStdString()};
}

Result<void> copyAll(const QStringList &files, const QString &folder)
{
    for (const QString &file : files)
        EMBER_RETURN_IF_ERROR(copyInto(file, folder));
    return {};
}

bool canBeDrawn(const ReceivedItem &item)
{
    return item.type == "profile_chunk" || item.type == "profile" || item.type == "transaction";
}

} // namespace

IntakeController::IntakeController(const Document &document, MessageBar &messages,
                                   WorkProgress &progress, Settings &settings, Uploads &uploads,
                                   QWidget &window)
    : QObject(&window),
      m_document(document),
      m_messages(messages),
      m_progress(progress),
      m_settings(settings),
      m_uploads(uploads),
      m_window(window)
{
    connect(&m_inbox, &Inbox::failed, &m_messages, &MessageBar::showError);
    connect(&m_inbox, &Inbox::stored, this,
            [this](const QString &file, const ReceivedEnvelope &envelope) {
                if (std::ranges::any_of(envelope.items, canBeDrawn))
                    emit arrived({file, envelope.sender.pid}, envelope.time);
            });
}

IntakeController::~IntakeController()
{
    delete m_dialog;
}

bool IntakeController::listen()
{
    if (m_listener)
        return true;
    auto listener = std::make_unique<Listener>();
    if (const auto started = listener->start(); !started) {
        m_messages.showError(started.error());
        return false;
    }
    connect(listener.get(), &Listener::received, &m_inbox, &Inbox::add);
    connect(listener.get(), &Listener::refused, this,
            [this](int status, const QString &detail, const QStringList &causes) {
                if (m_dialog)
                    m_dialog->addRefusal(QStringLiteral("%1 %2").arg(
                        QString::number(status),
                        (QStringList(detail) + causes).join(QStringLiteral(": "))));
            });
    connect(listener.get(), &Listener::refusalsLeftOut, this, [this](quint64 count) {
        if (m_dialog)
            m_dialog->addRefusals(static_cast<int>(count));
    });
    connect(
        listener.get(), &Listener::failed, this,
        [this] {
            m_messages.showMessage({.importance = Importance::Warning,
                                    .text = tr("The local endpoint for Sentry SDKs has ended: the "
                                               "system lets it listen no longer.")});
            stop();
        },
        Qt::QueuedConnection); // stop() deletes the sender
    m_listener = std::move(listener);
    return true;
}

void IntakeController::stop()
{
    m_listener.reset();
    if (m_dialog)
        m_dialog->setDsn({});
}

void IntakeController::show()
{
    if (listen())
        showDialog();
}

QStringList IntakeController::environment()
{
    if (!listen())
        return {};
    showDialog();
    const QString dsn = QString::fromStdString(m_listener->dsn().toString());
    return QStringList(QStringLiteral("SENTRY_DSN=%1").arg(dsn));
}

void IntakeController::setListening(bool wanted)
{
    if (wanted)
        show();
    else
        stop();
}

void IntakeController::showDialog()
{
    if (!m_dialog) {
        m_dialog = new InboxDialog(m_inbox, &m_window);
        connect(m_dialog, &InboxDialog::listeningWanted, this, &IntakeController::setListening);
        connect(m_dialog, &InboxDialog::openRequested, this, &IntakeController::open);
        connect(m_dialog, &InboxDialog::saveRequested, this, &IntakeController::save);
        connect(m_dialog, &InboxDialog::sendRequested, this, &IntakeController::send);
    }
    m_dialog->setDsn(QString::fromStdString(m_listener->dsn().toString()));
    m_dialog->show();
    m_dialog->raise();
}

// Opens envelopes, beside the capture of this window if there is one.
void IntakeController::open(const QStringList &files)
{
    emit openRequested(m_document.kind() == Document::Kind::Capture ? m_document.paths() + files
                                                                    : files);
}

void IntakeController::send(const QStringList &files)
{
    auto *dialog = new ForwardDialog(files, m_settings, m_uploads, m_dialog);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void IntakeController::save(const QStringList &files)
{
    const QString folder = QFileDialog::getExistingDirectory(m_dialog, tr("Save Envelopes In"));
    if (folder.isEmpty())
        return;
    m_progress.begin(tr("Saving envelopes…"));
    inBackground(
        this, [files, folder] { return copyAll(files, folder); },
        [this](const Result<void> &saved) {
            m_progress.end();
            if (!saved)
                m_messages.showError(saved.error());
        });
}

} // namespace ember::app
