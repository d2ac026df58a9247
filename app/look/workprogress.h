// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <stop_token>

namespace ember::views {
class ElidedLabel;
} // namespace ember::views

namespace ember::app {

// Returns the text of the progress row while a debug file is fetched.
QString fetchText(const FetchReport &report);

// Returns the message that debug info was not fetched, with the reason if all failures share one.
// `failures` must not be empty.
QString fetchFailureText(const QStringList &failures);

// Shows background work with a Cancel button. Hidden while there is none. UI thread.
class WorkProgress : public QWidget {
    Q_OBJECT
public:
    explicit WorkProgress(QWidget *parent = nullptr);
    ~WorkProgress() override; // stops all running jobs

    // Shows a job until end() is called for it. The newest job's text is shown. Returns the job's
    // stop token; the Cancel button stops all running jobs.
    std::stop_token begin(const QString &text);
    void setText(const QString &text);
    void end();

signals:
    void cancelled();

private:
    void cancel();

    views::ElidedLabel *m_text;
    std::stop_source m_stop;
    int m_running = 0;
};

} // namespace ember::app
