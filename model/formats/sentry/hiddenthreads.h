// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/redaction.h"
#include "model/profile/profile.h"

#include <set>
#include <string>
#include <string_view>

namespace ember::model::sentry {

// The threads that the rules leave out, as the events of transactions name them.
class HiddenThreads {
public:
    // All must outlive this. `known`: found in other parts of the profile, nullptr if there are
    // none. Linear in the threads.
    HiddenThreads(const Profile &profile, const RedactionRules &rules,
                  const RedactedNames *known = nullptr);

    // Whether a thread of this thread.id and thread.name is left out; "": the event has none. An id
    // alone that a thread left out shares with another counts as that one's.
    bool contains(std::string_view id, std::string_view name) const;

    // An event without the spans of such threads, and without the thread of its trace if that is
    // one of them. The same text if it names none.
    std::string takenOutOf(std::string event) const;

private:
    const RedactionRules &m_rules;
    std::set<std::string, std::less<>> m_ids;
};

} // namespace ember::model::sentry
