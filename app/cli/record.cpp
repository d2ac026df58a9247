// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandparser.h"
#include "app/cli/commands.h"
#include "app/cli/messages.h"
#include "app/cli/missinglines.h"
#include "app/cli/openfiles.h"
#include "app/cli/opentables.h"
#include "app/cli/output.h"
#include "app/cli/recorderrun.h"
#include "app/cli/sharedarguments.h"
#include "app/errortext.h"
#include "app/session/filenames.h"
#include "app/session/recordcommandline.h"
#include "capture/naming/lognamer.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/capturelog/appendrecords.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

namespace fs = std::filesystem;
using model::capturelog::SavedSymbols;

bool isRemote(const CommandParser &parser)
{
    return parser.has("host");
}

// The complete recorder arguments, for this machine or another.
QStringList callArguments(const CommandParser &parser, const QString &log)
{
    QStringList arguments =
        isRemote(parser) ? streamArguments() : QStringList{QStringLiteral("-o"), log};
    arguments += givenRecordOptions(parser, capture::OptionUse::RecordCommand);
    if (!parser.positionalArguments().isEmpty())
        arguments += QStringList(QStringLiteral("--")) + parser.positionalArguments();
    return arguments;
}

model::Result<capture::RecordOptions> checkUsage(const CommandParser &parser, const QString &log)
{
    if (parser.has("remote-recorder") && !isRemote(parser))
        return model::Error{model::ErrorCode::InvalidArgument, "--remote-recorder",
                            "it says where the recorder is on the machine of --host"};
    if (isRemote(parser)) {
        EMBER_RETURN_IF_ERROR(checkHost(parser.valueOf("host")));
        if (parser.has("pid"))
            return model::Error{model::ErrorCode::InvalidArgument, "--pid",
                                "with --host a command is launched; what runs there already can "
                                "only be recorded there"};
    }
    return checkRecorderArguments(callArguments(parser, log));
}

// Runs a recorder here or remotely. Returns the exit code. `meanwhile` is called regularly while a
// local recorder runs.
int runCapture(const CommandParser &parser, const QString &log,
               const std::function<void()> &meanwhile)
{
    if (!isRemote(parser))
        return runRecorder(callArguments(parser, log),
                           parser.has("kill") ? capture::AtEnd::Kill : capture::AtEnd::LeaveRunning,
                           meanwhile);
    const RemoteMachine machine{parser.valueOf("host"), parser.valueOf("remote-recorder")};
    const auto options = checkUsage(parser, log);
    return runRemoteRecorder(machine, callArguments(parser, log), log,
                             options ? options->maxSize : std::nullopt);
}

// Whether the user already knows that the disk is full, in which case adding names fails again.
enum class FullDisk { News, Said };

bool isForWantOfRoom(const model::Error &error)
{
    return error.code == model::ErrorCode::DiskFull
        || error.code == model::ErrorCode::FileSizeLimited;
}

// Appends symbol names to the log, so that it has them on any machine. An error leaves the log
// intact.
std::optional<SavedSymbols> nameAddresses(const QString &log, capture::Symbolizer &names,
                                          FullDisk fullDisk)
{
    const auto named = model::capturelog::saveSymbols(toPath(log), names);
    if (named)
        return *named;
    if (fullDisk == FullDisk::News || !isForWantOfRoom(named.error()))
        printError(named.error());
    return std::nullopt;
}

// Appends names to the snapshots of a ring beside the log.
void nameTriggerSnapshots(const QString &log, fs::file_time_type since, capture::Symbolizer &names,
                          FullDisk fullDisk)
{
    const fs::path whole(toPath(log));
    const auto start = whole.stem().native() + "-kept-";
    const auto folder = whole.has_parent_path() ? whole.parent_path() : fs::path(".");
    std::error_code failure;
    for (const auto &entry : fs::directory_iterator(folder, failure)) {
        const auto name = entry.path().filename().native();
        if (name.starts_with(start) && name.ends_with(".ember") && !entry.is_symlink(failure)
            && entry.last_write_time(failure) >= since)
            nameAddresses(fromArgument(entry.path().native()), names, fullDisk);
    }
}

// Whether the ending of the output is that of an exported format.
bool isExported(const QString &output)
{
    return chosenExporter(output, {}) != nullptr || exportFormat(output, {})
        || tableFormat(output, {});
}

int exportLog(const QString &log, const CommandParser &parser, const QString &output)
{
    if (const auto table = tableFormat(output, {})) {
        TableChoices choices;
        // The source is named after the output: the log is temporary.
        choices.sourceUris.append(QFileInfo(output).absoluteFilePath());
        choices.isWithoutCommandLines = leavesOutCommandLines(parser);
        return exportTables({log}, symbolSettings(parser), choices, output, *table);
    }
    const auto opened = openFiles({log}, symbolSettings(parser));
    if (!opened || opened->profiles.empty())
        return exitcode::bad;
    const std::vector profiles{opened->profiles.front().profile};
    if (const auto *const exporter = chosenExporter(output, {}))
        return writeExport(profiles, *exporter, {}, output);
    // The file that the command reads on this machine, which a numbered chunk must not replace.
    std::vector<std::string> inputs;
    if (!parser.has("host"))
        inputs.push_back(parser.has("stdin") ? toPath(parser.valueOf("stdin")) : "/dev/stdin");
    return exportProfiles(profiles, chunkOptions(parser), output, *exportFormat(output, {}),
                          LossesAllowed::Yes, inputs);
}

// Result of recording into a log with names: the exit code, and whether anything was captured. If
// not, an older log of the same name is unchanged.
struct Capture {
    int code = exitcode::done;
    bool isWritten = false;
    std::optional<SavedSymbols> content; // empty: could not be read
    QString advice; // about names that are missing; empty: none

    bool isEmpty() const { return isWritten && content && content->samples == 0; }
};

Capture capture(const CommandParser &parser, const QString &log)
{
    const auto state = [path = fs::path(toPath(log))] {
        // Not read: without a file both calls return the same values each time.
        std::error_code failure;
        return std::pair(fs::file_size(path, failure), fs::last_write_time(path, failure));
    };
    const auto before = state();
    const auto start = fs::file_time_type::clock::now();
    FetchLine fetching;
    const auto settings = symbolSettings(parser);
    capture::Symbolizer names(symbolPaths(settings, fetching));
    capture::ImageWatch images(toPath(log), names);
    Capture capture{runCapture(parser, log, [&] { images.poll(); }), false, {}, {}};
    capture.isWritten = state() != before;
    const auto fullDisk = capture.code == exitcode::captureFailed ? FullDisk::Said : FullDisk::News;
    if (capture.isWritten)
        capture.content = nameAddresses(log, names, fullDisk);
    nameTriggerSnapshots(log, start, names, fullDisk);
    fetching.printFailures();
    if (capture.content) {
        auto profile = std::exchange(capture.content->profile, nullptr);
        showStacks(profile); // folds interpreters, whose nameless functions do not matter
        capture.advice =
            namelessAdvice(*profile, model::namelessTime(*profile), settings.askDebugServers);
    }
    return capture;
}

// A temporary log beside the exported file; removed at the end unless kept.
class LogBeside {
public:
    explicit LogBeside(const QString &output)
        : m_path(toPath(output) + "-XXXXXX" + std::string(ending))
    {
        const int made = mkstemps(m_path.data(), static_cast<int>(ending.size()));
        m_isMade = made >= 0;
        m_failure = m_isMade ? std::string() : std::generic_category().message(errno);
        if (m_isMade)
            close(made);
    }

    ~LogBeside()
    {
        if (m_isMade)
            unlink(m_path.c_str());
    }

    LogBeside(const LogBeside &) = delete;
    LogBeside &operator=(const LogBeside &) = delete;

    // Why the log could not be created; "": no error.
    const std::string &failure() const { return m_failure; }

    QString name() const { return fromArgument(m_path); }

    void keep() { m_isMade = false; }

private:
    static constexpr std::string_view ending = ".ember";

    std::string m_path;
    bool m_isMade = false; // created here, to be removed
    std::string m_failure;
};

// Records and converts. The log is written beside the output and is kept if the conversion fails,
// so that nothing captured is lost.
int recordAs(const CommandParser &parser, const QString &output)
{
    LogBeside log(output);
    if (!log.failure().empty()) {
        printError({model::ErrorCode::FileNotWritable, toPath(output), log.failure()});
        return exitcode::captureFailed;
    }
    const auto captured = capture(parser, log.name());
    if (!captured.isWritten)
        return captured.code;
    if (captured.isEmpty()) {
        printNote(QCoreApplication::translate(
                      "cli", "the capture ended before a sample was taken; “%1” is not written")
                      .arg(output));
        return captured.code;
    }
    if (!captured.advice.isEmpty())
        printNote(captured.advice);
    if (exportLog(log.name(), parser, output) == exitcode::done)
        return captured.code;
    log.keep();
    printNote(QCoreApplication::translate("cli", "the capture is kept in “%1”").arg(log.name()));
    return captured.code == exitcode::done ? exitcode::bad : captured.code;
}

void describe(const QString &log, const Capture &captured)
{
    if (!captured.content)
        return;
    const auto &content = *captured.content;
    if (captured.isEmpty()) {
        printNote(
            QCoreApplication::translate("cli", "%1: the capture ended before a sample was taken")
                .arg(log));
        return;
    }
    const QString samples = QCoreApplication::translate("cli", "%n sample(s)", nullptr,
                                                        static_cast<int>(content.samples));
    const QString threads = QCoreApplication::translate("cli", "%n thread(s)", nullptr,
                                                        static_cast<int>(content.threads));
    const auto took = std::chrono::duration<double>(content.duration).count();
    printNote(QCoreApplication::translate("cli", "%1: %2 of %3 in %4 s")
                  .arg(log, samples, threads, QString::number(took, 'f', 1)));
    if (!captured.advice.isEmpty())
        printDetail(captured.advice);
}

int recordLog(const CommandParser &parser, const QString &log)
{
    const auto captured = capture(parser, log);
    describe(log, captured);
    return captured.code;
}

// Renames an older log with the default name, like perf does. The user has chosen neither name, so
// nothing is written through a link of one of them: a link is renamed or replaced itself.
class OlderLog {
public:
    explicit OlderLog(const QString &log) : m_log(toPath(log)), m_older(m_log.native() + ".old") { }

    model::Result<void> moveAway()
    {
        if (!fs::exists(fs::symlink_status(m_log, m_failure)))
            return {};
        // The two files are exchanged, so that neither is lost while it is unknown whether the
        // recorder writes a new log.
        if (isFileOfOneName(m_older) && exchange()) {
            m_moved = Moved::Exchanged;
            return {};
        }
        m_link = fs::read_symlink(m_older, m_failure);
        if (rename(m_log.c_str(), m_older.c_str()) != 0)
            return model::Error{model::ErrorCode::FileNotWritable, m_older.native(),
                                std::generic_category().message(errno)};
        m_moved = Moved::Renamed;
        return {};
    }

    // Undoes moveAway().
    void putBack()
    {
        if (m_moved == Moved::Exchanged)
            exchange();
        if (m_moved != Moved::Renamed)
            return;
        fs::rename(m_older, m_log, m_failure);
        if (!m_link.empty())
            fs::create_symlink(m_link, m_older, m_failure);
    }

private:
    enum class Moved { No, Renamed, Exchanged };

    // The recorder writes into the file that the exchange puts under the log's name, so no other
    // name may lead to it.
    bool isFileOfOneName(const fs::path &path)
    {
        return fs::is_regular_file(fs::symlink_status(path, m_failure))
            && fs::hard_link_count(path, m_failure) == 1;
    }

    bool exchange() const
    {
        return renameat2(AT_FDCWD, m_log.c_str(), AT_FDCWD, m_older.c_str(), RENAME_EXCHANGE) == 0;
    }

    fs::path m_log;
    fs::path m_older;
    fs::path m_link; // where an older link led; empty: there was none
    Moved m_moved = Moved::No;
    std::error_code m_failure; // not checked: the returned values suffice
};

int recordUnnamed(const CommandParser &parser, const QString &log)
{
    OlderLog older(log);
    if (const auto moved = older.moveAway(); !moved) {
        printError(moved.error());
        return exitcode::captureFailed;
    }
    const auto captured = capture(parser, log);
    if (!captured.isWritten)
        older.putBack();
    describe(log, captured);
    return captured.code;
}

QString recordedExtensions()
{
    return exporterExtensions().join(QStringLiteral(", NAME"));
}

constexpr std::array recordCommandOptions{
    OptionSpec{
        .name = "output",
        .letter = "o",
        .value = "OUT",
        .standard = "emberchart.ember",
        .help = QT_TRANSLATE_NOOP(
            "cli",
            "NAME.ember, NAME.json, NAME.envelope, NAME.sqlite, NAME.rds, NAME%1, or - for a "
            "log on standard output, which then holds what the command prints as well "
            "(emberchart.ember; an older one becomes emberchart.ember.old)."),
        .names = recordedExtensions},
};

int record(const CommandParser &parser)
{
    if (parser.positionalArguments().isEmpty() && !parser.has("pid"))
        return parser.usageError(
            QCoreApplication::translate("cli", "record needs a command, or --pid"));
    if (const auto fault = chunkArgumentFault(parser))
        return parser.usageError(*fault);
    const QString out = parser.valueOf("output");
    if (const auto fault =
            commandLinesArgumentFault(parser, tableFormat(out, {}).value_or(QString())))
        return parser.usageError(*fault);
    if (const auto usage = checkUsage(parser, out); !usage)
        return parser.usageError(errorLine(usage.error()));
    if (out == QLatin1String("-") && isatty(STDOUT_FILENO) != 0)
        return parser.usageError(QCoreApplication::translate(
            "cli", "a log is not for a terminal: send standard output elsewhere, or name a file"));
    if (out == QLatin1String("-"))
        return runCapture(parser, out, [] {});
    if (isExported(out))
        return recordAs(parser, out);
    if (QFileInfo(out).suffix() != QLatin1String("ember"))
        return parser.usageError(unknownExtension(out, {QStringLiteral(".ember")}));
    return parser.has("output") ? recordLog(parser, out) : recordUnnamed(parser, out);
}

} // namespace

constinit const CommandSpec recordCommand{
    .name = "record",
    .summary = QT_TRANSLATE_NOOP("cli", "launch a command and record its threads"),
    .description = QT_TRANSLATE_NOOP("cli", "Launches a command and records what its threads do."),
    .operands = {{{"CMD", QT_TRANSLATE_NOOP("cli", "The command to launch."), "[--] CMD ARGS…"}}},
    .recording = CommandSpec::Recording::Yes,
    .operandKind = CommandSpec::Operands::Command,
    .options = {recordCommandOptions, chunkOptionSpecs, redactionOptionSpecs,
                commandLineOptionSpecs, symbolOptionSpecs},
    .run = record,
};

} // namespace ember::app
