// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/session/openedprofile.h"
#include "app/settings/symbolsettings.h"
#include "model/core/result.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace ember::app {

enum class LoadStage { Reading, BuildingChart };

struct LoadRequest {
    QStringList paths;
    SymbolSettings symbols;
    model::CutStacks cutStacks = model::CutStacks::Bridged;

    friend bool operator==(const LoadRequest &, const LoadRequest &) = default;
};

// Callbacks during loading, called on the loading thread.
struct LoadWatchers {
    std::function<void(LoadStage)> reached;
    FetchReporter *fetching = nullptr; // may be null
    // Called with a partial result while more files are read; may be empty.
    std::function<void(const OpenedFilesPointer &)> grown = {};
};

// Reads the files in the calling thread. Errors: those of the formats, NothingToShow, Cancelled
// soon after `stop`.
model::Result<OpenedFilesPointer> loadFiles(const LoadRequest &request, const std::stop_token &stop,
                                            const LoadWatchers &watchers);

// Opens files in the background. The newest request wins: older ones and cancelled ones are stopped
// and give no result. Lives in the UI thread.
class Loader : public QObject {
    Q_OBJECT
public:
    explicit Loader(QObject *parent = nullptr);
    ~Loader() override; // stops the running load without waiting for it

    void load(const LoadRequest &request);
    // Starts loading in advance what load() will be called with, without signals until then.
    // Another request cancels it.
    void prepare(const LoadRequest &request);
    void cancel();
    // Cancels the current step: a fetch of a debug file is skipped, anything else cancels the
    // loading.
    void cancelStep();
    // Skips all further debug files from servers.
    void skipFetching() { m_fetch.request_stop(); }

    bool isLoading() const { return m_job.has_value(); }

signals:
    void started(const QStringList &paths);
    void stageReached(ember::app::LoadStage stage);
    void fetching(const ember::app::FetchReport &report);
    // A partial result that can already be shown.
    void grown(const ember::app::OpenedFilesPointer &files);
    // Exactly one of these follows each started().
    void loaded(const ember::app::OpenedFilesPointer &files);
    void failed(const ember::model::Error &error);
    void cancelled();

private:
    class Job;

    bool isCurrent(const std::stop_source &job) const { return m_job && *m_job == job; }

    void begin(const LoadRequest &request);
    void showFetching(const FetchReport &report);
    void deliver(const model::Result<OpenedFilesPointer> &result);

    std::optional<std::stop_source> m_job;
    std::optional<LoadRequest> m_prepared; // request of the job started by prepare()
    std::stop_source m_fetch; // stops the job's fetches
    bool m_isFetching = false;
};

} // namespace ember::app
