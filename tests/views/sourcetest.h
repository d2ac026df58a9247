// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "tests/views/watchedpanel.h"
#include "views/code/sourcepanel.h"

#include <QObject>
#include <QString>
#include <QTemporaryDir>

#include <memory>
#include <string_view>

class QPushButton;
class QTableView;

namespace ember::tests {

// A panel of source, and files of a folder that is there for one test.
class SourceTest : public QObject {
    Q_OBJECT

protected:
    // A file as old as can be; returns its path.
    QString write(const char *name, const QByteArray &content);

    // Of what was written, in milliseconds since 1970, when the profiles were recorded.
    static void setTime(const QString &path, qint64 ms);

    // A profile as textProfile() reads it, PATH standing for the path.
    void open(std::string_view picture, const QString &path);
    void openProfile(const model::ProfilePointer &profile);

    // The source of that function, as soon as it has been read.
    void show(std::string_view name);

    // "LINE|SELF|TOTAL|TEXT", one a line.
    QString rows() const;
    std::uint32_t currentLine() const;
    QString title() const;
    QString notice() const;
    QPushButton *locate() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WatchedPanel<views::SourcePanel>> m_watched;
    views::ViewState *m_state = nullptr;
    views::SourcePanel *m_panel = nullptr;
    QTableView *m_view = nullptr;

private slots:
    void initTestCase();
    void init();
    void cleanup();
};

} // namespace ember::tests
