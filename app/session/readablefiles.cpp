// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/readablefiles.h"

#include "app/session/commandtext.h"
#include "app/session/filenames.h"
#include "model/core/files.h"
#include "model/formats/formatregistry.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr qsizetype mostFiles = 10'000;
constexpr qint64 mostPrinted = 8'000'000'000;
constexpr int lookEvery = 50; // ms
constexpr qint64 mostOfMessage = 2'000; // bytes
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

QStringList scriptArguments(const QString &path)
{
    // Inlined functions would be looked up by addr2line, one address after the other.
    return {QStringLiteral("script"), QStringLiteral("--no-inline"),
            QStringLiteral("-F"),     QStringLiteral("+pid"),
            QStringLiteral("-i"),     QFileInfo(path).absoluteFilePath()};
}

// The last words of a process about a failure.
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

Result<std::unique_ptr<QTemporaryFile>> temporaryFile()
{
    auto file =
        std::make_unique<QTemporaryFile>(QDir::tempPath() + QLatin1String("/emberchart-XXXXXX"));
    if (!file->open())
        return Error{ErrorCode::FileNotWritable, file->fileTemplate().toStdString(),
                     file->errorString().toStdString()};
    model::rememberTemporary(toPath(file->fileName())); // removed at exit, if it still exists
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
    std::array<char, 8> start{};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(start.data(), start.size()))
        return false;
    const std::string_view text(start.data(), start.size());
    return text == "PERFILE2" || text == "2ELIFREP";
}

QString perfScriptCommand(const QString &path)
{
    return joinWords(QStringList(QStringLiteral("perf")) + scriptArguments(path))
        % QLatin1String(" > perf.txt");
}

Result<std::unique_ptr<QTemporaryFile>> printedByPerf(const QString &path,
                                                      const std::stop_token &stop)
{
    const QString perf = QStandardPaths::findExecutable(QStringLiteral("perf"));
    if (perf.isEmpty())
        return Error{ErrorCode::UnknownFormat, toPath(path), perfScriptCommand(path).toStdString()};
    EMBER_ASSIGN_OR_RETURN(auto printed, temporaryFile());
    EMBER_ASSIGN_OR_RETURN(auto messages, temporaryFile());
    QProcess process;
    process.setProcessEnvironment(environmentOfPerf());
    process.setStandardInputFile(QProcess::nullDevice());
    process.setStandardOutputFile(printed->fileName());
    process.setStandardErrorFile(messages->fileName());
    process.start(perf, scriptArguments(path));
    while (!process.waitForFinished(lookEvery) && process.state() != QProcess::NotRunning) {
        const bool isTooMuch =
            QFileInfo(printed->fileName()).size() + QFileInfo(messages->fileName()).size()
            > mostPrinted;
        if (!isTooMuch && !stop.stop_requested())
            continue;
        end(process);
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        return Error{ErrorCode::FileTooBig, toPath(path),
                     "perf script prints more than " + std::to_string(mostPrinted) + " bytes"};
    }
    const bool isDone = process.error() != QProcess::FailedToStart
        && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!isDone)
        return Error{ErrorCode::FileUnreadable, toPath(path),
                     "perf script: " + lastWords(*messages)};
    if (printed->size() == 0)
        return Error{ErrorCode::NothingToShow, toPath(path), "perf script prints no sample of it"};
    return printed;
}

} // namespace ember::app
