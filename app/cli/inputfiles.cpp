// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputfiles.h"

#include <QDir>
#include <QFile>

#include <array>
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr QLatin1String standardInput("-");

} // namespace

Result<InputFiles> InputFiles::open(const QStringList &names)
{
    InputFiles files;
    for (const QString &name : names) {
        if (name != standardInput) {
            files.m_paths.push_back(QFile::encodeName(name).toStdString());
            continue;
        }
        if (files.m_standardInput)
            return Error{ErrorCode::InvalidArgument, "-", "standard input can be read only once"};
        EMBER_RETURN_IF_ERROR(files.copyStandardInput());
        files.m_paths.push_back(QFile::encodeName(files.m_standardInput->fileName()).toStdString());
    }
    return files;
}

std::string InputFiles::nameOf(const std::string &path) const
{
    const bool isCopy =
        m_standardInput && path == QFile::encodeName(m_standardInput->fileName()).toStdString();
    return isCopy ? "-" : path;
}

Result<void> InputFiles::copyStandardInput()
{
    m_standardInput =
        std::make_unique<QTemporaryFile>(QDir::tempPath() + QLatin1String("/emberchart-XXXXXX"));
    QTemporaryFile &copy = *m_standardInput;
    if (!copy.open())
        return Error{ErrorCode::FileNotWritable, copy.fileTemplate().toStdString(),
                     copy.errorString().toStdString()};
    std::array<char, std::size_t(64) << 10U> bytes;
    for (;;) {
        const auto count = read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error{ErrorCode::FileUnreadable, "-", std::strerror(errno)};
        if (count > 0 && copy.write(bytes.data(), count) == count)
            continue;
        if (count == 0 && copy.flush())
            return {};
        const bool isFull = copy.error() == QFileDevice::ResourceError;
        return Error{isFull ? ErrorCode::DiskFull : ErrorCode::FileNotWritable,
                     copy.fileName().toStdString(), copy.errorString().toStdString()};
    }
}

} // namespace ember::app
