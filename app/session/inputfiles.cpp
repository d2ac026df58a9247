// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/inputfiles.h"

#include "app/session/filenames.h"
#include "app/session/readablefiles.h"
#include "model/core/files.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/formatregistry.h"

#include <QCoreApplication>
#include <QDir>

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

struct InputTexts {
    Q_DECLARE_TR_FUNCTIONS(ember::app::InputFiles)
};

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
    return import;
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

Result<void> InputFiles::addPrint(const std::string &name, const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(auto print, printedByPerf(fromArgument(name), stop));
    const auto path = toPath(print->fileName());
    m_paths.push_back(path);
    m_copies.push_back({std::move(print), path, name});
    return {};
}

} // namespace ember::app
