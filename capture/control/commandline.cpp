// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/commandline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <optional>
#include <span>
#include <unistd.h>

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
    double number = 0;
    const auto *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    rest = text.substr(static_cast<std::size_t>(result.ptr - text.data()));
    return result.ec == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
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

constexpr std::string_view usageText =
    R"(usage: emberchart-record [OPTIONS] -o FILE -- COMMAND [ARGUMENT…]
       emberchart-record [OPTIONS] -o FILE --pid PID

  --pid PID           capture a process that runs already, with its children (but not the
                      recorder and what started it); it runs on behind the capture
  -F HZ               samples per second and thread, 1 to 4000 (101)
  --jitter            take each sample at a random moment of its period, so that no program
                      works in step with them
  -d SECONDS          end after this time; the command runs on
  -o FILE             the capture log; - is standard output: what the command prints then
                      goes into the log, and is lost where nobody reads on; a new log is for
                      its user only, an existing file keeps its permissions
  --max-size SIZE     end when the log has this size (500MB, 2GiB); names come on top
  --ring LIMIT        keep only the newest part of the capture: a time (10min, 90s, 2h) or a
                      size (2GB)
  --keep-last TIME    what is kept of a ring (1min): a log of its own, NAME-kept-1.ember, …
  --trigger WHAT      keep it when this happens, once in that time; may be given several times:
                      frozen-frame (with --measurements or --frames), 'cpu>PERCENT' (of one
                      core, over a second), signal:USR1 or signal:USR2 (to the recorder)
  --symbols           with -o -: add names of functions and lines to it, from the files
                      of this machine, while it is written
  --no-follow         do not capture child processes: debuggers among them work, and a
                      Ctrl-C at the terminal reaches them as without a recorder
  --unwind MODE       auto, fp (frame pointers) or dwarf (.eh_frame)
  --measurements      take what the command reports by emberchart.h: numbers, spans, frames
                      (sets EMBERCHART_SOCKET in its environment)
  --frames            the same, and slow and frozen frames of a program that reports
                      nothing: what it presents by Qt, GLX, EGL or Vulkan (adds
                      libemberchart-frames.so to LD_PRELOAD)
  --kill              end the command when the capture ends before it
  --cwd DIR           run the command in DIR
  --env NAME=VALUE    set a variable in its environment
  --unset-env NAME    take a variable out of its environment
  --stdin FILE        its standard input
  --output-dir DIR    its output goes to DIR/stdout and DIR/stderr, and into the log
  --control-fd N      take commands from descriptor N, a line each: pause, resume, stop,
                      keep (the last of a ring)
  --status-fd N       tell on descriptor N what happens, a line each
  --progress-fd N     tell on descriptor N, a pipe, once a second how many samples and threads
                      there are, and how many samples were missed; drops what nobody reads
)";

Error invalid(std::string_view argument, std::string detail)
{
    return {ErrorCode::InvalidArgument, std::string(argument), std::move(detail)};
}

template<typename Number>
std::optional<Number> parseNumber(std::string_view text)
{
    Number number{};
    const auto *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number);
    return result.ec == std::errc() && result.ptr == end ? std::optional(number) : std::nullopt;
}

class CommandLine {
public:
    explicit CommandLine(std::span<const std::string> arguments) : m_rest(arguments) { }

    Result<RecordOptions> parse()
    {
        while (!m_rest.empty() && m_rest.front() != "--" && m_rest.front().starts_with('-')) {
            const std::string option = m_rest.front();
            m_rest = m_rest.subspan(1);
            EMBER_RETURN_IF_ERROR(takesValue(option) ? parseWithValue(option)
                                                     : parseSwitch(option));
        }
        if (!m_rest.empty() && m_rest.front() == "--")
            m_rest = m_rest.subspan(1);
        m_options.launch.command.assign(m_rest.begin(), m_rest.end());
        EMBER_RETURN_IF_ERROR(checkTarget());
        if (m_options.logPath.empty())
            return invalid("-o", "there is no file to write to");
        if (m_options.names == NamesInLog::Yes && m_options.logPath != "-")
            return invalid("--symbols", "names go into a log on standard output (-o -) only");
        EMBER_RETURN_IF_ERROR(checkRing());
        return m_options;
    }

private:
    static bool takesValue(std::string_view option)
    {
        for (const std::string_view known :
             {"-F", "-d", "-o", "--pid", "--unwind", "--max-size", "--ring", "--keep-last",
              "--trigger", "--cwd", "--env", "--unset-env", "--stdin", "--output-dir",
              "--control-fd", "--status-fd", "--progress-fd"}) {
            if (option == known)
                return true;
        }
        return false;
    }

    Result<void> checkTarget() const
    {
        const auto &launch = m_options.launch;
        if (!m_options.attachTo)
            return launch.command.empty() ? invalid("COMMAND", "there is no command to run")
                                          : Result<void>();
        if (!launch.command.empty())
            return invalid(launch.command.front(), "a command, or --pid, but not both");
        if (m_options.atEnd == AtEnd::Kill)
            return invalid("--kill", "a process of --pid is not ended with the capture");
        const auto surrounding = surroundingOption();
        if (!surrounding.empty())
            return invalid(surrounding,
                           "what surrounds a process is chosen at its launch: not with --pid");
        return {};
    }

    // An option that only applies to a launched command and was given; "": none.
    std::string_view surroundingOption() const
    {
        const auto &launch = m_options.launch;
        if (!launch.directory.empty())
            return "--cwd";
        if (!launch.environment.empty())
            return launch.environment.front().value ? "--env" : "--unset-env";
        if (!launch.standardInput.empty())
            return "--stdin";
        if (!launch.outputDirectory.empty())
            return "--output-dir";
        if (m_options.measurements == Measurements::Off)
            return {};
        return m_options.measurements == Measurements::On ? "--measurements" : "--frames";
    }

    Result<void> checkRing() const
    {
        const auto &triggers = m_options.triggers;
        const bool hasTriggers =
            triggers.onFrozenFrame || triggers.cpuAbove || triggers.signal.has_value();
        if (hasTriggers && !m_options.ring)
            return invalid("--trigger", "it keeps the last of a ring: --ring is missing");
        if (m_givesKeepLast && !m_options.ring)
            return invalid("--keep-last", "it is a part of a ring: --ring is missing");
        if (m_options.ring && m_options.logPath == "-")
            return invalid("--ring", "what has gone to standard output cannot be dropped");
        if (m_options.ring && m_options.maxSize)
            return invalid("--max-size", "a ring has a limit of its own");
        if (triggers.onFrozenFrame && m_options.measurements == Measurements::Off)
            return invalid("--trigger",
                           "frames are only seen with --measurements or with --frames");
        return {};
    }

    Result<void> parseSwitch(const std::string &option)
    {
        if (option == "--no-follow")
            m_options.follow = FollowChildren::No;
        else if (option == "--jitter")
            m_options.placement = TickPlacement::Random;
        else if (option == "--kill")
            m_options.atEnd = AtEnd::Kill;
        else if (option == "--symbols")
            m_options.names = NamesInLog::Yes;
        else if (option == "--measurements")
            m_options.measurements = std::max(m_options.measurements, Measurements::On);
        else if (option == "--frames")
            m_options.measurements = Measurements::WithFrames;
        else
            return invalid(option, "there is no such option");
        return {};
    }

    Result<void> parseWithValue(const std::string &option)
    {
        if (m_rest.empty())
            return invalid(option, "its value is missing");
        const std::string value = m_rest.front();
        m_rest = m_rest.subspan(1);
        if (option == "-F" || option == "-d" || option == "--unwind")
            return parseSampling(option, value);
        if (option == "--pid")
            return parseProcess(value);
        if (option == "--control-fd" || option == "--status-fd" || option == "--progress-fd")
            return parseDescriptor(option, value);
        if (option == "--max-size" || option == "--ring" || option == "--keep-last"
            || option == "--trigger")
            return parseKeeping(option, value);
        return parseLaunch(option, value);
    }

    Result<void> parseKeeping(const std::string &option, const std::string &value)
    {
        if (option == "--trigger") {
            return addTrigger(value, m_options.triggers)
                ? Result<void>()
                : invalid(option,
                          "frozen-frame, signal:USR1, signal:USR2, or cpu>PERCENT with the percent "
                          "of one core, above 0 and up to "
                              + std::to_string(static_cast<int>(maxCpuPercent())) + ", not "
                              + value);
        }
        if (option == "--ring") {
            m_options.ring = parseRing(value);
            return m_options.ring
                ? Result<void>()
                : invalid(option, "a time from 1s or a size from 1MB on, not " + value);
        }
        if (option == "--keep-last") {
            const auto time = parseTime(value);
            m_options.keepLast = time.value_or(m_options.keepLast);
            m_givesKeepLast = true;
            return time ? Result<void>() : invalid(option, "a time as 90s or 2min, not " + value);
        }
        m_options.maxSize = parseSize(value);
        return m_options.maxSize.value_or(0) > 0
            ? Result<void>()
            : invalid(option, "a size as 500MB or 2GiB, not " + value);
    }

    Result<void> parseSampling(const std::string &option, const std::string &value)
    {
        if (option == "-F")
            return parseRate(value);
        if (option == "-d")
            return parseDuration(value);
        if (value == "auto")
            m_options.unwind = UnwindMode::Auto;
        else if (value == "fp")
            m_options.unwind = UnwindMode::FramePointer;
        else if (value == "dwarf")
            m_options.unwind = UnwindMode::Dwarf;
        else
            return invalid(option, "auto, fp or dwarf, not " + value);
        return {};
    }

    Result<void> parseRate(const std::string &value)
    {
        const auto rate = parseNumber<int>(value);
        if (!rate || *rate < slowestRate || *rate > fastestRate)
            return invalid("-F", "a whole number from 1 to 4000, not " + value);
        m_options.rate = *rate;
        return {};
    }

    Result<void> parseProcess(const std::string &value)
    {
        m_options.attachTo = parseNumber<int>(value);
        if (!m_options.attachTo || *m_options.attachTo <= 0)
            return invalid("--pid", "the number of a process, not " + value);
        return {};
    }

    Result<void> parseDuration(const std::string &value)
    {
        constexpr double maxSeconds = 1e9; // thirty years
        const auto seconds = parseNumber<double>(value);
        if (!seconds || !(*seconds > 0 && *seconds <= maxSeconds))
            return invalid("-d", "a number of seconds above 0, not " + value);
        m_options.duration = std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double>(*seconds));
        return {};
    }

    Result<void> parseDescriptor(const std::string &option, const std::string &value)
    {
        const auto descriptor = parseNumber<int>(value);
        if (!descriptor || *descriptor < 0)
            return invalid(option, "the number of an open descriptor, not " + value);
        if (option == "--control-fd")
            m_options.controlFd = *descriptor;
        else
            (option == "--status-fd" ? m_options.statusFd : m_options.progressFd) = *descriptor;
        return {};
    }

    Result<void> parseLaunch(const std::string &option, const std::string &value)
    {
        auto &launch = m_options.launch;
        if (option == "-o")
            m_options.logPath = value;
        else if (option == "--cwd")
            launch.directory = value;
        else if (option == "--stdin")
            launch.standardInput = value;
        else if (option == "--output-dir")
            launch.outputDirectory = value;
        else
            return parseVariable(option, value);
        return {};
    }

    Result<void> parseVariable(const std::string &option, const std::string &value)
    {
        const auto end = value.find('=');
        const bool sets = option == "--env";
        if (end == 0 || value.empty() || sets != (end != std::string::npos))
            return invalid(option, sets ? "NAME=VALUE, not " + value : "NAME, not " + value);
        m_options.launch.environment.push_back(
            {value.substr(0, end),
             sets ? std::optional(value.substr(end + 1)) : std::optional<std::string>()});
        return {};
    }

    std::span<const std::string> m_rest;
    RecordOptions m_options;
    bool m_givesKeepLast = false;
};

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
        triggers.cpuAbove = parseNumber(text.substr(cpu.size()), rest);
        return triggers.cpuAbove && (rest.empty() || rest == "%") && *triggers.cpuAbove > 0
            && *triggers.cpuAbove <= maxCpuPercent();
    } else {
        return false;
    }
    return true;
}

Result<RecordOptions> parseCommandLine(std::span<const std::string> arguments)
{
    return CommandLine(arguments).parse();
}

std::string_view usage()
{
    return usageText;
}

} // namespace ember::capture
