// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/commandline.h"

#include "model/core/files.h"
#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <optional>
#include <set>
#include <unistd.h>

// Marks a text for the translators, whose tool searches for this name.
#define QT_TRANSLATE_NOOP(context, text) text

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

struct Unit {
    std::string_view name;
    double factor = 1;
};

constexpr double kibi = 1024;

constexpr std::array<Unit, 12> sizeUnits{{{"", 1},
                                          {"B", 1},
                                          {"kB", 1e3},
                                          {"k", 1e3},
                                          {"KiB", kibi},
                                          {"MB", 1e6},
                                          {"M", 1e6},
                                          {"MiB", kibi *kibi},
                                          {"GB", 1e9},
                                          {"G", 1e9},
                                          {"GiB", kibi *kibi *kibi},
                                          {"TB", 1e12}}};

constexpr std::array<Unit, 4> timeUnits{{{"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}}};

std::optional<double> parseNumber(std::string_view text, std::string_view &rest)
{
    rest = text;
    const auto number = model::takeNumber<double>(rest, std::chars_format::fixed);
    return number && *number >= 0 ? number : std::nullopt;
}

std::optional<double> parseQuantity(std::string_view text, std::span<const Unit> units, double most)
{
    std::string_view name;
    const auto number = parseNumber(text, name);
    const auto unit = std::ranges::find(units, name, &Unit::name);
    if (!number || unit == units.end() || !(*number * unit->factor <= most))
        return std::nullopt;
    return *number * unit->factor;
}

std::string expect(bool isTaken, const char *expected)
{
    return isTaken ? std::string() : std::string(expected);
}

template<auto member, auto value>
std::string set(RecordOptions &options, const std::string &)
{
    options.*member = value;
    return {};
}

std::string setMeasurements(RecordOptions &options, const std::string &)
{
    options.measurements = std::max(options.measurements, Measurements::On);
    return {};
}

// Returns the lifecycle's options. Switches measurements on, because the program's calls of the
// profiler arrive with them.
LifecycleOptions &lifecycleIn(RecordOptions &options)
{
    setMeasurements(options, {});
    return options.lifecycle ? *options.lifecycle : options.lifecycle.emplace();
}

std::string takeLifecycle(RecordOptions &options, const std::string &value)
{
    lifecycleIn(options).lifecycle =
        value == "trace" ? ProfileLifecycle::Trace : ProfileLifecycle::Manual;
    return expect(value == "manual" || value == "trace", "manual or trace");
}

template<std::optional<double> LifecycleOptions::*member>
std::string takeSampleRate(RecordOptions &options, const std::string &value)
{
    const auto rate = model::toNumber<double>(value);
    const bool isTaken = rate && *rate >= 0 && *rate <= 1;
    if (isTaken)
        lifecycleIn(options).*member = rate;
    return expect(isTaken, "a number from 0.0 to 1.0");
}

std::string setAppStart(RecordOptions &options, const std::string &)
{
    lifecycleIn(options).onAppStart = true;
    return {};
}

template<std::string LaunchOptions::*member>
std::string takeLaunchText(RecordOptions &options, const std::string &value)
{
    options.launch.*member = value;
    return {};
}

std::string takeLogPath(RecordOptions &options, const std::string &value)
{
    options.logPath = value;
    return {};
}

template<int RecordOptions::*member>
std::string takeDescriptor(RecordOptions &options, const std::string &value)
{
    options.*member = model::toNumber<int>(value).value_or(-1);
    return expect(options.*member >= 0, "the number of an open descriptor");
}

std::string takeProcess(RecordOptions &options, const std::string &value)
{
    options.attachTo = model::toNumber<int>(value);
    return expect(options.attachTo.value_or(0) > 0, "the number of a process");
}

std::string takeRate(RecordOptions &options, const std::string &value)
{
    options.rate = model::toNumber<int>(value).value_or(0);
    return expect(options.rate >= slowestRate && options.rate <= fastestRate,
                  "a whole number from 1 to 4000");
}

std::string takeDuration(RecordOptions &options, const std::string &value)
{
    constexpr double maxSeconds = 1e9; // thirty years
    const auto seconds = model::toNumber<double>(value).value_or(0);
    const bool isTaken = seconds > 0 && seconds <= maxSeconds;
    if (isTaken)
        options.duration = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double>(seconds));
    return expect(isTaken, "a number of seconds above 0");
}

std::string takeMaxSize(RecordOptions &options, const std::string &value)
{
    options.maxSize = parseSize(value);
    return expect(options.maxSize.value_or(0) > 0, "a size as 500MB or 2GiB");
}

std::string takeRing(RecordOptions &options, const std::string &value)
{
    options.ring = parseRing(value);
    return expect(options.ring.has_value(), "a time from 1s or a size from 1MB on");
}

std::string takeKeepLast(RecordOptions &options, const std::string &value)
{
    const auto time = parseTime(value);
    options.keepLast = time.value_or(options.keepLast);
    return expect(time.has_value(), "a time as 90s or 2min");
}

std::string takeTrigger(RecordOptions &options, const std::string &value)
{
    if (addTrigger(value, options.triggers))
        return {};
    return "frozen-frame, signal:USR1, signal:USR2, or cpu>PERCENT with the percent of one core, "
           "above 0 and up to "
        + std::to_string(static_cast<int>(maxCpuPercent()));
}

std::string takeUnwind(RecordOptions &options, const std::string &value)
{
    const bool isTaken = value == "auto" || value == "fp" || value == "dwarf";
    options.unwind = value == "fp" ? UnwindMode::FramePointer
        : value == "dwarf"         ? UnwindMode::Dwarf
                                   : UnwindMode::Auto;
    return expect(isTaken, "auto, fp or dwarf");
}

std::string takeVariable(RecordOptions &options, const std::string &value)
{
    const auto end = value.find('=');
    if (end == 0 || end == std::string::npos)
        return "NAME=VALUE";
    options.launch.environment.push_back({value.substr(0, end), value.substr(end + 1)});
    return {};
}

std::string takeUnsetVariable(RecordOptions &options, const std::string &value)
{
    if (value.empty() || value.find('=') != std::string::npos)
        return "NAME";
    options.launch.environment.push_back({value, std::nullopt});
    return {};
}

constexpr std::array optionTable{
    RecordOption{.name = "--pid",
                 .value = "PID",
                 .use = OptionUse::RecordCommand,
                 .summary = QT_TRANSLATE_NOOP("cli", "Records a process that runs already."),
                 .help = "capture a process that runs already, with its children (but not the "
                         "recorder and what started it); it runs on after the capture",
                 .take = takeProcess},
    RecordOption{.name = "-F",
                 .longName = "--rate",
                 .value = "HZ",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP("cli", "Samples per second, 1 to 4000 (101)."),
                 .help = "samples per second and thread, 1 to 4000 (101)",
                 .take = takeRate},
    RecordOption{
        .name = "--jitter",
        .summary = QT_TRANSLATE_NOOP("cli", "Takes each sample at a random moment of its period."),
        .help = "take each sample at a random moment of its period, so that no program "
                "works in step with them",
        .take = set<&RecordOptions::placement, TickPlacement::Random>},
    RecordOption{.name = "-d",
                 .longName = "--duration",
                 .value = "SECONDS",
                 .summary = QT_TRANSLATE_NOOP("cli", "Ends the capture after so many seconds."),
                 .help = "end after this time; the command runs on",
                 .take = takeDuration},
    RecordOption{.name = "-o",
                 .longName = "--output",
                 .value = "FILE",
                 .use = OptionUse::Programs,
                 .help = "the capture log; - is standard output: what the command prints then goes "
                         "into the log, and is lost where nobody reads on; a new log is for its "
                         "user only, an existing file keeps its permissions",
                 .take = takeLogPath},
    RecordOption{.name = "--max-size",
                 .value = "SIZE",
                 .summary = QT_TRANSLATE_NOOP(
                     "cli", "Ends the capture when its log has this size: 500MB, 2GiB."),
                 .help = "end when the log has this size (500MB, 2GiB); names come on top",
                 .take = takeMaxSize},
    RecordOption{.name = "--ring",
                 .value = "LIMIT",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP(
                     "cli", "Keeps only the newest part: a time (10min, 2h) or a size (2GB)."),
                 .help = "keep only the newest part of the capture: a time (10min, 90s, 2h) or a "
                         "size (2GB)",
                 .take = takeRing},
    RecordOption{.name = "--keep-last",
                 .value = "TIME",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP(
                     "cli", "What is kept of a ring, as NAME-kept-1.ember and so on (1min)."),
                 .help = "what is kept of a ring (1min): a log of its own, NAME-kept-1.ember, …",
                 .take = takeKeepLast},
    RecordOption{
        .name = "--trigger",
        .value = "WHAT",
        .inForm = InLaunchForm::OwnField,
        .summary = QT_TRANSLATE_NOOP("cli",
                                     "Keeps it at a frozen-frame, at 'cpu>PERCENT' of one core, "
                                     "at signal:USR1 or signal:USR2; may be given several times."),
        .help = "keep it when this happens, once in that time; may be given several "
                "times: frozen-frame (with --measurements or --frames), 'cpu>PERCENT' (of "
                "one core, over a second), signal:USR1 or signal:USR2 (to the recorder)",
        .take = takeTrigger},
    RecordOption{.name = "--symbols",
                 .use = OptionUse::Programs,
                 .help = "with -o -: add names of functions and lines to it, from the files of "
                         "this machine, while it is written",
                 .take = set<&RecordOptions::names, NamesInLog::Yes>},
    RecordOption{.name = "--no-follow",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP("cli", "Does not record child processes."),
                 .help = "do not capture child processes: debuggers among them work, and a Ctrl-C "
                         "at the terminal reaches them as without a recorder",
                 .take = set<&RecordOptions::follow, FollowChildren::No>},
    RecordOption{.name = "--unwind",
                 .value = "MODE",
                 .choices = "auto fp dwarf",
                 .summary = QT_TRANSLATE_NOOP("cli", "auto, fp or dwarf."),
                 .help = "how callers are found: auto, fp (frame pointers) or dwarf (.eh_frame)",
                 .take = takeUnwind},
    RecordOption{.name = "--measurements",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP("cli",
                                              "Records what the command reports by emberchart.h: "
                                              "numbers, spans, frames."),
                 .help = "take what the command reports by emberchart.h: numbers, spans, frames "
                         "(sets EMBERCHART_SOCKET in its environment)",
                 .take = setMeasurements},
    RecordOption{
        .name = "--frames",
        .inForm = InLaunchForm::OwnField,
        .summary = QT_TRANSLATE_NOOP(
            "cli", "The same, and slow and frozen frames of programs that report nothing."),
        .help = "the same, and slow and frozen frames of a program that reports nothing: "
                "what it presents by Qt, GLX, EGL or Vulkan (adds "
                "libemberchart-frames.so to LD_PRELOAD)",
        .take = set<&RecordOptions::measurements, Measurements::WithFrames>},
    RecordOption{
        .name = "--name-jit",
        .inForm = InLaunchForm::OwnField,
        .summary = QT_TRANSLATE_NOOP(
            "cli",
            "Lets Node, .NET, Python and Java name the code that they compile; with --pid: Java."),
        .help = "make runtimes write the names of the code that they compile to "
                "/tmp/perf-PID.map: Node, .NET, Python 3.12 and Java 17 by variables in the "
                "command's environment; a running Java is asked (a signal and a socket of its own, "
                "some 20 ms), before a capture with --pid and after one that it outlives",
        .take = set<&RecordOptions::nameJit, NameJit::Yes>},
    RecordOption{.name = "--lifecycle",
                 .value = "MODE",
                 .choices = "manual trace",
                 .summary = QT_TRANSLATE_NOOP(
                     "cli",
                     "When samples are taken: manual, from start_profiler to stop_profiler, which "
                     "the program calls (emberchart.h), or the window; or trace, while there is a "
                     "sampled transaction. Overrides the program's own profile_lifecycle."),
                 .help = "when samples are taken, in place of the program's own profile_lifecycle: "
                         "manual, from start_profiler to stop_profiler, by the program or a person "
                         "(--control-fd: resume, pause); trace, while there is a sampled "
                         "transaction. Takes what the command reports, as --measurements",
                 .take = takeLifecycle},
    RecordOption{.name = "--session-sample-rate",
                 .value = "RATE",
                 .summary = QT_TRANSLATE_NOOP(
                     "cli",
                     "The share of sessions that are profiled, 0.0 to 1.0 (what the program says, "
                     "else 1). Its lifecycle then holds."),
                 .help = "the share of sessions that are profiled, 0.0 to 1.0, in place of the "
                         "program's own profile_session_sample_rate; 1 where it says nothing. The "
                         "program's lifecycle holds, else manual",
                 .take = takeSampleRate<&LifecycleOptions::sessionRate>},
    RecordOption{.name = "--traces-sample-rate",
                 .value = "RATE",
                 .summary = QT_TRANSLATE_NOOP("cli",
                                              "The share of transactions that are sampled, 0.0 to "
                                              "1.0. Its lifecycle then holds."),
                 .help = "the share of transactions that are sampled, 0.0 to 1.0, in place of the "
                         "program's own traces_sample_rate, but not of its traces_sampler. The "
                         "program's lifecycle holds, else manual",
                 .take = takeSampleRate<&LifecycleOptions::tracesRate>},
    RecordOption{.name = "--profile-app-start",
                 .summary = QT_TRANSLATE_NOOP(
                     "cli",
                     "Samples from the launch on, if the launch before has drawn so, to a stop or "
                     "the end of the first transaction."),
                 .help = "take samples from the launch on, if the launch before has drawn so: to "
                         "stop_profiler or, where the lifecycle is trace, to the end of the first "
                         "transaction",
                 .take = setAppStart},
    RecordOption{.name = "--kill",
                 .summary = QT_TRANSLATE_NOOP("cli", "Ends the command with the capture."),
                 .help = "end the command when the capture ends before it",
                 .take = set<&RecordOptions::atEnd, AtEnd::Kill>},
    RecordOption{.name = "--cwd",
                 .value = "DIR",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP("cli", "Working directory of the command."),
                 .help = "run the command in DIR",
                 .take = takeLaunchText<&LaunchOptions::directory>},
    RecordOption{.name = "--release",
                 .value = "R",
                 .summary = QT_TRANSLATE_NOOP("cli", "Release of the application, for Sentry."),
                 .help = "release of the application: chunks for Sentry have it",
                 .take = takeLaunchText<&LaunchOptions::release>},
    RecordOption{.name = "--environment",
                 .value = "E",
                 .summary = QT_TRANSLATE_NOOP("cli", "Environment of the application, for Sentry."),
                 .help = "environment of the application, staging or the like: chunks for Sentry "
                         "have it",
                 .take = takeLaunchText<&LaunchOptions::deployment>},
    RecordOption{.name = "--env",
                 .value = "NAME=VALUE",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP("cli", "Sets a variable for the command."),
                 .help = "set a variable in its environment",
                 .take = takeVariable},
    RecordOption{.name = "--unset-env",
                 .value = "NAME",
                 .use = OptionUse::Programs,
                 .help = "take a variable out of its environment",
                 .take = takeUnsetVariable},
    RecordOption{.name = "--stdin",
                 .value = "FILE",
                 .inForm = InLaunchForm::OwnField,
                 .summary = QT_TRANSLATE_NOOP("cli", "Standard input of the command."),
                 .help = "its standard input",
                 .take = takeLaunchText<&LaunchOptions::standardInput>},
    RecordOption{.name = "--output-dir",
                 .value = "DIR",
                 .use = OptionUse::Programs,
                 .help = "its output goes to DIR/stdout and DIR/stderr, and into the log",
                 .take = takeLaunchText<&LaunchOptions::outputDirectory>},
    RecordOption{.name = "--control-fd",
                 .value = "N",
                 .use = OptionUse::Programs,
                 .help = "take commands from descriptor N, a line each: pause, resume, stop, keep "
                         "(the last of a ring)",
                 .take = takeDescriptor<&RecordOptions::controlFd>},
    RecordOption{.name = "--status-fd",
                 .value = "N",
                 .use = OptionUse::Programs,
                 .help = "tell on descriptor N what happens, a line each",
                 .take = takeDescriptor<&RecordOptions::statusFd>},
    RecordOption{.name = "--progress-fd",
                 .value = "N",
                 .use = OptionUse::Programs,
                 .help = "tell on descriptor N, a pipe, once a second how many samples and threads "
                         "there are, and how many samples were missed; drops what nobody reads",
                 .take = takeDescriptor<&RecordOptions::progressFd>},
};

Error invalid(std::string_view argument, std::string detail)
{
    return {ErrorCode::InvalidArgument, std::string(argument), std::move(detail)};
}

// Fills the options from the arguments in their order, then checks their combination.
class CommandLine {
public:
    explicit CommandLine(std::span<const std::string> arguments) : m_rest(arguments) { }

    Result<RecordOptions> parse()
    {
        while (!m_rest.empty() && m_rest.front() != "--" && m_rest.front().starts_with('-'))
            EMBER_RETURN_IF_ERROR(parseOption(next()));
        if (!m_rest.empty() && m_rest.front() == "--")
            m_rest = m_rest.subspan(1);
        m_options.launch.command.assign(m_rest.begin(), m_rest.end());
        EMBER_RETURN_IF_ERROR(checkTarget());
        if (m_options.logPath.empty())
            return invalid("-o", "there is no file to write to");
        if (m_options.names == NamesInLog::Yes && m_options.logPath != "-")
            return invalid("--symbols", "names go into a log on standard output (-o -) only");
        const auto &input = m_options.launch.standardInput;
        // "-" is standard output, even if a file has that name.
        const bool isFile = m_options.logPath != "-";
        if (isFile && model::isSameFile(input.empty() ? "/dev/stdin" : input, m_options.logPath))
            return invalid(input.empty() ? "standard input" : "--stdin",
                           "the capture would be written over it");
        EMBER_RETURN_IF_ERROR(checkRing());
        return m_options;
    }

private:
    const std::string &next()
    {
        const auto &argument = m_rest.front();
        m_rest = m_rest.subspan(1);
        return argument;
    }

    Result<void> parseOption(const std::string &spelling)
    {
        const auto *option = findRecordOption(spelling);
        if (option == nullptr)
            return invalid(spelling, "there is no such option");
        if (!option->value.empty() && m_rest.empty())
            return invalid(spelling, "its value is missing");
        const auto value = option->value.empty() ? std::string() : next();
        m_given.insert(option->name);
        const auto expected = option->take(m_options, value);
        return expected.empty() ? Result<void>() : invalid(spelling, expected + ", not " + value);
    }

    bool isGiven(std::string_view name) const { return m_given.contains(name); }

    Result<void> checkTarget() const
    {
        const auto &command = m_options.launch.command;
        if (!m_options.attachTo)
            return command.empty() ? invalid("COMMAND", "there is no command to run")
                                   : Result<void>();
        if (!command.empty())
            return invalid(command.front(), "a command, or --pid, but not both");
        if (m_options.atEnd == AtEnd::Kill)
            return invalid("--kill", "a process of --pid is not ended with the capture");
        for (const std::string_view surrounding :
             {"--cwd", "--env", "--unset-env", "--stdin", "--output-dir", "--measurements",
              "--frames", "--lifecycle", "--session-sample-rate", "--traces-sample-rate",
              "--profile-app-start"}) {
            if (isGiven(surrounding))
                return invalid(surrounding,
                               "what surrounds a process is chosen at its launch: not with --pid");
        }
        return {};
    }

    Result<void> checkRing() const
    {
        if (isGiven("--trigger") && !m_options.ring)
            return invalid("--trigger", "it keeps the last of a ring: --ring is missing");
        if (isGiven("--keep-last") && !m_options.ring)
            return invalid("--keep-last", "it is a part of a ring: --ring is missing");
        if (m_options.ring && m_options.logPath == "-")
            return invalid("--ring", "what has gone to standard output cannot be dropped");
        if (m_options.ring && m_options.maxSize)
            return invalid("--max-size", "a ring has a limit of its own");
        if (m_options.triggers.onFrozenFrame && m_options.measurements == Measurements::Off)
            return invalid("--trigger",
                           "frames are only seen with --measurements or with --frames");
        return {};
    }

    std::span<const std::string> m_rest;
    RecordOptions m_options;
    std::set<std::string_view> m_given; // names of the options that were given
};

// Appends the text to a line that has `column` letters; wraps it and indents each further line to
// that column.
void appendWrapped(std::string &lines, std::string_view text, std::size_t column)
{
    constexpr std::size_t width = 92;
    std::size_t used = column;
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        if (used + 1 + word.size() > width) {
            lines += '\n';
            lines.append(column, ' ');
            used = column;
        }
        if (used > column)
            lines += ' ';
        lines += word;
        used += word.size() + 1;
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    lines += '\n';
}

} // namespace

std::optional<std::uint64_t> parseSize(std::string_view text)
{
    constexpr double most = 1e18;
    const auto bytes = parseQuantity(text, sizeUnits, most);
    return bytes ? std::optional(static_cast<std::uint64_t>(*bytes)) : std::nullopt;
}

std::optional<std::chrono::nanoseconds> parseTime(std::string_view text)
{
    constexpr double most = 1e9; // thirty years
    const auto seconds = parseQuantity(text, timeUnits, most);
    if (!seconds)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(*seconds));
}

std::optional<RingLimit> parseRing(std::string_view text)
{
    if (const auto time = parseTime(text))
        return *time >= RingLimit::shortest ? std::optional(RingLimit{*time, 0}) : std::nullopt;
    const auto bytes = parseSize(text);
    return bytes && *bytes >= RingLimit::smallest ? std::optional(RingLimit{{}, *bytes})
                                                  : std::nullopt;
}

double maxCpuPercent()
{
    constexpr double percent = 100;
    return percent * static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF)));
}

bool addTrigger(std::string_view text, KeepTriggers &triggers)
{
    constexpr std::string_view cpu = "cpu>";
    if (text == "frozen-frame") {
        triggers.onFrozenFrame = true;
    } else if (text == "signal:USR1" || text == "signal:USR2") {
        triggers.signal = text.ends_with('1') ? SIGUSR1 : SIGUSR2;
    } else if (text.starts_with(cpu)) {
        std::string_view rest;
        const auto percent = parseNumber(text.substr(cpu.size()), rest);
        const bool isTaken =
            percent && (rest.empty() || rest == "%") && *percent > 0 && *percent <= maxCpuPercent();
        if (isTaken)
            triggers.cpuAbove = percent;
        return isTaken;
    } else {
        return false;
    }
    return true;
}

std::span<const RecordOption> recordOptionTable()
{
    return optionTable;
}

const RecordOption *findRecordOption(std::string_view spelling)
{
    const auto found = std::ranges::find_if(optionTable, [&](const RecordOption &option) {
        return option.name == spelling || (!spelling.empty() && option.longName == spelling);
    });
    return found == optionTable.end() ? nullptr : &*found;
}

Result<RecordOptions> parseCommandLine(std::span<const std::string> arguments)
{
    return CommandLine(arguments).parse();
}

std::string usage()
{
    constexpr std::size_t column = 26;
    std::string text = "usage: emberchart-record [OPTIONS] -o FILE -- COMMAND [ARGUMENT…]\n"
                       "       emberchart-record [OPTIONS] -o FILE --pid PID\n\n";
    for (const RecordOption &option : optionTable) {
        std::string spelling = "  " + std::string(option.name);
        for (const auto more : {option.longName, option.value}) {
            if (!more.empty())
                spelling += (more == option.longName ? ", " : " ") + std::string(more);
        }
        spelling.resize(std::max(column, spelling.size() + 1), ' ');
        text += spelling;
        appendWrapped(text, option.help, column);
    }
    return text;
}

} // namespace ember::capture
