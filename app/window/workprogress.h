// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <stop_token>

class QLabel;

namespace ember::app {

// What is being worked on in the background, with a button to cancel it. Hidden while there is
// nothing. UI thread.
class WorkProgress : public QWidget {
    Q_OBJECT
public:
    explicit WorkProgress(QWidget *parent = nullptr);
    ~WorkProgress() override; // nobody waits any more: stops what is under way

    // Each begin() has its end(); the newest text is shown. The token is stopped, with those of all
    // else under way, when the user cancels.
    std::stop_token begin(const QString &text);
    void setText(const QString &text);
    void end();

signals:
    void cancelled();

private:
    void cancel();

    QLabel *m_text;
    std::stop_source m_stop;
    int m_running = 0;
};

} // namespace ember::app
