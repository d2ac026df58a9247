// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/stagedfiles.h"

#include "model/core/filewrite.h"
#include "model/core/temporarynames.h"

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace ember::model {

namespace {

constexpr mode_t readAndWriteBits = 0666;
constexpr mode_t ownersAlone = 0600; // a new file tells of its user's programs

// What a link stands for, of one that leads nowhere the file it would be.
std::string resolved(std::string path)
{
    constexpr int mostLinks = 40; // as the system has it
    for (int link = 0; link < mostLinks; ++link) {
        std::error_code error;
        const auto target = std::filesystem::read_symlink(path, error);
        if (error)
            break;
        path = (std::filesystem::path(path).parent_path() / target).string();
    }
    return path;
}

// Of the file that is to be replaced; nothing without one.
std::optional<mode_t> modeOf(const std::string &path)
{
    struct stat status { };

    if (::stat(path.c_str(), &status) != 0)
        return std::nullopt;
    return status.st_mode & 07777U;
}

// A device or a pipe must not be replaced by a file.
Result<void> checkReplaceable(const std::string &path)
{
    struct stat status { };

    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
        return Error{ErrorCode::FileNotWritable, path, "not a regular file"};
    return {};
}

} // namespace

StagedFiles::~StagedFiles()
{
    for (const auto &path : m_temporary) {
        std::remove(path.c_str());
        forgetTemporary(path);
    }
}

Result<int> StagedFiles::create()
{
    const auto path = resolved(m_output) + '.' + std::to_string(::getpid()) + '-'
        + std::to_string(m_temporary.size()) + ".part";
    // Nobody is to read what will not be theirs to read.
    const auto mode = (modeOf(m_output).value_or(ownersAlone) & readAndWriteBits) | ownersAlone;
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0)
        return writeError(m_output, errno);
    m_temporary.push_back(path);
    rememberTemporary(path);
    return file;
}

Result<void> StagedFiles::add(std::string_view bytes)
{
    EMBER_ASSIGN_OR_RETURN(const int file, create());
    const auto written = writeAll(file, bytes);
    const int closed = ::close(file) == 0 ? 0 : errno;
    if (!written)
        return Error{written.error().code, m_output, written.error().detail};
    if (closed != 0)
        return writeError(m_output, closed);
    return {};
}

Result<void> StagedFiles::add(const std::function<Result<void>(const std::string &path)> &write)
{
    EMBER_ASSIGN_OR_RETURN(const int file, create());
    ::close(file);
    if (auto written = write(m_temporary.back()); !written) {
        Error error = written.error();
        error.subject = m_output;
        return error;
    }
    return {};
}

Result<void> StagedFiles::publish(std::span<const std::string> names)
{
    assert(names.size() == m_temporary.size());
    for (const auto &name : names)
        EMBER_RETURN_IF_ERROR(checkReplaceable(name));
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto mode = modeOf(names[i]);
        if (mode && ::chmod(m_temporary[i].c_str(), *mode) != 0)
            return writeError(names[i], errno);
        if (std::rename(m_temporary[i].c_str(), resolved(names[i]).c_str()) != 0)
            return writeError(names[i], errno);
    }
    for (const auto &path : m_temporary)
        forgetTemporary(path);
    m_temporary.clear();
    return {};
}

} // namespace ember::model
