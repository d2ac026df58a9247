// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>
#include <QTemporaryFile>

#include <memory>
#include <stop_token>
#include <string>

// What is read for the files and folders that a user names.
namespace ember::app {

// Replaces folders by the files in them that have the ending of a profile, in the order of their
// names; of a capture's folder it is the log. Folders in folders are not read. Errors:
// FileUnreadable, NothingToShow (no such file), FileTooBig (more than 10,000).
model::Result<QStringList> withFilesOfFolders(const QStringList &names);

// Whether the file is a recording of perf (perf.data).
bool isPerfData(const std::string &path);

// The command that prints a recording of perf, as typed in a shell.
QString perfScriptCommand(const QString &path);

// Runs the system's `perf script` for a recording and returns what it prints, up to 8 GB, in a
// temporary file of this user. Blocks until perf ends, or `stop` is requested. perf asks no servers
// for debug info. Errors: UnknownFormat (no perf here; detail: perfScriptCommand()), FileUnreadable
// (detail: perf's own words), FileTooBig, DiskFull, Cancelled.
model::Result<std::unique_ptr<QTemporaryFile>> printedByPerf(const QString &path,
                                                             const std::stop_token &stop);

} // namespace ember::app
