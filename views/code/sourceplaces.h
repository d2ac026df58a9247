// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace ember::views {

// Maps the profile's paths below `from` to `to` on this machine. An empty `from` maps all relative
// paths.
struct PathMapping {
    QString from;
    QString to;

    friend bool operator==(const PathMapping &, const PathMapping &) = default;
};

using PathMappings = QList<PathMapping>;

// Returns the mapping that turns a path of the profile into that of a file here, and maps the files
// beside it as well: the common ending is cut off. Without a common ending it maps this file only.
PathMapping mappingBetween(const QString &recorded, const QString &located);

// Places to look for source files.
struct SourcePlaces {
    PathMappings mappings; // configured by the user; used before all other places
    QStringList workingFolders; // that relative paths are resolved in
    QStringList profileFolders; // of the open files: source may be beside them

    friend bool operator==(const SourcePlaces &, const SourcePlaces &) = default;
};

// Returns the working folders of a capture's programs when they were first seen, each once. A file
// may contain anything: paths that are not absolute are left out.
QStringList workingFolders(const model::Profile &profile);

// Returns where a path of the profile may be found, the likeliest first, each once. Beside a
// profile all endings of the path are tried: /build/app/src/a.c as app/src/a.c, src/a.c or a.c.
QStringList sourceCandidates(const QString &recorded, const SourcePlaces &places);

// Returns the first candidate that is a file; empty if none is. Only absolute paths count: relative
// ones depend on where this program runs. Reads the disk.
QString findSource(const QStringList &candidates);

} // namespace ember::views
