// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/sourceplaces.h"

#include "views/text/durationtext.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <set>

namespace ember::views {

namespace {

bool isWindowsPath(const QString &path)
{
    return path.startsWith(QLatin1String("\\\\"))
        || (path.size() > 2 && path[0].isLetter() && path[1] == QLatin1Char(':')
            && (path[2] == QLatin1Char('\\') || path[2] == QLatin1Char('/')));
}

// Replaces backslashes if it is a Windows path, whatever system this is.
QString withSlashes(QString path)
{
    return isWindowsPath(path) ? path.replace(QLatin1Char('\\'), QLatin1Char('/')) : path;
}

bool isAbsolute(const QString &path)
{
    return path.startsWith(QLatin1Char('/')) || isWindowsPath(path);
}

QString joined(const QString &folder, const QString &path)
{
    return QDir::cleanPath(folder + QLatin1Char('/') + path);
}

// Applies the mapping to the path; empty if it does not apply.
QString mapped(const QString &path, const PathMapping &mapping)
{
    const QString from = withSlashes(mapping.from);
    if (from.isEmpty())
        return isAbsolute(path) ? QString() : joined(mapping.to, path);
    if (path == from)
        return mapping.to;
    const bool isWhole = from.endsWith(QLatin1Char('/'));
    if (!path.startsWith(from) || (!isWhole && path.at(from.size()) != QLatin1Char('/')))
        return {};
    return joined(mapping.to, path.mid(from.size()));
}

// Returns all endings of the path, the longest first.
QStringList endings(const QString &path)
{
    QStringList parts =
        QDir::cleanPath(path).split(QLatin1Char('/'), Qt::SkipEmptyParts, Qt::CaseSensitive);
    parts.removeAll(QStringLiteral(".."));
    QStringList all;
    for (; !parts.isEmpty(); parts.removeFirst())
        all.append(parts.join(QLatin1Char('/')));
    return all;
}

} // namespace

PathMapping mappingBetween(const QString &recorded, const QString &located)
{
    const QStringList from = withSlashes(recorded).split(QLatin1Char('/'));
    const QStringList to = QDir::cleanPath(located).split(QLatin1Char('/'));
    const auto firstOther = std::mismatch(from.rbegin(), from.rend(), to.rbegin(), to.rend());
    const auto common = std::min(firstOther.first - from.rbegin(), to.size() - 1);
    const auto head = [&](const QStringList &parts) {
        const QString path = parts.mid(0, parts.size() - common).join(QLatin1Char('/'));
        return path.isEmpty() && isAbsolute(parts.join(QLatin1Char('/'))) ? QStringLiteral("/")
                                                                          : path;
    };
    return {head(from), head(to)};
}

QStringList workingFolders(const model::Profile &profile)
{
    QStringList folders;
    std::set<model::StringIndex> known;
    for (const model::Process &process : profile.tables().processes) {
        if (!known.insert(process.workingDirectory).second)
            continue;
        const QString folder = fromUtf8(profile.text(process.workingDirectory));
        if (isAbsolute(folder))
            folders.append(folder);
    }
    return folders;
}

QStringList sourceCandidates(const QString &recorded, const SourcePlaces &places)
{
    if (recorded.isEmpty())
        return {};
    const QString path = withSlashes(recorded);
    QStringList candidates;
    for (const PathMapping &mapping : places.mappings) {
        if (const QString place = mapped(path, mapping); !place.isEmpty())
            candidates.append(place);
    }
    if (isAbsolute(path)) {
        candidates.append(QDir::cleanPath(path));
    } else {
        for (const QString &folder : places.workingFolders)
            candidates.append(joined(folder, path));
    }
    const QStringList all = endings(path);
    for (const QString &folder : places.profileFolders) {
        for (const QString &ending : all)
            candidates.append(joined(folder, ending));
    }
    candidates.removeDuplicates();
    return candidates;
}

QString findSource(const QStringList &candidates)
{
    const auto found = std::ranges::find_if(candidates, [](const QString &path) {
        return path.startsWith(QLatin1Char('/')) && QFileInfo(path).isFile();
    });
    return found == candidates.end() ? QString() : *found;
}

} // namespace ember::views
