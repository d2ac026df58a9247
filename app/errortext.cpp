// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/errortext.h"

#include "capture/lifecycle/profilerswitch.h"
#include "model/formats/formatregistry.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

namespace ember::app {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::ErrorText)

public:
    static QString sentence(const model::Error &error);
    static QString advice(const model::Error &error);
    static QString summary(int warnings);
    static QString times(int count);
};

// Whether the error is about a recording of perf; its detail is then the command that prints the
// recording.
bool isOfPerf(const model::Error &error)
{
    return error.detail.starts_with("perf script ");
}

QString Texts::sentence(const model::Error &error)
{
    switch (error.code) {
        using enum model::ErrorCode;
    case FileNotFound: return tr("“%1” does not exist.");
    case FileUnreadable: return tr("“%1” cannot be read.");
    case FileEmpty: return tr("“%1” is empty.");
    case FileTooBig: return tr("“%1” is too big to be opened.");
    case FileNotWritable: return tr("“%1” cannot be written.");
    case FileInUse: return tr("“%1” is being written by somebody else.");
    case FileIsInput: return tr("“%1” is one of the files that are read, and is not replaced.");
    case DiskFull: return tr("There is no space left for “%1”.");
    case FileSizeLimited: return tr("“%1” may not grow any further.");
    case UnknownFormat:
        if (isOfPerf(error))
            return tr("“%1” is a recording of perf, which is not installed here to read it.");
        return tr("“%1” is not a profile in a known format.");
    case Truncated: return tr("“%1” ends too early.");
    case SyntaxError: return tr("“%1” is damaged.");
    case WrongType: return tr("“%1” has a value of the wrong type.");
    case UnsupportedVersion: return tr("“%1” has a version that cannot be read.");
    case NothingToShow: return tr("“%1” has no samples to show.");
    case FormatCannotHold: return tr("The format of “%1” cannot hold this profile.");
    case CommandNotFound: return tr("The command “%1” was not found.");
    case CommandNotExecutable: return tr("“%1” cannot be executed.");
    case TraceNotPermitted: return tr("The system does not allow tracing “%1”.");
    case SetuidTarget: return tr("“%1” runs with other rights than yours and cannot be recorded.");
    case UnsupportedArchitecture: return tr("“%1” is a program for another architecture.");
    case ProcessGone: return tr("The process “%1” has ended.");
    case MemoryHidden: return tr("“%1” hides its memory: its calls cannot be seen.");
    case StacksCut: return tr("Some stacks of “%1” are too deep to be whole.");
    case CaptureFailed: return tr("Recording “%1” failed.");
    case InvalidDsn: return tr("The DSN is not valid.");
    case UnknownDestination: return tr("There is no destination “%1”.");
    case SecretMissing: return tr("The key of the destination “%1” is not available.");
    case NetworkError: return tr("“%1” could not be reached.");
    case TimedOut: return tr("“%1” did not answer in time.");
    case TooLarge: return tr("“%1” is larger than the server accepts.");
    case RateLimited: return tr("The server takes no more profiles for now.");
    case Cancelled: return tr("Cancelled.");
    case InvalidArgument: return tr("“%1” is not a valid value.");
    }
    return tr("Something unexpected happened to “%1”.");
}

QString Texts::advice(const model::Error &error)
{
    switch (error.code) {
        using enum model::ErrorCode;
    case FileNotFound: return tr("Check the spelling, or whether it was moved.");
    case FileUnreadable: // the system may have another reason than missing permissions
        return error.detail == std::strerror(EACCES) ? tr("Check that you are allowed to read it.")
                                                     : QString();
    case FileTooBig: return tr("Save a shorter range of it with the program that wrote it.");
    case FileNotWritable: return tr("Choose another folder, or check its permissions.");
    case FileInUse: return tr("Choose another name, or wait until it is done.");
    case FileIsInput: return tr("Write to another file.");
    case DiskFull: return tr("Free some space, or delete captures in the capture library.");
    case FileSizeLimited:
        return tr(
            "The size of files is limited here, for this program (ulimit -f) or by the disk.");
    case UnknownFormat:
        if (isOfPerf(error))
            return tr("Install perf (Debian: linux-perf), or run the command of the details where "
                      "it is installed and open perf.txt.");
        return tr("Emberchart opens capture logs (.ember), Sentry profile chunks (.json), "
                  "envelopes, and profiles of many other tools: %1. To record a program, launch "
                  "it: emberchart --launch -- PROGRAM.")
            .arg(QString::fromStdString(model::builtinFormats().tools()));
    case Truncated: return tr("It was probably cut while being written or copied: fetch it again.");
    case SyntaxError: return tr("The details say where reading stopped.");
    case CommandNotFound: return tr("Check the spelling, or give the whole path of the program.");
    case CommandNotExecutable:
        return tr("Check its permissions; a script needs a first line that names its interpreter.");
    case TraceNotPermitted:
        return tr("One's own processes may be recorded, and by root those of others, unless "
                  "another program traces them already. Settings of the system (ptrace_scope), "
                  "sandboxes and containers may forbid it: the details say what was found.");
    case MemoryHidden: return tr("Record it as root to see them.");
    case SetuidTarget: return tr("Start a copy of it without the setuid bit, or record as root.");
    case UnsupportedArchitecture: return tr("Only 64-bit programs can be recorded.");
    case InvalidDsn:
        return tr("It looks like https://KEY@HOST/PROJECT; copy it from Sentry under Settings › "
                  "Projects › Client Keys.");
    case UnknownDestination: return tr("emberchart-cli destinations lists those that are there.");
    case SecretMissing: return tr("Unlock the keychain, or add the destination again.");
    case NetworkError: return tr("Check the connection and the name of the host.");
    case TimedOut: return tr("Nothing was sent again: try later.");
    case TooLarge: return tr("Choose a shorter range or fewer threads.");
    case RateLimited: return tr("The details say until when. Nothing is sent again by itself.");
    default: return {};
    }
}

QString Texts::summary(int warnings)
{
    return tr("opened with %n warning(s)", nullptr, warnings);
}

QString Texts::times(int count)
{
    return tr("%n time(s)", nullptr, count);
}

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// The reasons why the profiler is on or off, as captures of this program contain them. They are
// translated; any other text in their place is data of a file.
constexpr std::array lifecycleReasons{
    QT_TRANSLATE_NOOP(
        "ember::app::ErrorText",
        "nothing is sampled, as profile_lifecycle is trace and tracing is off (the program does "
        "not use emberchart.h, or has neither traces_sample_rate nor traces_sampler)"),
    QT_TRANSLATE_NOOP("ember::app::ErrorText",
                      "profile_session_sample_rate has no effect where profiles_sample_rate or "
                      "profiles_sampler is set, as profiles belong to transactions (V1) then"),
    QT_TRANSLATE_NOOP("ember::app::ErrorText",
                      "start_profiler_on_app_start has no effect before the next launch, as no "
                      "earlier one of this program has left a draw"),
    QT_TRANSLATE_NOOP("ember::app::ErrorText",
                      "start_profiler has no effect, as this session is not sampled "
                      "(profile_session_sample_rate)"),
    QT_TRANSLATE_NOOP(
        "ember::app::ErrorText",
        "start_profiler has no effect, as transactions start it (profile_lifecycle is trace)"),
    QT_TRANSLATE_NOOP(
        "ember::app::ErrorText",
        "stop_profiler has no effect, as transactions stop it (profile_lifecycle is trace)"),
    QT_TRANSLATE_NOOP(
        "ember::app::ErrorText",
        "nothing is in the capture, as this session was not sampled (profile_session_sample_rate)"),
    QT_TRANSLATE_NOOP("ember::app::ErrorText",
                      "nothing is in the capture, as nothing has called start_profiler in time"),
};

// Returns the sentence for one of lifecycleReasons; nullopt for any other text.
std::optional<ErrorText> lifecycleText(std::string_view reason)
{
    const auto *const known = std::ranges::find(
        lifecycleReasons, reason, [](const char *text) { return std::string_view(text); });
    if (known == lifecycleReasons.end())
        return std::nullopt;
    QString sentence = Texts::tr(*known) % QLatin1Char('.');
    if (reason.starts_with("nothing"))
        sentence[0] = sentence[0].toUpper();
    return ErrorText{std::move(sentence), {}, {}};
}

} // namespace

ErrorText errorText(const model::Error &error)
{
    const std::string_view detail = error.detail;
    if (error.code == model::ErrorCode::NothingToShow
        && detail.starts_with(capture::lifecycleDecides)) {
        if (auto text = lifecycleText(detail.substr(capture::lifecycleDecides.size())))
            return std::move(*text);
    }
    QString sentence = Texts::sentence(error);
    if (sentence.contains(QLatin1String("%1")))
        sentence = sentence.arg(fromUtf8(error.subject));
    return {std::move(sentence), Texts::advice(error), fromUtf8(error.detail)};
}

QString errorLine(const model::Error &error)
{
    const ErrorText text = errorText(error);
    QString line = text.sentence;
    if (!text.detail.isEmpty())
        line += QLatin1String(" (") % text.detail % QLatin1Char(')');
    if (!text.advice.isEmpty())
        line += QLatin1Char(' ') % text.advice;
    return line;
}

QString importSummary(const model::ImportLog &log)
{
    // Counts kinds of findings, not occurrences: the same fault in a thousand samples is one thing
    // to look at.
    const auto warnings = std::ranges::count_if(log.findings(), [](const model::Finding &finding) {
        return finding.severity != model::Severity::Note;
    });
    return warnings == 0 ? QString() : Texts::summary(static_cast<int>(warnings));
}

QString findingLine(const model::Finding &finding)
{
    QString line = fromUtf8(finding.code);
    if (!finding.subject.empty())
        line += QStringLiteral(" — ") % fromUtf8(finding.subject);
    if (!finding.detail.empty())
        line += QLatin1String(": ") % fromUtf8(finding.detail);
    if (finding.count > 1)
        line +=
            QLatin1String(" (") % Texts::times(static_cast<int>(finding.count)) % QLatin1Char(')');
    return line;
}

} // namespace ember::app
