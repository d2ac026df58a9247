// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/targetfiles.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr mode_t ownerOnly = 0600;

Result<FileDescriptor> openForWriting(const std::string &path, int flags)
{
    // Appends, because the target may truncate the file or open it again by /dev/stdout.
    FileDescriptor file(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | flags, ownerOnly));
    if (!file.isOpen())
        return Error{ErrorCode::FileNotWritable, path, std::strerror(errno)};
    return file;
}

std::string temporaryFolder()
{
    const char *folder = std::getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

// Opens a temporary file that has no name.
Result<FileDescriptor> openTemporary(std::string path)
{
    if (auto file = openForWriting(path, O_TMPFILE))
        return file;
    path += "/emberchart-XXXXXX"; // for file systems without O_TMPFILE
    FileDescriptor file(mkostemp(path.data(), O_APPEND | O_CLOEXEC));
    if (!file.isOpen())
        return Error{ErrorCode::FileNotWritable, path, std::strerror(errno)};
    unlink(path.c_str());
    return file;
}

Result<FileDescriptor> openInput(const std::string &path)
{
    FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (file.isOpen())
        return file;
    return Error{errno == ENOENT ? ErrorCode::FileNotFound : ErrorCode::FileUnreadable, path,
                 std::strerror(errno)};
}

} // namespace

Result<TargetFiles> TargetFiles::open(const LaunchOptions &options, WhereLogGoes log)
{
    TargetFiles files;
    if (!options.standardInput.empty()) {
        EMBER_ASSIGN_OR_RETURN(files.input, openInput(options.standardInput));
    }
    if (!options.outputDirectory.empty()) {
        const auto &folder = options.outputDirectory;
        files.outputFolder = folder;
        EMBER_ASSIGN_OR_RETURN(files.output, openForWriting(folder + "/stdout", O_CREAT | O_TRUNC));
        EMBER_ASSIGN_OR_RETURN(files.errors, openForWriting(folder + "/stderr", O_CREAT | O_TRUNC));
    } else if (log == WhereLogGoes::StandardOutput) {
        files.outputFolder = temporaryFolder();
        EMBER_ASSIGN_OR_RETURN(files.output, openTemporary(files.outputFolder));
        EMBER_ASSIGN_OR_RETURN(files.errors, openTemporary(files.outputFolder));
        if (auto room = SpoolTrimmer::checkRoom(files.output.number()); !room)
            return Error{room.error().code, files.outputFolder,
                         room.error().detail
                             + ", and it is nearly full; TMPDIR names another"
                               " folder"};
        EMBER_ASSIGN_OR_RETURN(files.spool,
                               SpoolTrimmer::start({files.output.number(), files.errors.number()}));
    }
    return files;
}

} // namespace ember::capture
