// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/pipeline/recordsink.h"

#include <optional>
#include <string>

namespace ember::capture {

// Watches a capture for what its newest part is to be kept for. One thread.
class TriggerMonitor {
public:
    explicit TriggerMonitor(const KeepTriggers &triggers) : m_triggers(triggers) { }

    // Why to keep it, if so. CPU use is judged once a second and told when it rises over the limit,
    // not while it stays there.
    std::optional<std::string> check(const UnwoundTick &tick);
    std::optional<std::string> check(const MeasuredValue &value) const;

private:
    KeepTriggers m_triggers;
    std::optional<model::Timestamp> m_secondStart;
    model::Nanoseconds m_cpu{}; // since then, of all threads
    bool m_isAbove = false;
};

} // namespace ember::capture
