// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ember::model {

// What went wrong, neutrally. app/errortext turns a code into a translated sentence with advice;
// nobody else writes text for people.
enum class ErrorCode {
    // files
    FileNotFound,
    FileUnreadable,
    FileEmpty,
    FileTooBig,
    FileNotWritable,
    FileInUse, // somebody writes it
    DiskFull,
    FileSizeLimited, // for this process, or by the disk (EFBIG)
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
    MemoryHidden, // a target's, from this user: the capture goes on with what can be seen
    StacksCut, // deeper than the recorder follows them: the same
    CaptureFailed, // any other system call on the recorder's path
    // upload
    InvalidDsn,
    NetworkError,
    TimedOut,
    TooLarge,
    RateLimited,
    // everything
    Cancelled,
    InvalidArgument,
};

// `subject` is what it is about (a path, a field, a command), `detail` the place and reason in the
// words of the rule or the system (strerror), untranslated. Both UTF-8.
struct Error {
    ErrorCode code;
    std::string subject;
    std::string detail;
};

// The stable spelling for --json output, tests and logs, e.g. "FileNotFound".
const char *codeName(ErrorCode code);

} // namespace ember::model
