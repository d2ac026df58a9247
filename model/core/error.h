// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ember::model {

// The kinds of errors, without a text for people: only app/errortext turns a code into a translated
// sentence with advice.
enum class ErrorCode {
    // files
    FileNotFound,
    FileUnreadable,
    FileEmpty,
    FileTooBig,
    FileNotWritable,
    FileInUse, // another program or view writes it
    FileIsInput, // an output would replace a file that is read
    DiskFull,
    FileSizeLimited, // a limit of the process or of the file system (EFBIG)
    // formats
    UnknownFormat,
    Truncated,
    SyntaxError, // detail: place (line:column or byte offset) and what was expected
    WrongType,
    UnsupportedVersion,
    NothingToShow,
    FormatCannotHold, // an exporter cannot hold what the profile has
    // capture
    CommandNotFound, // exit status 127
    CommandNotExecutable, // exit status 126
    TraceNotPermitted, // ptrace refused: ptrace_scope, seccomp, another user's process
    SetuidTarget,
    UnsupportedArchitecture, // 32-bit target
    ProcessGone,
    MemoryHidden, // the user may not read the target's; the capture goes on
    StacksCut, // deeper than the recorder follows them; the capture goes on
    CaptureFailed, // any other system call on the recorder's path
    // upload
    InvalidDsn,
    UnknownDestination, // no place to send to has this name
    SecretMissing, // the key of a destination is not where it was kept
    NetworkError,
    TimedOut,
    TooLarge,
    RateLimited,
    // everything
    Cancelled,
    InvalidArgument,
};

// An error about `subject` (a path, a field, a command); `detail` has the place and reason in the
// words of the rule or the system (strerror), untranslated. Both are UTF-8.
struct Error {
    ErrorCode code;
    std::string subject;
    std::string detail;
};

// The stable spelling for --json output, tests and logs, e.g. "FileNotFound".
const char *codeName(ErrorCode code);

} // namespace ember::model
