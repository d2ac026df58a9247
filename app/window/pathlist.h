// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QListWidget;
class QPushButton;

namespace ember::app {

// List of folders with buttons to add and remove.
class PathList : public QWidget {
    Q_OBJECT
public:
    // `purpose`: name of the list for screen readers and its file dialog.
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
