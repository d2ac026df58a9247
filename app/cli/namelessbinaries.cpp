// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/namelessbinaries.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

namespace ember::app {

namespace {

using namespace model;

constexpr qsizetype shownBinaries = 10;

// Distinct binaries that contain samples without names.
QStringList namelessBinaries(const Profile &profile)
{
    QStringList paths;
    const auto &images = profile.tables().images;
    for (std::size_t row = 0; row < images.size(); ++row) {
        const Image &image = images[ImageIndex(row)];
        const auto path = profile.text(image.codeFile);
        if (image.symbols == SymbolState::Missing && path.starts_with('/'))
            paths.append(QString::fromUtf8(path.data(), static_cast<qsizetype>(path.size())));
    }
    paths.removeDuplicates();
    return paths;
}

QString reasonOf(const QString &path)
{
    const QFileInfo file(path);
    if (!file.exists())
        return QCoreApplication::translate("cli", "no names for “%1”: it is not here any more");
    if (!file.isReadable())
        return QCoreApplication::translate("cli", "no names for “%1”: it cannot be read");
    return QCoreApplication::translate("cli",
                                       "no names for “%1”: what is there now is not what ran");
}

} // namespace

QString namelessLines(const Profile &profile)
{
    QString lines;
    const auto paths = namelessBinaries(profile);
    for (const QString &path : paths.mid(0, shownBinaries))
        lines +=
            QCoreApplication::translate("cli", "note: %1").arg(reasonOf(path).arg(path)) + u'\n';
    if (paths.size() > shownBinaries)
        lines += QCoreApplication::translate("cli", "  … and %n more", nullptr,
                                             static_cast<int>(paths.size() - shownBinaries))
            + u'\n';
    if (!paths.isEmpty())
        lines += QCoreApplication::translate(
                     "cli", "  (--symbol-path DIR finds a copy of it, or its debug file)")
            + u'\n';
    return lines;
}

} // namespace ember::app
