// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"

#include <QAbstractButton>
#include <QImage>
#include <QList>
#include <QString>
#include <QStringList>

namespace ember::app {

// A capture or an earlier opening of files, as the start page offers it.
struct RecentProfile {
    QStringList paths; // to open; of a capture, its log
    CaptureFolder folder; // empty: files
    QString title;
    QString details; // when, how long, threads
    QString tip;
    QImage picture; // null: none was made yet
    QDateTime when; // recorded, or opened last
    bool isRecording = false;
    bool isPinned = false;
};

// Returns the captures of the library and the earlier openings, newest first, without openings
// whose first file is gone. Reads the disk: not for the UI thread.
QList<RecentProfile> recentProfiles(const QList<CaptureInfo> &captures,
                                    const QList<QStringList> &openings);

// A button with the picture of a profile, its title and its details. Its context menu has what else
// can be done with the profile.
class RecentCard : public QAbstractButton {
    Q_OBJECT
public:
    explicit RecentCard(RecentProfile profile, QWidget *parent = nullptr);

    const RecentProfile &profile() const { return m_profile; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pinRequested(const ember::app::CaptureFolder &folder, bool isPinned);
    void deleteRequested(const ember::app::CaptureFolder &folder);
    void forgetRequested(const QStringList &paths);

protected:
    void paintEvent(QPaintEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    RecentProfile m_profile;
};

} // namespace ember::app
