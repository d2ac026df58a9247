// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QStringList>
#include <QTemporaryFile>

#include <memory>
#include <string>
#include <vector>

namespace ember::app {

// The files a command is to read. Standard input, "-", and other pipes lie in files of their own
// meanwhile: what is in them is found out before it is read.
class InputFiles {
public:
    // Reads standard input and pipes to their ends. Errors: InvalidArgument (standard input is
    // there twice), FileUnreadable, FileTooBig, FileNotWritable, DiskFull, FileSizeLimited.
    static model::Result<InputFiles> open(const QStringList &names);

    // Where they are, in the order of their names; in the system's encoding.
    const std::vector<std::string> &paths() const { return m_paths; }

    // What the user calls the file at `path`.
    std::string nameOf(const std::string &path) const;

    // Whether `uri` speaks of a copy, or of what is in one: it is nowhere soon.
    bool isOfCopy(std::string_view uri) const;

private:
    struct Copy {
        std::unique_ptr<QTemporaryFile> file;
        std::string path;
        std::string name;
    };

    InputFiles() = default;

    model::Result<void> add(const std::string &name);
    model::Result<void> addCopy(int source, const std::string &name);

    std::vector<std::string> m_paths;
    std::vector<Copy> m_copies;
};

} // namespace ember::app
