// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/chunklist.h"
#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/profile/profile.h"
#include "model/tables/tables.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace ember::app {

// A file that is ready to be saved.
struct PreparedFile {
    QString format; // the format in words
    std::vector<model::Loss> losses; // what the file will not have
    QStringList remarks; // what else the user is told before the file is written
    std::function<model::Result<QStringList>()> save; // returns the paths; any thread
    QString afterwards = {}; // what the user is told once the file is written
    bool isOther = false; // the file holds something else than what is open: offered to be opened
};

// Returns the title under which users know a format that is written; its name if it has no title.
QString formatTitle(std::string_view format);

// Return filters of a file dialog, each with one ending. tableFilters(): those of tables.
// exportFilters(): those of all formats, the HTML page first. splitFilters(): for a single source
// of tables, all but V1 profiles; the source's own format (model::Exporter::format()) is first, the
// page last.
QStringList tableFilters();
QStringList exportFilters();
QStringList splitFilters(std::string_view ownFormat);

// Whether the path's ending is one of tables: a database, or a file for R.
bool hasTableEnding(const QString &path);

// Whether the path's ending is that of Sentry's V1 profiles.
bool hasV1Ending(const QString &path);

// Prepare a file of this path. Any thread. Errors: those of model::Exporter, of
// model::writtenForR().
model::Result<PreparedFile> preparedTables(model::tables::Tables tables, const QString &path);
model::Result<PreparedFile> preparedProfiles(std::span<const model::ProfilePointer> profiles,
                                             const model::Exporter &exporter, const QString &path,
                                             const std::stop_token &stop);

// Prepares V1 profiles. Several are named like chunks; then none of `inputs` is replaced, and no
// file that has such a name already.
PreparedFile preparedV1(const model::ProfilePointer &profile,
                        const model::sentry::ChunkOptions &options, const QString &path,
                        const QStringList &inputs);

} // namespace ember::app
