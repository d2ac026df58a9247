// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/openfiles.h"

#include "app/cli/messages.h"
#include "app/session/filenames.h"
#include "app/session/readablefiles.h"
#include "capture/symbols/debugclient.h"
#include "capture/symbols/symbolizer.h"
#include "model/core/files.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/formatregistry.h"
#include "model/spans/shownstacks.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QLocale>
#include <QString>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::string_view standardInput("-");

// Whether it is a pipe or a device, which can only be read once.
bool isStream(const std::string &path)
{
    struct stat status { };

    return ::stat(path.c_str(), &status) == 0
        && (S_ISFIFO(status.st_mode) || S_ISCHR(status.st_mode));
}

// If the first part of a stream has no known format, the rest is not copied: an endless device
// would be copied up to the size limit and then refused.
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
        if (copied > model::Bytes::fileLimit)
            return Error{ErrorCode::FileTooBig, name,
                         "more than " + std::to_string(model::Bytes::fileLimit) + " bytes"};
        if (copied > enoughToTell && !std::exchange(isChecked, true))
            EMBER_RETURN_IF_ERROR(checkCopied(to, name));
        if (count > 0 && to.write(bytes.data(), count) == count)
            continue;
        if (count == 0 && to.flush())
            return {};
        const bool isFull = to.error() == QFileDevice::ResourceError;
        return Error{isFull ? ErrorCode::DiskFull : ErrorCode::FileNotWritable,
                     to.fileName().toStdString(), to.errorString().toStdString()};
    }
}

volatile std::sig_atomic_t isInterrupted = 0;

void noteInterrupt(int)
{
    isInterrupted = 1;
}

bool isTerminal()
{
    return ::isatty(STDERR_FILENO) == 1;
}

QString progressText(std::uint64_t bytes, std::uint64_t total)
{
    if (bytes == 0)
        return QCoreApplication::translate("cli", "waiting for %1")
            .arg(QString::fromStdString(capture::debugServerNames()));
    const QLocale locale;
    const auto text = [&](std::uint64_t count) {
        return locale.formattedDataSize(static_cast<qint64>(count), 1,
                                        QLocale::DataSizeTraditionalFormat);
    };
    return total == 0
        ? text(bytes)
        : QCoreApplication::translate("cli", "%1 of %2").arg(text(bytes), text(total));
}

// Text that names what cancels the fetch.
QString endText()
{
    const auto seconds = capture::serverPatience().count();
    return seconds == 0
        ? QCoreApplication::translate("cli", "Ctrl-C")
        : QCoreApplication::translate("cli", "Ctrl-C, or %1 s in which nothing comes").arg(seconds);
}

} // namespace

Result<InputFiles> InputFiles::open(const QStringList &names)
{
    InputFiles files;
    EMBER_ASSIGN_OR_RETURN(const QStringList named, withFilesOfFolders(names));
    for (const QString &name : named)
        EMBER_RETURN_IF_ERROR(files.add(toPath(name)));
    return files;
}

std::string InputFiles::nameOf(const std::string &path) const
{
    const auto found = std::ranges::find(m_copies, path, &Copy::path);
    return found != m_copies.end() ? found->name : path;
}

bool InputFiles::isOfCopy(std::string_view uri) const
{
    return std::ranges::any_of(m_copies,
                               [&](const Copy &one) { return uri.starts_with(one.path); });
}

Result<void> InputFiles::add(const std::string &name)
{
    if (name == standardInput) {
        if (std::ranges::find(m_copies, name, &Copy::name) != m_copies.end())
            return Error{ErrorCode::InvalidArgument, name, "standard input can be read only once"};
        return addCopy(STDIN_FILENO, name);
    }
    if (isPerfData(name))
        return addPrint(name);
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
    auto file =
        std::make_unique<QTemporaryFile>(QDir::tempPath() + QLatin1String("/emberchart-XXXXXX"));
    if (!file->open())
        return Error{ErrorCode::FileNotWritable, file->fileTemplate().toStdString(),
                     file->errorString().toStdString()};
    const auto path = toPath(file->fileName());
    model::rememberTemporary(path); // removed at exit, if it still exists
    EMBER_RETURN_IF_ERROR(copy(source, name, *file));
    m_paths.push_back(path);
    m_copies.push_back({std::move(file), path, name});
    return {};
}

Result<void> InputFiles::addPrint(const std::string &name)
{
    EMBER_ASSIGN_OR_RETURN(auto print, printedByPerf(fromArgument(name), {}));
    const auto path = toPath(print->fileName());
    m_paths.push_back(path);
    m_copies.push_back({std::move(print), path, name});
    return {};
}

// Catches Ctrl-C during a fetch only. An ignored SIGINT stays ignored: see nohup.
void FetchLine::begin(std::string_view binary)
{
    m_binary = binary;
    m_hasSpoken = false;
    isInterrupted = 0;
    ::sigaction(SIGINT, nullptr, &m_before);
    if (m_before.sa_handler == SIG_IGN)
        return;
    struct sigaction action { };
    action.sa_handler = noteInterrupt;
    ::sigaction(SIGINT, &action, nullptr);
}

bool FetchLine::onProgress(std::uint64_t bytes, std::uint64_t total)
{
    const bool isFirst = !m_hasSpoken;
    m_hasSpoken = true;
    if (!isTerminal() && !isFirst)
        return isInterrupted == 0;
    const QString text =
        QCoreApplication::translate("cli", "fetching debug info of %1 (%2: go on without)")
            .arg(QFile::decodeName(m_binary.c_str()), endText());
    if (isTerminal())
        printProgress(text + QLatin1String("  ") + progressText(bytes, total));
    else
        printNote(text);
    return isInterrupted == 0;
}

void FetchLine::end()
{
    if (m_hasSpoken && isTerminal())
        printProgress({});
    ::sigaction(SIGINT, &m_before, nullptr);
    if (isInterrupted != 0)
        printNote(QCoreApplication::translate("cli", "no more debug info is fetched"));
}

void FetchLine::printFailures() const
{
    for (const QString &line : m_failures.lines())
        printNote(line);
}

capture::SymbolPaths symbolPaths(const SymbolSettings &settings, FetchLine &line)
{
    auto paths = settings.paths();
    paths.watcher = &line;
    return paths;
}

std::optional<model::Import> readFiles(const InputFiles &input,
                                       const std::vector<std::string> &paths,
                                       const SymbolSettings &symbols)
{
    FetchLine fetching;
    capture::Symbolizer symbolizer(symbolPaths(symbols, fetching));
    const model::InAppRule inApp = symbols.inAppRule();
    auto opened = model::builtinFormats().open(paths, {.resolver = &symbolizer, .inApp = &inApp});
    fetching.printFailures();
    if (!opened) {
        printError(opened.error());
        return std::nullopt;
    }
    for (auto &imported : opened->profiles) {
        for (auto &file : imported.files)
            file = input.nameOf(file);
    }
    printFindings(opened->log);
    for (model::Error &refusal : opened->refused) {
        refusal.subject = input.nameOf(refusal.subject);
        printError(refusal);
    }
    return std::move(opened).value();
}

std::optional<model::Import> openEach(const QStringList &names, const SymbolSettings &symbols)
{
    const auto input = InputFiles::open(names);
    if (!input) {
        printError(input.error());
        return std::nullopt;
    }
    auto opened = readFiles(*input, input->paths(), symbols);
    if (opened && opened->profiles.empty() && opened->refused.empty()) {
        opened->refused.push_back({model::ErrorCode::NothingToShow,
                                   input->nameOf(input->paths().front()), "no profile is in it"});
        printError(opened->refused.front());
    }
    return opened;
}

std::optional<model::Import> openFiles(const QStringList &names, const SymbolSettings &symbols)
{
    auto opened = openEach(names, symbols);
    return opened && opened->refused.empty() ? std::move(opened) : std::nullopt;
}

bool isAllRead(const model::Import &opened)
{
    return opened.refused.empty()
        && std::ranges::none_of(opened.log.findings(), [](const model::Finding &finding) {
               return finding.severity == model::Severity::Error;
           });
}

std::optional<model::ImportedProfile> openFirst(const QString &name, const SymbolSettings &symbols)
{
    auto opened = openFiles({name}, symbols);
    if (!opened || opened->profiles.empty())
        return std::nullopt;
    if (opened->profiles.size() > 1)
        printNote(
            QCoreApplication::translate("cli", "“%1” holds several profiles; this is the first")
                .arg(name));
    return std::move(opened->profiles.front());
}

void showStacks(model::ProfilePointer &profile)
{
    // Cut stacks stay as they are: a chunk does not know them, and says the same as its log.
    constexpr model::StackChoice choice{model::CutStacks::AsRecorded,
                                        model::InterpreterFunctions::Folded};
    profile = model::ShownStacks::of(profile, choice).shown;
}

} // namespace ember::app
