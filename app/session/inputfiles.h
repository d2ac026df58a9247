// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"

#include <QString>
#include <QStringList>
#include <QTemporaryFile>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

// Finds and reads the files that a user names, and those in folders that are named.
namespace ember::app {

// Replaces folders by the files in them that have the ending of a profile, in the order of their
// names; a capture's folder by its log. Folders in folders are not read. Errors: FileUnreadable,
// NothingToShow (no such file), FileTooBig (more than 10,000 in one folder).
model::Result<QStringList> withFilesOfFolders(const QStringList &names);

// Whether the file is a recording of perf (perf.data), which may be compressed. False for a pipe.
bool isPerfData(const std::string &path);

// Returns the command that prints a recording of perf, as typed in a shell.
QString perfScriptCommand(const QString &path);

// Runs the system's `perf script` for a recording and returns what it prints, up to 8 GB, in a
// temporary file of this user, behind comments with the build-ids of the recorded binaries. Blocks
// until perf ends, or `stop` is requested. perf asks no servers for debug info. Errors:
// UnknownFormat (no perf here; detail: perfScriptCommand()), FileUnreadable (detail: perf's own
// words), FileTooBig, NothingToShow, FileNotWritable, DiskFull, Cancelled; those of
// model::readUnpacked().
model::Result<std::unique_ptr<QTemporaryFile>> printedByPerf(const QString &path,
                                                             const std::stop_token &stop);

// The files that a user names, ready to be read. Folders are replaced by their files, and a
// recording of perf by what perf prints of it. Standard input ("-"), pipes and devices are copied
// to temporary files, since format detection reads the content before the reader does.
class InputFiles {
public:
    // Opens the inputs; reads standard input and pipes to their end. Errors: those of
    // withFilesOfFolders() and printedByPerf(), InvalidArgument (standard input named twice),
    // FileUnreadable, FileTooBig, FileNotWritable, DiskFull, FileSizeLimited.
    static model::Result<InputFiles> open(const QStringList &names);

    // Opens the inputs for a window, stopping soon after `stop`. Streams, which may never end, are
    // refused. Errors: those of open(), FileUnreadable (a stream), Cancelled.
    static model::Result<InputFiles> openFiles(const QStringList &names,
                                               const std::stop_token &stop);

    // Paths of the files or copies, in the order of the names; in the system's encoding.
    const std::vector<std::string> &paths() const { return m_paths; }

    // Returns the name that the user gave for the file at `path`.
    std::string nameOf(const std::string &path) const;

    // Reads some of the files, of any known format; profiles and refusals have the names that the
    // user gave. Error: that of FormatRegistry::open().
    model::Result<model::Import> read(const std::vector<std::string> &paths,
                                      const model::ImportOptions &options) const;

    // Reads files like the other overload, but passes errors, also those of single files, to
    // `refuse`. Empty if reading was cancelled.
    std::optional<model::Import>
    read(const std::vector<std::string> &paths, const model::ImportOptions &options,
         const std::function<void(const model::Error &)> &refuse) const;

    // Whether `uri` refers to a temporary copy, or to something inside one.
    bool isOfCopy(std::string_view uri) const;

private:
    struct Copy {
        std::unique_ptr<QTemporaryFile> file;
        std::string path;
        std::string name;
    };

    InputFiles() = default;

    model::Result<void> add(const std::string &name, const std::stop_token &stop);
    model::Result<void> addCopy(int source, const std::string &name);
    model::Result<void> addPrint(const std::string &name, const std::stop_token &stop);

    std::vector<std::string> m_paths;
    std::vector<Copy> m_copies;
};

} // namespace ember::app
