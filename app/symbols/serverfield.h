// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStringList>

namespace ember::app {

// The debuginfod server of this machine's distribution; a server for all of them where it has none.
QString usualDebugServer();

// A field for the addresses of debuginfod servers, separated by blanks. Empty: those in
// DEBUGINFOD_URLS, which it then shows in grey.
class ServerField : public QLineEdit {
    Q_OBJECT
public:
    explicit ServerField(QWidget *parent = nullptr);

    void setServers(const QStringList &urls);
    // What is no address is left out.
    QStringList servers() const;
};

} // namespace ember::app
