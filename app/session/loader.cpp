// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"

#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"
#include "model/spans/spanbuilder.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

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

Result<OpenedFilesPointer> loadFiles(const QStringList &paths,
                                     const std::function<bool(LoadStage)> &stage)
{
    const Error cancelled{ErrorCode::Cancelled, {}, {}};
    if (!stage(LoadStage::Reading))
        return cancelled;
    std::vector<std::string> files;
    for (const QString &path : paths)
        files.push_back(QFile::encodeName(path).toStdString());
    capture::Symbolizer names(capture::userSymbolPaths());
    EMBER_ASSIGN_OR_RETURN(model::Import import,
                           model::builtinFormats().open(files, {.resolver = &names}));
    auto result = std::make_shared<OpenedFiles>();
    result->paths = paths;
    result->log = std::move(import.log);
    for (const model::ImportedProfile &profile : import.profiles) {
        if (!stage(LoadStage::BuildingChart))
            return cancelled;
        result->profiles.push_back(opened(profile));
    }
    if (result->profiles.empty())
        return Error{ErrorCode::NothingToShow, files.empty() ? std::string() : files.front(), {}};
    return OpenedFilesPointer(std::move(result));
}

Loader::Loader(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(2);
}

Loader::~Loader()
{
    if (m_ticket)
        *m_ticket = true;
    m_pool.waitForDone();
}

void Loader::load(const QStringList &paths)
{
    cancel();
    m_ticket = std::make_shared<std::atomic<bool>>(false);
    emit started(paths);
    m_pool.start([this, paths, ticket = m_ticket] {
        const auto stage = [&](LoadStage reached) {
            QMetaObject::invokeMethod(this, [this, ticket, reached] {
                if (ticket == m_ticket)
                    emit stageReached(reached);
            });
            return !*ticket;
        };
        auto result = std::make_shared<Result<OpenedFilesPointer>>(loadFiles(paths, stage));
        QMetaObject::invokeMethod(this, [this, ticket, result] { deliver(ticket, *result); });
    });
}

void Loader::cancel()
{
    if (!m_ticket)
        return;
    *std::exchange(m_ticket, nullptr) = true;
    emit cancelled();
}

void Loader::deliver(const Ticket &ticket, const Result<OpenedFilesPointer> &result)
{
    if (ticket != m_ticket)
        return;
    m_ticket = nullptr;
    if (result)
        emit loaded(*result);
    else
        emit failed(result.error());
}

} // namespace ember::app
