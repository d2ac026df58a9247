// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/inbox.h"
#include "app/session/livefeed.h"

#include <QDateTime>
#include <QObject>
#include <QPointer>
#include <QStringList>

#include <memory>

class QWidget;

namespace ember::app {

class Document;
class InboxDialog;
class Listener;
class MessageBar;
class Settings;
class Uploads;
class WorkProgress;

// Controls the local endpoint for Sentry SDKs in the window: starts and stops it, shows what it has
// received, opens and saves that. It listens from the first time it is wanted until the user
// stops it.
class IntakeController : public QObject {
    Q_OBJECT
public:
    IntakeController(const Document &document, MessageBar &messages, WorkProgress &progress,
                     Settings &settings, Uploads &uploads, QWidget &window);
    ~IntakeController() override;

    // Starts the endpoint unless it listens already, and shows what arrives. A failure is on the
    // message bar.
    void show();
    // Does what show() does, and returns the variables by which a launched program sends to the
    // endpoint; empty on failure, which is on the message bar.
    QStringList environment();

signals:
    void openRequested(const QStringList &files);
    // An envelope with profiles or transactions was stored in the inbox. `time` is in UTC.
    void arrived(const ember::app::ArrivedEnvelope &envelope, const QDateTime &time);

private:
    bool listen();
    void stop();
    void setListening(bool wanted);
    void showDialog();
    void open(const QStringList &files);
    void save(const QStringList &files);
    void send(const QStringList &files);

    const Document &m_document;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    Settings &m_settings;
    Uploads &m_uploads;
    QWidget &m_window;
    Inbox m_inbox;
    std::unique_ptr<Listener> m_listener; // null: nothing is listening
    QPointer<InboxDialog> m_dialog;
};

} // namespace ember::app
