// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/stagedfiles.h"

#include "model/core/files.h"

#include <algorithm>
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

constexpr mode_t ownersAlone = 0600; // a profile is private to the user who recorded it
constexpr mode_t permissionBits = 07777;

// Follows links, up to the path of a missing file if the last one dangles.
std::string resolved(std::string path)
{
    constexpr int maxLinks = 40; // as in the kernel
    for (int link = 0; link < maxLinks; ++link) {
        std::error_code error;
        const auto target = std::filesystem::read_symlink(path, error);
        if (error)
            break;
        path = (std::filesystem::path(path).parent_path() / target).string();
    }
    return path;
}

enum class Links : bool { Replace, Follow };

// Returns the mode of the file to be replaced; nullopt if there is none, or a link is replaced
// itself.
std::optional<mode_t> modeOf(const std::string &path, Links links)
{
    struct stat status { };

    const int flags = links == Links::Follow ? 0 : AT_SYMLINK_NOFOLLOW;
    if (::fstatat(AT_FDCWD, path.c_str(), &status, flags) != 0 || S_ISLNK(status.st_mode))
        return std::nullopt;
    return status.st_mode;
}

} // namespace

StagedFiles::~StagedFiles()
{
    for (const auto &path : m_temporary)
        std::remove(path.c_str());
    forgetTemporary(m_stem);
}

Result<int> StagedFiles::create()
{
    if (m_temporary.empty())
        m_stem = resolved(m_output) + '.' + std::to_string(::getpid()) + '-';
    const auto path = temporaryPath(m_stem, m_temporary.size());
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, ownersAlone);
    if (file < 0)
        return writeError(m_output, errno);
    m_temporary.push_back(path);
    rememberTemporaries(m_stem, m_temporary.size());
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

Result<void> StagedFiles::checkName(const std::string &name) const
{
    const bool isChosen = name == m_output;
    const auto mode = modeOf(name, isChosen ? Links::Follow : Links::Replace);
    if (mode && !S_ISREG(*mode)) // a device or a pipe must not be replaced by a file
        return Error{ErrorCode::FileNotWritable, name, "not a regular file"};
    const auto isThis = [&](const std::string &input) { return isSameFile(input, name); };
    if (!isChosen && std::ranges::any_of(m_inputs, isThis))
        return Error{ErrorCode::FileIsInput, name, "it is one of the files that are read"};
    return {};
}

Result<void> StagedFiles::rename(const std::string &temporary, const std::string &name) const
{
    const auto links = name == m_output ? Links::Follow : Links::Replace;
    const auto mode = modeOf(name, links);
    if (mode && ::chmod(temporary.c_str(), *mode & permissionBits) != 0)
        return writeError(name, errno);
    const auto target = links == Links::Follow ? resolved(name) : name;
    if (std::rename(temporary.c_str(), target.c_str()) != 0)
        return writeError(name, errno);
    return {};
}

Result<void> StagedFiles::publish(std::span<const std::string> names)
{
    assert(names.size() == m_temporary.size());
    for (const auto &name : names)
        EMBER_RETURN_IF_ERROR(checkName(name));
    for (std::size_t i = 0; i < names.size(); ++i)
        EMBER_RETURN_IF_ERROR(rename(m_temporary[i], names[i]));
    forgetTemporary(m_stem);
    m_temporary.clear();
    return {};
}

} // namespace ember::model
