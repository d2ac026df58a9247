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
    QString text = {};
    QString advice = {};
    QString details = {}; // shown by the Details button
    QList<QAction *> actions = {}; // buttons; choosing one closes the message. Not owned.
};

// Non-modal bar above the chart. Shows one message at a time; a new one replaces it.
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
