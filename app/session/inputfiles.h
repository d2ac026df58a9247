// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"

#include <QStringList>
#include <QTemporaryFile>

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::app {

// Files that are read one by one, from any source. Folders stand for their files, and a recording
// of perf for what perf prints of it. Standard input ("-") and other pipes are copied to temporary
// files, since format detection reads the content before the reader does.
class InputFiles {
public:
    // Opens the inputs; reads standard input and pipes to their end. Errors: those of
    // withFilesOfFolders() and printedByPerf(), InvalidArgument (standard input named twice),
    // FileUnreadable, FileTooBig, FileNotWritable, DiskFull, FileSizeLimited.
    static model::Result<InputFiles> open(const QStringList &names);

    // Opens the inputs for a window: no streams, which may never end. Also errors FileUnreadable
    // for those, Cancelled.
    static model::Result<InputFiles> openFiles(const QStringList &names,
                                               const std::stop_token &stop);

    // Paths of the files or copies, in the order of the names; in the system's encoding.
    const std::vector<std::string> &paths() const { return m_paths; }

    // The name that the user gave for the file at `path`.
    std::string nameOf(const std::string &path) const;

    // Reads some of the files, of any known format; profiles and refusals have the names that the
    // user gave. Error: that of FormatRegistry::open().
    model::Result<model::Import> read(const std::vector<std::string> &paths,
                                      const model::ImportOptions &options) const;

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
