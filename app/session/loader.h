// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/fetchreport.h"
#include "app/settings/symbolsettings.h"
#include "model/core/result.h"
#include "model/formats/import/importlog.h"
#include "model/formats/import/keptview.h"
#include "model/profile/profile.h"
#include "model/spans/spantable.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace ember::app {

// Whether an opened profile consists of all profiles of the files, on one axis.
enum class Together {
    No,
    AtStarts, // profiles that lie a day or more apart in time, aligned at their starts
    OnOneClock, // profiles recorded at the same time, such as by a capture and by an SDK
};

// A profile read from files, ready to be shown.
struct OpenedProfile {
    model::SpanTablePointer spans;
    QString format;
    QStringList files;
    std::optional<model::KeptView> view = {}; // the view stored in its file, if any

    Together together = Together::No;

    QString title() const; // name of the program, or of the first file
};

// The result of one opening. A file may contain several profiles, and a profile may come from
// several files.
struct OpenedFiles {
    QStringList paths; // the requested paths
    QStringList files; // the requested paths, with folders replaced by their files
    std::vector<OpenedProfile> profiles; // at least one
    model::ImportLog log;
    std::vector<model::Error> refused; // errors of files without a result
    QStringList fetchFailures; // failed fetches of debug info, one line per reason
    bool isMore = false; // true: the first profile continues the one of Loader::grown()
};

using OpenedFilesPointer = std::shared_ptr<const OpenedFiles>;

// Removes from a stored view the filters whose regular expressions would take too long on a single
// name of the profile or on all names together, and adds a finding. Any thread; takes a second or
// two at most.
void dropSlowPatterns(model::KeptView &view, const model::Profile &profile, model::ImportLog &log);

enum class LoadStage { Reading, BuildingChart };

struct LoadRequest {
    QStringList paths;
    SymbolSettings symbols;
    model::StackChoice stacks;

    friend bool operator==(const LoadRequest &, const LoadRequest &) = default;
};

// Callbacks during loading, called on the loading thread.
struct LoadWatchers {
    std::function<void(LoadStage)> reached;
    FetchReporter *fetching = nullptr; // may be null
    // Called with a partial result while more files are read; may be empty.
    std::function<void(const OpenedFilesPointer &)> grown = {};
};

// Reads the files in the calling thread. Errors: those of withFilesOfFolders(), of printedByPerf()
// and of the formats, NothingToShow, FileTooBig (not enough memory), Cancelled soon after `stop`.
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
    // Starts loading in advance what load() will be called with; started() is emitted only then.
    // Call load() before the event loop runs. Another request cancels this one.
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
