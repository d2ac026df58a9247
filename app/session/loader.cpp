// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"

#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"
#include "model/spans/spanbuilder.h"

#include <QFile>
#include <QFileInfo>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

OpenedProfile opened(const model::ImportedProfile &imported)
{
    OpenedProfile profile;
    profile.spans = model::buildSpans(imported.profile);
    profile.format = QString::fromStdString(imported.format);
    for (const std::string &file : imported.files)
        profile.files.append(QFile::decodeName(QByteArray::fromStdString(file)));
    return profile;
}

// The first file's error; its detail tells of the others.
Error together(const std::vector<Error> &refused)
{
    Error error = refused.front();
    for (std::size_t place = 1; place < refused.size(); ++place)
        error.detail += '\n' + refused[place].subject + ": " + refused[place].detail;
    return error;
}

} // namespace

QString OpenedProfile::title() const
{
    for (const model::Process &process : spans->profile()->tables().processes) {
        const std::string_view name = spans->profile()->text(process.name);
        if (process.launched && !name.empty())
            return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    return files.isEmpty() ? QString() : QFileInfo(files.first()).fileName();
}

Result<OpenedFilesPointer> loadFiles(const LoadRequest &request, const std::stop_token &stop,
                                     const std::function<void(LoadStage)> &reached)
{
    reached(LoadStage::Reading);
    std::vector<std::string> files;
    for (const QString &path : request.paths)
        files.push_back(QFile::encodeName(path).toStdString());
    capture::Symbolizer names(request.symbols.paths());
    const model::InAppRule inApp = request.symbols.inAppRule();
    EMBER_ASSIGN_OR_RETURN(
        model::Import import,
        model::builtinFormats().open(files, {.resolver = &names, .inApp = &inApp, .stop = stop}));
    auto result = std::make_shared<OpenedFiles>();
    result->paths = request.paths;
    result->log = std::move(import.log);
    result->refused = std::move(import.refused);
    for (const model::ImportedProfile &profile : import.profiles) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        reached(LoadStage::BuildingChart);
        result->profiles.push_back(opened(profile));
    }
    if (!result->profiles.empty())
        return OpenedFilesPointer(std::move(result));
    if (!result->refused.empty())
        return together(result->refused);
    return Error{ErrorCode::NothingToShow, files.empty() ? std::string() : files.front(), {}};
}

Loader::Loader(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(2);
}

Loader::~Loader()
{
    if (m_job)
        m_job->request_stop();
    m_pool.waitForDone();
}

void Loader::load(const LoadRequest &request)
{
    cancel();
    m_job.emplace();
    emit started(request.paths);
    m_pool.start([this, request, job = *m_job] {
        const auto reached = [&](LoadStage stage) {
            QMetaObject::invokeMethod(this, [this, job, stage] {
                if (isCurrent(job))
                    emit stageReached(stage);
            });
        };
        auto result = std::make_shared<Result<OpenedFilesPointer>>(
            loadFiles(request, job.get_token(), reached));
        QMetaObject::invokeMethod(this, [this, job, result] { deliver(job, *result); });
    });
}

void Loader::cancel()
{
    if (!m_job)
        return;
    m_job->request_stop();
    m_job.reset();
    emit cancelled();
}

void Loader::deliver(const std::stop_source &job, const Result<OpenedFilesPointer> &result)
{
    if (!isCurrent(job))
        return;
    m_job.reset();
    if (result)
        emit loaded(*result);
    else
        emit failed(result.error());
}

} // namespace ember::app
