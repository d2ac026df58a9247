// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

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
    FormatCannotHold, // the format to write cannot hold what the profile has
    // capture
    CommandNotFound, // exit status 127
    CommandNotExecutable, // exit status 126
    TraceNotPermitted, // ptrace refused: ptrace_scope, seccomp, another user's process
    SetuidTarget,
    UnsupportedArchitecture, // 32-bit target
    ProcessGone,
    MemoryHidden, // the user may not read the target's memory; the capture goes on
    StacksCut, // stacks are deeper than the recorder follows; the capture goes on
    CaptureFailed, // any other system call of the recorder failed
    // upload
    InvalidDsn,
    UnknownDestination, // no place to send to has this name
    SecretMissing, // the key of a destination is no longer in the keychain or file
    NetworkError,
    TimedOut,
    TooLarge,
    RateLimited,
    // any part of the program
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

// A value or an Error, with the member names of std::expected. Ignoring it is a compiler warning.
template<typename T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : m_content(std::move(value)) { }

    Result(Error error) : m_content(std::move(error)) { }

    bool has_value() const { return std::holds_alternative<T>(m_content); }

    explicit operator bool() const { return has_value(); }

    T &value() & { return checked(); }

    const T &value() const & { return const_cast<Result *>(this)->checked(); }

    T &&value() && { return std::move(checked()); }

    T &operator*() & { return checked(); }

    const T &operator*() const & { return const_cast<Result *>(this)->checked(); }

    T &&operator*() && { return std::move(checked()); }

    T *operator->() { return &checked(); }

    const T *operator->() const { return &const_cast<Result *>(this)->checked(); }

    const Error &error() const
    {
        assert(!has_value());
        return std::get<Error>(m_content);
    }

private:
    T &checked()
    {
        assert(has_value());
        return std::get<T>(m_content);
    }

    std::variant<T, Error> m_content;
};

// Success without a value.
struct Done { };

template<>
class [[nodiscard]] Result<void> : public Result<Done> {
public:
    Result() : Result<Done>(Done{}) { }

    Result(Error error) : Result<Done>(std::move(error)) { }
};

} // namespace ember::model

#define EMBER_CONCAT_INNER(a, b) a##b
#define EMBER_CONCAT(a, b) EMBER_CONCAT_INNER(a, b)

// EMBER_ASSIGN_OR_RETURN(const auto file, openFile(path)): declares `file`, or returns the Error.
#define EMBER_ASSIGN_OR_RETURN(declaration, expression)                                            \
    auto EMBER_CONCAT(emberResult, __LINE__) = (expression);                                       \
    if (!EMBER_CONCAT(emberResult, __LINE__))                                                      \
        return EMBER_CONCAT(emberResult, __LINE__).error();                                        \
    declaration = std::move(EMBER_CONCAT(emberResult, __LINE__)).value()

// EMBER_RETURN_IF_ERROR(write(bytes)): returns the Error of a Result<void> if it has one.
#define EMBER_RETURN_IF_ERROR(expression)                                                          \
    if (auto emberOutcome = (expression); !emberOutcome)                                           \
    return emberOutcome.error()
