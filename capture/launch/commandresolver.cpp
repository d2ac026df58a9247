// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/commandresolver.h"

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

extern char **environ;

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// The kernel's limits: bytes of a script's first line (BINPRM_BUF_SIZE), and how deep interpreters
// of interpreters may nest.
constexpr std::size_t firstLineLimit = 256;
constexpr int interpreterDepth = 5;

// The interpreter that a script's first line names: what follows #! up to the next blank.
std::string interpreterOf(const BinaryReader &file)
{
    const auto bytes = file.readUpTo(0, firstLineLimit);
    std::string line(bytes.size(), '\0');
    std::memcpy(line.data(), bytes.data(), bytes.size());
    if (!line.starts_with("#!"))
        return {};
    line.resize(std::min(line.find('\n'), line.size()));
    const auto start = line.find_first_not_of(" \t", 2);
    if (start == std::string::npos)
        return {};
    const auto end = line.find_first_of(" \t", start);
    return line.substr(start, end == std::string::npos ? end : end - start);
}

Result<void> checkPrivileges(const std::string &path)
{
    const auto what = withheldPrivileges(path);
    if (what.empty())
        return {};
    return Error{ErrorCode::SetuidTarget, path,
                 "it runs with other privileges (" + std::string(what)
                     + "), which the system withholds from a traced program unless root traces it"};
}

Result<void> checkArchitecture(const std::string &path, const ElfIdentity &identity)
{
    if (identity.elfClass != ElfClass::Elf64)
        return Error{ErrorCode::UnsupportedArchitecture, path, "it is a 32-bit program"};
    if (identity.machine != EM_X86_64 || !identity.isLittleEndian)
        return Error{ErrorCode::UnsupportedArchitecture, path,
                     "it is for another processor (ELF machine " + std::to_string(identity.machine)
                         + "), not x86-64"};
    return {};
}

// Whether LeakSanitizer is linked statically, as by clang: its name is then in the program's own
// string table.
bool namesLeakSanitizer(const BinaryReader &file)
{
    // The name between two zero bytes. They are written at run time, so that our own binary does
    // not contain the pattern.
    std::string name = "?__lsan_do_leak_check?";
    name.front() = name.back() = '\0';
    constexpr std::uint64_t chunk = std::uint64_t(1) << 20U;
    constexpr std::uint64_t limit = 128 * chunk;
    for (std::uint64_t offset = 0; offset < std::min(file.size(), limit); offset += chunk) {
        const auto bytes = file.readUpTo(offset, chunk + name.size());
        if (memmem(bytes.data(), bytes.size(), name.data(), name.size()))
            return true;
    }
    return false;
}

LeakSanitizer leakSanitizerIn(const BinaryReader &file, const ElfIdentity &identity)
{
    static constexpr std::array<std::string_view, 4> libraries{
        "libasan", "liblsan", "libclang_rt.asan", "libclang_rt.lsan"};
    for (const auto &needed : identity.needed) {
        for (const auto library : libraries) {
            if (needed.starts_with(library))
                return LeakSanitizer::Present;
        }
    }
    return namesLeakSanitizer(file) ? LeakSanitizer::Present : LeakSanitizer::Absent;
}

Result<LeakSanitizer> checkTarget(const std::string &path, int depth)
{
    const auto file = BinaryReader::open(path);
    EMBER_RETURN_IF_ERROR(checkPrivileges(path));
    if (!file) // a program without read permission can be executed all the same
        return LeakSanitizer::Absent;
    if (const auto interpreter = interpreterOf(*file); !interpreter.empty()) {
        if (access(interpreter.c_str(), X_OK) != 0)
            return Error{ErrorCode::CommandNotExecutable, path,
                         "its interpreter " + interpreter + ": " + std::strerror(errno)};
        return depth < interpreterDepth ? checkTarget(interpreter, depth + 1)
                                        : Result<LeakSanitizer>(LeakSanitizer::Absent);
    }
    const auto identity = readElfIdentity(*file);
    if (!identity) // exec knows more formats, or reports the error
        return LeakSanitizer::Absent;
    EMBER_RETURN_IF_ERROR(checkArchitecture(path, *identity));
    return leakSanitizerIn(*file, *identity);
}

// The search path of execvp when PATH is not set.
constexpr std::string_view defaultPath = "/bin:/usr/bin";

// Whether an entry of an environment has this name.
bool isCalled(std::string_view entry, std::string_view name)
{
    return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
}

// Turns a path relative to the target's directory into one relative to the recorder's.
std::string fromHere(const std::string &path, const std::string &directory)
{
    return directory.empty() || path.starts_with('/') ? path : directory + '/' + path;
}

// Returns 0, or the errno with which exec would refuse the file.
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

Result<LeakSanitizer> checkTarget(const std::string &path)
{
    return checkTarget(path, 0);
}

std::string_view withheldPrivileges(const std::string &path)
{
    struct statvfs mount { };
    const bool mountForbids = statvfs(path.c_str(), &mount) == 0 && (mount.f_flag & ST_NOSUID) != 0;
    const auto raised = readRaisedPrivileges(path);
    if (geteuid() == 0 || mountForbids || !raised || !raised->any())
        return {};
    return raised->setUser ? "setuid" : raised->setGroup ? "setgid" : "capabilities";
}

std::string_view valueIn(std::span<const std::string> environment, std::string_view name)
{
    for (const std::string_view entry : environment) {
        if (isCalled(entry, name))
            return entry.substr(name.size() + 1);
    }
    return {};
}

void setVariable(std::vector<std::string> &environment, std::string_view name,
                 const std::optional<std::string> &value)
{
    const auto isIt = [name](std::string_view entry) { return isCalled(entry, name); };
    if (!value) {
        std::erase_if(environment, isIt);
        return;
    }
    auto entry = std::string(name) + '=' + *value;
    const auto place = std::ranges::find_if(environment, isIt);
    if (place == environment.end()) {
        environment.push_back(std::move(entry));
        return;
    }
    *place = std::move(entry);
    environment.erase(std::remove_if(place + 1, environment.end(), isIt), environment.end());
}

std::vector<std::string> changedEnvironment(const std::vector<EnvironmentChange> &changes)
{
    std::vector<std::string> variables;
    for (char **entry = environ; entry && *entry; ++entry)
        variables.emplace_back(*entry);
    for (const auto &change : changes)
        setVariable(variables, change.name, change.value);
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
