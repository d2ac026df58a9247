// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace ember::views {

// What a profile calls by paths below `from` lies below `to` here. `from` empty: all of which it
// knows no absolute path.
struct PathMapping {
    QString from;
    QString to;

    friend bool operator==(const PathMapping &, const PathMapping &) = default;
};

using PathMappings = QList<PathMapping>;

// The mapping by which a path of the profile becomes that of a file here, and with it all that lies
// beside it: what both end with is cut off. Without a common ending it is about this file alone.
PathMapping mappingBetween(const QString &recorded, const QString &located);

// Where source files may be.
struct SourcePlaces {
    PathMappings mappings; // the reader's own; they go before everything else
    QStringList workingFolders; // relative paths count from there
    QStringList profileFolders; // of the files that are open: source may lie beside them

    friend bool operator==(const SourcePlaces &, const SourcePlaces &) = default;
};

// Those in which the programs of a capture were first seen, each once. A file may say anything:
// what is no absolute path is none.
QStringList workingFolders(const model::Profile &profile);

// Where a path of the profile may be found, the likeliest first, each once. Beside a profile lies
// what ends like the path: /build/app/src/a.c as app/src/a.c, src/a.c or a.c.
QStringList sourceCandidates(const QString &recorded, const SourcePlaces &places);

// The first of these that is a file; empty: none is. Only absolute paths can be: no profile tells
// where this program runs. Reads the disk.
QString findSource(const QStringList &candidates);

} // namespace ember::views
