// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/redaction.h"
#include "model/profile/profile.h"

#include <set>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// Tells which threads the rules leave out, by the ids and names in events of transactions.
class HiddenThreads {
public:
    // All must outlive this. `known`: names found in other parts of the profile, nullptr if there
    // are none. Linear in the threads.
    HiddenThreads(const Profile &profile, const RedactionRules &rules,
                  const RedactedNames *known = nullptr);

    // Whether a thread of this thread.id and thread.name is left out; "": the event has none. An id
    // without a name counts as left out if any thread with this id is.
    bool contains(std::string_view id, std::string_view name) const;

    // Returns the event without the spans of hidden threads, and without the thread of its trace if
    // that is hidden; the same text if it has none of these.
    std::string takenOutOf(std::string event) const;

private:
    const RedactionRules &m_rules;
    std::set<std::string, std::less<>> m_ids;
};

} // namespace ember::model::sentry
