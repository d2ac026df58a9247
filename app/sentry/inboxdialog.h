// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/inbox.h"

#include <QDialog>
#include <QStringList>

class QLabel;
class QPushButton;
class QTableView;

namespace ember::app {

// The window of the local endpoint: its DSN, and what was received, live. It stays open beside the
// main window.
class InboxDialog : public QDialog {
    Q_OBJECT
public:
    // The inbox must outlive it.
    InboxDialog(Inbox &inbox, QWidget *parent);

    // Shows where programs send to; "": nothing is listening.
    void setDsn(const QString &dsn);
    // Counts a request that was refused; shows the answer. The text may quote the client.
    void addRefusal(const QString &text);
    // Counts further ones.
    void addRefusals(int count);
    // Selected rows, or all if none is.
    QList<int> chosenRows() const;

signals:
    void listeningWanted(bool wanted);
    void openRequested(const QStringList &files);
    void saveRequested(const QStringList &files);
    void sendRequested(const QStringList &files);

private:
    QWidget *createHead();
    QWidget *createButtons();
    void showState();

    Inbox &m_inbox;
    QString m_text; // the DSN
    int m_refused = 0;
    QLabel *m_hint;
    QLabel *m_dsn;
    QLabel *m_state;
    QTableView *m_view;
    QPushButton *m_copy;
    QPushButton *m_listen;
    QPushButton *m_open;
    QPushButton *m_save;
    QPushButton *m_send;
};

} // namespace ember::app
