// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/start/recentcards.h"

#include <QWidget>

class QAction;
class QGridLayout;
class QLabel;
class QPushButton;

namespace ember::app {

class LaunchForm;

// The page shown while nothing is open: launches a command, offers captures and files that were
// opened before, and opens others.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);

    LaunchForm &form() { return *m_form; }

    // Shows the newest of these profiles as cards.
    void setRecent(const QList<RecentProfile> &profiles);
    // Shows how much space the captures take, and at which limit the oldest are deleted.
    void setLibrary(qint64 bytes, qint64 limitBytes);
    // Shows the keys of these commands, which may change, beside their buttons.
    void showKeysOf(const QAction &open, const QAction &attach);

signals:
    void openRequested(); // opens the file dialog
    void folderRequested(); // opens the dialog for a folder
    void attachRequested();
    void demoRequested();
    void listenRequested();
    void libraryRequested();
    void filesRequested(const QStringList &paths);
    void pinRequested(const ember::app::CaptureFolder &folder, bool isPinned);
    void deleteRequested(const ember::app::CaptureFolder &folder);
    void forgetRequested(const QStringList &paths);

private:
    QWidget *createRunCard();
    QWidget *createRecent();
    QWidget *createOthers();

    LaunchForm *m_form;
    QWidget *m_recent;
    QLabel *m_library;
    QGridLayout *m_cards;
    QPushButton *m_open;
};

} // namespace ember::app
