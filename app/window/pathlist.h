// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QListWidget;
class QPushButton;

namespace ember::app {

// Folders that the user adds and removes.
class PathList : public QWidget {
    Q_OBJECT
public:
    // `purpose` names the list for screen readers and the dialog that adds to it.
    PathList(const QString &name, const QString &purpose, QWidget *parent = nullptr);

    QStringList paths() const;
    void setPaths(const QStringList &paths);

private:
    void add();
    void removeChosen();
    void showChoice();

    QString m_purpose;
    QListWidget *m_list;
    QPushButton *m_remove;
};

} // namespace ember::app
