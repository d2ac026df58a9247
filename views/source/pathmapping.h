// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

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

} // namespace ember::views
