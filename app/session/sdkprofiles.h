// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/livefeed.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"
#include "model/spans/spantable.h"

#include <QList>

#include <memory>
#include <stop_token>
#include <vector>

namespace ember::app {

// What Sentry SDKs have sent while a capture ran: the profiles and transactions in envelopes, which
// are files. Of very many the newest are taken. One thread at a time.
class SdkProfiles {
public:
    explicit SdkProfiles(model::InAppRule inApp) : m_inApp(std::move(inApp)) { }

    // Reads files; what was read before is dropped. Processes have the ids of their senders. Files
    // that cannot be read are left out; all are if memory does not suffice.
    void read(const QList<ArrivedEnvelope> &envelopes, const std::stop_token &stop);

    // Adds those of the capture's time to its builder, on one clock. Returns whether there are any.
    // Throws std::bad_alloc; the builder is not to be used then.
    bool addTo(model::ProfileBuilder &builder) const;

    // The boxes of a complete capture and of those of its time, on one clock. Null if there are
    // none, if memory does not suffice, and once the stop is requested.
    model::SpanTablePointer besides(const model::SpanTable &capture, model::StackChoice stacks,
                                    const std::stop_token &stop) const;

private:
    std::vector<model::ProfilePointer> within(model::TimeRange captured, std::size_t samples) const;

    model::InAppRule m_inApp;
    std::vector<model::ProfilePointer> m_profiles; // all have a rangeOnClock()
};

// Follows the envelopes that come after a capture was complete: those that SDKs have sent at its
// end are stored a moment later. Runs until the feed is gone. `complete`: the last update.
void followLateEnvelopes(FeedChannel &channel, LiveUpdatePointer complete, model::InAppRule inApp);

} // namespace ember::app
