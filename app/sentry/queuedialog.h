// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/queuelist.h"

#include <QDialog>
#include <QList>
#include <QString>

class QLabel;
class QPushButton;
class QTableView;

namespace ember::app {

// The window of the queue of uploads: what waits, and what became of earlier uploads, live. It
// stays open beside the main window.
class QueueDialog : public QDialog {
    Q_OBJECT
public:
    // The uploads must outlive it.
    QueueDialog(Uploads &uploads, QWidget *parent);

private:
    // Whether a button does something to an item.
    using Condition = bool (*)(const QueueRow &row);

    void createTable();
    QWidget *createButtons();
    QPushButton *addButton(const QString &name, const QString &text, const QString &tip);
    // The numbers of the selected items that meet a condition.
    QList<qint64> chosen(Condition condition) const;
    void showState();

    Uploads &m_uploads;
    QueueList m_list;
    QString m_failure; // why the queue cannot be used; "": it can
    QTableView *m_view;
    QLabel *m_state;
    QPushButton *m_retry;
    QPushButton *m_cancel;
    QPushButton *m_forget;
    QPushButton *m_pause;
};

} // namespace ember::app
