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

    friend bool operator==(const LoadRequest &, const LoadRequest &) = default;
};

// Who is told, in the thread that loads, where it is.
struct LoadWatchers {
    std::function<void(LoadStage)> reached;
    FetchReporter *fetching = nullptr; // may be null
    // What many files have given so far, while the others are read; may be empty.
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
    ~Loader() override; // stops what is under way, and does not wait for its end

    void load(const LoadRequest &request);
    // Begins with what load() will be asked for, and says nothing of it until then: for who has yet
    // to make what shows it. Any other request ends it.
    void prepare(const LoadRequest &request);
    void cancel();
    // What a user means who sees what is done and cancels that: while a debug file is fetched, go
    // on without; else cancel().
    void cancelStep();
    // Servers have been waited for long enough: on without more debug files.
    void skipFetching() { m_fetch.request_stop(); }

    bool isLoading() const { return m_job.has_value(); }

signals:
    void started(const QStringList &paths);
    void stageReached(ember::app::LoadStage stage);
    void fetching(const ember::app::FetchReport &report);
    // A part of what is being loaded, or more of it: worth looking at already.
    void grown(const ember::app::OpenedFilesPointer &files);
    // One of these follows each started().
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
    std::optional<LoadRequest> m_prepared; // what the job is about, before load()
    std::stop_source m_fetch; // what the job fetches
    bool m_isFetching = false;
};

} // namespace ember::app
