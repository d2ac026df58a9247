// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"
#include "model/profile/profile.h"

#include <QString>

#include <optional>

namespace ember::app {

// The page that shows what was sent: the project's profiles of that time. The page of one profile
// is not known here, as it needs the project's name, and a DSN has only its number.
class SentryPage {
public:
    // Adds what was sent of a profile, in times of that profile.
    void add(const model::Profile &profile, model::TimeRange sent);
    void add(const SentryPage &other);

    // The page's address. "" if nothing was added, and for other servers than sentry.io: only its
    // DSNs tell the organization, in the name of their host (o42.ingest.us.sentry.io).
    QString addressAt(const model::sentry::Dsn &dsn) const;

private:
    bool m_isUsed = false;
    // Time of all that was sent, since 1970; absent: not known.
    std::optional<model::TimeRange> m_range;
};

} // namespace ember::app
