// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/errortext.h"

#include <QFrame>
#include <QList>
#include <QString>

class QAction;
class QHBoxLayout;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace ember::app {

enum class Importance { Note, Warning, Error };

struct Message {
    Importance importance = Importance::Note;
    QString text;
    QString advice;
    QString details; // shown on demand
    QList<QAction *> actions; // offered as buttons; the message goes when one is taken. Not owned.
};

// Tells without getting in the way: a bar above the chart, one message at a time, the newest wins.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget *parent = nullptr);

    void showMessage(const Message &message);
    void showError(const model::Error &error);
    void dismiss();

    const Message &message() const { return m_message; }

protected:
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void createButtons(const QList<QAction *> &actions);
    void showIcon();

    Message m_message;
    QLabel *m_icon;
    QLabel *m_text;
    QHBoxLayout *m_buttons;
    QPushButton *m_detailsButton;
    QPlainTextEdit *m_details;
};

} // namespace ember::app
