// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/symbols/serverfield.h"

#include "capture/symbols/symbolpaths.h"

#include <QHash>
#include <QSysInfo>

namespace ember::app {

QString usualDebugServer()
{
    static const QHash<QString, QString> known{
        {QStringLiteral("arch"), QStringLiteral("https://debuginfod.archlinux.org")},
        {QStringLiteral("debian"), QStringLiteral("https://debuginfod.debian.net")},
        {QStringLiteral("fedora"), QStringLiteral("https://debuginfod.fedoraproject.org")},
        {QStringLiteral("ubuntu"), QStringLiteral("https://debuginfod.ubuntu.com")},
    };
    return known.value(QSysInfo::productType(), QStringLiteral("https://debuginfod.elfutils.org"));
}

ServerField::ServerField(QWidget *parent) : QLineEdit(parent)
{
    setObjectName(QStringLiteral("debugServers"));
    setAccessibleName(tr("Addresses of debuginfod servers"));
    QStringList known;
    for (const std::string &url : capture::debugServerUrls())
        known.append(QString::fromLocal8Bit(url.c_str()));
    setPlaceholderText(known.isEmpty() ? usualDebugServer() : known.join(u' '));
    setToolTip(tr("Addresses with blanks between them; empty: those in DEBUGINFOD_URLS"));
}

void ServerField::setServers(const QStringList &urls)
{
    setText(urls.join(u' '));
    setCursorPosition(0);
}

QStringList ServerField::servers() const
{
    QStringList urls;
    const QStringList words = text().simplified().split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        if (capture::isDebugServerUrl(word.toStdString()))
            urls.append(word);
    }
    return urls;
}

} // namespace ember::app
