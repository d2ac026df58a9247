// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/livefeed.h"
#include "app/settings/symbolsettings.h"
#include "capture/naming/lognamer.h"
#include "capture/symbols/symbolizer.h"
#include "model/core/result.h"
#include "model/formats/capturelog/follower.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <QList>
#include <QString>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace ember::app {

// Reads the profiles and transactions in the envelopes that Sentry SDKs have sent while a capture
// ran. If there are too many for one axis, the newest are used. One thread at a time.
class SdkProfiles {
public:
    explicit SdkProfiles(model::InAppRule inApp) : m_inApp(std::move(inApp)) { }

    // Reads the envelopes' files; replaces what was read before. A profile's process gets the pid
    // of the sender, if known. Files that cannot be read are left out; all files are if memory does
    // not suffice.
    void read(const QList<ArrivedEnvelope> &envelopes, const std::stop_token &stop);

    // Adds the profiles that are of about the capture's time (isOfTime()) to its builder, on one
    // clock. Returns whether there are any. Throws std::bad_alloc; the builder must not be used
    // then.
    bool addTo(model::ProfileBuilder &builder) const;

    // Returns the boxes of a complete capture together with the profiles that fall into its time,
    // on one clock. Null if there are no such profiles, if memory does not suffice, and once the
    // stop is requested.
    model::SpanTablePointer besides(const model::SpanTable &capture, model::StackChoice stacks,
                                    const std::stop_token &stop) const;

private:
    std::vector<model::ProfilePointer> within(model::TimeRange captured, std::size_t samples) const;

    model::InAppRule m_inApp;
    // Profiles with times on the wall clock, in the order of their starts.
    std::vector<model::ProfilePointer> m_profiles;
};

// Publishes updates for envelopes that come after a capture was complete: what SDKs send at its end
// is stored a moment later. Runs until the feed is gone. `complete`: the last update; if it is null
// or has no boxes, returns at once.
void followLateEnvelopes(FeedChannel &channel, LiveUpdatePointer complete, model::InAppRule inApp);

// Symbolizes with debuginfod servers, after everything was looked up locally. JIT-compiled code is
// still resolved by the local symbolizer, as the files that name it may be gone by now.
class ServerNames : public model::FrameResolver {
public:
    // `local` must outlive this.
    ServerNames(capture::Symbolizer &local, capture::SymbolPaths paths)
        : m_local(local),
          m_asking(std::move(paths))
    {
        m_asking.provideFilesOf(local);
    }

    std::vector<model::ResolvedFrame> resolve(const model::ImageKey &image,
                                              std::uint64_t address) override
    {
        return image.maker ? m_local.resolve(image, address) : m_asking.resolve(image, address);
    }

    model::SymbolState state(const model::ImageKey &image) override
    {
        return image.maker ? m_local.state(image) : m_asking.state(image);
    }

private:
    capture::Symbolizer &m_local;
    capture::Symbolizer m_asking;
};

// Runs a live feed's thread: reads the log as it grows, owns the profile's builder, and publishes a
// snapshot at most every 50 ms.
class FeedReader {
public:
    FeedReader(FeedChannel &channel, const QString &logPath, LogOrigin origin,
               const SymbolSettings &symbols);
    ~FeedReader();
    FeedReader(const FeedReader &) = delete;
    FeedReader &operator=(const FeedReader &) = delete;

    // Runs until the log is complete or cannot be read, or the feed is gone. Returns the update of
    // the complete log; null in the other cases.
    LiveUpdatePointer run();

private:
    using Clock = std::chrono::steady_clock;
    struct Reading; // the state of reading the log once from its start
    enum class SdkData { LeftOut, Added };

    std::size_t poll(Reading &reading);
    void showSpansOfOpenTransactions();
    bool open(Reading &reading);
    model::capturelog::ReadOptions readOptions(model::FrameResolver &names);
    void readAll(Reading &reading);
    bool isStartingOverDue(bool isLast) const;
    std::unique_ptr<Reading> readAgain(Reading &before);
    void startOver(SdkData wanted);
    bool addSdkData(Reading &reading);
    void askServers();
    LiveUpdatePointer complete();
    std::shared_ptr<LiveUpdate> makeUpdate();
    void publish();
    void publish(std::shared_ptr<LiveUpdate> update);
    void unloadColumns();

    FeedChannel &m_channel;
    std::stop_token m_stop;
    std::string m_path;
    SymbolSettings m_symbols;
    LogOrigin m_origin;
    capture::Symbolizer m_names;
    capture::ImageStore m_images;
    std::optional<ServerNames> m_namesFromServers;
    model::InAppRule m_inApp;
    SdkProfiles m_sdk;
    std::uint64_t m_envelopes = 0; // number of envelopes that m_sdk has read
    bool m_hasRoomForSdkData = true; // false: memory did not suffice
    std::unique_ptr<Reading> m_reading;
    std::optional<model::Error> m_error;
    QStringList m_fetchFailures;
    Clock::time_point m_published;
    Clock::time_point m_nextUnloading;
    std::size_t m_unloadedBytes = 0; // bytes already moved to files at the last unloadColumns()
    Clock::time_point m_nextStartingOver;
    Clock::time_point m_nextShowingSpans;
    bool m_hasNews = false;
    bool m_isComplete = false;
};

} // namespace ember::app
