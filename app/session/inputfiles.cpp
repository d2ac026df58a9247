// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/inputfiles.h"

#include "app/session/commandtext.h"
#include "app/session/filenames.h"
#include "model/core/files.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/compression/compression.h"
#include "model/formats/formatregistry.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::app {

using model::Bytes;
using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr qsizetype mostFiles = 10'000;
constexpr qint64 mostPrinted = 8'000'000'000;
constexpr int lookEvery = 50; // ms
constexpr qint64 mostOfMessage = 2'000; // bytes
constexpr qint64 longestLine = 16 * 1024; // bytes, of a build-id and a path
constexpr QLatin1String logName("capture.ember");

QStringList profilePatterns()
{
    QStringList patterns;
    for (const auto pattern : model::builtinFormats().patterns())
        patterns += QLatin1String(pattern.data(), static_cast<qsizetype>(pattern.size()));
    return patterns << QStringLiteral("perf.data");
}

Result<QStringList> filesIn(const QString &folder)
{
    const QDir dir(folder);
    if (!dir.isReadable())
        return Error{ErrorCode::FileUnreadable, toPath(folder), "the folder cannot be listed"};
    if (dir.exists(logName))
        return QStringList{dir.filePath(logName)};
    const auto names = dir.entryList(profilePatterns(), QDir::Files, QDir::Name);
    if (names.isEmpty())
        return Error{ErrorCode::NothingToShow, toPath(folder),
                     "no file in this folder has the ending of a profile"};
    if (names.size() > mostFiles)
        return Error{ErrorCode::FileTooBig, toPath(folder),
                     "more than " + std::to_string(mostFiles) + " files"};
    QStringList files;
    for (const QString &name : names)
        files << dir.filePath(name);
    return files;
}

// Whether perf is asked for the place of code in its binary (the field `dsoff`). Since version 6.4
// it prints run-time addresses unless asked. Before, it refuses the field, but prints the places.
enum class Places { Asked, Usual };

QStringList scriptArguments(const QString &path, Places places)
{
    const QString fields = QStringLiteral("+pid,+period,+ip,+sym,+symoff,+dso");
    // --no-inline: inlined functions would be looked up by addr2line, one address after the other.
    // -F: once any field is asked for, perf prints no stack and no period of tracepoints unless
    // asked for these, too.
    return {QStringLiteral("script"),
            QStringLiteral("--no-inline"),
            QStringLiteral("--show-switch-events"),
            QStringLiteral("-F"),
            places == Places::Asked ? fields % QLatin1String(",+dsoff") : fields,
            QStringLiteral("-i"),
            QFileInfo(path).absoluteFilePath()};
}

// Returns the end of a process's messages, which tells why it failed.
std::string lastWords(QTemporaryFile &messages)
{
    messages.seek(std::max<qint64>(0, messages.size() - mostOfMessage));
    QString text = QString::fromUtf8(messages.read(mostOfMessage));
    for (QChar &letter : text) {
        if (!letter.isPrint() && letter != QLatin1Char('\n'))
            letter = QLatin1Char('?');
    }
    return text.trimmed().toStdString();
}

QProcessEnvironment environmentOfPerf()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("DEBUGINFOD_URLS"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    return environment;
}

// A temporary file that is removed, too, if a signal ends the program.
class RememberedFile : public QTemporaryFile {
public:
    RememberedFile() : QTemporaryFile(QDir::tempPath() + QLatin1String("/emberchart-XXXXXX")) { }

    ~RememberedFile() override { model::forgetTemporary(toPath(fileName())); }
    Q_DISABLE_COPY_MOVE(RememberedFile)

    // Opens the file. Signals that end the program are blocked in this thread meanwhile: between
    // open() and rememberTemporary() they would leave the file behind. Other threads still get
    // them.
    bool openRemembered()
    {
        sigset_t ending;
        sigset_t before;
        sigemptyset(&ending);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP})
            sigaddset(&ending, signal);
        pthread_sigmask(SIG_BLOCK, &ending, &before);
        const bool isOpen = open();
        if (isOpen)
            model::rememberTemporary(toPath(fileName()));
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return isOpen;
    }
};

Result<std::unique_ptr<QTemporaryFile>> temporaryFile()
{
    auto file = std::make_unique<RememberedFile>();
    if (!file->openRemembered())
        return Error{ErrorCode::FileNotWritable, file->fileTemplate().toStdString(),
                     file->errorString().toStdString()};
    return std::unique_ptr<QTemporaryFile>(std::move(file));
}

Error writeError(const QTemporaryFile &file)
{
    const bool isFull = file.error() == QFileDevice::ResourceError;
    return {isFull ? ErrorCode::DiskFull : ErrorCode::FileNotWritable, toPath(file.fileName()),
            file.errorString().toStdString()};
}

// Whether the file's content is compressed.
bool isCompressed(const std::string &path)
{
    std::array<char, 8> start{};
    std::ifstream file(path, std::ios::binary);
    file.read(start.data(), start.size());
    return model::compressionOf({start.data(), static_cast<std::size_t>(file.gcount())})
        != model::Compression::None;
}

// Unpacks a compressed file, which perf does not read, into a temporary one.
Result<std::unique_ptr<QTemporaryFile>> unpackedCopy(const std::string &path,
                                                     const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(const auto bytes, model::readUnpacked(path, stop));
    EMBER_ASSIGN_OR_RETURN(auto file, temporaryFile());
    const auto size = static_cast<qint64>(bytes.size());
    if (file->write(bytes.view().data(), size) != size || !file->flush())
        return writeError(*file);
    return file;
}

void end(QProcess &process)
{
    process.kill();
    process.waitForFinished(-1);
}

} // namespace

Result<QStringList> withFilesOfFolders(const QStringList &names)
{
    QStringList files;
    for (const QString &name : names) {
        if (!QFileInfo(name).isDir()) {
            files << name;
            continue;
        }
        EMBER_ASSIGN_OR_RETURN(const QStringList inside, filesIn(name));
        files << inside;
    }
    return files;
}

bool isPerfData(const std::string &path)
{
    std::error_code failure;
    if (!std::filesystem::is_regular_file(path, failure)) // a pipe can be read only once
        return false;
    constexpr std::size_t length = 8;
    const auto start = isCompressed(path) ? model::readUnpackedStart(path, length)
                                          : Bytes::readStart(path, length);
    return start && (start->view() == "PERFILE2" || start->view() == "2ELIFREP");
}

QString perfScriptCommand(const QString &path)
{
    return joinWords(QStringList(QStringLiteral("perf")) + scriptArguments(path, Places::Usual))
        % QLatin1String(" > perf.txt");
}

namespace {

// Runs perf and appends what it prints to `printed`. Errors: Cancelled; FileNotWritable; about the
// recording `name` FileTooBig (about more than `most` bytes with perf's messages) and
// FileUnreadable (with perf's last words).
Result<void> runPerf(const QStringList &arguments, const QTemporaryFile &printed, qint64 most,
                     const std::string &name, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto messages, temporaryFile());
    QProcess process;
    process.setProcessEnvironment(environmentOfPerf());
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(printed.fileName(), QIODevice::Append);
    process.setStandardErrorFile(messages->fileName());
    process.start(QStandardPaths::findExecutable(QStringLiteral("perf")), arguments);
    while (!process.waitForFinished(lookEvery) && process.state() != QProcess::NotRunning) {
        const bool isTooMuch =
            QFileInfo(printed.fileName()).size() + QFileInfo(messages->fileName()).size() > most;
        if (!isTooMuch && !stop.stop_requested())
            continue;
        end(process);
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        return Error{ErrorCode::FileTooBig, name,
                     "perf " + arguments.first().toStdString() + " prints more than "
                         + std::to_string(most) + " bytes"};
    }
    const bool isDone = process.error() != QProcess::FailedToStart
        && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!isDone)
        return Error{ErrorCode::FileUnreadable, name,
                     "perf " + arguments.first().toStdString() + ": " + lastWords(*messages)};
    return {};
}

// Writes the build-ids of the recorded binaries as comments that the importer of perf's text reads
// (perfscript/FORMAT.md); none if perf does not tell them. Errors: Cancelled, DiskFull,
// FileNotWritable.
Result<void> writeBuildIds(const QString &path, QTemporaryFile &to, const std::stop_token &stop)
{
    constexpr qint64 most = 4LL * 1024 * 1024;
    EMBER_ASSIGN_OR_RETURN(auto listed, temporaryFile());
    const auto done = runPerf({QStringLiteral("buildid-list"), QStringLiteral("-i"), path}, *listed,
                              most, toPath(path), stop);
    if (!done)
        return done.error().code == ErrorCode::Cancelled ? done : Result<void>();
    while (!listed->atEnd()) {
        const QByteArray line = listed->readLine(longestLine);
        const bool isWhole = line.size() > 1 && line.endsWith('\n');
        if (isWhole && to.write("# build-id " + line) < 0)
            return writeError(to);
    }
    return to.flush() ? Result<void>() : writeError(to);
}

// Writes what perf prints of the samples. Errors: those of runPerf(), about `name`.
Result<void> writeSamples(const QString &path, const std::string &name, QTemporaryFile &to,
                          const std::stop_token &stop)
{
    const qint64 before = to.size();
    const auto print = [&](Places places) {
        return runPerf(scriptArguments(path, places), to, mostPrinted, name, stop);
    };
    auto done = print(Places::Asked);
    if (done || done.error().code != ErrorCode::FileUnreadable)
        return done;
    return to.resize(before) ? print(Places::Usual) : writeError(to);
}

} // namespace

Result<std::unique_ptr<QTemporaryFile>> printedByPerf(const QString &path,
                                                      const std::stop_token &stop)
{
    if (QStandardPaths::findExecutable(QStringLiteral("perf")).isEmpty())
        return Error{ErrorCode::UnknownFormat, toPath(path), perfScriptCommand(path).toStdString()};
    std::unique_ptr<QTemporaryFile> unpacked;
    if (isCompressed(toPath(path))) {
        EMBER_ASSIGN_OR_RETURN(unpacked, unpackedCopy(toPath(path), stop));
    }
    const QString data = QFileInfo(unpacked ? unpacked->fileName() : path).absoluteFilePath();
    EMBER_ASSIGN_OR_RETURN(auto printed, temporaryFile());
    EMBER_RETURN_IF_ERROR(writeBuildIds(data, *printed, stop));
    const qint64 before = printed->size();
    EMBER_RETURN_IF_ERROR(writeSamples(data, toPath(path), *printed, stop));
    if (printed->size() == before)
        return Error{ErrorCode::NothingToShow, toPath(path), "perf script prints no sample of it"};
    return printed;
}

namespace {

struct InputTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::InputFiles)
};

constexpr std::string_view standardInput("-");

// Whether the path is a pipe or a device, which can only be read once.
bool isStream(const std::string &path)
{
    struct stat status { };

    return ::stat(path.c_str(), &status) == 0
        && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode));
}

// Number of bytes of a stream after which its format must be known. If it is not, the rest is not
// copied: an endless device would be copied up to the size limit and then refused.
constexpr std::size_t enoughToTell = std::size_t(16) << 20U;

Result<void> checkCopied(QTemporaryFile &file, const std::string &name)
{
    constexpr qint64 looked = 64 * 1024;
    const QByteArray start = file.flush() && file.seek(0) ? file.read(looked) : QByteArray();
    if (!file.seek(file.size()))
        return Error{ErrorCode::FileNotWritable, file.fileName().toStdString(),
                     file.errorString().toStdString()};
    if (model::builtinFormats().mayRead({start.constData(), std::size_t(start.size())}))
        return {};
    return Error{ErrorCode::UnknownFormat, name, "byte 0: no format this build reads"};
}

Result<void> copy(int source, const std::string &name, QTemporaryFile &to)
{
    std::array<char, std::size_t(64) << 10U> bytes;
    std::size_t copied = 0;
    bool isChecked = false;
    for (;;) {
        const auto count = ::read(source, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error{ErrorCode::FileUnreadable, name, std::strerror(errno)};
        copied += static_cast<std::size_t>(count);
        if (copied > Bytes::fileLimit)
            return Error{ErrorCode::FileTooBig, name,
                         "more than " + std::to_string(Bytes::fileLimit) + " bytes"};
        if (copied > enoughToTell && !std::exchange(isChecked, true))
            EMBER_RETURN_IF_ERROR(checkCopied(to, name));
        if (count > 0 && to.write(bytes.data(), count) == count)
            continue;
        if (count == 0 && to.flush())
            return {};
        return writeError(to);
    }
}

} // namespace

Result<InputFiles> InputFiles::open(const QStringList &names)
{
    InputFiles files;
    EMBER_ASSIGN_OR_RETURN(const QStringList named, withFilesOfFolders(names));
    for (const QString &name : named)
        EMBER_RETURN_IF_ERROR(files.add(toPath(name), {}));
    return files;
}

Result<InputFiles> InputFiles::openFiles(const QStringList &names, const std::stop_token &stop)
{
    InputFiles files;
    EMBER_ASSIGN_OR_RETURN(const QStringList named, withFilesOfFolders(names));
    for (const QString &name : named) {
        const auto path = toPath(name);
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        if (path == standardInput || isStream(path))
            return Error{
                ErrorCode::FileUnreadable, path,
                InputTexts::tr("a pipe or a device: save what comes from it to a file first")
                    .toStdString()};
        EMBER_RETURN_IF_ERROR(files.add(path, stop));
    }
    return files;
}

std::string InputFiles::nameOf(const std::string &path) const
{
    const auto found = std::ranges::find(m_copies, path, &Copy::path);
    return found != m_copies.end() ? found->name : path;
}

Result<model::Import> InputFiles::read(const std::vector<std::string> &paths,
                                       const model::ImportOptions &options) const
{
    EMBER_ASSIGN_OR_RETURN(auto import, model::builtinFormats().open(paths, options));
    for (auto &profile : import.profiles) {
        for (auto &file : profile.files)
            file = nameOf(file);
    }
    for (Error &refusal : import.refused)
        refusal.subject = nameOf(refusal.subject);
    for (const Copy &copy : m_copies)
        import.log.renameFile(copy.path, copy.name);
    return import;
}

std::optional<model::Import>
InputFiles::read(const std::vector<std::string> &paths, const model::ImportOptions &options,
                 const std::function<void(const Error &)> &refuse) const
{
    auto import = read(paths, options);
    if (!import) {
        refuse(import.error());
        return std::nullopt;
    }
    std::ranges::for_each(import->refused, refuse);
    return std::move(import).value();
}

bool InputFiles::isOfCopy(std::string_view uri) const
{
    return std::ranges::any_of(m_copies,
                               [&](const Copy &one) { return uri.starts_with(one.path); });
}

Result<void> InputFiles::add(const std::string &name, const std::stop_token &stop)
{
    if (name == standardInput) {
        if (std::ranges::find(m_copies, name, &Copy::name) != m_copies.end())
            return Error{ErrorCode::InvalidArgument, name, "standard input can be read only once"};
        return addCopy(STDIN_FILENO, name);
    }
    if (isPerfData(name))
        return addPrint(name, stop);
    if (!isStream(name)) {
        m_paths.push_back(name);
        return {};
    }
    const int pipe = ::open(name.c_str(), O_RDONLY | O_CLOEXEC);
    if (pipe < 0)
        return Error{ErrorCode::FileUnreadable, name, std::strerror(errno)};
    auto added = addCopy(pipe, name);
    ::close(pipe);
    return added;
}

Result<void> InputFiles::addCopy(int source, const std::string &name)
{
    EMBER_ASSIGN_OR_RETURN(auto file, temporaryFile());
    const auto path = toPath(file->fileName());
    EMBER_RETURN_IF_ERROR(copy(source, name, *file));
    m_paths.push_back(path);
    m_copies.push_back({std::move(file), path, name});
    return {};
}

Result<void> InputFiles::addPrint(const std::string &name, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto print, printedByPerf(fromArgument(name), stop));
    const auto path = toPath(print->fileName());
    m_paths.push_back(path);
    m_copies.push_back({std::move(print), path, name});
    return {};
}

} // namespace ember::app
