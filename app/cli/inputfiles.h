// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QStringList>
#include <QTemporaryFile>

#include <memory>
#include <string>
#include <vector>

namespace ember::app {

// The files a command is to read. Standard input, "-", lies in a file of its own meanwhile: what
// is in it is found out before it is read.
class InputFiles {
public:
    // Reads standard input to its end if it is among them. Errors: InvalidArgument (it is there
    // twice), FileUnreadable, FileNotWritable, DiskFull.
    static model::Result<InputFiles> open(const QStringList &names);

    // Where they are, in the order of their names; in the system's encoding.
    const std::vector<std::string> &paths() const { return m_paths; }

    // What the user calls the file at `path`.
    std::string nameOf(const std::string &path) const;

private:
    InputFiles() = default;

    model::Result<void> copyStandardInput();

    std::vector<std::string> m_paths;
    std::unique_ptr<QTemporaryFile> m_standardInput; // null: not asked for
};

} // namespace ember::app
