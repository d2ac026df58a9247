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
                                     const LoadWatchers &watchers)
{
    watchers.reached(LoadStage::Reading);
    std::vector<std::string> files;
    for (const QString &path : request.paths)
        files.push_back(QFile::encodeName(path).toStdString());
    auto symbolPaths = request.symbols.paths();
    symbolPaths.watcher = watchers.fetching;
    capture::Symbolizer names(symbolPaths);
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
        watchers.reached(LoadStage::BuildingChart);
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
    m_fetch.request_stop();
    if (m_job)
        m_job->request_stop();
    m_pool.waitForDone();
}

void Loader::load(const LoadRequest &request)
{
    cancel();
    m_job.emplace();
    m_fetch = std::stop_source();
    emit started(request.paths);
    m_pool.start([this, request, job = *m_job, fetchStop = m_fetch.get_token()] {
        run(request, job, fetchStop);
    });
}

void Loader::run(const LoadRequest &request, const std::stop_source &job,
                 const std::stop_token &fetchStop)
{
    FetchReporter fetch(fetchStop, [&](const FetchReport &fetched) {
        report(job, [this, fetched] {
            m_isFetching = !fetched.binary.isEmpty();
            emit fetching(fetched);
        });
    });
    const auto reached = [&](LoadStage stage) {
        report(job, [this, stage] { emit stageReached(stage); });
    };
    auto result = std::make_shared<Result<OpenedFilesPointer>>(
        loadFiles(request, job.get_token(), {reached, &fetch}));
    report(job, [this, result] { deliver(*result); });
}

template<typename Report>
void Loader::report(const std::stop_source &job, Report report)
{
    QMetaObject::invokeMethod(this, [this, job, report] {
        if (isCurrent(job))
            report();
    });
}

void Loader::cancel()
{
    if (!m_job)
        return;
    m_fetch.request_stop();
    m_job->request_stop();
    m_job.reset();
    m_isFetching = false;
    emit cancelled();
}

void Loader::cancelStep()
{
    if (m_isFetching)
        m_fetch.request_stop();
    else
        cancel();
}

void Loader::deliver(const Result<OpenedFilesPointer> &result)
{
    m_job.reset();
    if (result)
        emit loaded(*result);
    else
        emit failed(result.error());
}

} // namespace ember::app
