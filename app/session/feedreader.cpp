// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/feedreader.h"

#include "app/privatefolder.h"
#include "app/session/filenames.h"
#include "model/core/blockstore.h"
#include "model/core/threadpriority.h"
#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/formatregistry.h"
#include "model/profile/aligned.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include <algorithm>
#include <cstdint>
#include <map>
#include <new>
#include <set>
#include <string>
#include <utility>

namespace ember::app {

using namespace model;

namespace {

using std::chrono::hours;
using std::chrono::seconds;

// The longest time between a capture and a profile that still counts as one of its time: the clocks
// of a program and the recorder may differ by a moment, and a span may end before the first sample.
constexpr seconds beside{10};
// The farthest that a profile may reach before or after the capture: one that reaches farther would
// make the capture too narrow on the axis.
constexpr hours farthest{24};

bool isOfTime(TimeRange range, TimeRange captured)
{
    return range.end >= captured.start - beside && range.start <= captured.end + beside
        && range.start >= captured.start - farthest && range.end <= captured.end + farthest;
}

using Senders = std::map<std::string, std::uint32_t>; // process ids by file

// Returns the profile with the ids of the processes that sent it, where they are known and
// unambiguous: SDKs do not send them, and number threads in their own ways.
ProfilePointer withSenders(const ProfilePointer &profile, const Senders &senders)
{
    std::map<ProcessIndex, std::set<std::uint32_t>> found;
    for (const Source &source : profile->tables().sources) {
        const std::string file(profile->text(source.uri));
        const auto sender = senders.find(file.substr(0, file.rfind('#'))); // a URI is FILE#N
        if (sender != senders.end() && sender->second != 0 && source.process.isValid())
            found[source.process].insert(sender->second);
    }
    ProfileTables tables = profile->tables();
    for (const auto &[process, pids] : found) {
        if (pids.size() == 1 && tables.processes[process].pid == 0)
            tables.processes.edit(process).pid = *pids.begin();
    }
    std::vector<std::shared_ptr<const ThreadSamples>> samples;
    for (std::size_t row = 0; row < profile->threadCount(); ++row)
        samples.push_back(profile->sharedSamples(ThreadIndex(row)));
    return ProfileBuilder::ofParts(std::move(tables), std::move(samples));
}

} // namespace

void SdkProfiles::read(const QList<ArrivedEnvelope> &envelopes, const std::stop_token &stop)
try {
    m_profiles.clear();
    std::vector<std::string> paths;
    Senders senders;
    for (const ArrivedEnvelope &envelope : envelopes) {
        paths.push_back(toPath(envelope.file));
        senders.insert_or_assign(paths.back(), envelope.pid);
    }
    const auto import = builtinFormats().open(paths, {.inApp = &m_inApp, .stop = stop});
    if (!import)
        return;
    for (const ImportedProfile &imported : import->profiles) {
        if (rangeOnClock(*imported.profile))
            m_profiles.push_back(withSenders(imported.profile, senders));
    }
    std::ranges::stable_sort(m_profiles, {}, [](const ProfilePointer &profile) {
        return rangeOnClock(*profile)->start;
    });
} catch (const std::bad_alloc &) {
    m_profiles.clear();
}

// Returns the newest profiles that fall into a capture's time, in the order of their starts, at
// most as many as fit on one axis. `samples`: number of the capture's samples if these are copied,
// too, else 0.
std::vector<ProfilePointer> SdkProfiles::within(TimeRange captured, std::size_t samples) const
{
    std::vector<ProfilePointer> taken;
    for (auto profile = m_profiles.rbegin(); profile != m_profiles.rend(); ++profile) {
        if (!isOfTime(*rangeOnClock(**profile), captured))
            continue;
        samples += (*profile)->sampleCount();
        if (samples > mostSamplesTogether || taken.size() + 1 >= mostRecordingsTogether)
            break;
        taken.push_back(*profile);
    }
    std::ranges::reverse(taken);
    return taken;
}

bool SdkProfiles::addTo(ProfileBuilder &builder) const
{
    const auto profiles = within(builder.snapshot()->timeRange(), 0);
    for (const ProfilePointer &profile : profiles)
        addOnOneClock(builder, *profile);
    return !profiles.empty();
}

SpanTablePointer SdkProfiles::besides(const SpanTable &capture, StackChoice stacks,
                                      const std::stop_token &stop) const
try {
    const ProfilePointer &recorded = capture.recorded();
    auto profiles = within(recorded->timeRange(), recorded->sampleCount());
    if (profiles.empty())
        return nullptr;
    profiles.insert(profiles.begin(), recorded);
    return buildSpans(onOneClock(profiles), stacks, stop);
} catch (const std::bad_alloc &) {
    return nullptr;
} catch (const BoxesUnwanted &) {
    return nullptr;
}

void followLateEnvelopes(FeedChannel &channel, LiveUpdatePointer complete, InAppRule inApp)
{
    if (!complete || complete->error || !complete->spans)
        return;
    SdkProfiles sdk(std::move(inApp));
    std::uint64_t known = complete->envelopes;
    while (const auto envelopes = channel.waitForEnvelopes(known)) {
        known = envelopes->count;
        sdk.read(envelopes->newest, channel.stopToken());
        auto update = std::make_shared<LiveUpdate>(*complete);
        update->envelopes = known;
        update->showBeside(
            sdk.besides(*complete->capture(), channel.stackChoice(), channel.stopToken()));
        channel.publish(std::move(update));
    }
}

namespace {

constexpr std::chrono::milliseconds publishEvery{50};

// Columns are moved out of memory if they are larger than this in all.
constexpr std::size_t loadedBytes = std::size_t(64) << 20U;
constexpr std::chrono::seconds unloadEvery{5};
// Growth after which columns are moved out at once, before unloadEvery has passed: a long log that
// is caught up with adds this much in a moment.
constexpr std::size_t catchUpBytes = std::size_t(128) << 20U;

capture::SymbolPaths withoutServers(capture::SymbolPaths paths)
{
    paths.servers = capture::AskServers::Never;
    return paths;
}

bool areServersWanted(const capture::SymbolPaths &paths)
{
    return paths.servers == capture::AskServers::IfInEnvironment
        && !capture::debugServerUrls().empty();
}

void keepColumnsInFiles()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    if (makePrivateFolder(folder))
        model::BlockStore::useFolder(QFile::encodeName(folder).toStdString());
}

} // namespace

// State of one pass over the log; the resolver outlives it.
struct FeedReader::Reading {
    explicit Reading(model::FrameResolver &resolver) : names(resolver) { }

    model::FrameResolver &names;
    model::ProfileBuilder builder;
    std::unique_ptr<model::capturelog::LogFollower> log;

    // Returns the boxes of everything read so far.
    model::SpanTablePointer makeSpans(model::StackChoice wanted, model::CutBridge::Ending ending)
    {
        const auto recorded = builder.snapshot();
        if (recorded->sampleCount() == 0 && ending == model::CutBridge::Ending::More)
            return nullptr;
        if (std::exchange(stacks, wanted) != wanted || !spans) {
            spans.emplace();
            shown.emplace(builder, stacks);
        }
        return spans->update(shown->update(recorded, ending));
    }

    model::StackChoice stacks;
    bool hasSdkData = false; // the builder has what SDKs have sent, too

private:
    std::optional<model::ShownStacks> shown;
    std::optional<model::SpanBuilder> spans;
};

FeedReader::FeedReader(FeedChannel &channel, const QString &logPath, LogOrigin origin,
                       const SymbolSettings &symbols)
    : m_channel(channel),
      m_stop(channel.stopToken()),
      m_path(QFile::encodeName(logPath).toStdString()),
      m_symbols(symbols),
      m_origin(origin),
      m_names(withoutServers(symbols.paths())),
      m_inApp(symbols.inAppRule()),
      m_sdk(symbols.inAppRule()),
      m_reading(std::make_unique<Reading>(m_names))
{
    keepColumnsInFiles();
}

FeedReader::~FeedReader() = default;

LiveUpdatePointer FeedReader::run()
{
    model::letOthersGoFirst();
    while (!m_stop.stop_requested()) {
        // Read this flag first, then the log, so that everything the recorder wrote before it ended
        // is included.
        const bool isLast = m_channel.isFinishing();
        const std::size_t bytes = poll(*m_reading);
        if (m_error) {
            publish();
            return nullptr;
        }
        if (bytes == 0 && isStartingOverDue(isLast))
            startOver(isLast ? SdkData::LeftOut : SdkData::Added);
        else if (bytes == 0 && isLast)
            return complete();
        m_hasNews |= bytes > 0 || m_channel.stackChoice() != m_reading->stacks;
        if (!isLast)
            showSpansOfOpenTransactions();
        if (m_hasNews && Clock::now() - m_published >= publishEvery)
            publish();
        if (bytes == 0)
            m_channel.waitForNews();
    }
    return nullptr;
}

void FeedReader::showSpansOfOpenTransactions()
{
    constexpr std::chrono::milliseconds every{500};
    if (!m_reading->log || Clock::now() < m_nextShowingSpans)
        return;
    m_nextShowingSpans = Clock::now() + every;
    m_hasNews |= m_reading->log->showHeldSpans();
}

// Reads what was appended to the log since the last call; returns the number of bytes. The file or
// its header may not exist yet.
std::size_t FeedReader::poll(Reading &reading)
{
    if (!reading.log && !open(reading))
        return 0;
    const auto bytes = reading.log->poll();
    if (bytes)
        return *bytes;
    m_error = bytes.error();
    return 0;
}

bool FeedReader::open(Reading &reading)
{
    using namespace model::capturelog;
    auto log = LogFollower::open(m_path, reading.builder, readOptions(reading.names));
    if (log) {
        reading.log = std::move(*log);
        return true;
    }
    if (log.error().code != model::ErrorCode::FileNotFound || m_channel.isFinishing())
        m_error = log.error();
    return false;
}

model::capturelog::ReadOptions FeedReader::readOptions(model::FrameResolver &names)
{
    model::capturelog::ReadOptions options{.resolver = &names, .inApp = &m_inApp};
    if (m_origin == LogOrigin::ThisMachine)
        options.imageLoaded = [this](std::uint32_t pid, const auto &image) {
            if (auto file = m_images.keep(pid, image))
                m_names.provideFile(std::move(*file));
        };
    return options;
}

void FeedReader::readAll(Reading &reading)
{
    while (!m_stop.stop_requested() && poll(reading) > 0) { }
}

// Whether to read the whole log again. At the end: for late symbol names, if a ring has dropped
// segments, and to leave out provisional spans and SDKs' data (the complete capture is shown
// without them, too). Before the end: for late names and for what SDKs have sent, but so rarely
// that most time is spent on other work; for a ring after each complete turn, so that the window
// holds at most two rings of data.
bool FeedReader::isStartingOverDue(bool isLast) const
{
    if (!m_reading->log)
        return false;
    const auto &log = *m_reading->log;
    if (isLast)
        return log.hasLateNames() || log.droppedBytes() > 0 || m_reading->hasSdkData
            || log.hasProvisionalSpans();
    if (log.droppedBytes() > log.readBytes() / 2)
        return true;
    const bool hasEnvelopes = m_hasRoomForSdkData && m_channel.envelopes().count > m_envelopes;
    return (log.hasLateNames() || hasEnvelopes) && Clock::now() >= m_nextStartingOver;
}

// Reads the log from its start; null if it cannot be read. `before` must not be used any more.
std::unique_ptr<FeedReader::Reading> FeedReader::readAgain(Reading &before)
{
    auto next = std::make_unique<Reading>(m_names);
    auto log = before.log->startOver(next->builder);
    if (!log) {
        m_error = log.error();
        return nullptr;
    }
    next->log = std::move(*log);
    readAll(*next);
    return next;
}

void FeedReader::startOver(SdkData wanted)
{
    const auto start = Clock::now();
    auto next = readAgain(*m_reading);
    if (next && wanted == SdkData::Added && m_hasRoomForSdkData && !addSdkData(*next))
        next = readAgain(*next);
    if (!next)
        return publish();
    m_reading = std::move(next);
    m_hasNews = true;
    m_nextStartingOver = Clock::now() + 10 * (Clock::now() - start);
}

// Adds what SDKs have sent. Returns false if memory does not suffice: the capture then goes on
// without SDKs' data, and the reading must not be used.
bool FeedReader::addSdkData(Reading &reading)
try {
    if (const auto envelopes = m_channel.envelopes(); envelopes.count > m_envelopes) {
        m_envelopes = envelopes.count;
        m_sdk.read(envelopes.newest, m_stop);
    }
    reading.hasSdkData = m_sdk.addTo(reading.builder);
    return true;
} catch (const std::bad_alloc &) {
    m_hasRoomForSdkData = false;
    return false;
}

// Reads the log again with names from debuginfod servers, unless these must not be asked.
void FeedReader::askServers()
{
    FetchReporter reporter(m_channel.fetchToken(),
                           [this](const FetchReport &report) { m_channel.report(report); });
    auto paths = m_symbols.paths();
    if (!areServersWanted(paths))
        return;
    paths.watcher = &reporter;
    m_namesFromServers.emplace(m_names, std::move(paths));
    auto next = std::make_unique<Reading>(*m_namesFromServers);
    readAll(*next);
    m_fetchFailures = reporter.failures().lines();
    if (!m_error && !m_stop.stop_requested())
        m_reading = std::move(next);
}

LiveUpdatePointer FeedReader::complete()
{
    askServers();
    if (auto &log = m_reading->log) {
        log->finish();
        const auto symbols = log->newSymbols();
        // An error here is harmless: without stored names they are looked up when the log is
        // opened.
        if (!symbols.empty())
            static_cast<void>(model::capturelog::appendSymbols(m_path, symbols));
    }
    m_isComplete = true;
    auto update = makeUpdate();
    const auto envelopes = m_channel.envelopes();
    if (update->spans && envelopes.count > 0) {
        m_sdk.read(envelopes.newest, m_stop);
        update->envelopes = envelopes.count;
        update->showBeside(m_sdk.besides(*update->spans, m_channel.stackChoice(), m_stop));
    }
    publish(update);
    return update;
}

std::shared_ptr<LiveUpdate> FeedReader::makeUpdate()
{
    auto update = std::make_shared<LiveUpdate>();
    if (m_reading->log)
        update->log = m_reading->log->log();
    try {
        using Ending = model::CutBridge::Ending;
        update->spans = m_reading->makeSpans(m_channel.stackChoice(),
                                             m_isComplete ? Ending::Complete : Ending::More);
    } catch (const std::bad_alloc &) {
        m_error = model::Error{model::ErrorCode::FileTooBig, m_path, "not enough memory"};
    }
    update->hasSdkData = m_reading->hasSdkData;
    update->error = m_error;
    update->fetchFailures = m_fetchFailures;
    update->isComplete = m_isComplete || m_error;
    return update;
}

void FeedReader::publish()
{
    const bool wasReadable = !m_error;
    auto update = makeUpdate();
    // Memory may suffice for the capture alone.
    if (wasReadable && m_error && m_reading->hasSdkData) {
        m_error.reset();
        m_hasRoomForSdkData = false;
        return startOver(SdkData::LeftOut);
    }
    publish(std::move(update));
}

void FeedReader::publish(std::shared_ptr<LiveUpdate> update)
{
    m_published = Clock::now();
    m_hasNews = false;
    m_channel.publish(std::move(update));
    unloadColumns();
}

// Moves columns to disk. Those in use are soon read back; the rest of a long capture stays on disk.
void FeedReader::unloadColumns()
{
    if (m_published < m_nextUnloading
        && model::BlockStore::bytesInFiles() < m_unloadedBytes + catchUpBytes)
        return;
    m_nextUnloading = m_published + unloadEvery;
    model::BlockStore::unload(loadedBytes);
    m_unloadedBytes = model::BlockStore::bytesInFiles();
}

} // namespace ember::app
