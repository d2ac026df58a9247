// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/loader.h"

#include "app/errortext.h"
#include "app/inbackground.h"
#include "app/session/filenames.h"
#include "app/session/inputfiles.h"
#include "capture/symbols/symbolizer.h"
#include "model/formats/formatregistry.h"
#include "model/profile/aligned.h"
#include "model/spans/spanbuilder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QPointer>
#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ember::app {

using namespace model;

namespace {

// The word that views/filters/keptview.cpp writes before a regular expression.
constexpr std::string_view patternWord = "pattern";
constexpr qsizetype maxPatternLength = 10'000;
constexpr qint64 maxMilliseconds = 1500;

// Returns the distinct names in a profile: frames with equal names are frequent.
std::vector<QString> namesIn(const Profile &profile)
{
    std::unordered_set<std::string> names;
    for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
        names.insert(frameName(profile, FrameIndex(row)));
        names.emplace(moduleName(profile, FrameIndex(row)));
    }
    std::vector<QString> texts;
    for (const std::string &name : names)
        texts.push_back(QString::fromStdString(name));
    return texts;
}

class PatternTrial {
public:
    explicit PatternTrial(const Profile &profile) : m_profile(profile) { }

    bool isFast(const QString &pattern)
    {
        if (pattern.size() > maxPatternLength)
            return false;
        if (!m_timer.isValid()) {
            m_names = namesIn(m_profile);
            m_timer.start();
        }
        // A lower limit than the views use. Of several limits the library applies the lowest.
        const QRegularExpression expression(QStringLiteral("(*LIMIT_MATCH=10000)") + pattern,
                                            QRegularExpression::CaseInsensitiveOption);
        if (!expression.isValid()) // the views ignore an invalid pattern as well
            return true;
        for (const QString &name : m_names) {
            if (m_timer.elapsed() > maxMilliseconds || !expression.match(name).isValid())
                return false;
        }
        return true;
    }

private:
    const Profile &m_profile;
    QElapsedTimer m_timer;
    std::vector<QString> m_names;
};

using model::Error;
using model::ErrorCode;
using model::Result;

// Builds the growing profile while files are read, and its boxes for each partial result.
class Growth {
public:
    Growth(const LoadRequest &request, QStringList files, const std::stop_token &stop,
           const LoadWatchers &watchers)
        : m_request(request),
          m_files(std::move(files)),
          m_stop(stop),
          m_watchers(watchers)
    {
    }

    void show(const model::ProfilePointer &profile)
    {
        auto part = std::make_shared<OpenedFiles>();
        part->paths = m_request.paths;
        part->files = m_files;
        part->profiles.push_back({m_builder.update(profile, m_stop), {}, m_files});
        part->isMore = std::exchange(m_isShown, true);
        m_watchers.grown(part);
    }

    // Returns the boxes of a complete profile. While it grew it was shown as recorded: its boxes
    // are built anew only if stacks are to be shown differently.
    model::SpanTablePointer spansOf(const model::ImportedProfile &imported)
    {
        const auto shown = model::ShownStacks::of(imported.profile, m_request.stacks);
        if (imported.hasGrown && shown.shown == shown.recorded)
            return m_builder.update(imported.profile, m_stop);
        return model::SpanBuilder().update(shown, m_stop);
    }

private:
    const LoadRequest &m_request;
    const QStringList m_files;
    const std::stop_token m_stop;
    const LoadWatchers &m_watchers;
    model::SpanBuilder m_builder;
    bool m_isShown = false;
};

OpenedProfile opened(const model::ImportedProfile &imported, Growth &growth)
{
    OpenedProfile profile;
    profile.spans = growth.spansOf(imported);
    profile.format = QString::fromStdString(imported.format);
    for (const std::string &file : imported.files)
        profile.files.append(QFile::decodeName(QByteArray::fromStdString(file)));
    profile.view = imported.view;
    return profile;
}

// Keeps what perf prints of its recordings, which is read in their place.
class PerfPrints {
public:
    // Returns the path to read for a file.
    Result<std::string> add(const QString &name, const std::stop_token &stop)
    {
        std::string path = toPath(name);
        if (!isPerfData(path))
            return path;
        EMBER_ASSIGN_OR_RETURN(auto printed, printedByPerf(name, stop));
        m_prints.push_back({std::move(printed), std::move(path)});
        return toPath(m_prints.back().file->fileName());
    }

    // Replaces the temporary files' names by those of the recordings that perf printed into them.
    void giveNames(model::Import &import) const
    {
        for (const Print &print : m_prints) {
            const std::string copy = toPath(print.file->fileName());
            for (auto &profile : import.profiles)
                std::ranges::replace(profile.files, copy, print.name);
            for (Error &error : import.refused)
                error.subject = error.subject == copy ? print.name : error.subject;
            import.log.renameFile(copy, print.name);
        }
    }

private:
    struct Print {
        std::unique_ptr<QTemporaryFile> file;
        std::string name;
    };

    std::vector<Print> m_prints;
};

// Returns the first file's error, with a line for each other file's error in its detail.
Error together(const std::vector<Error> &refused)
{
    Error error = refused.front();
    for (std::size_t place = 1; place < refused.size(); ++place)
        error.detail += '\n' + errorLine(refused[place]).toStdString();
    return error;
}

// Whether a day or more lies between two ranges that are neighbours in time.
bool lieDaysApart(std::vector<model::TimeRange> ranges)
{
    std::erase_if(ranges, [](const model::TimeRange &range) { return range.isEmpty(); });
    if (ranges.empty())
        return false;
    std::ranges::sort(ranges, {}, &model::TimeRange::start);
    model::Timestamp end = ranges.front().end;
    for (const model::TimeRange &range : ranges) {
        if (range.start - end >= std::chrono::hours(24))
            return true;
        end = std::max(end, range.end);
    }
    return false;
}

bool doOverlap(std::vector<model::TimeRange> ranges)
{
    std::ranges::sort(ranges, {}, &model::TimeRange::start);
    return std::ranges::adjacent_find(
               ranges,
               [](const model::TimeRange &a, const model::TimeRange &b) { return b.start < a.end; })
        != ranges.end();
}

// Returns how profiles are shown on one axis: at their starts if a day or more lies between them;
// on one clock if they overlap and have different formats, as a capture and what an SDK has
// recorded.
Together togetherness(const std::vector<OpenedProfile> &profiles,
                      const std::vector<model::TimeRange> &ranges)
{
    if (lieDaysApart(ranges))
        return Together::AtStarts;
    const auto isOfOtherFormat = [&](const OpenedProfile &profile) {
        return profile.format != profiles.front().format;
    };
    return std::ranges::any_of(profiles, isOfOtherFormat) && doOverlap(ranges)
        ? Together::OnOneClock
        : Together::No;
}

// Adds a first profile that shows all profiles on one axis where that is useful. Adds nothing if
// memory does not suffice.
void addTogether(OpenedFiles &files, model::StackChoice stacks, const std::stop_token &stop)
try {
    std::vector<model::ProfilePointer> profiles;
    std::vector<model::TimeRange> ranges;
    QStringList paths;
    std::vector<std::string> names;
    std::size_t samples = 0;
    for (const OpenedProfile &opened : files.profiles) {
        const auto &profile = opened.spans->recorded();
        const auto range = model::rangeOnClock(*profile);
        if (!range)
            return;
        profiles.push_back(profile);
        ranges.push_back(*range);
        paths += opened.files;
        names.push_back(opened.files.isEmpty() ? std::string()
                                               : opened.files.first().toStdString());
        samples += profile->sampleCount();
    }
    if (profiles.size() < 2 || profiles.size() > model::mostRecordingsTogether
        || samples > model::mostSamplesTogether)
        return;
    const Together how = togetherness(files.profiles, ranges);
    if (how == Together::No)
        return;
    paths.removeDuplicates();
    OpenedProfile together = files.profiles.front();
    together.spans =
        model::buildSpans(how == Together::AtStarts ? model::alignedAtStarts(profiles, names)
                                                    : model::onOneClock(profiles, names),
                          stacks, stop);
    together.files = paths;
    together.view.reset();
    together.together = how;
    files.profiles.insert(files.profiles.begin(), std::move(together));
    files.isMore = false; // the profile shown so far is the second one now
} catch (const std::bad_alloc &) {
}

Result<OpenedFilesPointer> load(const LoadRequest &request, const std::stop_token &stop,
                                const LoadWatchers &watchers)
{
    watchers.reached(LoadStage::Reading);
    EMBER_ASSIGN_OR_RETURN(const QStringList named, withFilesOfFolders(request.paths));
    PerfPrints prints;
    std::vector<Error> refused;
    std::vector<std::string> files;
    for (const QString &path : named) {
        if (auto readable = prints.add(path, stop); readable)
            files.push_back(std::move(*readable));
        else if (readable.error().code == ErrorCode::Cancelled)
            return readable.error();
        else
            refused.push_back(readable.error());
    }
    if (files.empty() && !refused.empty())
        return together(refused);
    auto symbolPaths = request.symbols.paths();
    symbolPaths.watcher = watchers.fetching;
    capture::Symbolizer names(symbolPaths);
    const model::InAppRule inApp = request.symbols.inAppRule();
    Growth growth(request, named, stop, watchers);
    model::ImportOptions options{.resolver = &names, .inApp = &inApp, .stop = stop};
    if (watchers.grown)
        options.grown = [&](const model::ProfilePointer &profile) { growth.show(profile); };
    EMBER_ASSIGN_OR_RETURN(model::Import import, model::builtinFormats().open(files, options));
    auto result = std::make_shared<OpenedFiles>();
    result->paths = request.paths;
    result->files = named;
    prints.giveNames(import);
    result->log = std::move(import.log);
    result->refused = std::move(import.refused);
    std::ranges::move(refused, std::back_inserter(result->refused));
    if (watchers.fetching != nullptr)
        result->fetchFailures = watchers.fetching->failures().lines();
    result->isMore = !import.profiles.empty() && import.profiles.front().hasGrown;
    for (const model::ImportedProfile &profile : import.profiles) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        watchers.reached(LoadStage::BuildingChart);
        result->profiles.push_back(opened(profile, growth));
        if (auto &view = result->profiles.back().view)
            dropSlowPatterns(*view, *profile.profile, result->log);
    }
    addTogether(*result, request.stacks, stop);
    if (!result->profiles.empty())
        return OpenedFilesPointer(std::move(result));
    if (!result->refused.empty())
        return together(result->refused);
    return Error{
        ErrorCode::NothingToShow, named.isEmpty() ? std::string() : toPath(named.first()), {}};
}

} // namespace

void dropSlowPatterns(KeptView &view, const Profile &profile, ImportLog &log)
{
    constexpr std::size_t words = 3; // words per filter
    PatternTrial trial(profile);
    std::vector<std::string> kept;
    std::size_t place = 0;
    for (; place + words <= view.filters.size(); place += words) {
        const auto filter = view.filters.begin() + static_cast<std::ptrdiff_t>(place);
        const QString text = QString::fromStdString(filter[2]);
        if (filter[1] != patternWord || trial.isFast(text))
            kept.insert(kept.end(), filter, filter + words);
        else if (!log.countAgain("ember-view-pattern"))
            log.add({"ember-view-pattern",
                     "capture-log",
                     Severity::Warning,
                     {},
                     "a filter that was kept with the file is left out, for its pattern takes too "
                     "long: "
                         + text.left(100).toStdString()});
    }
    kept.insert(kept.end(), view.filters.begin() + static_cast<std::ptrdiff_t>(place),
                view.filters.end());
    view.filters = std::move(kept);
}

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
try {
    return load(request, stop, watchers);
} catch (const model::BoxesUnwanted &) {
    return Error{ErrorCode::Cancelled, {}, {}};
} catch (const std::bad_alloc &) {
    const auto first = request.paths.isEmpty() ? QString() : request.paths.first();
    return Error{ErrorCode::FileTooBig, QFile::encodeName(first).toStdString(),
                 "not enough memory"};
}

// One load on a thread of the pool. The loader may be destroyed before it ends.
class Loader::Job {
public:
    // Construct on the UI thread.
    Job(Loader &loader, LoadRequest request)
        : m_loader(&loader),
          m_request(std::move(request)),
          m_stop(*loader.m_job),
          m_fetchStop(loader.m_fetch.get_token())
    {
    }

    void operator()() const
    {
        FetchReporter fetch(m_fetchStop, [this](const FetchReport &fetched) {
            tell([fetched](Loader &loader) { loader.showFetching(fetched); });
        });
        const auto reached = [this](LoadStage stage) {
            tell([stage](Loader &loader) { emit loader.stageReached(stage); });
        };
        const auto grown = [this](const OpenedFilesPointer &files) {
            tell([files](Loader &loader) { emit loader.grown(files); });
        };
        auto result = std::make_shared<Result<OpenedFilesPointer>>(
            loadFiles(m_request, m_stop.get_token(), {reached, &fetch, grown}));
        tell([result](Loader &loader) { loader.deliver(*result); });
    }

private:
    // Calls `report` on the UI thread unless the job was cancelled.
    template<typename Report>
    void tell(Report report) const
    {
        QMetaObject::invokeMethod(QCoreApplication::instance(),
                                  [guarded = m_loader, stop = m_stop, report] {
                                      Loader *const loader = guarded.data();
                                      if (loader && loader->isCurrent(stop))
                                          report(*loader);
                                  });
    }

    QPointer<Loader> m_loader;
    LoadRequest m_request;
    std::stop_source m_stop;
    std::stop_token m_fetchStop;
};

Loader::Loader(QObject *parent) : QObject(parent) { }

Loader::~Loader()
{
    m_fetch.request_stop();
    if (m_job)
        m_job->request_stop();
}

void Loader::load(const LoadRequest &request)
{
    const bool isUnderWay = m_job && m_prepared == request;
    if (!isUnderWay)
        cancel();
    m_prepared.reset();
    emit started(request.paths);
    if (!isUnderWay)
        begin(request);
}

void Loader::prepare(const LoadRequest &request)
{
    cancel();
    m_prepared = request;
    begin(request);
}

void Loader::begin(const LoadRequest &request)
{
    m_job.emplace();
    m_fetch = std::stop_source();
    runDetached(Job(*this, request));
}

void Loader::cancel()
{
    if (!m_job)
        return;
    m_fetch.request_stop();
    m_job->request_stop();
    m_job.reset();
    m_isFetching = false;
    if (!std::exchange(m_prepared, {})) // prepared only: started() was not emitted
        emit cancelled();
}

void Loader::cancelStep()
{
    if (m_isFetching)
        skipFetching();
    else
        cancel();
}

void Loader::showFetching(const FetchReport &report)
{
    m_isFetching = !report.binary.isEmpty();
    emit fetching(report);
}

void Loader::deliver(const Result<OpenedFilesPointer> &result)
{
    m_job.reset();
    m_prepared.reset();
    if (result)
        emit loaded(*result);
    else
        emit failed(result.error());
}

} // namespace ember::app
