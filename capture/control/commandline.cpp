// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/commandline.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <limits>
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

// What the arguments say.
struct Parsed {
    RecordOptions options;
    bool givesKeepLast = false;
};

template<auto Member, auto Choice>
bool choose(Parsed &to, const std::string & /*value*/)
{
    to.options.*Member = Choice;
    return true;
}

template<auto Member>
bool setText(Parsed &to, const std::string &value)
{
    to.options.launch.*Member = value;
    return true;
}

bool setLogPath(Parsed &to, const std::string &value)
{
    to.options.logPath = value;
    return true;
}

bool setNumber(int &to, const std::string &value, int least, int most)
{
    const auto number = parseNumber<int>(value);
    to = number.value_or(to);
    return number && *number >= least && *number <= most;
}

template<auto Member>
bool setDescriptor(Parsed &to, const std::string &value)
{
    return setNumber(to.options.*Member, value, 0, std::numeric_limits<int>::max());
}

bool setProcess(Parsed &to, const std::string &value)
{
    return setNumber(to.options.attachTo.emplace(), value, 1, std::numeric_limits<int>::max());
}

bool setRate(Parsed &to, const std::string &value)
{
    return setNumber(to.options.rate, value, slowestRate, fastestRate);
}

bool setDuration(Parsed &to, const std::string &value)
{
    constexpr double maxSeconds = 1e9; // thirty years
    const auto seconds = parseNumber<double>(value);
    if (!seconds || !(*seconds > 0 && *seconds <= maxSeconds))
        return false;
    to.options.duration = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(*seconds));
    return true;
}

bool setUnwindMode(Parsed &to, const std::string &value)
{
    if (value == "auto")
        to.options.unwind = UnwindMode::Auto;
    else if (value == "fp")
        to.options.unwind = UnwindMode::FramePointer;
    else if (value == "dwarf")
        to.options.unwind = UnwindMode::Dwarf;
    else
        return false;
    return true;
}

bool setMaxSize(Parsed &to, const std::string &value)
{
    to.options.maxSize = parseSize(value);
    return to.options.maxSize.value_or(0) > 0;
}

bool setRing(Parsed &to, const std::string &value)
{
    to.options.ring = parseRing(value);
    return to.options.ring.has_value();
}

bool setKeepLast(Parsed &to, const std::string &value)
{
    const auto time = parseTime(value);
    to.options.keepLast = time.value_or(to.options.keepLast);
    to.givesKeepLast = true;
    return time.has_value();
}

bool setTrigger(Parsed &to, const std::string &value)
{
    return addTrigger(value, to.options.triggers);
}

bool measure(Parsed &to, const std::string & /*value*/)
{
    to.options.measurements = std::max(to.options.measurements, Measurements::On);
    return true;
}

bool setVariable(Parsed &to, const std::string &value)
{
    const auto end = value.find('=');
    if (end == 0 || end == std::string::npos)
        return false;
    to.options.launch.environment.push_back({value.substr(0, end), value.substr(end + 1)});
    return true;
}

bool unsetVariable(Parsed &to, const std::string &value)
{
    to.options.launch.environment.push_back({value, std::nullopt});
    return !value.empty() && value.find('=') == std::string::npos;
}

struct Option {
    std::string_view name;
    // Describes the value in errors; {} stands for maxCpuPercent(). Empty: the option has no value.
    std::string_view wanted;
    bool (*set)(Parsed &to, const std::string &value); // false: the value is not as wanted
};

constexpr std::string_view descriptorWanted = "the number of an open descriptor";

constexpr std::array<Option, 23> knownOptions{{
    {"-F", "a whole number from 1 to 4000", setRate},
    {"--jitter", "", choose<&RecordOptions::placement, TickPlacement::Random>},
    {"-d", "a number of seconds above 0", setDuration},
    {"-o", "a file", setLogPath},
    {"--pid", "the number of a process", setProcess},
    {"--max-size", "a size as 500MB or 2GiB", setMaxSize},
    {"--ring", "a time from 1s or a size from 1MB on", setRing},
    {"--keep-last", "a time as 90s or 2min", setKeepLast},
    {"--trigger",
     "frozen-frame, signal:USR1, signal:USR2, or cpu>PERCENT with the percent of one core, above 0 "
     "and up to {}",
     setTrigger},
    {"--symbols", "", choose<&RecordOptions::names, NamesInLog::Yes>},
    {"--no-follow", "", choose<&RecordOptions::follow, FollowChildren::No>},
    {"--unwind", "auto, fp or dwarf", setUnwindMode},
    {"--measurements", "", measure},
    {"--frames", "", choose<&RecordOptions::measurements, Measurements::WithFrames>},
    {"--kill", "", choose<&RecordOptions::atEnd, AtEnd::Kill>},
    {"--cwd", "a folder", setText<&LaunchOptions::directory>},
    {"--env", "NAME=VALUE", setVariable},
    {"--unset-env", "NAME", unsetVariable},
    {"--stdin", "a file", setText<&LaunchOptions::standardInput>},
    {"--output-dir", "a folder", setText<&LaunchOptions::outputDirectory>},
    {"--control-fd", descriptorWanted, setDescriptor<&RecordOptions::controlFd>},
    {"--status-fd", descriptorWanted, setDescriptor<&RecordOptions::statusFd>},
    {"--progress-fd", descriptorWanted, setDescriptor<&RecordOptions::progressFd>},
}};

Error unwanted(const Option &option, const std::string &value)
{
    std::string wanted(option.wanted);
    if (const auto place = wanted.find("{}"); place != std::string::npos)
        wanted.replace(place, 2, std::to_string(static_cast<int>(maxCpuPercent())));
    return invalid(option.name, wanted + ", not " + value);
}

// Takes the options from the front of the arguments.
Result<void> takeOptions(std::span<const std::string> &arguments, Parsed &to)
{
    while (!arguments.empty() && arguments.front() != "--" && arguments.front().starts_with('-')) {
        const std::string &name = arguments.front();
        const auto *option = std::ranges::find(knownOptions, name, &Option::name);
        if (option == knownOptions.end())
            return invalid(name, "there is no such option");
        const std::size_t words = option->wanted.empty() ? 1 : 2;
        if (arguments.size() < words)
            return invalid(name, "its value is missing");
        const auto &value = arguments[words - 1];
        if (!option->set(to, value))
            return unwanted(*option, value);
        arguments = arguments.subspan(words);
    }
    return {};
}

// An option that only applies to a launched command and was given; "": none.
std::string_view surroundingOption(const RecordOptions &options)
{
    const auto &launch = options.launch;
    if (!launch.directory.empty())
        return "--cwd";
    if (!launch.environment.empty())
        return launch.environment.front().value ? "--env" : "--unset-env";
    if (!launch.standardInput.empty())
        return "--stdin";
    if (!launch.outputDirectory.empty())
        return "--output-dir";
    if (options.measurements == Measurements::Off)
        return {};
    return options.measurements == Measurements::On ? "--measurements" : "--frames";
}

Result<void> checkTarget(const RecordOptions &options)
{
    const auto &launch = options.launch;
    if (!options.attachTo)
        return launch.command.empty() ? invalid("COMMAND", "there is no command to run")
                                      : Result<void>();
    if (!launch.command.empty())
        return invalid(launch.command.front(), "a command, or --pid, but not both");
    if (options.atEnd == AtEnd::Kill)
        return invalid("--kill", "a process of --pid is not ended with the capture");
    const auto surrounding = surroundingOption(options);
    if (!surrounding.empty())
        return invalid(surrounding,
                       "what surrounds a process is chosen at its launch: not with --pid");
    return {};
}

Result<void> checkRing(const Parsed &parsed)
{
    const auto &options = parsed.options;
    const auto &triggers = options.triggers;
    const bool hasTriggers =
        triggers.onFrozenFrame || triggers.cpuAbove || triggers.signal.has_value();
    if (hasTriggers && !options.ring)
        return invalid("--trigger", "it keeps the last of a ring: --ring is missing");
    if (parsed.givesKeepLast && !options.ring)
        return invalid("--keep-last", "it is a part of a ring: --ring is missing");
    if (options.ring && options.logPath == "-")
        return invalid("--ring", "what has gone to standard output cannot be dropped");
    if (options.ring && options.maxSize)
        return invalid("--max-size", "a ring has a limit of its own");
    if (triggers.onFrozenFrame && options.measurements == Measurements::Off)
        return invalid("--trigger", "frames are only seen with --measurements or with --frames");
    return {};
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
    Parsed parsed;
    EMBER_RETURN_IF_ERROR(takeOptions(arguments, parsed));
    if (!arguments.empty() && arguments.front() == "--")
        arguments = arguments.subspan(1);
    auto &options = parsed.options;
    options.launch.command.assign(arguments.begin(), arguments.end());
    EMBER_RETURN_IF_ERROR(checkTarget(options));
    if (options.logPath.empty())
        return invalid("-o", "there is no file to write to");
    if (options.names == NamesInLog::Yes && options.logPath != "-")
        return invalid("--symbols", "names go into a log on standard output (-o -) only");
    EMBER_RETURN_IF_ERROR(checkRing(parsed));
    return options;
}

std::string_view usage()
{
    return usageText;
}

} // namespace ember::capture
