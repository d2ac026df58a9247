// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/launchcommand.h"

#include <QWidget>

class QLabel;
class QListWidget;

namespace ember::app {

class LaunchForm;

// The page shown while nothing is open: launches a command or opens a file.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

    LaunchForm &form() { return *m_form; }

    void setRecentFiles(const QStringList &files);
    void setCaptures(const QList<CaptureInfo> &captures);

signals:
    void openRequested(); // opens the file dialog
    void attachRequested();
    void fileRequested(const QString &path);

private:
    QWidget *createOpenCard();

    LaunchForm *m_form;
    QLabel *m_filesTitle;
    QListWidget *m_files;
    QLabel *m_capturesTitle;
    QListWidget *m_captures;
};

} // namespace ember::app
