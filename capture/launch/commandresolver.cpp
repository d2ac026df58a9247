// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/commandresolver.h"

#include "capture/launch/targetcheck.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// The search path of execvp when PATH is not set.
constexpr std::string_view defaultPath = "/bin:/usr/bin";

std::string_view valueIn(const std::vector<std::string> &environment, std::string_view name)
{
    for (const std::string_view entry : environment) {
        if (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=')
            return entry.substr(name.size() + 1);
    }
    return {};
}

// Turns a path relative to the target's directory into one relative to the recorder's.
std::string fromHere(const std::string &path, const std::string &directory)
{
    return directory.empty() || path.starts_with('/') ? path : directory + '/' + path;
}

// 0, or the errno with which exec would refuse the file.
int executionError(const std::string &path)
{
    struct stat status { };
    if (stat(path.c_str(), &status) != 0)
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (!S_ISREG(status.st_mode))
        return EACCES;
    return faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0 ? 0 : errno;
}

Error cannotRun(const std::string &command, int number)
{
    const bool missing = number == ENOENT || number == ENOTDIR;
    return {missing ? ErrorCode::CommandNotFound : ErrorCode::CommandNotExecutable, command,
            std::strerror(number)};
}

Result<std::string> findInPath(const std::string &name, std::string_view path,
                               const std::string &directory)
{
    int error = ENOENT;
    for (std::size_t start = 0; start <= path.size();) {
        const auto end = std::min(path.find(':', start), path.size());
        const std::string folder(path.substr(start, end - start));
        const std::string candidate = folder.empty() ? "./" + name : folder + '/' + name;
        const int number = executionError(fromHere(candidate, directory));
        if (number == 0)
            return candidate;
        if (number != ENOENT && number != ENOTDIR)
            error = number;
        start = end + 1;
    }
    return error == ENOENT
        ? Error{ErrorCode::CommandNotFound, name, "it is in no directory of PATH"}
        : cannotRun(name, error);
}

Result<std::string> findProgram(const std::string &name, const ResolvedCommand &command)
{
    if (name.find('/') == std::string::npos) {
        const auto path = valueIn(command.environment, "PATH");
        return findInPath(name, path.empty() ? defaultPath : path, command.directory);
    }
    if (const int number = executionError(fromHere(name, command.directory)); number != 0)
        return cannotRun(name, number);
    return name;
}

Result<void> checkDirectory(const std::string &directory)
{
    struct stat status { };
    if (directory.empty())
        return {};
    if (stat(directory.c_str(), &status) != 0)
        return Error{ErrorCode::InvalidArgument, directory, std::strerror(errno)};
    if (!S_ISDIR(status.st_mode))
        return Error{ErrorCode::InvalidArgument, directory, std::strerror(ENOTDIR)};
    return {};
}

} // namespace

std::vector<std::string> changedEnvironment(const std::vector<EnvironmentChange> &changes)
{
    std::vector<std::string> variables;
    for (char **entry = environ; entry && *entry; ++entry)
        variables.emplace_back(*entry);
    for (const auto &change : changes) {
        const auto start = change.name + '=';
        const auto place = std::ranges::find_if(
            variables, [&start](const auto &variable) { return variable.starts_with(start); });
        if (!change.value)
            std::erase_if(variables, [&start](const auto &v) { return v.starts_with(start); });
        else if (place != variables.end())
            *place = start + *change.value;
        else
            variables.push_back(start + *change.value);
    }
    return variables;
}

Result<ResolvedCommand> resolveCommand(const LaunchOptions &options)
{
    if (options.command.empty() || options.command.front().empty())
        return Error{ErrorCode::CommandNotFound, "", "no command given"};
    EMBER_RETURN_IF_ERROR(checkDirectory(options.directory));
    ResolvedCommand command;
    command.arguments = options.command;
    command.environment = changedEnvironment(options.environment);
    command.directory = options.directory;
    EMBER_ASSIGN_OR_RETURN(command.path, findProgram(options.command.front(), command));
    EMBER_ASSIGN_OR_RETURN(const auto sanitizer,
                           checkTarget(fromHere(command.path, command.directory)));
    command.hasLeakSanitizer = sanitizer == LeakSanitizer::Present;
    return command;
}

} // namespace ember::capture
