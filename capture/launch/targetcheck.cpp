// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/targetcheck.h"

#include "capture/procfs/binaryreader.h"
#include "capture/procfs/elfidentity.h"
#include "capture/procfs/fileidentity.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <string_view>
#include <sys/statvfs.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

// The kernel's limits: BINPRM_BUF_SIZE, and how deep interpreters of interpreters may nest.
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

// Whether LeakSanitizer is linked statically, as by clang: then its name is in the program's own
// string table.
bool namesLeakSanitizer(const BinaryReader &file)
{
    // The name between two zero bytes. They are put there at run time, so that our own binary does
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
    if (!file) // a program may be executable but not readable
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

} // namespace ember::capture
